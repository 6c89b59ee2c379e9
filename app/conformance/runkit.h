// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

namespace qontroller::conformance {

/// The conformance kit: all that its main() does. Returns the exit status.
[[nodiscard]] int runKit(int argc, char **argv);

} // namespace qontroller::conformance
