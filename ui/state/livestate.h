// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/history/controllerhistory.h"
#include "ui/state/controllerbook.h"
#include "ui/state/deltapump.h"
#include "ui/state/eventlog.h"
#include "ui/state/hostbook.h"

#include "core/engine/observe/controllers/controllerview.h"
#include "core/engine/observe/events/eventrecord.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace qontroller::ui {

class ItemStore;
struct ItemRef;
struct Tally;

/// Objects of it may be there that are not known here yet.
[[nodiscard]] bool mayKnowMore(const ControllerView &view);

/// A controller that is gone, as it was last: its session lacks it, or its host was started anew
/// and has another one in its place.
struct FormerController
{
    ControllerId id = 0;
    std::string name;
    QString title;             ///< for sentences
    QString pause;             ///< an operator's, of all of it, in words; empty: there was none
    std::set<ObjectId> paused; ///< its objects that an operator had paused
};

/// What the window knows: made of deltas, read by models and views. GUI thread only.
///
/// Deltas come more often than a person can read. All but the history is taken over at moments,
/// four a second: whatever is shown between two of them is of the first. While the engine still
/// hands over rows that it has known for long, each delta is a moment.
///
/// Freezing holds everything back but the history; thawing brings it up to date.
class LiveState final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t FormerLimit = 1000;
    static constexpr Duration MomentInterval = std::chrono::milliseconds(240); ///< at least

    explicit LiveState(QObject *parent = nullptr);
    ~LiveState() override;

    /// What was sampled since the last delta, oldest first. Call it before apply().
    void record(const std::vector<Sample> &samples);
    /// Null: nothing is new, but the next moment is now, and nothing waits for it.
    void apply(const DeltaPtr &delta);
    /// Hosts elsewhere that the controllers are of; none: they are of the program's own. Call it
    /// before apply().
    void setHosts(std::vector<HostStatus> hosts);

    /// What the window has found out of the controller called \a name on \a host, and which that
    /// has not told, is an event, too. It happened now.
    void addEvent(HostId host, const std::string &name, EventRecord event);

    void setFrozen(bool frozen);
    [[nodiscard]] bool isFrozen() const { return m_frozen; }

    [[nodiscard]] ItemStore &items() { return *m_items; }
    [[nodiscard]] const ItemStore &items() const { return *m_items; }
    [[nodiscard]] const std::map<ControllerId, ControllerView> &controllers() const
    {
        return m_controllers;
    }
    [[nodiscard]] const ControllerView *controller(ControllerId id) const;
    /// As they are now, also while frozen: what is done is done to these.
    [[nodiscard]] const std::map<ControllerId, ControllerView> &latestControllers() const
    {
        return m_latest;
    }
    [[nodiscard]] const ControllerBook &book() const { return m_book; }
    /// \a id itself; if that is gone, the one of this name that its host has now, or 0.
    [[nodiscard]] ControllerId nowOf(ControllerId id) const;
    /// For sentences, also of one that is gone; empty: there was none.
    [[nodiscard]] QString titleOf(ControllerId id) const;
    [[nodiscard]] const HostBook &hosts() const { return m_hosts; }
    [[nodiscard]] TimePoint now() const { return m_now; }

    [[nodiscard]] const EventLog &log() const { return m_log; }

    /// Of one controller, or of all together for 0. Never null for 0.
    [[nodiscard]] const ControllerHistory *history(ControllerId id = 0) const;
    /// Of all controllers of one host; null: it had none.
    [[nodiscard]] const ControllerHistory *historyOfHost(HostId id) const;

signals:
    /// A host does not have this one any more. Also while frozen.
    void controllerGone(const qontroller::ui::FormerController &gone);
    /// There is another moment to see. Not while frozen.
    void updated();
    /// The history goes on, perhaps in the middle of a moment. Not while frozen.
    void recorded();
    /// How much was held back since the freeze.
    void heldBack(std::size_t changes);
    /// As they come, also while frozen.
    void eventLogged(const qontroller::ui::LoggedEvent &event);
    /// A run that a command asked for has ended.
    void ticketEnded(qontroller::ControllerId by, const qontroller::EventRecord &end);

private:
    struct Remembered
    {
        Meter meter;
        ControllerHistory history;
        MeterReading last;
    };

    void record(const Sample &sample);
    void recordFailing(TimePoint now);
    /// What is known of hosts that are not among \a told.
    void addOthers(MeterReading &total, const std::map<HostId, MeterReading> &told) const;
    [[nodiscard]] bool isMoment(const Delta &delta) const;
    void takeMoment(TimePoint now);
    void take(const Delta &delta);
    void recordLatencies(const Delta &delta);
    void applyControllers(const Delta &delta);
    void noteGone(ControllerId id, TimePoint now);
    [[nodiscard]] std::set<ObjectId> pausedOf(ControllerId id) const;
    void applyEvents(const Delta &delta);
    void countEvents(const Delta &delta);
    void show();
    [[nodiscard]] ControllerLabel labelOf(const ControllerView &controller) const;

    std::unique_ptr<ItemStore> m_items;
    std::vector<DeltaPtr> m_waiting; ///< for the next moment
    std::map<ControllerId, ControllerView> m_controllers;
    std::map<ControllerId, ControllerView> m_latest;   ///< ahead of m_controllers while frozen
    std::map<ControllerId, FormerController> m_former; ///< the latest FormerLimit of them
    TimePoint m_latestNow;
    ControllerBook m_book;
    HostBook m_hosts;
    std::map<ControllerId, Histogram> m_handlers; ///< latencies, as they came last
    /// Events from before it are LoggedEvent::isEarlier.
    std::map<ControllerId, TimePoint> m_knownSince;
    std::map<HostId, ControllerHistory> m_hostHistories;
    std::map<ControllerId, Remembered> m_histories;
    ControllerHistory m_total;
    EventLog m_log;
    TimePoint m_now;
    bool m_frozen = false;
};

/// See LiveState::latestControllers().
[[nodiscard]] const ControllerView *latestController(const LiveState &state, ControllerId id);

/// What there is of host \a only, or of all for 0. What is known of a lost one counts, as its rows
/// do.
[[nodiscard]] Gauges gaugesOf(const LiveState &state, HostId only = 0);
[[nodiscard]] Tally tallyOf(const LiveState &state, HostId only = 0);

[[nodiscard]] std::uint64_t inState(const LiveState &state, ItemState itemState, HostId only = 0);

/// Of all controllers.
[[nodiscard]] std::uint64_t eventsDropped(const LiveState &state);
/// Rows that the engine has not handed over yet.
[[nodiscard]] std::uint64_t rowsPending(const LiveState &state);

/// Why an object that was seen has no row in \a state: a sentence.
[[nodiscard]] QString whyUnknown(const LiveState &state, const ItemRef &item);

} // namespace qontroller::ui
