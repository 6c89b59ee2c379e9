// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/common/folderchanges.h"

#include <sys/inotify.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace qontroller {

namespace {

// A file that is written under no name and then linked is created and no more.
constexpr std::uint32_t Mask = IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
                               | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
constexpr std::uint32_t FolderGone = IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED;

bool isBeingWritten(std::uint32_t mask, const std::string &path)
{
    struct stat status
    {
    };
    return (mask & IN_CREATE) != 0 && ::stat(path.c_str(), &status) == 0 && status.st_size == 0;
}

} // namespace

FolderChanges::FolderChanges(std::string path)
    : m_path(std::move(path))
    , m_inotify(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK))
{
    if (m_inotify && ::inotify_add_watch(m_inotify.get(), m_path.c_str(), Mask) < 0)
        m_inotify.reset();
}

bool FolderChanges::passOn(const std::function<void(const std::string &)> &changed,
                           const std::function<void(std::string_view)> &missed) const
{
    alignas(inotify_event) std::array<char, 16 << 10> buffer{};
    const ssize_t size = ::read(fd(), buffer.data(), buffer.size());
    for (std::size_t at = 0; at < static_cast<std::size_t>(std::max<ssize_t>(size, 0));) {
        inotify_event event{};
        std::memcpy(&event, buffer.data() + at, sizeof event);
        const std::string name = event.len > 0 ? buffer.data() + at + sizeof event : "";
        if ((event.mask & FolderGone) != 0)
            return false;
        if ((event.mask & IN_Q_OVERFLOW) != 0)
            missed("the kernel's queue of changes ran over");
        if (!name.empty() && !isBeingWritten(event.mask, m_path + '/' + name))
            changed(name);
        at += sizeof event + event.len;
    }
    return true;
}

std::string_view nameOfJsonFile(std::string_view file)
{
    constexpr std::string_view Suffix = ".json";
    if (!file.ends_with(Suffix) || file.starts_with('.'))
        return {};
    return file.substr(0, file.size() - Suffix.size());
}

} // namespace qontroller
