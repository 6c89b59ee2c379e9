// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/actions/jobcommander.h"

class QWidget;

namespace qontroller::ui {

class Actions;
class Commander;
class LiveState;
class Tabs;

/// Does to items what the operator asks for, and asks back before what cannot be taken back or
/// takes long: what the hosts have frozen by then is what is done.
class ItemSteering final : public QObject
{
    Q_OBJECT

public:
    ItemSteering(QWidget &window, const Actions &actions, const LiveState &state, Tabs &tabs,
                 Commander &commander, JobCommander &jobs);

    /// Told of the entries of the operator log: see FrozenScope.
    using Noted = std::function<void(int entry)>;
    void actOn(ItemVerb verb, const ItemRefs &items, const Noted &noted);

private:
    /// On the items of \a scope, whatever happens to them meanwhile.
    void act(FrozenScope scope);
    void ask(const JobCommander::Prepared &prepared);
    /// Those whose host cannot be steered are left out.
    [[nodiscard]] FrozenScope scopeOf(ItemVerb verb, const ItemRefs &items,
                                      Repeat repeat = Repeat::Skipped) const;
    void actOnSelected(ItemVerb verb);
    void askPause();
    void askEnqueue();
    [[nodiscard]] QStringList controllersOf(const ItemRefs &items) const;

    QWidget &m_window;
    const LiveState &m_state;
    Tabs &m_tabs;
    Commander &m_commander;
    JobCommander &m_jobs;
};

} // namespace qontroller::ui
