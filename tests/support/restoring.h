// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/feed/delta.h"
#include "core/engine/queue/workqueue.h"

#include <map>
#include <vector>

namespace qontroller::test {

using Known = std::map<ObjectId, KnownItem>;

/// What a journal would know of \a queue.
[[nodiscard]] inline Known knownOf(WorkQueue &queue, const Clock &clock)
{
    constexpr ReaderId Journal = 99;
    Known known;
    for (bool isMore = true; isMore;) {
        ControllerDelta delta;
        std::size_t room = DeltaBytes;
        const auto collect = [&](View &view, TimePoint) {
            return view.collect(Journal, Reads::Everything, delta, room);
        };
        while (queue.update<View>(collect)) {
        }
        for (const ItemRow &row : delta.changed)
            known.insert_or_assign(row.id, knownItem(row, clock.moment()));
        isMore = delta.rowsPending > 0;
    }
    queue.update<View>([](View &view, TimePoint) { return view.detach(Journal); });
    return known;
}

/// … and of what its mass-deletion guard has counted.
[[nodiscard]] inline KnownWave waveOf(WorkQueue &queue, const Clock &clock)
{
    return queue.update<View>(
        [&](const View &view, TimePoint) { return knownWave(view.wave(), clock.moment()); });
}

/// Gives it to a queue that has not seen a list.
inline void restore(WorkQueue &queue, const Clock &clock, const Known &known,
                    const KnownWave &wave = {})
{
    queue.update<Restore>([&](Restore &restore, TimePoint now) {
        restore.goOn(wave, clock.moment());
        for (const auto &[id, item] : known)
            restore.add(item, clock.moment());
        restore.end(now);
    });
}

/// What the next life of \a known is to know if nothing happened in between: what an event said
/// is no news any more, and a run that was interrupted is not made again when its object is held.
[[nodiscard]] inline KnownItem nextLife(KnownItem known)
{
    if (known.existence == Existence::Deleted)
        known.existence = Existence::Missing;
    const bool isWithheld = known.existence == Existence::Held
                            || known.existence == Existence::Kept;
    if (isWithheld && !known.denied && (known.causes & bit(Cause::Operator)) == 0)
        known.next = NextRun::None;
    return known;
}

/// Whether \a now, of the next life, says the same as \a then. What is over since may begin
/// anew, and when an id was first seen is kept in whole seconds.
[[nodiscard]] inline bool agree(const KnownItem &now, KnownItem then, const Clock &clock)
{
    then.key = now.key; // they do not come in its order here
    const WallTime wall = clock.wallNow();
    const bool isOver = then.nextRun <= wall && placeOf(then.next) != Place::Nowhere;
    if (isOver && then.next == NextRun::BackOff) {
        then.nextRun = now.nextRun; // others may wait for the retry rate, too
    } else if (isOver) {
        then.next = NextRun::Worker;
        then.nextRun = {};
    }
    if (then.next == NextRun::Worker || isOver) { // ready, or it ran
        then.since = now.since;
        then.band = now.band;
    }
    if (std::chrono::abs(then.firstSeen - now.firstSeen) < std::chrono::seconds(1))
        then.firstSeen = now.firstSeen;
    return now == then;
}

} // namespace qontroller::test
