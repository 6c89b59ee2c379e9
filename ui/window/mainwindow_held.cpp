// SPDX-License-Identifier: GPL-3.0-or-later
// What the mass-deletion guard holds wants a decision.
#include "ui/window/mainwindow_p.h"

#include "ui/words/format.h"

#include <QtCore/QDateTime>

namespace qontroller::ui {

namespace {

std::uint64_t heldOf(const ControllerView &view)
{
    return view.gauges.states[static_cast<std::size_t>(ItemState::Held)];
}

QString heldKey(ControllerId id)
{
    return QStringLiteral("held/%1").arg(id);
}

// The message stays: "3 s ago" would soon be wrong.
QString clockTime(TimePoint then, TimePoint now)
{
    const auto ago = std::chrono::duration_cast<std::chrono::milliseconds>(now - then);
    return QDateTime::currentDateTime().addMSecs(-ago.count()).toString(QStringLiteral("HH:mm:ss"));
}

} // namespace

// One message for each controller that holds removals, there until it holds none.
void MainWindow::Private::showHeld()
{
    std::erase_if(heldSaid, [this](const auto &said) {
        const ControllerView *view = state.controller(said.first);
        if (view && heldOf(*view) > 0)
            return false;
        messages->settle(heldKey(said.first), tr("Settled: no removal is held here any more."));
        return true;
    });
    for (const auto &[id, view] : state.controllers()) {
        const std::pair news(view.held.at, heldOf(view));
        if (news.second == 0 || (heldSaid.contains(id) && heldSaid.at(id) == news))
            continue;
        heldSaid[id] = news;
        sayHeld(view);
    }
}

void MainWindow::Private::sayHeld(const ControllerView &view)
{
    const ControllerId id = view.id;
    const QString name = toLine(view.name);
    const QString held = tr("%n removal(s) held", nullptr, int(heldOf(view)));
    QString sentence = tr("%1: %2. The list of %3 lacked %4 of %5 objects, too many at once "
                          "to be believed.")
                           .arg(name, held, clockTime(view.held.at, state.now()),
                                formatCount(view.held.missing), formatCount(view.held.present));
    if (view.held.missing > heldOf(view))
        sentence += QLatin1Char(' ')
                    + tr("Not held of these, because they run or are decided: %1.")
                          .arg(formatCount(view.held.missing - heldOf(view)));
    QList<MessageAction> buttons{{tr("Show"), [this, name] { showOnlyHeld(name); }}};
    if (options.access == WindowOptions::Access::Full) {
        buttons += {tr("Confirm…"), [this, id] { judgeHeld(id, ItemVerb::ConfirmHeld); }};
        buttons += {tr("Refuse…"), [this, id] { judgeHeld(id, ItemVerb::RefuseHeld); }};
    }
    messages->post(
        {heldKey(id), MessageBar::Kind::Warning, sentence, buttons, MessageBar::Ends::WhenSettled});
}

// All of them and nothing else, whatever the filter was before.
void MainWindow::Private::showOnlyHeld(const QString &controller) const
{
    tabs->setCurrentTab(Tabs::Tab::Items);
    filterBox->setFilterText(filterTerm(QStringLiteral("state"), keyOf(ItemState::Held))
                             + QLatin1Char(' ')
                             + filterTerm(QStringLiteral("controller"), controller));
}

// What is held now, and nothing that comes to be held while a dialog is open.
void MainWindow::Private::judgeHeld(ControllerId id, ItemVerb verb)
{
    ItemRefs items;
    for (const ObjectId &object : feed.held(id))
        items.push_back({id, 0, object, ItemState::Held, false});
    act(FrozenScope::of(verb, items));
}

} // namespace qontroller::ui
