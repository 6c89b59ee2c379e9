// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

namespace qontroller {

/// The program for terminals: all that its main() does. Returns the exit status.
[[nodiscard]] int runCtl(int argc, char **argv);

} // namespace qontroller
