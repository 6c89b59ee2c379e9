// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow_p.h"

#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"
#include "ui/words/format.h"

#include <QtCore/QFileInfo>
#include <QtWidgets/QApplication>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QSystemTrayIcon>

#include <algorithm>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr Duration SlowInterval = 240ms;

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
    facets->show(state);
    showErrorFacets();
    details->refresh();
    const bool follow = isAtEnd(*eventsTable);
    events->show(state);
    if (follow)
        eventsTable->scrollToBottom();
    status->showPaused(state);
    status->showRates(state, pump.pace().interval());
    showLiveness();
    showHeld();
    showTitle();
    updateActions();
}

void MainWindow::Private::showLiveness() const
{
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
    const bool readOnly = options.access == WindowOptions::Access::ReadOnly;
    if (readOnly) {
        for (QAction *action : actions->commands())
            action->setEnabled(false);
    } else {
        const bool items = tabs->hasSelectedItems();
        for (QAction *action : actions->itemCommands())
            action->setEnabled(items);
        const std::uint64_t held = state.inState(ItemState::Held);
        actions->confirmHeld->setEnabled(items && held > 0);
        actions->refuseHeld->setEnabled(items && held > 0);
        const std::size_t controllers = tabs->meantControllers().size();
        for (QAction *action : {actions->pauseController, actions->pauseControllerFor,
                                actions->resumeController, actions->resync, actions->remove})
            action->setEnabled(controllers > 0);
        actions->setWorkers->setEnabled(controllers == 1);
        actions->setOptions->setEnabled(controllers == 1);
        const bool any = !state.controllers().empty();
        for (QAction *action : {actions->pauseAll, actions->resumeAll, actions->enqueue})
            action->setEnabled(any);
        actions->undo->setEnabled(commander.canUndo());
    }
    const bool selected = tabs->currentTable().selectionModel()->hasSelection();
    actions->copy->setEnabled(selected);
    actions->copyJson->setEnabled(selected);
    actions->goTo->setEnabled(state.items().liveCount() > 0);
    actions->saveView->setEnabled(filtered);
    actions->deleteView->setEnabled(!views.all().isEmpty());
    actions->exportItems->setEnabled(state.items().liveCount() > 0);
}

void MainWindow::Private::showSelection()
{
    updateActions();
    details->setItem(tabs->currentItem());
    status->showCounts(std::size_t(tabs->items().rowCount()), state,
                       tabs->currentTable().selectedCount());
}

void MainWindow::Private::say(MessageBar::Kind kind, const QString &sentence,
                              const QList<MessageBar::Action> &buttons)
{
    if (!heldSaid.sentence.isEmpty() && message->text() == heldSaid.sentence)
        heldSaid = {}; // it was not decided and comes back
    message->showMessage(kind, sentence, buttons);
}

void MainWindow::Private::say(const Result &result)
{
    if (!result.sentence.isEmpty())
        say(result.isDone() ? MessageBar::Kind::Info : MessageBar::Kind::Error, result.sentence);
}

void MainWindow::Private::setFrozen(bool frozen)
{
    heldBack = 0;
    state.setFrozen(frozen);
    showLiveness();
}

} // namespace qontroller::ui
