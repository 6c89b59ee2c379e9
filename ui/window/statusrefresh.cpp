// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/statusrefresh.h"

#include "ui/actions/actions.h"
#include "ui/actions/jobcommander.h"
#include "ui/state/deltapump.h"
#include "ui/state/livestate.h"
#include "ui/views/statusline.h"
#include "ui/views/tabs.h"
#include "ui/words/format.h"
#include "ui/words/hostwords.h"

#include <QtGui/QAction>

#include <algorithm>

namespace qontroller::ui {

StatusRefresh::StatusRefresh(WindowOptions::Access access, const Actions &actions, LiveState &state,
                             const DeltaPump &pump, Tabs &tabs, StatusLine &status)
    : m_access(access)
    , m_state(state)
    , m_pump(pump)
    , m_tabs(tabs)
    , m_status(status)
{
    if (access == WindowOptions::Access::ReadOnly)
        status.setReadOnly();
    connect(&tabs.items(), &ItemsModel::refreshed, this, &StatusRefresh::showCounts);
    connectLiveness(actions);
}

void StatusRefresh::followJobs(const JobsFeed &feed, JobCommander &commander)
{
    connect(&feed, &JobsFeed::pulled, this, [this, &feed] { showJobs(feed); });
    connect(&m_status, &StatusLine::stopRequested, &commander, &JobCommander::stop);
}

void StatusRefresh::showJobs(const JobsFeed &feed)
{
    std::vector<StatusLine::Job> jobs;
    for (const HostJob &each : feed.running()) {
        StatusLine::Job job{each, {}, {}};
        for (const HostStatus &host : m_state.hosts()) {
            if (host.id != each.key.of.host)
                continue;
            job.hostName = toLine(host.name);
            job.whyNot = whyNotSteered(host, m_state.now());
        }
        if (m_access == WindowOptions::Access::ReadOnly)
            job.whyNot = tr("This window is read only.");
        jobs.push_back(std::move(job));
    }
    m_status.showJobs(jobs);
}

void StatusRefresh::connectLiveness(const Actions &actions)
{
    connect(actions.freeze, &QAction::triggered, this, &StatusRefresh::setFrozen);
    connect(&m_pump, &DeltaPump::staleChanged, this, &StatusRefresh::showLiveness);
    connect(&m_state, &LiveState::heldBack, this, [this](std::size_t changes) {
        m_heldBack = changes;
        showLiveness();
    });
    m_timer.setInterval(std::chrono::milliseconds(500));
    connect(&m_timer, &QTimer::timeout, this, &StatusRefresh::showLiveness);
    m_timer.start();
}

void StatusRefresh::showCounts()
{
    const ItemsModel &items = m_tabs.items();
    const Table *table = m_tabs.currentTable();
    m_status.showCounts(items.filter().isEmpty() ? std::nullopt
                                                 : std::optional(items.liveRowCount()),
                        m_state, {m_tabs.selectedCount(), table && table->isSelectionInSight()});
}

void StatusRefresh::showAll()
{
    showCounts();
    m_status.showPaused(m_state);
    m_status.showRates(m_state, m_pump.pace().interval());
    showLiveness();
}

void StatusRefresh::showLiveness()
{
    m_status.showHosts(m_state);
    if (m_pump.isStale()) // a loss is seen while frozen, too
        m_status.showLiveness(StatusLine::Liveness::Stale, m_pump.age(), 0);
    else if (const auto age = ageOfHosts())
        m_status.showLiveness(StatusLine::Liveness::Stale, *age, 0);
    else if (m_state.isFrozen())
        m_status.showLiveness(StatusLine::Liveness::Frozen, m_pump.age(), m_heldBack);
    else
        m_status.showLiveness(StatusLine::Liveness::Live, m_pump.age(), 0);
    emit livenessShown();
}

// One that answers is enough for a picture that is live; the others are named beside it.
std::optional<Duration> StatusRefresh::ageOfHosts() const
{
    const HostBook &hosts = m_state.hosts();
    const TimePoint now = hosts.now();
    if (hosts.empty() || hosts.lost().size() < hosts.size())
        return std::nullopt;
    const auto heard = std::ranges::max(hosts, {}, &HostStatus::heard).heard;
    return now - (heard == TimePoint{} ? hosts.front().since : heard);
}

void StatusRefresh::setFrozen(bool frozen)
{
    m_heldBack = 0;
    m_state.setFrozen(frozen);
    showLiveness();
}

} // namespace qontroller::ui
