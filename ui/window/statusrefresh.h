// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QTimer>

#include "core/base/duration.h"

#include <optional>

namespace qontroller::ui {

class Actions;
class BulkRequeue;
class DeltaPump;
class LiveState;
class StatusLine;
class Tabs;

/// Brings the status line up to date: whether the picture is live, stale or frozen, and the
/// numbers. Freezes the picture when the operator asks for it.
class StatusRefresh final : public QObject
{
    Q_OBJECT

public:
    StatusRefresh(const Actions &actions, LiveState &state, const DeltaPump &pump,
                  BulkRequeue &bulk, Tabs &tabs, StatusLine &status);

    void showCounts();
    void showAll();

signals:
    /// Whether the picture is live was said as it is now; also while no delta comes.
    void livenessShown();

private:
    void connectLiveness(const Actions &actions);
    void showLiveness();
    /// Since the last word of any host elsewhere; nothing: one answers, or there is none.
    [[nodiscard]] std::optional<Duration> ageOfHosts() const;
    void setFrozen(bool frozen);

    LiveState &m_state;
    const DeltaPump &m_pump;
    Tabs &m_tabs;
    StatusLine &m_status;
    std::size_t m_heldBack = 0; ///< changes since the freeze
    QTimer m_timer;
};

} // namespace qontroller::ui
