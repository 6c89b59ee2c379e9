// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow_p.h"

#include "ui/models/signature.h"
#include "ui/theme/theme.h"
#include "ui/words/explaining.h"
#include "ui/words/format.h"

#include <QtGui/QActionGroup>
#include <QtWidgets/QSystemTrayIcon>
#include <QtWidgets/QToolBar>
#include <utility>

namespace qontroller::ui {

namespace {

QString undoKey(int undo)
{
    return QStringLiteral("undo/%1").arg(undo);
}

} // namespace

void MainWindow::Private::connectActions()
{
    const Actions &a = *actions;
    const auto on = [this](QAction *action, auto function) {
        QObject::connect(action, &QAction::triggered, &q, function);
    };
    on(a.loadPlugin, [this] { loadPlugin({}); });
    on(a.openSession, [this] { openSession(); });
    on(a.saveSession, [this] { saveSession(); });
    on(a.saveSessionAs, [this] { saveSessionAs(); });
    on(a.exportItems, [this] { exportItems(); });
    on(a.saveDiagnostics, [this] { saveDiagnostics(); });
    on(a.quit, [this] { q.close(); });
    on(a.undo, [this] { commander.undo(); });
    on(a.copy, [this] {
        copy(tabs->currentTab() == Tabs::Tab::Operations ? tabs->board().selectedAsText()
                                                         : tabs->currentTable().selectedAsText());
    });
    on(a.copyJson, [this] { copy(tabs->currentTable().selectedAsJson()); });
    on(a.selectAll, [this] {
        EmployersTree &employers = tabs->board().employers();
        employers.hasFocus() ? employers.selectAll() : tabs->currentTable().selectAll();
    });
    on(a.filter, [this] {
        tabs->setCurrentTab(Tabs::Tab::Items);
        filterBox->setFocus(Qt::ShortcutFocusReason);
        filterBox->selectAll();
    });
    on(a.saveView, [this] { askSaveView(); });
    on(a.deleteView, [this] { askDeleteView(); });
    on(a.freeze, [this](bool frozen) { setFrozen(frozen); });
    on(a.chartTables, [this](bool tables) { charts->setShownAsTables(tables); });
    on(a.resetLayout, [this] { resetLayout(); });
    for (int i = 0; i < a.tabs.size(); ++i) {
        on(a.tabs[i], [this, i] {
            tabs->setCurrentIndex(i);
            tabs->currentTable().setFocus();
        });
    }
    for (int i = 0; i < WindowCount; ++i) {
        on(a.windows->actions().at(i), [this, i] {
            settings.setValue("window", i);
            charts->setWindow(i);
            charts->show(state);
        });
    }
    QObject::connect(a.themes, &QActionGroup::triggered, &q, [this](const QAction *action) {
        settings.setValue("theme", action->data());
        Theme::apply(static_cast<Theme::Choice>(action->data().toInt()));
    });
    QObject::connect(a.languages, &QActionGroup::triggered, &q, [this](const QAction *action) {
        settings.setValue("language", action->data());
        say(tr("The language changes with the next start."));
    });
    on(a.managePlugins, [this] { managePlugins(); });
    on(a.pauseController,
       [this] { eachController([this](ControllerId id) { commander.pauseController(id); }); });
    on(a.pauseControllerFor, [this] { askPauseControllers(); });
    on(a.resumeController,
       [this] { eachController([this](ControllerId id) { commander.resumeController(id); }); });
    on(a.setWorkers, [this] { askWorkers(); });
    on(a.setOptions, [this] { askOptions(); });
    on(a.resync, [this] { eachController([this](ControllerId id) { commander.resync(id); }); });
    on(a.remove, [this] { askRemove(); });
    on(a.pauseAll, [this] { commander.pauseAll(); });
    on(a.resumeAll, [this] { commander.resumeAll(); });
    on(a.requeue, [this] { act(ItemVerb::Requeue); });
    on(a.pause, [this] { act(ItemVerb::Pause); });
    on(a.pauseFor, [this] { askPauseItems(); });
    on(a.resume, [this] { act(ItemVerb::Resume); });
    on(a.discard, [this] { act(ItemVerb::Discard); });
    on(a.confirmHeld, [this] { act(ItemVerb::ConfirmHeld); });
    on(a.refuseHeld, [this] { act(ItemVerb::RefuseHeld); });
    on(a.enqueue, [this] { askEnqueue(); });
    on(a.goTo, [this] { askGoTo(); });
    on(a.help, [this] { showHelp(); });
    on(a.palette, [this] { showPalette(tr("Find Action")); });
    on(a.shortcuts, [this] { showPalette(tr("Keyboard Shortcuts")); });
    on(a.about, [this] { about(); });
}

void MainWindow::Private::connectParts()
{
    QObject::connect(&pump, &DeltaPump::sampled, &q,
                     [this](const std::vector<Sample> &samples) { state.record(samples); });
    QObject::connect(&pump, &DeltaPump::pulled, &q,
                     [this](const DeltaPtr &delta) { state.apply(delta); });
    QObject::connect(&pump, &DeltaPump::staleChanged, &q, [this] { showLiveness(); });
    QObject::connect(&state, &LiveState::updated, &q, [this] { showUpdate(); });
    QObject::connect(&state, &LiveState::heldBack, &q, [this](std::size_t changes) {
        heldBack = changes;
        showLiveness();
    });
    QObject::connect(&state, &LiveState::eventLogged, &q, [this](const LoggedEvent &event) {
        log.take(event.event);
        if (event.event.kind == EventRecord::Kind::PauseEnded)
            sayPauseEnd(event);
    });
    QObject::connect(&state, &LiveState::ticketEnded, &log, &OperatorLog::take);
    QObject::connect(&log, &OperatorLog::failed, &q,
                     [this](const QString &sentence) { warn(MessageBar::Kind::Error, sentence); });
    QObject::connect(&log, &OperatorLog::remarked, &q,
                     [this](const QString &remark) { warn(MessageBar::Kind::Warning, remark); });
    QObject::connect(&commander, &Commander::done, &q, [this](const QString &sentence, int undo) {
        if (undo == 0)
            return say(sentence);
        say(sentence, {{tr("Undo"), [this, undo] { commander.undo(undo); }}}, undoKey(undo));
    });
    QObject::connect(&commander, &Commander::takenBack, &q,
                     [this](int undo) { toasts->withdraw(undoKey(undo)); });
    QObject::connect(&commander.bulk(), &BulkRequeue::progressed, &q,
                     [this] { status->showBulk(commander.bulk()); });
    QObject::connect(&commander.bulk(), &BulkRequeue::ended, &q,
                     [this](std::size_t requeued, std::size_t gone, std::size_t left) {
                         QStringList parts{tr("Requeued: %1").arg(formatCount(requeued))};
                         if (gone > 0)
                             parts += tr("gone by then: %1").arg(formatCount(gone));
                         if (left > 0)
                             parts += tr("stopped before: %1").arg(formatCount(left));
                         say(parts.join(QStringLiteral(" · ")));
                     });
    QObject::connect(&log, &OperatorLog::rowsInserted, logTable, &QTableView::scrollToBottom);
    QObject::connect(status, &StatusLine::stopRequested, &q, [this] { commander.bulk().stop(); });
    QObject::connect(&commander, &Commander::undoChanged, &q, [this] { updateActions(); });
    QObject::connect(messages, &MessageBar::visibleChanged, messages, &QWidget::setVisible);
    QObject::connect(filterBox, &FilterBox::filterChanged, &q,
                     [this](const Filter &filter) { setFilter(filter); });
    QObject::connect(filterBox, &FilterBox::rejected, &q,
                     [this](const QString &text, const QString &sentence) {
                         say(tr("“%1” is no filter. %2").arg(text, sentence),
                             {{tr("Edit"), [this, text] { filterBox->edit(text); }}});
                     });
    QObject::connect(facets, &FacetsPane::facetChosen, &q,
                     [this](const QString &field, const QString &value) {
                         chooseFacet(field, value);
                     });
    QObject::connect(tiles, &TileBar::clicked, &q, [this](TileBar::Kind kind) { showTile(kind); });
    QObject::connect(charts, &ChartsPane::controllerChosen, &q, [this] {
        charts->show(state);
        charts->showValues(state);
    });
    QObject::connect(details, &DetailsPane::asked, &q, [this](ItemVerb verb, const ItemRef &item) {
        act(FrozenScope::of(verb, {item}));
    });
    QObject::connect(tabs, &Tabs::selectionMoved, &q, [this] { showSelection(); });
    QObject::connect(tabs, &Tabs::menuRequested, &q,
                     [this](const QPoint &position) { showMenu(position); });
    QObject::connect(tabs, &Tabs::failureActivated, &q, [this](const QString &signature) {
        filterBox->setFilterText(
            QStringLiteral("error:/%1/").arg(signaturePattern(signature.toStdString())));
        tabs->setCurrentTab(Tabs::Tab::Items);
    });
    QObject::connect(tabs, &Tabs::controllerActivated, &q, [this](const QString &name) {
        chooseFacet(QStringLiteral("controller"), name);
    });
    QObject::connect(&tabs->items(), &ItemsModel::refreshed, &q, [this] {
        if (std::exchange(facetsWait, false))
            facets->show(state);
        showCounts();
    });
    livenessTimer.setInterval(std::chrono::milliseconds(500));
    QObject::connect(&livenessTimer, &QTimer::timeout, &q, [this] { showLiveness(); });
    livenessTimer.start();
    if (tray) {
        QObject::connect(tray, &QSystemTrayIcon::activated, &q, [this] {
            q.showNormal();
            q.raise();
            q.activateWindow();
        });
    }
}

} // namespace qontroller::ui
