// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/specfolder.h"

#include "app/plugins/process/specfile.h"

#include <QtCore/QUtf8StringView>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <set>
#include <system_error>

namespace qontroller {

namespace fs = std::filesystem;

namespace {

// A file that is written under no name and then linked is created and no more.
constexpr std::uint32_t Mask = IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
                               | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
constexpr std::uint32_t FolderGone = IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED;

/// Empty if the file \a name is no spec. Hidden files are what editors leave.
std::string_view idIn(std::string_view name)
{
    if (!name.ends_with(SpecSuffix) || name.starts_with('.'))
        return {};
    return name.substr(0, name.size() - SpecSuffix.size());
}

bool isUtf8(std::string_view text)
{
    return QUtf8StringView(text.data(), static_cast<qsizetype>(text.size())).isValidUtf8();
}

std::string why(int code)
{
    return std::generic_category().message(code);
}

/// Another one after each change of the file; 0 if there is none.
Version versionOf(const std::string &path)
{
    struct stat status
    {
    };
    if (::stat(path.c_str(), &status) != 0)
        return 0;
    Version version = 1469598103934665603U; // FNV-1a over what a change changes
    for (const auto part :
         {static_cast<Version>(status.st_ino), static_cast<Version>(status.st_size),
          static_cast<Version>(status.st_mtim.tv_sec),
          static_cast<Version>(status.st_mtim.tv_nsec)})
        version = (version ^ part) * 1099511628211U;
    return version == 0 ? 1 : version;
}

/// A new file that is still empty: it will be closed.
bool isBeingWritten(std::uint32_t mask, const std::string &path)
{
    struct stat status
    {
    };
    return (mask & IN_CREATE) != 0 && ::stat(path.c_str(), &status) == 0 && status.st_size == 0;
}

} // namespace

ListResult SpecFolder::list(ListSink &sink, std::stop_token)
{
    if (const auto taken = m_supervisor->takeState(); !taken)
        return ListResult::failed(taken.error());
    m_folder->note();
    std::error_code error;
    std::set<ObjectId, std::less<>> listed;
    std::size_t unusable = 0;
    for (fs::directory_iterator it(m_folder->path(), error), end; !error && it != end;
         it.increment(error)) {
        const std::string name = it->path().filename().string();
        const std::string_view id = idIn(name);
        const Version version = id.empty() ? 0 : versionOf(it->path().string());
        unusable += isUtf8(id) ? 0 : 1;
        if (version == 0 || !isUtf8(id))
            continue;
        listed.emplace(id);
        sink.add(id, version);
    }
    if (error)
        return ListResult::failed("the folder of specs \"" + m_folder->path()
                                  + "\" cannot be read: " + error.message());
    if (!m_folder->isStillThere())
        return ListResult::failed("the folder of specs \"" + m_folder->path()
                                  + "\" was replaced while it was listed");
    if (unusable > 0)
        return ListResult::partial(std::to_string(unusable) + " files of \"" + m_folder->path()
                                   + "\" have names that are not UTF-8: rename them");
    for (const ObjectId &id : m_supervisor->remembered()) {
        if (!listed.contains(id))
            sink.addLeftover(id);
    }
    return ListResult::complete();
}

WatchEnd SpecFolder::watch(WatchSink &sink, const std::string &, std::stop_token stop)
{
    const UniqueFd inotify(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    if (!inotify || ::inotify_add_watch(inotify.get(), m_folder->path().c_str(), Mask) < 0)
        return WatchEnd::failed("the folder of specs \"" + m_folder->path()
                                + "\" cannot be watched: " + why(errno));
    const UniqueFd wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!wake)
        return WatchEnd::failed("there is no descriptor left: " + why(errno));
    const std::stop_callback whenStopped(stop, [&] {
        static_cast<void>(::eventfd_write(wake.get(), 1));
    });
    sink.ready();
    while (true) {
        std::array<pollfd, 3> waiting{
            {{wake.get(), POLLIN, 0}, {inotify.get(), POLLIN, 0}, {m_supervisor->fd(), POLLIN, 0}}};
        static_cast<void>(::poll(waiting.data(), waiting.size(), -1));
        if (stop.stop_requested())
            return WatchEnd::closed();
        for (const ObjectId &id : m_supervisor->takeEnded())
            tell(sink, id + std::string(SpecSuffix));
        if (!passOn(inotify.get(), sink))
            return WatchEnd::failed("the folder of specs \"" + m_folder->path() + "\" is gone");
    }
}

/// False when the folder is gone.
bool SpecFolder::passOn(int inotify, WatchSink &sink) const
{
    alignas(inotify_event) std::array<char, 16 << 10> buffer{};
    const ssize_t size = ::read(inotify, buffer.data(), buffer.size());
    for (std::size_t at = 0; at < static_cast<std::size_t>(std::max<ssize_t>(size, 0));) {
        inotify_event event{};
        std::memcpy(&event, buffer.data() + at, sizeof event);
        const std::string name = event.len > 0 ? buffer.data() + at + sizeof event : "";
        if ((event.mask & FolderGone) != 0)
            return false;
        if ((event.mask & IN_Q_OVERFLOW) != 0)
            sink.missed("the kernel's queue of changes ran over");
        if (!name.empty() && !isBeingWritten(event.mask, m_folder->path() + '/' + name))
            tell(sink, name);
        at += sizeof event + event.len;
    }
    return true;
}

/// The disk is believed, not the event: it may be older.
void SpecFolder::tell(WatchSink &sink, const std::string &name) const
{
    const std::string_view id = idIn(name);
    if (id.empty())
        return;
    if (!isUtf8(id))
        return sink.error("the name of a new file is not UTF-8: rename it");
    const Version version = versionOf(m_folder->path() + '/' + name);
    sink.event(version == 0 ? EventType::Deleted : EventType::Modified, id, version);
}

} // namespace qontroller
