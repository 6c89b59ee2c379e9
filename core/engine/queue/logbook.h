// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/events/eventring.h"
#include "core/engine/queue/changelog.h"
#include "core/engine/queue/histories.h"
#include "core/engine/queue/lookback.h"
#include "core/engine/queue/rules.h"
#include "core/engine/queue/sharedtext.h"
#include "core/engine/queue/ticketends.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace qontroller {

/// See ItemRow::generation.
struct Generation
{
    std::uint64_t asked = 0;
    std::uint64_t observed = 0;
};

/// What is kept of what happened, for people to look back at: events, ends of tickets, the
/// last attempts of items that had trouble. Not thread-safe.
class Logbook
{
public:
    Logbook()
    {
        setKnown(0);
        setRead({});
    }

    void log(EventRecord::Kind kind, std::string_view id, Said said, TimePoint now,
             Ticket ticket = 0)
    {
        m_events.add({0, now, kind, ObjectId(id), std::move(said), ticket});
    }
    /// Of a handler: see EventRecord::Kind::Notice.
    void notice(std::string_view id, std::string kind, std::string text, TimePoint now)
    {
        m_events.add(
            {0, now, EventRecord::Kind::Notice, ObjectId(id), std::move(text), 0, std::move(kind)});
    }
    /// The runs of \a tickets have ended, which were of \a id; clears them.
    void endTickets(std::string_view id, std::vector<TicketRuns> &tickets, const Said &outcome,
                    TimePoint now);

    /// Notes in \a item, and here, what came of a run that has just ended.
    void record(Item &item, const RunResult &result, const Decision &decision, TimePoint now);
    /// What went wrong with \a item does not count any more. Its attempts stay.
    static void forgetTrouble(Item &item);
    [[nodiscard]] SharedText share(const std::string &text) { return m_texts.share(text); }

    /// From now on the attempts of \a item are kept, also while it has no trouble.
    void watch(Item &item);
    [[nodiscard]] std::vector<AttemptRecord> attemptsOf(const Item &item) const
    {
        return m_histories.of(item.key);
    }
    /// Of an item whose storage does not count: zeros.
    [[nodiscard]] Generation generationOf(const Item &item) const;
    void setGeneration(Item &item, Generation generation);
    void forget(Item &item);

    [[nodiscard]] EventRing &events() { return m_events; }
    [[nodiscard]] TicketEnds &ticketEnds() { return m_ticketEnds; }

    // How much is kept: see LookBack

    /// There are so many items.
    void setKnown(std::size_t known);
    /// Readers have read so far.
    void setRead(const ChangeLog::Read &read);
    /// Forgets what is too much, a portion of it at a time. True: there is more.
    bool trim();
    [[nodiscard]] std::size_t bytes() const
    {
        return m_events.bytes() + m_ticketEnds.bytes() + m_histories.bytes();
    }

private:
    void rememberResult(Item &item, const std::string &result);
    void recordGeneration(Item &item, const RunResult &result, bool worked);
    void logEnd(Item &item, const Said &said, const Decision &decision, TimePoint now);
    /// Whether there was trouble before.
    void logSuccess(Item &item, TimePoint now);

    EventRing m_events;
    TicketEnds m_ticketEnds;
    Histories m_histories;
    std::unordered_map<ItemKey, Generation> m_generations; // of items whose storage counts
    SharedTexts m_texts;
};

} // namespace qontroller
