// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QTimer>

namespace qontroller::ui {

class Actions;
class DeltaPump;
class LiveState;
class StatusLine;

/// Whether the picture is live, stale or frozen: freezes it when the operator asks for it, and
/// says in the status line which it is.
class Liveness final : public QObject
{
    Q_OBJECT

public:
    Liveness(const Actions &actions, LiveState &state, const DeltaPump &pump, StatusLine &status);

    void show();

signals:
    /// What was shown is as it is now.
    void shown();

private:
    void setFrozen(bool frozen);

    LiveState &m_state;
    const DeltaPump &m_pump;
    StatusLine &m_status;
    std::size_t m_heldBack = 0; ///< changes since the freeze
    QTimer m_timer;
};

} // namespace qontroller::ui
