// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

namespace qontroller {

/// Opens /dev/null in the place of each of the descriptors 0 to 2 that is closed.
///
/// Else the next file that is opened gets that number, and what is printed goes into the file.
/// Standard output stays one that nothing can be written to: each write is an error (EBADF), as on
/// a full disk. Who closes standard error wants no log, which is no error.
/// For the first line of main(): no other thread may open files meanwhile. If /dev/null cannot be
/// opened the program ends with status 1, for it has no place to say why.
void fillStandardStreams();

} // namespace qontroller
