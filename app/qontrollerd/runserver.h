// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

namespace qontroller {

/// The program without a window: all that its main() does. Returns the exit status.
[[nodiscard]] int runServer(int argc, char **argv);

} // namespace qontroller
