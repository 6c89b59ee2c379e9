// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <tl/expected.hpp>

#include <optional>
#include <string>

namespace qontroller {

/// The content of the file \a path, in which a person describes one object: a regular file of at
/// most 1 MiB, for an object has a few hundred bytes, and what is longer is something else. Never
/// waits, as opening a pipe would. Nothing if there is no such file; a link to nowhere is an error,
/// for where it leads may not be mounted. The error is the end of a sentence that begins with the
/// file's name. Thread-safe.
[[nodiscard]] tl::expected<std::optional<std::string>, std::string> readSmallFile(
    const std::string &path);

} // namespace qontroller
