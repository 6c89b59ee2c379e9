// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/liveness.h"

#include "ui/actions/actions.h"
#include "ui/state/deltapump.h"
#include "ui/state/livestate.h"
#include "ui/views/statusline.h"

#include <QtGui/QAction>

namespace qontroller::ui {

Liveness::Liveness(const Actions &actions, LiveState &state, const DeltaPump &pump,
                   StatusLine &status)
    : m_state(state)
    , m_pump(pump)
    , m_status(status)
{
    connect(actions.freeze, &QAction::triggered, this, &Liveness::setFrozen);
    connect(&pump, &DeltaPump::staleChanged, this, &Liveness::show);
    connect(&state, &LiveState::heldBack, this, [this](std::size_t changes) {
        m_heldBack = changes;
        show();
    });
    m_timer.setInterval(std::chrono::milliseconds(500));
    connect(&m_timer, &QTimer::timeout, this, &Liveness::show);
    m_timer.start();
}

void Liveness::show()
{
    if (m_state.isFrozen())
        m_status.showLiveness(StatusLine::Liveness::Frozen, m_pump.age(), m_heldBack);
    else if (m_pump.isStale())
        m_status.showLiveness(StatusLine::Liveness::Stale, m_pump.age(), 0);
    else
        m_status.showLiveness(StatusLine::Liveness::Live, m_pump.age(), 0);
    emit shown();
}

void Liveness::setFrozen(bool frozen)
{
    m_heldBack = 0;
    m_state.setFrozen(frozen);
    show();
}

} // namespace qontroller::ui
