// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/queue/runs.h"

#include <memory>
#include <string>
#include <string_view>

namespace qontroller {

/// The door of operators, and of who starts and ends the controller.
///
/// Not thread-safe: see WorkQueue::update().
class Orders
{
public:
    Orders(Schedule &schedule, Runs &runs)
        : m_schedule(schedule)
        , m_runs(runs)
    {}

    // Items

    void pauseItem(std::string_view id, TimePoint until, const std::string &reason, TimePoint now);
    void resumeItem(std::string_view id, TimePoint now);
    /// The ticket ends at once if the schedule is closed, or if another host owns the object: then
    /// no new run begins here.
    void requeueItem(std::string_view id, Ticket ticket, TimePoint now);
    enum class Discard : std::uint8_t {
        Done,
        Unknown,
        Running,
        OwesRemoval, ///< one that is still tried, or that the guard holds
    };
    /// See Attempt::lastObject; null for an id that has none.
    [[nodiscard]] std::shared_ptr<const void> lastObject(std::string_view id) const;
    /// Forgets an item and its runs, but no removal that may still succeed.
    Discard discardItem(std::string_view id, TimePoint now);
    /// Has the removal run; without one, and once closed, the ticket ends at once.
    void removeHeld(std::string_view id, Ticket ticket, TimePoint now);
    void keepHeld(std::string_view id, TimePoint now);

    // The controller

    /// As Pause::begin().
    void pause(TimePoint until, std::string reason, TimePoint since = {});
    void resume();
    void setMaxRetries(int maxRetries) { m_runs.setMaxRetries(maxRetries); }
    /// Of retries that are planned from now on.
    void setBackOff(Duration base, Duration max) { m_runs.setBackOff(base, max); }
    void setRetryRate(double rate, int burst, TimePoint now);
    /// See ControllerOptions::massDeletionGuard.
    void setGuarded(bool guarded) { m_schedule.beliefs().guard().set(guarded); }
    /// See Schedule::setParkedRetry().
    void setParkedRetry(Duration interval) { m_schedule.setParkedRetry(interval); }
    /// See Schedule::close().
    void close() { m_schedule.close(); }
    /// Hands out nothing any more, whatever is ready.
    void closeGate() { m_schedule.places().setGateOpen(false); }
    /// As many \a runs of \a ticket will never be; \a id: of which object, if it is one.
    void endRuns(std::string_view id, Ticket ticket, std::uint64_t runs, const Said &why,
                 TimePoint now);
    /// Ends the tickets of runs that will never be. Call it when no worker is left.
    void endTickets(ItemTable::Walk &walk, TimePoint now);
    void log(EventRecord::Kind kind, Said said, TimePoint now, Ticket ticket = 0);

private:
    Schedule &m_schedule;
    Runs &m_runs;
};

} // namespace qontroller
