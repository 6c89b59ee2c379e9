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

constexpr qsizetype LongestName = 40;

QString shortened(const QString &name)
{
    if (name.size() <= LongestName)
        return name;
    const qsizetype half = LongestName / 2 - 1;
    return name.left(half) + QStringLiteral("…") + name.right(half);
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
    facets->show(state);
    showErrorFacets();
    details->refresh();
    const bool follow = isAtEnd(*eventsTable);
    events->show(state);
    if (follow)
        eventsTable->scrollToBottom();
    showCounts();
    status->showPaused(state);
    status->showTrouble(state);
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
        const bool items = tabs->meantItemCount() > 0;
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
    actions->nameTargets(targetItems(), namesOf(tabs->meantControllers()));
    actions->undo->setText(commander.canUndo() ? tr("&Undo: %1").arg(commander.undoText())
                                               : tr("&Undo"));
    const bool selected = tabs->currentTable().selectionModel()->hasSelection();
    actions->copy->setEnabled(selected);
    actions->copyJson->setEnabled(selected);
    actions->goTo->setEnabled(state.items().liveCount() > 0);
    actions->saveView->setEnabled(filtered);
    actions->deleteView->setEnabled(!views.all().isEmpty());
    actions->exportItems->setEnabled(tabs->items().rowCount() > 0);
}

// What actions on items are meant for, in a few words.
QString MainWindow::Private::targetItems() const
{
    const std::size_t count = tabs->meantItemCount();
    if (count != 1)
        return count == 0 ? QString() : tr("%n Item(s)", nullptr, int(count));
    const ItemRefs items = tabs->meantItems();
    return shortened(toLine(items.front().id));
}

void MainWindow::Private::showSelection()
{
    updateActions();
    details->setItem(tabs->chosenItem(),
                     tabs->isChosenInTable() ? DetailsPane::Row::InTable : DetailsPane::Row::None);
    showCounts();
}

void MainWindow::Private::showCounts() const
{
    status->showCounts(tabs->items().liveRowCount(), state, tabs->currentTable().selectedCount());
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

void MainWindow::Private::setFrozen(bool frozen)
{
    heldBack = 0;
    state.setFrozen(frozen);
    showLiveness();
}

} // namespace qontroller::ui
