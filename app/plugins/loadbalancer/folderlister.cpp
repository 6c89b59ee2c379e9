// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/folderlister.h"

#include "app/plugins/common/folderchanges.h"
#include "app/plugins/common/stopfd.h"

#include <poll.h>

#include <array>
#include <system_error>

namespace qontroller {

namespace {

std::string why(int code)
{
    return std::generic_category().message(code);
}

} // namespace

ListResult FolderLister::list(ListSink &sink, std::stop_token)
{
    const auto listing = m_folder->list();
    if (!listing)
        return ListResult::failed(listing.error().message);
    for (const auto &[id, entry] : listing->entries) {
        if (isOurs(entry)) {
            note(id);
            sink.add(id, entry.version);
        } else {
            forget(id);
        }
    }
    return listing->unusable.empty() ? ListResult::complete()
                                     : ListResult::partial(listing->unusable);
}

WatchEnd FolderLister::watch(WatchSink &sink, const std::string &, std::stop_token stop)
{
    const FolderChanges changes(m_folder->path());
    if (!changes)
        return WatchEnd::failed("the folder \"" + m_folder->path()
                                + "\" cannot be watched: " + why(errno));
    const StopFd wake(stop);
    if (!wake)
        return WatchEnd::failed("there is no descriptor left: " + why(errno));
    const auto changed = [&](const std::string &name) { tell(sink, name); };
    const auto missed = [&](std::string_view reason) { sink.missed(reason); };
    sink.ready();
    while (true) {
        std::array<pollfd, 2> waiting{{{wake.get(), POLLIN, 0}, {changes.fd(), POLLIN, 0}}};
        static_cast<void>(::poll(waiting.data(), waiting.size(), -1));
        if (stop.stop_requested())
            return WatchEnd::closed();
        if (!changes.passOn(changed, missed))
            return WatchEnd::failed("the folder \"" + m_folder->path() + "\" is gone");
    }
}

/// The disk is believed, not the event: it may be older.
void FolderLister::tell(WatchSink &sink, const std::string &name)
{
    const ObjectId id(nameOfJsonFile(name));
    if (id.empty())
        return;
    if (const auto problem = whyNoObjectId(id))
        return sink.error("a new file: " + *problem);
    const auto entry = m_folder->find(id);
    if (!entry)
        return sink.error(entry.error().message);
    if (isOurs(*entry)) {
        note(id);
        sink.event(EventType::Modified, id, entry->version);
    } else if (forget(id)) {
        sink.event(EventType::Deleted, id);
    }
}

void FolderLister::note(const ObjectId &id)
{
    MutexLock lock(m_mutex);
    m_told.insert(id);
}

bool FolderLister::forget(const ObjectId &id)
{
    MutexLock lock(m_mutex);
    return m_told.erase(id) > 0;
}

} // namespace qontroller
