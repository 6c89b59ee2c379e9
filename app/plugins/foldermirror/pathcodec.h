// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/objectid.h"

#include <optional>
#include <string>
#include <string_view>

namespace qontroller::foldermirror {

/// Turns a path below a folder into an object id and back, without loss.
///
/// A path is any bytes but NUL; an id is UTF-8 on one line. A byte that cannot
/// stand in an id (a control character, one that is not part of valid UTF-8, and
/// `%` itself) is written `%` and two upper-case hexadecimal digits, as in
/// `100%25` or `bad%FF`. Every path has exactly one id. Pure functions.
class PathCodec
{
public:
    /// \a path is relative, its parts separated by one `/` each.
    [[nodiscard]] static ObjectId idOf(std::string_view path);

    /// Nothing if no path has this id: an empty or absolute one, one with an empty
    /// part, `.` or `..`, or one that is not spelled as idOf() would.
    [[nodiscard]] static std::optional<std::string> pathOf(std::string_view id);
};

/// A path cut before its last part; \a parent is empty for an entry of the root.
struct SplitPath
{
    std::string_view parent;
    std::string_view name;
};

[[nodiscard]] SplitPath splitPath(std::string_view path);

/// \a parent may be empty: the root.
[[nodiscard]] std::string joinPath(std::string_view parent, std::string_view name);

} // namespace qontroller::foldermirror
