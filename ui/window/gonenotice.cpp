// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/gonenotice.h"

#include "ui/state/itemstore.h"
#include "ui/window/noticeboard.h"

#include <utility>

namespace qontroller::ui {

namespace {

/// As long another one may take its place: it drains, and is made with other parameters.
constexpr Duration Handover = std::chrono::seconds(3);

} // namespace

GoneNotice::GoneNotice(LiveState &state, Noticeboard &notices)
    : m_state(state)
    , m_notices(notices)
{
    connect(&state, &LiveState::controllerGone, this, [this](const FormerController &gone) {
        m_gone.push_back({gone, m_state.now()});
    });
}

void GoneNotice::show()
{
    if (!m_state.isFrozen())
        std::erase_if(m_gone, [this](const Gone &gone) { return judge(gone); });
}

bool GoneNotice::judge(const Gone &gone)
{
    const FormerController &former = gone.controller;
    if (former.id.of.host != 0 && !m_state.hosts().of(former.id))
        return true; // an operator does not want to see its host any more
    const ControllerId now = m_state.nowOf(former.id);
    const ControllerView *view = m_state.controller(now);
    if (view) {
        if (mayKnowMore(*view))
            return false;
        sayLost(former, *view);
        return true;
    }
    if (m_state.now() - gone.since < Handover)
        return false;
    m_notices.say(tr("%1 is gone: it was removed, or the session lacks it.").arg(former.title));
    return true;
}

void GoneNotice::sayLost(const FormerController &former, const ControllerView &now)
{
    QStringList lost;
    if (!former.pause.isEmpty() && now.state != ControllerState::Paused)
        lost += tr("it is not paused any more (%1)").arg(former.pause);
    if (const int objects = lostPauses(former, now.id); objects > 0)
        lost += tr("%n object(s) of it are not paused any more", nullptr, objects);
    if (!lost.isEmpty())
        m_notices.warn(MessageBar::Kind::Warning,
                       tr("%1 was started anew, and pauses were lost: %2.")
                           .arg(former.title, lost.join(QStringLiteral(", "))));
}

int GoneNotice::lostPauses(const FormerController &former, ControllerId now) const
{
    int lost = 0;
    if (former.paused.empty())
        return lost;
    const ItemStore &items = m_state.items();
    items.readChunk(0, items.slotCount(), [&](Slot, const Item &item) {
        if (item.controller == now && !item.row.paused && former.paused.contains(item.row.id))
            ++lost;
    });
    return lost;
}

} // namespace qontroller::ui
