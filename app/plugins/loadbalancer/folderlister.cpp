// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/folderlister.h"

#include "app/plugins/common/folderwatch.h"
#include "app/plugins/common/markbeat.h"

namespace qontroller::loadbalancer {

ListResult FolderLister::list(ListSink &sink, std::stop_token stop)
{
    if (auto claimed = m_folder->mark().claim(stop); !claimed)
        return ListResult::foreign(std::move(claimed.error()));
    const auto listing = m_folder->list(judged(), stop);
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
    if (!listing->unusable.empty())
        return ListResult::partial(listing->unusable);
    MutexLock lock(m_mutex);
    return completeList(m_before, listing->place);
}

/// What has gone of the servers is judged before services are told that they are without them.
ListedPlace FolderLister::judged()
{
    MutexLock lock(m_mutex);
    return m_kind == ObjectKind::Server ? m_before : ListedPlace{};
}

std::string FolderLister::memory()
{
    MutexLock lock(m_mutex);
    return m_before.text();
}

void FolderLister::restore(const std::string &memory)
{
    MutexLock lock(m_mutex);
    m_before = ListedPlace::of(memory).value_or(ListedPlace());
}

WatchEnd FolderLister::watch(WatchSink &sink, const std::string &, std::stop_token stop)
{
    const auto changed = [&](const ObjectId &id, bool hasGone) { tell(sink, id, hasGone); };
    MarkBeat beat(m_folder->mark(), sink);
    return watchFolder("the folder", m_folder->listed(), changed, sink, stop,
                       {{beat.fd(), [&beat] { beat.look(); }}});
}

/// The disk is believed, not the event: it may be older.
void FolderLister::tell(WatchSink &sink, const ObjectId &id, bool hasGone)
{
    if (const auto problem = whyNoObjectId(id))
        return sink.error("a new file: " + *problem);
    const auto entry = hasGone ? ObjectFolder::Result<ObjectFolder::Entry>() : m_folder->find(id);
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

} // namespace qontroller::loadbalancer
