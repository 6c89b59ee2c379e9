// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/actions/eligibility.h"

class QWidget;

namespace qontroller::ui {

class Actions;
class Commander;
class LiveState;
class Tabs;

/// Does to items what the operator asks for, and asks back before what cannot be taken back.
class ItemSteering final : public QObject
{
    Q_OBJECT

public:
    ItemSteering(QWidget &window, const Actions &actions, const LiveState &state, Tabs &tabs,
                 Commander &commander);

    /// On the items of \a scope, whatever happens to them meanwhile.
    void act(const FrozenScope &scope);
    void actOn(ItemVerb verb, const ItemRef &item);
    void actOn(ItemVerb verb, const ItemRefs &items);

private:
    /// Those whose host cannot be steered are left out.
    [[nodiscard]] FrozenScope scopeOf(ItemVerb verb, const ItemRefs &items) const;
    void actOnSelected(ItemVerb verb);
    void askPause();
    void askEnqueue();
    [[nodiscard]] QStringList controllersOf(const ItemRefs &items) const;

    QWidget &m_window;
    const LiveState &m_state;
    Tabs &m_tabs;
    Commander &m_commander;
};

} // namespace qontroller::ui
