// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "scheduleoperation.h"

#include "core/engine/api/listerwatcher.h"

#include <optional>

namespace qontroller::test {

/// What must hold for one id: the rules of the engine, and nothing of how it keeps them.
///
/// Written from the rules (E1 …) and the numbered decisions; where they are silent it says what
/// the engine does. A small value: an enumeration of sequences copies it.
class ScheduleModel
{
public:
    explicit ScheduleModel(const Beginning &beginning);

    /// Whether \a operation means anything now.
    [[nodiscard]] bool applies(Operation operation) const;
    void apply(Operation operation);
    [[nodiscard]] View view() const;
    /// What brings it nearer to rest; nothing if it is at rest.
    [[nodiscard]] std::optional<Operation> towardsRest() const;
    [[nodiscard]] bool isRunning() const { return m_running; }
    [[nodiscard]] bool isHeld() const
    {
        return m_known && m_belief == Belief::Held && !m_elsewhere;
    }
    [[nodiscard]] bool isClosed() const { return m_closed; }
    /// Tickets whose run has not begun.
    [[nodiscard]] std::uint32_t waitingTickets() const { return m_waitingTickets; }

private:
    enum Why : unsigned {
        Resync = 1,
        Listed = 2,
        Change = 4,
        ByOperator = 8,
        Planned = 16,
        ByOwner = 32,
    };
    enum class Belief : std::uint8_t {
        Present,
        Deleted,
        Missing,
        Held,
        Kept,
    };
    enum class Plan : std::uint8_t {
        None,
        BackOff,
        Lock,
        Wait,
        Requeue,
        PauseEnd,
    };

    [[nodiscard]] bool isAbsent() const;
    [[nodiscard]] bool isWithheld() const;
    [[nodiscard]] bool isMissing() const;
    [[nodiscard]] bool tellsOfChanges() const { return m_hasEvents || m_version != 0; }
    [[nodiscard]] bool canRun() const;
    [[nodiscard]] ItemState state() const;

    void ask(Why why);
    void getKnown();
    void forget();
    void event(Belief belief);
    void beginList();
    void show(bool otherVersion);
    void endList(bool complete, bool showsOthers);
    void closeList();
    void remind();
    void mention();
    void disown();
    void letGo();
    void own();
    void miss();
    void hold();
    void take();
    [[nodiscard]] unsigned held() const;
    [[nodiscard]] unsigned countedObjects() const;
    [[nodiscard]] bool admits(unsigned count, unsigned all);
    void settle();
    void believe(Belief belief);
    [[nodiscard]] bool mayRemove();
    void gone(Operation outcome);
    void finish(Operation outcome, bool removes);
    void countEnd(Operation outcome, bool removes);
    void count(Count what) { ++m_ends[static_cast<std::size_t>(what)]; }
    void countError();
    void wake();
    void plan(Plan plan, std::chrono::milliseconds wait);
    [[nodiscard]] std::chrono::milliseconds lockWait(Operation outcome) const;
    [[nodiscard]] std::chrono::milliseconds lockBackOff() const;
    [[nodiscard]] std::chrono::milliseconds lockRest() const;
    void pause(Plan end);
    void resume();
    void requeue();
    void removeHeld();
    void discard();
    void due();
    void restart();

    Beginning m_beginning;
    bool m_known = false;
    bool m_running = false;
    bool m_wanted = false; // a run was asked for that has not begun
    bool m_paused = false;
    bool m_allPaused = false;
    bool m_closed = false;
    bool m_parked = false;
    bool m_failed = false;
    bool m_ignored = false;
    bool m_elsewhere = false;    // another host owns it, known or not
    bool m_wasElsewhere = false; // … since its run began
    bool m_denied = false;       // lists show it, its storage says that it is gone
    bool m_told = false;         // its source spoke of it since its run began
    bool m_removes = false;      // the run under way is a removal
    bool m_asks = false;         // … and asks the storage
    bool m_lastDeleted = false;  // so its last event said
    bool m_listing = false;
    bool m_shown = false;         // by the list under way
    bool m_newerThanList = false; // an event, or it got known, since the list began
    bool m_removedInList = false; // and so newer than what the list shows
    bool m_everListed = false;
    bool m_hasEvents = false;
    bool m_longSinceRun = false;
    bool m_longSinceRemoval = true;
    bool m_admitted = false;   // its removal counts in the wave
    bool m_counts = false;     // it was removed, and that counts until it comes back
    bool m_wentDenied = false; // … for good: its storage denied it
    bool m_made = false;       // its handler was asked to add it, and has not removed it since
    Belief m_belief = Belief::Present;
    Belief m_others = Belief::Present;
    Plan m_plan = Plan::None;
    std::chrono::milliseconds m_wait{}; // what is planned, since its last run
    unsigned m_why = 0;    // it is wanted, or planned
    unsigned m_runWhy = 0; // the run under way
    std::uint32_t m_errors = 0;
    unsigned m_refusals = 0; // of its lock, in a row
    bool m_lockFreed = false; // … and it got free since the run began
    Version m_version = 0;
    Version m_lastVersion = 1;
    bool m_probed = false;    // this list has asked what its storage denies (decision 234)
    unsigned m_turn = 0;      // … which of those it asks
    unsigned m_passed = 0;    // … those before it
    unsigned m_waveKnown = 0; // E9: when the wave began
    unsigned m_waveGone = 0;  // … and in it
    unsigned m_knownBeforeList = 0;
    unsigned m_leftovers = 0; // of the list under way
    std::uint32_t m_nextTicket = 1;
    std::uint32_t m_waitingTickets = 0;
    std::uint32_t m_runningTickets = 0;
    std::uint32_t m_endedTickets = 0;
    std::uint64_t m_runs = 0;
    std::uint64_t m_runsEnded = 0;
    std::uint64_t m_dropped = 0; // queued, and never run
    Counts m_ends{};
};

} // namespace qontroller::test
