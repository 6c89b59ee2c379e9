// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Names where a file system does not tell upper from lower case: exFAT, VFAT, NTFS, shares of
/// Windows. It has one entry for all names that are the same in capitals, and keeps the spelling of
/// the first or has one of its own. Pure functions, but for what they read.
namespace qontroller::foldermirror {

/// \a name with every letter as a capital, by the rules of Unicode for single letters. What is not
/// UTF-8 stays as it is.
[[nodiscard]] std::string capitalsOf(std::string_view name);

/// Whether the open folder \a folder tells upper from lower case. It is asked for one of its
/// entries in other letters; true if it has none with letters, or cannot be read.
[[nodiscard]] bool tellsCase(int folder);

/// The path below the open folder \a root, as it is spelled there, that is the same as \a path in
/// capitals; nothing if there is none.
[[nodiscard]] std::optional<std::string> findInAnyCase(int root, std::string_view path);

/// What has the place of \a path in a target that does not tell case: the path below \a root that
/// is the same in capitals as \a path or a folder above that, and comes first in the order of
/// bytes. Nothing if that is \a path itself.
[[nodiscard]] std::optional<std::string> rivalOf(int root, std::string_view path);

/// Whether the open folder \a root has \a path in just these letters; also if that cannot be told.
[[nodiscard]] bool isSpelledSo(int root, std::string_view path);

} // namespace qontroller::foldermirror
