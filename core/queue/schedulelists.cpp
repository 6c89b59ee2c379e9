// SPDX-License-Identifier: LGPL-3.0-or-later
// What a source says: lists, events, and what is concluded from absence.
#include "core/queue/schedule.h"

#include <utility>

namespace qontroller {

void Schedule::beginList()
{
    ++m_listNumber;
    m_listing = true;
    m_probed = false;
}

void Schedule::listed(std::string_view id, Version version, TimePoint now)
{
    if (m_closed)
        return;
    Item *known = m_table.find(id);
    const bool eventIsNewer = known && known->eventListNumber == m_listNumber;
    if (eventIsNewer && (known->isTombstone() || (known->isAbsent() && known->lastDeleted)))
        return; // deleted while the list was made: what it shows is old

    const bool appears = !known || known->isTombstone() || known->isAbsent();
    Item &item = appears ? itemOf(id, now) : *known;
    const bool told = version != 0 && !eventIsNewer;
    const bool differs = told && item.version != 0 && version != item.version;
    if (told)
        item.version = version;
    item.listNumber = m_listNumber;
    item.spoken = true;
    if (appears)
        item.reopen();
    if (!item.denied || appears) // what its storage denies stays as it is until that has changed
        believe(item, Existence::Present);
    if (item.isWithheld() && m_storageDenies && std::exchange(m_probed, true))
        return settle(item, now); // one of them is asked for: the storage may be back

    const Cause cause = appears ? Cause::Listed : differs ? Cause::Modified : Cause::Resync;
    trigger(item, cause, Band::Resync, now);
}

void Schedule::leftover(std::string_view id, TimePoint now)
{
    if (m_closed || m_table.find(id))
        return;
    Item &item = itemOf(id, now);
    item.eventListNumber = m_listNumber - 1; // this very list knows that it is gone
    settle(item, now);
}

void Schedule::event(EventType type, std::string_view id, Version version, TimePoint now)
{
    if (m_closed)
        return;
    ++m_counters.watchEvents;
    m_hasEvents = true;
    Item &item = itemOf(id, now);
    item.eventListNumber = m_listNumber;
    item.spoken = true;
    item.lastDeleted = type == EventType::Deleted;
    believe(item, item.lastDeleted ? Existence::Deleted : Existence::Present);
    if (version != 0)
        item.version = version;
    const Cause cause = type == EventType::Added ? Cause::Added
        : type == EventType::Modified            ? Cause::Modified
                                                 : Cause::Deleted;
    trigger(item, cause, Band::Event, now);
}

void Schedule::ownerOf(std::string_view id, Cause cause, TimePoint now)
{
    Item *item = m_table.find(id);
    if (item && !item->isTombstone())
        trigger(*item, cause, cause == Cause::Owner ? Band::Event : Band::Resync, now);
}

void Schedule::logSource(EventRecord::Kind kind, Said said, TimePoint now)
{
    m_counters.watchErrors += kind == EventRecord::Kind::WatchError;
    m_counters.watchRestarts += kind == EventRecord::Kind::WatchEnded;
    m_counters.listFailures += kind == EventRecord::Kind::ListFailed;
    log(kind, {}, std::move(said), now);
}

Presence Schedule::countPresence(ItemTable::Walk &walk)
{
    Presence presence;
    m_table.walk(walk, [&](const Item &item) {
        if (item.isTombstone() || item.isAbsent() || item.existence == Existence::Held)
            return;
        ++presence.present;
        presence.missing += isMissing(item) && item.existence != Existence::Kept;
    });
    return presence;
}

void Schedule::sweep(ItemTable::Walk &walk, Missing what, TimePoint now)
{
    m_table.walk(walk, [&](Item &item) {
        if (item.isTombstone())
            return;
        if (item.isAbsent())
            remindOfRemoval(item, now);
        else if (isMissing(item) && !item.isWithheld())
            sweepMissing(item, what, now);
    });
}

bool Schedule::buryTombstones()
{
    constexpr int Portion = 256;
    for (int i = 0; i < Portion && !m_tombstones.isEmpty(); ++i) {
        Item &item = *m_tombstones.first();
        unbury(item);
        destroy(item);
    }
    return !m_tombstones.isEmpty();
}

void Schedule::holdFor(const Presence &presence, TimePoint now)
{
    m_held = {now, presence.present, presence.missing};
    log(EventRecord::Kind::Held, {}, Said::removalsHeld(presence.missing), now);
}

bool Schedule::isMissing(const Item &item) const
{
    return item.listNumber != m_listNumber && item.eventListNumber != m_listNumber;
}

void Schedule::sweepMissing(Item &item, Missing what, TimePoint now)
{
    if (m_closed)
        return;
    if (what == Missing::Remove) {
        item.spoken = true;
        believe(item, Existence::Missing);
        return trigger(item, Cause::Missing, Band::Resync, now);
    }
    if (what == Missing::Hold)
        hold(item, now);
}

void Schedule::hold(Item &item, TimePoint now)
{
    believe(item, Existence::Held);
    if (!mayRun(item, item.causes())) {
        item.dirty = false;
        if (!item.paused) // else it waits for the end of the pause
            takeOut(item);
    }
    settle(item, now);
}

void Schedule::remindOfRemoval(Item &item, TimePoint now)
{
    if (item.isIdle())
        trigger(item, Cause::Resync, Band::Resync, now);
}

void Schedule::endList(const ListResult &result, TimePoint now)
{
    m_listing = false;
    m_deniedRemoved = 0;
    switch (result.kind()) {
    case ListResult::Kind::Complete:
        ++m_counters.lists;
        m_lastList = now;
        break;
    case ListResult::Kind::Partial:
        ++m_counters.lists;
        log(EventRecord::Kind::ListDone, {}, {Said::Kind::ListNotComplete, result.text()}, now);
        break;
    case ListResult::Kind::Failed:
        ++m_counters.listFailures;
        log(EventRecord::Kind::ListFailed, {}, result.text(), now);
        break;
    }
}

} // namespace qontroller
