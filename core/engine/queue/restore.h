// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/items/knownitem.h"
#include "core/engine/queue/schedule.h"

namespace qontroller {

/// The door of a journal: what was known before the controller began. Only before the first list,
/// which is then judged against it: what it does not show was deleted meanwhile.
///
/// What an event said of an object is no news any more: it may have been made again since. So
/// one that was deleted is missing, and asked for before it is removed.
///
/// Not thread-safe: see WorkQueue::update().
class Restore
{
public:
    explicit Restore(Schedule &schedule)
        : m_schedule(schedule)
    {}

    /// The id is valid; one that is known already stays as it is. Keys are kept if they come in
    /// their order. Whatever else \a known says is
    /// made to fit the rules.
    void add(const KnownItem &known, const Moment &at);
    /// What the mass-deletion guard has counted.
    void goOn(const KnownWave &wave, const Moment &at);
    /// All are in: says how many removals are held, if there are any.
    void end(TimePoint now);

private:
    void remember(Item &item, const KnownItem &known, const Moment &at);
    void pause(Item &item, const KnownItem &known, const Moment &at);
    void plan(Item &item, const KnownItem &known, const Moment &at);

    Schedule &m_schedule;
};

} // namespace qontroller
