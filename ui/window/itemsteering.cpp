// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/itemsteering.h"

#include "ui/actions/actions.h"
#include "ui/actions/commander.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/enqueuedialog.h"
#include "ui/dialogs/termsdialog.h"
#include "ui/views/tabs.h"
#include "ui/window/controllernames.h"
#include "ui/words/format.h"

#include <QtGui/QAction>

#include <algorithm>
#include <set>
#include <utility>

namespace qontroller::ui {

ItemSteering::ItemSteering(QWidget &window, const Actions &actions, const LiveState &state,
                           Tabs &tabs, Commander &commander, JobCommander &jobs)
    : m_window(window)
    , m_state(state)
    , m_tabs(tabs)
    , m_commander(commander)
    , m_jobs(jobs)
{
    for (const auto &[action, verb] : actions.itemCommands()) {
        if (action == actions.pauseFor)
            connect(action, &QAction::triggered, this, &ItemSteering::askPause);
        else
            connect(action, &QAction::triggered, this,
                    [this, verb = verb] { actOnSelected(verb); });
    }
    connect(actions.enqueue, &QAction::triggered, this, &ItemSteering::askEnqueue);
}

// From here on the items are fixed, whatever happens in the table.
void ItemSteering::actOnSelected(ItemVerb verb)
{
    act(scopeOf(verb, m_tabs.meantItems()));
}

void ItemSteering::actOn(ItemVerb verb, const ItemRefs &items, const Noted &noted)
{
    FrozenScope scope = scopeOf(verb, items);
    scope.noted = noted;
    act(std::move(scope));
}

FrozenScope ItemSteering::scopeOf(ItemVerb verb, const ItemRefs &items, Repeat repeat) const
{
    return FrozenScope::of(
        verb, items, [this](ControllerId id) { return m_state.hosts().whyNotSteered(id); }, repeat);
}

void ItemSteering::act(FrozenScope scope)
{
    if (!JobCommander::isFor(scope))
        return m_commander.apply(scope);
    m_jobs.prepare(std::move(scope),
                   [this](const JobCommander::Prepared &prepared) { ask(prepared); });
}

void ItemSteering::ask(const JobCommander::Prepared &prepared)
{
    auto *dialog = new ConfirmDialog(prepared, controllersOf(prepared.scope->eligible), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, prepared] { m_jobs.begin(prepared); });
    connect(dialog, &QDialog::rejected, this, [this, prepared] { m_jobs.drop(prepared); });
    dialog->open();
}

QStringList ItemSteering::controllersOf(const ItemRefs &items) const
{
    std::set<ControllerId> ids;
    for (const ItemRef &item : items)
        ids.insert(item.controller);
    QStringList names;
    for (const ControllerId id : ids) {
        if (const QString title = placeOf(m_state, id); !title.isEmpty())
            names += title;
    }
    return names;
}

void ItemSteering::askPause()
{
    const FrozenScope scope = scopeOf(ItemVerb::Pause, m_tabs.meantItems(), Repeat::Anew);
    const int count = int(scope.eligible.size());
    if (count == 0)
        return m_commander.apply(scope);
    const QString what = count == 1 ? toLine(scope.eligible.front().id)
                                    : tr("%n object(s)", nullptr, count);
    const QString of = controllersOf(scope.eligible).join(QStringLiteral(", "));
    const auto paused = std::ranges::count(scope.eligible, ItemState::Paused, &ItemRef::state);
    auto *dialog = new TermsDialog(pauseQuestion(tr("%1 of %2 will be paused.").arg(what, of),
                                                 tr("&Pause %n Object(s)", nullptr, count),
                                                 int(paused)),
                                   &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog, scope] { m_commander.apply(scope, dialog->terms()); });
    dialog->open();
}

void ItemSteering::askEnqueue()
{
    const std::vector<ControllerId> meant = m_tabs.meantControllers();
    auto *dialog = new EnqueueDialog(m_state.book(), meant.empty() ? 0 : meant.front(), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_commander.enqueue(dialog->controller(), dialog->id().toStdString());
    });
    dialog->open();
}

} // namespace qontroller::ui
