// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"

#include <string>
#include <string_view>

namespace qontroller::foldermirror {

/// What finds the way from a folder to an entry below it.
enum class Resolver : unsigned char {
    Kernel,     ///< openat2(), and step by step where that is not to be had
    StepByStep, ///< one openat() for each part
};

/// Opens \a path below the folder \a root, or \a root itself when \a path is empty.
///
/// Never leaves \a root and never follows a symbolic link, in no part of the
/// path: not even one that is swapped in meanwhile. Such a link is ELOOP or
/// ENOTDIR. \a path may be longer than PATH_MAX. Empty with `errno` on failure.
[[nodiscard]] UniqueFd openBeneath(int root, std::string_view path, int flags,
                                   Resolver resolver = Resolver::Kernel);

/// A path through which calls that know no descriptors reach what \a fd is open on.
[[nodiscard]] std::string procPathOf(int fd);

} // namespace qontroller::foldermirror
