// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

/// How a program ends that was asked to by a signal, or whose controllers leave calls behind.
namespace qontroller {

/// Says in the log that a signal asks the program to end, and what a second one does.
void logFirstSignal();

/// Ends the program with \a status while calls still run that use what destructors would take away.
/// The control socket goes, and \a clearUp takes away what else must not be left behind; it waits
/// for nothing.
[[noreturn]] void endWithoutDestructors(int status, const std::function<void()> &clearUp);

/// The same because of a second \a signal, with 128 + its number, and says so in the log, with the
/// names of those that have \a notStopped: what they have started may run on.
[[noreturn]] void endAtOnce(int signal, const std::vector<std::string> &notStopped,
                            const std::function<void()> &clearUp);

/// The same with status 1, because \a who, foreign code, has closed descriptors of the program. The
/// log says so; \a controller: whose code it is, if that is known.
[[noreturn]] void endWithoutDescriptors(const std::string &controller, const std::string &who);

} // namespace qontroller
