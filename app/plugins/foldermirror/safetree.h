// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/beneath.h"
#include "app/plugins/foldermirror/entry.h"
#include "app/plugins/foldermirror/failure.h"

#include <dirent.h>

#include <string>
#include <string_view>

namespace qontroller::foldermirror {

/// Reads a folder's tree without ever leaving it: no symbolic link below the root
/// is followed. The root itself may be one.
///
/// The root is opened anew by each function, so that a folder that was removed
/// and made again is seen as the new one. Paths are relative to the root, "" is
/// the root. Immutable, so thread-safe.
class SafeTree final
{
public:
    explicit SafeTree(std::string root)
        : m_root(std::move(root))
    {}

    [[nodiscard]] const std::string &root() const { return m_root; }
    /// For messages.
    [[nodiscard]] std::string fullPath(std::string_view path) const;

    /// For use with the *at() functions only (O_PATH).
    [[nodiscard]] Result<UniqueFd> openRoot() const;
    /// What the root is now.
    [[nodiscard]] Result<Entry> lookUpRoot() const;

    /// For reading and for the *at() functions.
    [[nodiscard]] Result<UniqueFd> openDirectory(std::string_view path) const;
    /// For reading. Fails with ELOOP on a symbolic link; does not wait for a pipe.
    [[nodiscard]] Result<UniqueFd> openFile(std::string_view path) const;
    /// With the link's target if it is one.
    [[nodiscard]] Result<Entry> lookUp(std::string_view path) const;
    /// With its attributes, and without the target if it is a link.
    [[nodiscard]] Result<Entry> lookUpWhole(std::string_view path) const;

private:
    [[nodiscard]] Result<UniqueFd> open(std::string_view path, int flags,
                                        std::string_view doing) const;

    std::string m_root;
};

/// What \a name in the open folder \a folder is, with the target of a link. `errno` on failure.
[[nodiscard]] tl::expected<Entry, int> lookUpAt(int folder, const std::string &name);

/// What \a fd is open on. `errno` on failure.
[[nodiscard]] tl::expected<Entry, int> lookUpFd(int fd);
/// The same with the attributes of a file or folder.
[[nodiscard]] tl::expected<Entry, int> lookUpWholeFd(int fd);

/// Reads the names in a folder, one after another, in no order, without `.` and `..`.
class FolderReader final
{
public:
    /// \a folder is open for reading and read through this object alone; it is not closed.
    explicit FolderReader(int folder);
    ~FolderReader();
    FolderReader(const FolderReader &) = delete;
    FolderReader &operator=(const FolderReader &) = delete;

    /// The next name; null at the end or after an error. Valid until the next call.
    [[nodiscard]] const char *next();
    /// The `errno` of what went wrong, 0 if nothing did.
    [[nodiscard]] int error() const { return m_error; }

private:
    DIR *m_stream = nullptr;
    int m_error = 0;
};

} // namespace qontroller::foldermirror
