// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"

#include <tl/expected.hpp>

#include <optional>
#include <string>

namespace qontroller {

/// The same text for the same file, whatever links lead to it.
[[nodiscard]] std::string canonicalPath(const std::string &file);

/// 64 hexadecimal digits in lower case.
[[nodiscard]] bool isSha256(const std::string &text);

/// How users other than root and this one could change what stands in \a file: by its
/// owner or permissions, or by those of its folder. The end of a sentence; empty: they cannot.
[[nodiscard]] std::string whoElseCanWrite(const std::string &file);

/// A file that is about to be loaded, held open so that it can be told whether what was
/// looked at is what was mapped.
///
/// Nothing holds a writer off: a change that is taken back between two looks, within one tick of
/// the file system's clock, is not seen.
class PluginFile
{
public:
    explicit PluginFile(std::string file);

    /// In lower case hexadecimal digits. The error is the end of a sentence that
    /// begins with the file's name.
    [[nodiscard]] tl::expected<std::string, std::string> sha256() const;

    /// The name still leads to what was opened, and it was not written to since.
    [[nodiscard]] bool isUnchanged() const;

private:
    /// Inode, size and times: the change time cannot be set by hand.
    struct Identity
    {
        unsigned long device = 0, inode = 0;
        long size = 0, modified = 0, changed = 0; ///< bytes; nanoseconds since 1970
        friend bool operator==(const Identity &, const Identity &) = default;
    };
    /// Nothing on an error, which errno names.
    [[nodiscard]] static std::optional<Identity> identityOf(const UniqueFd &opened);
    [[nodiscard]] static std::optional<Identity> identityOf(const std::string &file);

    std::string m_file;
    UniqueFd m_fd;
    std::optional<Identity> m_identity; ///< at the opening
    int m_error;                        ///< errno of the opening; 0: it went well
};

} // namespace qontroller
