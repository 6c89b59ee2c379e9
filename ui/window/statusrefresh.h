// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QTimer>

#include "core/base/text/duration.h"
#include "ui/window/windowoptions.h"

#include <optional>

namespace qontroller::ui {

class Actions;
class DeltaPump;
class JobCommander;
class JobsFeed;
class LiveState;
class StatusLine;
class Tabs;

/// Brings the status line up to date: whether the picture is live, stale or frozen, and the
/// numbers. Freezes the picture when the operator asks for it.
class StatusRefresh final : public QObject
{
    Q_OBJECT

public:
    StatusRefresh(WindowOptions::Access access, const Actions &actions, LiveState &state,
                  const DeltaPump &pump, Tabs &tabs, StatusLine &status);
    void followJobs(const JobsFeed &feed, JobCommander &commander);

    void showCounts();
    void showAll();

signals:
    /// Whether the picture is live was said as it is now; also while no delta comes.
    void livenessShown();

private:
    void connectLiveness(const Actions &actions);
    void showLiveness();
    void showJobs(const JobsFeed &feed);
    /// Since the last word of any host elsewhere; nothing: one answers, or there is none.
    [[nodiscard]] std::optional<Duration> ageOfHosts() const;
    void setFrozen(bool frozen);

    const WindowOptions::Access m_access;
    LiveState &m_state;
    const DeltaPump &m_pump;
    Tabs &m_tabs;
    StatusLine &m_status;
    std::size_t m_heldBack = 0; ///< changes since the freeze
    QTimer m_timer;
};

} // namespace qontroller::ui
