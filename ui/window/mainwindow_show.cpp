// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow_p.h"

#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"
#include "ui/words/format.h"
#include "ui/words/pause.h"

#include <QtCore/QFileInfo>
#include <QtWidgets/QApplication>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QSystemTrayIcon>

#include <algorithm>
#include <utility>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr Duration SlowInterval = 240ms;

constexpr qsizetype LongestName = 40;

QString shortened(const QString &name)
{
    if (name.size() <= LongestName)
        return name;
    const qsizetype half = LongestName / 2 - 1;
    return name.left(half) + QStringLiteral("…") + name.right(half);
}

// As in Details: what would skip all of them is off.
QString whyForNone(ItemVerb verb, const ItemRefs &kinds)
{
    const FrozenScope scope = FrozenScope::of(verb, kinds);
    return scope.eligible.empty() && !scope.skipped.empty() ? scope.skipped.begin()->first
                                                            : QString();
}

bool isAtEnd(const Table &table)
{
    return table.verticalScrollBar()->value() >= table.verticalScrollBar()->maximum();
}

} // namespace

void MainWindow::Private::showUpdate()
{
    if (!q.isMinimized())
        tabs->show(state);
    charts->show(state);
    if (q.isMinimized() || state.now() - lastSlow < SlowInterval)
        return;
    lastSlow = state.now();
    tiles->show(state);
    charts->showValues(state);
    lifecycles.setPort(application.lifecycles());
    tabs->showTitles();
    facetsWait = tabs->items().isBehind(); // for the rows that they lead to
    if (!facetsWait)
        facets->show(state);
    showErrorFacets();
    details->refresh();
    showEvents();
    showCounts();
    status->showPaused(state);
    status->showTrouble(state);
    status->showRates(state, pump.pace().interval());
    showLiveness();
    showHeld();
    showTitle();
    updateActions();
}

void MainWindow::Private::showEvents()
{
    if (eventsTable->isStill())
        return;
    const bool follow = isAtEnd(*eventsTable);
    events->show(state);
    if (follow)
        eventsTable->scrollToBottom();
}

void MainWindow::Private::showLiveness() const
{
    tabs->board().showOwed(lifecycles.isStale() ? std::optional(lifecycles.owed()) : std::nullopt);
    if (state.isFrozen())
        status->showLiveness(StatusLine::Liveness::Frozen, pump.age(), heldBack);
    else if (pump.isStale())
        status->showLiveness(StatusLine::Liveness::Stale, pump.age(), 0);
    else
        status->showLiveness(StatusLine::Liveness::Live, pump.age(), 0);
}

void MainWindow::Private::showTitle()
{
    const auto &controllers = state.controllers();
    const bool paused = std::any_of(controllers.begin(), controllers.end(), [](const auto &entry) {
        return entry.second.state == ControllerState::Paused;
    });
    QStringList marks;
    if (paused)
        marks += tr("[PAUSED]");
    if (options.access == WindowOptions::Access::ReadOnly)
        marks += tr("[READ ONLY]");
    if (options.mode == WindowOptions::Mode::Demo)
        marks += tr("[DEMO]");
    marks += QStringLiteral("Qontroller");
    QString title = marks.join(QLatin1Char(' '));
    const QString session = QFileInfo(application.sessionFile()).completeBaseName();
    if (!session.isEmpty())
        title += QStringLiteral(" — ") + session;
    if (q.windowTitle() == title)
        return;
    q.setWindowTitle(title);
    showTray();
}

void MainWindow::Private::showTray()
{
    if (!tray)
        return;
    const bool paused = q.windowTitle().startsWith(tr("[PAUSED]"));
    tray->setIcon(paused ? iconOf(ItemState::Paused) : QApplication::windowIcon());
    tray->setToolTip(q.windowTitle());
    tray->show();
}

void MainWindow::Private::updateActions()
{
    if (options.access == WindowOptions::Access::ReadOnly) {
        for (QAction *action : actions->commands())
            Actions::allow(action, tr("This window is read only."));
    } else {
        allowItemCommands();
        allowControllerCommands();
        allowOperationCommands();
        Actions::allow(actions->undo, commander.canUndo() ? QString() : tr("There is nothing to undo."));
    }
    actions->nameTargets(targetItems(), namesOf(tabs->meantControllers()));
    actions->undo->setText(commander.canUndo() ? tr("&Undo: %1").arg(commander.undoText())
                                               : tr("&Undo"));
    const QString noRow = tabs->currentTable().selectionModel()->hasSelection()
                              ? QString()
                              : tr("No row is selected.");
    Actions::allow(actions->copyJson, noRow);
    Actions::allow(actions->copy,
                   tabs->currentTab() == Tabs::Tab::Operations && tabs->board().hasSelection()
                       ? QString()
                       : noRow);
    Actions::allow(actions->tabs.at(int(Tabs::Tab::Operations)), whyNoOperations());
    Actions::allow(actions->goTo,
                   state.items().liveCount() > 0 ? QString() : tr("There are no items."));
    Actions::allow(actions->exportItems,
                   tabs->items().rowCount() > 0 ? QString() : tr("No items are shown."));
    Actions::allow(actions->saveView, filtered ? QString() : tr("There is no filter to keep."));
    Actions::allow(actions->deleteView,
                   views.all().isEmpty() ? tr("No view is saved.") : QString());
}

void MainWindow::Private::allowItemCommands()
{
    const std::size_t count = tabs->meantItemCount();
    const QString noItem = count > 0 ? QString() : whyNoItem();
    const ItemRefs kinds = tabs->meantKinds();
    const Actions &a = *actions;
    for (const auto &[action, verb] :
         {std::pair(a.requeue, ItemVerb::Requeue), std::pair(a.pause, ItemVerb::Pause),
          std::pair(a.pauseFor, ItemVerb::Pause), std::pair(a.resume, ItemVerb::Resume),
          std::pair(a.discard, ItemVerb::Discard), std::pair(a.confirmHeld, ItemVerb::ConfirmHeld),
          std::pair(a.refuseHeld, ItemVerb::RefuseHeld)})
        Actions::allow(action, noItem.isEmpty() ? whyForNone(verb, kinds) : noItem);
    if (noItem.isEmpty() && state.inState(ItemState::Held) == 0) {
        for (QAction *action : {actions->confirmHeld, actions->refuseHeld})
            Actions::allow(action, tr("No removal is held."));
    }
}

QString MainWindow::Private::whyNoItem() const
{
    const auto chosen = tabs->chosenItem();
    if (!chosen)
        return tr("No item is selected.");
    return (state.items().find(chosen->controller, chosen->key)
                ? tr("%1 is not in this list: use the buttons in Details.")
                : tr("%1 is not known any more."))
        .arg(toLine(chosen->id));
}

void MainWindow::Private::allowControllerCommands()
{
    const QString none = state.controllers().empty() ? tr("No controller is loaded.") : QString();
    for (QAction *action : {actions->pauseAll, actions->resumeAll, actions->enqueue})
        Actions::allow(action, none);
    const std::size_t meant = tabs->meantControllers().size();
    const QString noneMeant = !none.isEmpty() ? none
                              : meant == 0    ? tr("No controller is selected.")
                                              : QString();
    for (QAction *action : {actions->pauseController, actions->pauseControllerFor,
                            actions->resumeController, actions->resync, actions->remove})
        Actions::allow(action, noneMeant);
    const QString notOne = meant > 1 ? tr("Several controllers are selected.") : noneMeant;
    for (QAction *action : {actions->setWorkers, actions->setOptions})
        Actions::allow(action, notOne);
}

// What actions on items are meant for, in a few words.
QString MainWindow::Private::targetItems() const
{
    const std::size_t count = tabs->meantItemCount();
    if (count != 1)
        return count == 0 ? QString() : tr("%n Item(s)", nullptr, int(count));
    const ItemRefs items = tabs->meantItems();
    return items.empty() ? QString() : shortened(toLine(items.front().id));
}

void MainWindow::Private::showSelection()
{
    updateActions();
    showDetails();
    showCounts();
}

void MainWindow::Private::showCounts() const
{
    status->showCounts(filtered ? std::optional(tabs->items().liveRowCount()) : std::nullopt, state,
                       tabs->selectedCount());
}

void MainWindow::Private::say(const QString &sentence, const QList<MessageAction> &buttons,
                              const QString &key)
{
    toasts->say(sentence, buttons, key);
}

void MainWindow::Private::warn(MessageBar::Kind kind, const QString &sentence,
                               const QList<MessageAction> &buttons)
{
    messages->post({{}, kind, sentence, buttons});
}

void MainWindow::Private::say(const Result &result)
{
    if (result.sentence.isEmpty())
        return;
    if (result.isDone())
        say(result.sentence);
    else
        warn(MessageBar::Kind::Error, result.sentence);
}

void MainWindow::Private::sayPauseEnd(const LoggedEvent &event)
{
    log.addPauseEnd(event.controllerName, event.event);
    say(pauseEndText(event.event, event.controllerName));
}

void MainWindow::Private::setFrozen(bool frozen)
{
    heldBack = 0;
    state.setFrozen(frozen);
    showLiveness();
}

} // namespace qontroller::ui
