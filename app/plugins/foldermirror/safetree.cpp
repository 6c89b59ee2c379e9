// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/safetree.h"

#include "app/plugins/foldermirror/pathcodec.h"

#include <fcntl.h>

#include <climits>

namespace qontroller::foldermirror {

std::string SafeTree::fullPath(std::string_view path) const
{
    return path.empty() ? m_root : m_root + '/' + std::string(path);
}

Result<UniqueFd> SafeTree::openRoot() const
{
    UniqueFd root(::open(m_root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!root)
        return failed("open the folder", m_root);
    return root;
}

Result<Entry> SafeTree::lookUpRoot() const
{
    FileStatus status{};
    if (::stat(m_root.c_str(), &status) != 0)
        return failed("look at the folder", m_root);
    if (!S_ISDIR(status.st_mode))
        return failed("look at the folder", m_root, ENOTDIR);
    return entryOf(status);
}

Result<UniqueFd> SafeTree::open(std::string_view path, int flags, std::string_view doing) const
{
    const Result<UniqueFd> root = openRoot();
    if (!root)
        return tl::unexpected(root.error());
    UniqueFd fd = openBeneath(root->get(), path, flags);
    if (!fd)
        return failed(doing, fullPath(path));
    return fd;
}

Result<UniqueFd> SafeTree::openDirectory(std::string_view path) const
{
    return open(path, O_RDONLY | O_DIRECTORY, "read the folder");
}

Result<UniqueFd> SafeTree::openFile(std::string_view path) const
{
    return open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, "read");
}

Result<Entry> SafeTree::lookUp(std::string_view path) const
{
    const auto [parentPath, name] = splitPath(path);
    const Result<UniqueFd> parent = open(parentPath, O_PATH | O_DIRECTORY, "look into the folder");
    if (!parent)
        return tl::unexpected(parent.error());
    const auto entry = lookUpAt(parent->get(), std::string(name));
    if (!entry)
        return failed("look at", fullPath(path), entry.error());
    return *entry;
}

Result<Entry> SafeTree::lookUpWhole(std::string_view path) const
{
    const Result<UniqueFd> fd = open(path, O_PATH, "look at");
    if (!fd)
        return tl::unexpected(fd.error());
    auto entry = lookUpWholeFd(fd->get());
    if (!entry)
        return failed("look at", fullPath(path), entry.error());
    return *std::move(entry);
}

tl::expected<Entry, int> lookUpAt(int folder, const std::string &name)
{
    FileStatus status{};
    if (::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
        return tl::unexpected(errno);
    Entry entry = entryOf(status);
    if (entry.kind != EntryKind::Symlink)
        return entry;
    std::string target(PATH_MAX, '\0');
    const ssize_t length = ::readlinkat(folder, name.c_str(), target.data(), target.size());
    if (length < 0)
        return tl::unexpected(errno == EINVAL ? ENOENT : errno); // replaced since fstatat()
    target.resize(static_cast<std::size_t>(length));
    entry.linkTarget = std::move(target);
    return entry;
}

tl::expected<Entry, int> lookUpFd(int fd)
{
    FileStatus status{};
    if (::fstat(fd, &status) != 0)
        return tl::unexpected(errno);
    return entryOf(status);
}

tl::expected<Entry, int> lookUpWholeFd(int fd)
{
    auto entry = lookUpFd(fd);
    if (!entry || (entry->kind != EntryKind::File && entry->kind != EntryKind::Directory))
        return entry;
    auto attributes = attributesOf(fd);
    if (!attributes)
        return tl::unexpected(attributes.error());
    entry->attributes = *std::move(attributes);
    return entry;
}

FolderReader::FolderReader(int folder)
{
    // Not opened anew: the folder may have become one that cannot be.
    UniqueFd own(::fcntl(folder, F_DUPFD_CLOEXEC, 0));
    if (own)
        m_stream = ::fdopendir(own.get());
    if (m_stream == nullptr) {
        m_error = errno;
        return;
    }
    static_cast<void>(own.release());
    ::rewinddir(m_stream);
}

FolderReader::~FolderReader()
{
    if (m_stream != nullptr)
        ::closedir(m_stream);
}

const char *FolderReader::next()
{
    if (m_stream == nullptr)
        return nullptr;
    while (true) {
        errno = 0;
        const dirent *entry = ::readdir(m_stream); // NOLINT(concurrency-mt-unsafe): our own stream
        if (entry == nullptr) {
            m_error = errno;
            return nullptr;
        }
        const std::string_view name(entry->d_name);
        if (name != "." && name != "..")
            return entry->d_name;
    }
}

} // namespace qontroller::foldermirror
