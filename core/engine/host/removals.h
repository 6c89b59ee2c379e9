// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/ownedthread.h"
#include "core/engine/controller/controller.h"
#include "core/engine/observe/items/lastknown.h"
#include "core/engine/host/readers.h"
#include "core/engine/host/roster.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace qontroller {

/// Controllers that leave a host, each with a thread that drains it, takes it out of the roster and
/// destroys it. Thread-safe.
class Removals
{
public:
    /// How long a controller that an operator removes may drain.
    static constexpr Duration Deadline = std::chrono::seconds(30);

    /// All outlive the threads: see begin().
    Removals(Clock &clock, Roster &roster, Readers &readers)
        : m_clock(clock)
        , m_roster(roster)
        , m_readers(readers)
    {}

    /// Removes \a controller, unless that is under way or the roster does not let it. What it knew
    /// goes to \a known; null: nowhere. Its thread shares \a owner, which keeps all of this.
    void begin(const Roster::ControllerPtr &controller, Ticket ticket,
               const std::shared_ptr<LastKnown> &known, std::shared_ptr<const void> owner);
    /// As if the deadline of \a controller had come, if it is being removed.
    void endDrain(const Roster::ControllerPtr &controller);

    [[nodiscard]] bool has(ControllerId id) const;
    /// Names of those of which something is left.
    [[nodiscard]] std::vector<std::string> leaving() const;

    /// Closes the roster; what is being removed already is not among those that the host is to
    /// stop. Nothing: it was closed before.
    [[nodiscard]] std::optional<Roster::Controllers> closeRoster();
    /// Waits for what is being removed, but not beyond \a deadline; then ends its drain.
    void drain(TimePoint deadline);
    /// Adds the reports of what is being removed as soon as all are there.
    void report(std::vector<StopReport> &reports);
    /// Waits for the threads, but not beyond \a deadline. After closeRoster().
    void join(TimePoint deadline);
    /// Waits for those of which all calls have returned: their parts end, however long that takes.
    /// After join().
    void awaitParts();

private:
    struct Removal
    {
        ControllerId id;
        std::string name;
        std::shared_ptr<LastKnown> known;
        std::optional<StopReport> report; ///< nothing: it drains
        bool isOver = false;              ///< it was before a stop began, which is not told of it
        bool areCallsOver = false;        ///< its parts end
        OwnedThread thread;
    };

    /// Null: it is not being removed.
    [[nodiscard]] Removal *find(ControllerId id) QONTROLLER_REQUIRES(m_mutex);
    [[nodiscard]] bool isAnyDraining() const QONTROLLER_REQUIRES(m_mutex);
    void forgetEnded() QONTROLLER_REQUIRES(m_mutex);
    /// Of those that \a isMeant. None is added or forgotten any more, for the roster is closed.
    [[nodiscard]] std::vector<OwnedThread *> threads(
        const std::function<bool(const Removal &)> &isMeant);
    /// On the thread of a removal.
    void run(Roster::Entry entry);
    [[nodiscard]] std::shared_ptr<LastKnown> heirOf(ControllerId removed);
    /// Each reader of \a controller is told no more by it: how far it is.
    [[nodiscard]] LastWords::Places releaseReaders(Controller &controller) const;

    Clock &m_clock;
    Roster &m_roster;
    Readers &m_readers;
    mutable Mutex m_mutex;
    Condition m_reported;
    std::vector<Removal> m_removals QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
