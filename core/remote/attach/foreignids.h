// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/observe/events/keys.h"
#include "core/remote/attach/numbers.h"

#include <deque>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace qontroller {
struct Delta;
struct EventRecord;
struct Sample;
} // namespace qontroller

namespace qontroller::remote {

/// What one run of a host calls its controllers and tickets, and what they are called here.
///
/// Another run of the host has numbers of its own, which mean something else: so it has other
/// ForeignIds, and nothing of the one is ever taken for something of the other. Thread-safe.
class ForeignIds
{
public:
    /// Tickets that are remembered: of commands whose results may still come.
    static constexpr std::size_t MostTickets = 10'000;

    /// \a numbers outlive it.
    explicit ForeignIds(Numbers &numbers)
        : m_numbers(numbers)
    {}

    /// What is called \a id here; nothing if this run of the host has not shown it.
    [[nodiscard]] std::optional<ControllerId> here(ControllerId there) const;
    [[nodiscard]] std::optional<ControllerId> there(ControllerId here) const;
    /// All that there were, by their names here.
    [[nodiscard]] std::vector<ControllerId> all() const;

    /// Puts the names here into \a delta. Controllers that are new get one. Tickets of commands
    /// that others gave have none, and become 0.
    void translate(Delta &delta);
    /// The same. Controllers that no delta has shown yet are left out.
    void translate(Sample &sample) const;

    /// What \a submit() gives is \a here from now on. Results that come meanwhile wait for it.
    template<class Submit>
    bool noteTicket(Ticket here, Submit submit)
    {
        MutexLock lock(m_mutex);
        const Ticket there = submit();
        if (there != 0)
            remember(there, here);
        return there != 0;
    }

private:
    void remember(Ticket there, Ticket here) QONTROLLER_REQUIRES(m_mutex);
    ControllerId nameOf(ControllerId there) QONTROLLER_REQUIRES(m_mutex);
    void translate(std::vector<EventRecord> &events) const QONTROLLER_REQUIRES(m_mutex);

    Numbers &m_numbers;
    mutable Mutex m_mutex;
    std::map<ControllerId, ControllerId> m_here QONTROLLER_GUARDED_BY(m_mutex);  ///< by there
    std::map<ControllerId, ControllerId> m_there QONTROLLER_GUARDED_BY(m_mutex); ///< by here
    std::unordered_map<Ticket, Ticket> m_tickets QONTROLLER_GUARDED_BY(m_mutex); ///< by there
    std::deque<Ticket> m_order QONTROLLER_GUARDED_BY(m_mutex); ///< of m_tickets, oldest first
};

} // namespace qontroller::remote
