// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace qontroller {

/// The desktop program: all that its main() does. Returns the exit status.
[[nodiscard]] int runDesktop(int argc, char **argv);

} // namespace qontroller
