// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <tl/expected.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace qontroller::foldermirror {

/// Which paths a mirror leaves alone, by patterns as in a file `.gitignore`: they are neither
/// copied nor removed, and nothing below them is.
///
/// The last pattern that matches counts; one that begins with `!` takes a path in again, but not
/// below a folder that is left alone. `lost+found/` is left alone, unless a pattern takes it in:
/// each file system has one, which is none of its users' business. Immutable, so thread-safe.
class Excludes final
{
public:
    /// Leaves `lost+found/` alone.
    Excludes();
    /// The error is a sentence that begins with `exclude`.
    [[nodiscard]] static tl::expected<Excludes, std::string> of(
        const std::vector<std::string> &patterns);

    /// Whether \a path, relative to the root, or a folder on the way to it is left alone.
    [[nodiscard]] bool contain(std::string_view path, bool isFolder) const;
    /// The same of a path whose folders are known to be none.
    [[nodiscard]] bool containEntry(std::string_view path, bool isFolder) const;

private:
    struct Pattern
    {
        std::vector<std::string> segments; ///< between slashes
        bool isNegative = false;
        bool isForFolders = false;
        bool isAnchored = false; ///< to the root; else it is for the last part of a path
    };

    [[nodiscard]] static tl::expected<Pattern, std::string> parse(std::string_view text);
    [[nodiscard]] static bool matches(const Pattern &pattern, std::string_view path);
    void add(std::string_view text);

    std::vector<Pattern> m_patterns;
};

} // namespace qontroller::foldermirror
