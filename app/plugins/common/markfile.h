// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/common/ownernote.h"

#include <tl/expected.hpp>

#include <optional>
#include <string>

namespace qontroller {

/// The file of an owner's mark: read, written in one step, renewed in place.
///
/// Of several that write one at the same moment a local file system lets one win: the first file
/// gets its name only if there is none, and one that stands there is locked while it is replaced.
/// Where locks or such renames may be missing, on a file system of several machines, the last one
/// wins: whoever has written waits a moment and reads it again. Thread-safe.
class MarkFile final
{
public:
    explicit MarkFile(std::string path)
        : m_path(std::move(path))
    {}

    [[nodiscard]] const std::string &path() const { return m_path; }

    struct Content
    {
        std::string text; ///< empty: it is there, and cannot be read
        WallTime written; ///< as its file system says
    };
    /// Nothing: there is none. The error is an `errno`: whether there is one cannot be found out.
    [[nodiscard]] tl::expected<std::optional<Content>, int> read() const;

    enum class Written : unsigned char {
        Alone,   ///< no other can have done so at the same moment
        Perhaps, ///< one may have: wait, and read it
        Lost,    ///< another has: read it
        TooSoon, ///< the file's clock says that it is not old enough
    };
    /// Writes \a text in place of \a before, which was read, or nothing. With \a age: only if
    /// \a before was written so long before now, by the clock of the file system. The error is an
    /// `errno`.
    [[nodiscard]] tl::expected<Written, int> replace(const std::optional<Content> &before,
                                                     const std::string &text,
                                                     std::optional<Duration> age) const;

    /// Writes \a end over the end of the text, if that is \a text up to there. False: it is not, or
    /// it cannot be written.
    [[nodiscard]] bool renew(const std::string &text, const std::string &end) const;
    /// If its text begins with \a begin.
    void remove(const std::string &begin) const;

private:
    [[nodiscard]] tl::expected<Written, int> publish(const std::string &temporary,
                                                     const std::optional<Content> &before) const;
    [[nodiscard]] tl::expected<Written, int> publishFirst(const std::string &temporary) const;

    const std::string m_path;
};

/// Whether \a name is that of a mark, of any plugin, or of one that is being written.
[[nodiscard]] bool isMarkName(std::string_view name);

/// The name of the mark of \a plugin in the folder that it works on.
[[nodiscard]] std::string markNameOf(std::string_view plugin);

} // namespace qontroller
