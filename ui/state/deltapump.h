// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QTimer>

#include "ui/state/itemref.h"
#include "ui/state/linkreader.h"
#include "ui/state/pace.h"

#include "core/base/threads/clock.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace qontroller::ui {

using DeltaPtr = std::shared_ptr<const Delta>;
using HostJobs = std::vector<HostJob>;

/// Pulls pictures of all hosts that the window shows, a round at a time, on a timer, and hands over
/// as one what they said in it.
///
/// Each host is asked in a thread of its own. The program's own is waited for: while it hangs, all
/// is stale. One elsewhere that answers late holds the others up for Courtesy at the most, and only
/// once: what it says comes with a later round. GUI thread only.
class DeltaPump final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds StaleAfter{2000};
    static constexpr std::chrono::milliseconds Courtesy{100};
    static constexpr Duration JobsInterval = std::chrono::milliseconds(500);

    /// \a hosts may change while it runs. They and \a clock outlive it.
    explicit DeltaPump(const HostLinks &hosts, const Clock &clock = SteadyClock::instance(),
                       QObject *parent = nullptr);
    ~DeltaPump() override;

    void start();
    /// Pulls no more; the hosts forget how far they were read. Blocks while one is asked.
    void stop();

    /// Pulls now, unless a round is under way, and goes on at its pace.
    void hurry();
    /// … and asks for jobs, too: others than were told last may have begun or ended.
    void hurryJobs();
    /// Asks for \a item, once, with the next question to its host.
    void look(const ItemRef &item);

    /// Since the last delta came; since start() if none did.
    [[nodiscard]] Duration age() const;
    [[nodiscard]] bool isStale() const { return m_stale; }
    [[nodiscard]] const Pace &pace() const { return m_pace; }

    /// Looks at the clock: for the timer, and for tests with a manual clock.
    void checkAge();
    /// Takes a delta as if it had been pulled.
    void deliver(const DeltaPtr &delta);

signals:
    /// Since the last delta, oldest first. Comes before pulled().
    void sampled(const std::vector<qontroller::Sample> &samples);
    void pulled(const qontroller::ui::DeltaPtr &delta);
    /// After pulled(): what a host said of its jobs, or, none, that it is not shown any more.
    void jobsTold(qontroller::HostId host, const qontroller::ui::HostJobs &jobs);
    /// After pulled(): how it stands with a host's journal; as if it kept none: it is not shown any
    /// more.
    void journalTold(qontroller::HostId host, const qontroller::JournalStatus &journal);
    /// After pulled(): what a host says of alarms; nothing, if it is not shown any more.
    void alarmsTold(qontroller::HostId host, const qontroller::AlarmStatus &alarms);
    /// After pulled(): what is new in the operator log of a host's life.
    void logTold(qontroller::HostRun of, const std::vector<qontroller::OperatorLine> &lines);
    /// After pulled(): what a host said of an item that was looked at.
    void detailTold(const qontroller::ui::HostPicture::Detail &detail);
    void staleChanged(bool stale);

private:
    using ReaderPtr = std::unique_ptr<LinkReader>;

    void beginRound();
    void followHosts();
    void addReader(const HostLinkPtr &link);
    void ask(LinkReader &reader, bool jobs);
    void noteAnswer(HostId host);
    void endRound();
    /// Of all \a pictures, which have none any more.
    [[nodiscard]] DeltaPtr merged(std::map<HostId, HostPicture> &pictures);

    const HostLinks &m_hosts;
    const Clock &m_clock;
    Pace m_pace;
    TimePoint m_lastDelta;
    bool m_isRunning = false;
    bool m_isUnderWay = false; ///< a round
    bool m_stale = false;
    std::map<HostId, ReaderPtr> m_readers;
    std::set<HostId> m_awaited;           ///< in this round
    std::vector<ControllerId> m_removed;  ///< with their host, and not told yet
    std::vector<HostId> m_left;           ///< hosts that are not shown any more, and not told yet
    std::optional<ItemRef> m_wanted;      ///< look() has asked for it
    std::optional<TimePoint> m_jobsAsked; ///< nothing: they are due
    QTimer m_timer;
    QTimer m_courtesy;
    QTimer m_ageTimer;
};

} // namespace qontroller::ui
