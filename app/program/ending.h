// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <functional>

/// How a program ends that was asked to by a signal, or whose controllers leave calls behind.
namespace qontroller {

/// Says in the log that a signal asks the program to end, and what a second one does.
void logFirstSignal();

/// Ends the program with \a status while calls still run that use what destructors would take away.
/// Only \a clearUp is called before: it takes away what must not be left behind, and waits for
/// nothing.
[[noreturn]] void endWithoutDestructors(int status, const std::function<void()> &clearUp);

/// The same because of a second \a signal, with 128 + its number, and says so in the log.
[[noreturn]] void endAtOnce(int signal, const std::function<void()> &clearUp);

} // namespace qontroller
