// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/state/livestate.h"

#include <vector>

namespace qontroller::ui {

class Noticeboard;

/// Says which controllers are gone for good, and which pauses were lost with them when a host or
/// a controller was started anew. One that only moved on, as after a change of its parameters, is
/// not told.
class GoneNotice final : public QObject
{
    Q_OBJECT

public:
    GoneNotice(LiveState &state, Noticeboard &notices);

    void show();

private:
    struct Gone
    {
        FormerController controller;
        TimePoint since;
    };

    /// True: it is settled, told or not.
    [[nodiscard]] bool judge(const Gone &gone);
    void sayLost(const FormerController &former, const ControllerView &now);
    [[nodiscard]] int lostPauses(const FormerController &former, ControllerId now) const;

    LiveState &m_state;
    Noticeboard &m_notices;
    std::vector<Gone> m_gone;
};

} // namespace qontroller::ui
