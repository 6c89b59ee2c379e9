// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/watcher.h"

#include "app/plugins/foldermirror/mirrorrecord.h"
#include "app/plugins/foldermirror/pathcodec.h"
#include "core/base/files/stopfd.h"

#include <poll.h>

#include <array>
#include <cstring>
#include <system_error>

namespace qontroller::foldermirror {

namespace {

constexpr std::uint32_t Mask = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE
                               | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
                               | IN_EXCL_UNLINK;
constexpr std::uint32_t Leaves = IN_DELETE | IN_MOVED_FROM;
constexpr std::uint32_t Arrives = IN_CREATE | IN_MOVED_TO;

// The second half of a rename follows the first at once, if at all.
constexpr int RenameTimeoutMs = 20;
constexpr std::size_t EventsAtOnce = 64U << 10;

EventType typeOf(std::uint32_t mask)
{
    if ((mask & Leaves) != 0)
        return EventType::Deleted;
    return (mask & Arrives) != 0 ? EventType::Added : EventType::Modified;
}

// Listens from its construction to its end.
class Listening
{
public:
    explicit Listening(Mirror &mirror)
        : m_mirror(mirror)
    {
        m_mirror.announcements.startListening();
    }
    ~Listening()
    {
        m_mirror.announcements.stopListening();
        m_mirror.departures.clear();
    }
    Listening(const Listening &) = delete;
    Listening &operator=(const Listening &) = delete;

private:
    Mirror &m_mirror;
};

} // namespace

WatchEnd Watcher::run(const std::stop_token &stop)
{
    const StopFd wake(stop);
    if (!wake)
        return WatchEnd::failed("there is no descriptor left: "
                                + std::generic_category().message(errno));
    if (auto end = start())
        return *std::move(end);
    const Listening listening(m_mirror);
    MarkBeat beat(m_mirror.mark, m_sink);
    m_sink.ready();
    while (true) {
        if (auto end = cycle(wake.get(), beat, stop))
            return *std::move(end);
    }
}

std::optional<WatchEnd> Watcher::start()
{
    m_inotify.reset(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    if (!m_inotify)
        return WatchEnd::failed(std::string("cannot watch folders (inotify): ")
                                + std::generic_category().message(errno)
                                + "; raise fs.inotify.max_user_instances or the open file limit");
    m_tree.clear();
    m_departed.clear();
    m_mirror.departures.clear();
    const Result<UniqueFd> root = m_mirror.source.tree().openDirectory({});
    if (!root)
        return WatchEnd::failed(sentence(root.error()));
    const auto entry = lookUpFd(root->get());
    const int wd = watch(root->get(), {});
    if (!entry || wd < 0)
        return WatchEnd::failed("cannot watch the folder \"" + m_mirror.source.tree().root() + '"');
    m_root = *entry;
    m_tree.setRoot(wd);
    cover({}, WatchedTree::None, Report::Nothing);
    return std::nullopt;
}

std::optional<WatchEnd> Watcher::cycle(int stopFd, MarkBeat &beat, const std::stop_token &stop)
{
    std::array<pollfd, 4> waiting{{{stopFd, POLLIN, 0},
                                   {m_inotify.get(), POLLIN, 0},
                                   {m_mirror.announcements.fd(), POLLIN, 0},
                                   {beat.fd(), POLLIN, 0}}}; // a negative one is skipped
    const int timeout = m_departed.empty() ? -1 : RenameTimeoutMs;
    static_cast<void>(::poll(waiting.data(), waiting.size(), timeout));
    if (stop.stop_requested())
        return WatchEnd::closed();
    beat.look();
    if (waiting[2].revents != 0) {
        if (auto end = passOnNews())
            return end;
    }
    auto end = waiting[1].revents != 0 ? readEvents() : std::nullopt;
    forgetDeparted();
    return end;
}

std::optional<WatchEnd> Watcher::passOnNews()
{
    const Announcements::News news = m_mirror.announcements.take();
    for (const ObjectId &id : news.ids)
        m_sink.event(EventType::Modified, id);
    for (const ObjectId &id : news.deleted)
        m_sink.event(EventType::Deleted, id);
    if (!news.rootIsSuspect && !news.mountsAreSuspect)
        return std::nullopt;
    const Result<Entry> root = m_mirror.source.tree().lookUpRoot();
    if (root && root->isSameFileAs(m_root))
        return news.mountsAreSuspect
                   ? startAfresh("a file system was mounted or unmounted in the source")
                   : std::nullopt;
    return WatchEnd::failed("the source folder was replaced by another one");
}

std::optional<WatchEnd> Watcher::readEvents()
{
    alignas(inotify_event) std::array<char, EventsAtOnce> buffer{};
    const ssize_t got = ::read(m_inotify.get(), buffer.data(), buffer.size());
    if (got <= 0)
        return std::nullopt;
    for (std::size_t at = 0; at < static_cast<std::size_t>(got);) {
        inotify_event event{};
        std::memcpy(&event, buffer.data() + at, sizeof event);
        const char *name = event.len > 0 ? buffer.data() + at + sizeof event : "";
        if ((event.mask & IN_Q_OVERFLOW) != 0)
            return startAfresh(
                "more changes at once than the kernel keeps (fs.inotify.max_queued_events)");
        if (auto end = handle(event, name))
            return end;
        at += sizeof event + event.len;
    }
    return std::nullopt;
}

// All watches stand again before the list that finds what was missed begins.
std::optional<WatchEnd> Watcher::startAfresh(std::string_view why)
{
    if (auto end = start())
        return end;
    m_sink.missed(why);
    return std::nullopt;
}

std::optional<WatchEnd> Watcher::handle(const inotify_event &event, const char *name)
{
    const bool isRoot = event.wd == m_tree.root();
    if (isRoot && (event.mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)) != 0)
        return WatchEnd::failed("the source folder was removed, moved or unmounted");
    if ((event.mask & IN_IGNORED) != 0)
        m_tree.erase(event.wd);
    if (*name == '\0' || isOurs(name))
        return std::nullopt;
    const std::optional<std::string> parent = m_tree.pathOf(event.wd);
    if (!parent)
        return std::nullopt;
    const std::string path = joinPath(*parent, name);
    if (m_mirror.excludes.containEntry(path, (event.mask & IN_ISDIR) != 0))
        return std::nullopt;
    tell(typeOf(event.mask), path);
    if ((event.mask & IN_ISDIR) != 0)
        handleFolder(event, name, path);
    return std::nullopt;
}

void Watcher::handleFolder(const inotify_event &event, const std::string &name,
                           const std::string &path)
{
    if ((event.mask & Leaves) != 0) {
        m_mirror.departures.note(path);
        const int wd = m_tree.cutOff(event.wd, name);
        if (wd != WatchedTree::None)
            m_departed.push_back({event.cookie, wd, path});
    } else if ((event.mask & Arrives) != 0) {
        std::optional<std::string> formerPath;
        for (const Departed &departed : m_departed) {
            if (event.cookie != 0 && departed.cookie == event.cookie)
                formerPath = departed.path;
        }
        cover(path, event.wd, Report::All, formerPath);
    }
}

// Those that did not arrive anywhere in the tree are no longer watched.
void Watcher::forgetDeparted()
{
    std::vector<Departed> recent;
    for (Departed &departed : m_departed) {
        if (!departed.isOld) {
            departed.isOld = true;
            recent.push_back(std::move(departed));
        } else if (m_tree.isCutOff(departed.wd)) {
            for (const int wd : m_tree.eraseAll(departed.wd))
                static_cast<void>(::inotify_rm_watch(m_inotify.get(), wd));
        }
    }
    m_departed = std::move(recent);
}

// Watches the folder \a path and all below it, then reads it.
void Watcher::cover(const std::string &path, int parent, Report report,
                    const std::optional<std::string> &formerPath)
{
    std::vector<Uncovered> folders{{path, parent}};
    while (!folders.empty()) {
        const Uncovered folder = std::move(folders.back());
        folders.pop_back();
        coverOne(folder, report, path, formerPath, folders);
    }
}

void Watcher::coverOne(const Uncovered &folder, Report report, const std::string &path,
                       const std::optional<std::string> &formerPath, std::vector<Uncovered> &more)
{
    const Result<UniqueFd> fd = m_mirror.source.tree().openDirectory(folder.path);
    if (!fd)
        return; // gone again, or not to be read: the list says so
    m_mirror.departures.forget(folder.path);
    const int wd = watch(fd->get(), folder.path);
    if (wd >= 0 && !folder.path.empty())
        m_tree.attach(wd, folder.parent, std::string(splitPath(folder.path).name));

    FolderReader reader(fd->get());
    while (const char *name = reader.next()) {
        if (isOurs(name))
            continue;
        std::string entryPath = joinPath(folder.path, name);
        const auto entry = lookUpAt(fd->get(), name);
        const bool isFolder = entry && entry->kind == EntryKind::Directory;
        if (formerPath)
            tell(EventType::Deleted, *formerPath + entryPath.substr(path.size()));
        if (m_mirror.excludes.containEntry(entryPath, isFolder))
            continue;
        if (report == Report::All)
            tell(EventType::Added, entryPath);
        if (isFolder)
            more.push_back({std::move(entryPath), wd});
    }
}

int Watcher::watch(int folder, const std::string &path)
{
    const int wd = ::inotify_add_watch(m_inotify.get(), procPathOf(folder).c_str(), Mask);
    if (wd < 0 && (errno == ENOSPC || errno == ENOMEM) && !m_limitSaid)
        sayThatLimitIsReached(path);
    return wd;
}

void Watcher::sayThatLimitIsReached(const std::string &path)
{
    m_limitSaid = true;
    m_sink.error("the limit of watched folders is reached at \""
                 + PathCodec::idOf(m_mirror.source.tree().fullPath(path))
                 + "\": changes there and in other folders are seen by lists only; "
                   "raise fs.inotify.max_user_watches");
}

void Watcher::tell(EventType type, std::string_view path)
{
    m_sink.event(type, PathCodec::idOf(path));
}

} // namespace qontroller::foldermirror
