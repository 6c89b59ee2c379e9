// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/actions/frozenscope.h"
#include "ui/state/livestate.h"
#include "ui/window/windowoptions.h"

#include <map>
#include <tuple>

namespace qontroller {
class HostLinks;
}

namespace qontroller::ui {

class ItemSteering;
class Navigator;
class Noticeboard;

/// What the mass-deletion guard holds wants a decision: one message for each controller that
/// holds removals, there until it holds none.
class HeldNotice final : public QObject
{
    Q_OBJECT

public:
    HeldNotice(WindowOptions::Access access, const HostLinks &hosts, const LiveState &state,
               ItemSteering &steering, Navigator &navigator, Noticeboard &notices);

    void show();

private:
    void settle();
    void say(const ControllerView &view);
    void judge(ControllerId id, ItemVerb verb);

    const WindowOptions::Access m_access;
    const HostLinks &m_hosts;
    const LiveState &m_state;
    ItemSteering &m_steering;
    Navigator &m_navigator;
    Noticeboard &m_notices;
    /// What the operator was told of: where, which list held removals back, and how many.
    std::map<ControllerId, std::tuple<QString, TimePoint, std::uint64_t>> m_said;
};

} // namespace qontroller::ui
