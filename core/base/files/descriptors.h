// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

/// Plugins in the process share its descriptors. One that closes those of others, as a daemon does
/// at its start, takes sockets, locks and pipes from the program, which cannot go on then. What
/// says so and hears signals has numbers that such code leaves alone.
namespace qontroller {

/// A duplicate of \a descriptor with a high number; \a descriptor itself if none can be had.
[[nodiscard]] int highDuplicate(int descriptor);

/// Opens a witness with a low number. For the start of the program.
void watchDescriptors();
/// The witness was closed, by foreign code. Thread-safe.
[[nodiscard]] bool areDescriptorsClosed();

} // namespace qontroller
