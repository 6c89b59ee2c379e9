// SPDX-License-Identifier: GPL-3.0-or-later
// What the mass-deletion guard holds wants a decision.
#include "ui/mainwindow_p.h"

#include "ui/words/format.h"

#include <QtCore/QDateTime>

namespace qontroller::ui {

namespace {

std::uint64_t heldOf(const ControllerView &view)
{
    return view.gauges.states[static_cast<std::size_t>(ItemState::Held)];
}

/// The controller whose list was held back last; null if nothing is held.
const ControllerView *newestHold(const LiveState &state)
{
    const ControllerView *newest = nullptr;
    for (const auto &[id, view] : state.controllers()) {
        if (heldOf(view) > 0 && (!newest || view.held.at > newest->held.at))
            newest = &view;
    }
    return newest;
}

// The message stays: "3 s ago" would soon be wrong.
QString clockTime(TimePoint then, TimePoint now)
{
    const auto ago = std::chrono::duration_cast<std::chrono::milliseconds>(now - then);
    return QDateTime::currentDateTime().addMSecs(-ago.count()).toString(QStringLiteral("HH:mm:ss"));
}

} // namespace

// Said once for a list, and again when more is held or another message was in its place.
void MainWindow::Private::showHeld()
{
    const ControllerView *view = newestHold(state);
    if (!view) {
        if (!heldSaid.sentence.isEmpty() && message->text() == heldSaid.sentence)
            message->clear();
        heldSaid = {};
        return;
    }
    const bool known = heldSaid.controller == view->id && heldSaid.at == view->held.at
                       && heldOf(*view) <= heldSaid.count;
    if (!known && !message->isPassing())
        sayHeld(*view);
}

void MainWindow::Private::sayHeld(const ControllerView &view)
{
    const ControllerId id = view.id;
    const QString held = tr("%n removal(s) held", nullptr, int(heldOf(view)));
    const QString sentence = tr("%1: %2. The list of %3 lacked %4 of %5 objects, too many at once "
                                "to be believed.")
                                 .arg(toLine(view.name), held, clockTime(view.held.at, state.now()),
                                      formatCount(view.held.missing),
                                      formatCount(view.held.present));
    QList<MessageBar::Action> buttons{{tr("Show"), [this] {
                                           chooseFacet(QStringLiteral("state"),
                                                       keyOf(ItemState::Held));
                                       }}};
    if (options.access == WindowOptions::Access::Full) {
        buttons += {tr("Confirm…"), [this, id] { judgeHeld(id, ItemVerb::ConfirmHeld); }};
        buttons += {tr("Refuse"), [this, id] { judgeHeld(id, ItemVerb::RefuseHeld); }};
    }
    say(MessageBar::Kind::Warning, sentence, buttons);
    heldSaid = {id, view.held.at, heldOf(view), sentence};
}

// What is held now, and nothing that comes to be held while a dialog is open.
void MainWindow::Private::judgeHeld(ControllerId id, ItemVerb verb)
{
    heldSaid = {}; // it comes back if the decision is put off
    ItemRefs items;
    for (const ObjectId &object : feed.held(id))
        items.push_back({id, 0, object, ItemState::Held, false});
    act(FrozenScope::of(verb, items));
}

} // namespace qontroller::ui
