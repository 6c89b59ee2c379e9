// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowdesks.h"

#include "ui/overview/overview.h"
#include "ui/window/windowparts.h"

#include <QtWidgets/QMainWindow>

namespace qontroller::ui {

WindowDesks::WindowDesks(QMainWindow &window, WindowParts &parts, ApplicationPort &application,
                         const WindowOptions &options)
    : notices(*parts.messages, *parts.toasts)
    , title(window, options, parts.state, application)
    , layout(window, parts)
    , menus(window, *parts.actions, parts.state, *parts.tabs)
    , preferences(*parts.actions, parts.settings, parts.state, *parts.charts, notices)
    , logs(parts.state, parts.pump, *parts.tabs, *parts.events, *parts.eventsPane, parts.log,
           *parts.logTable, notices)
    , commandNotice(parts.commander, parts.jobCommander, parts.lifecycleCommander, notices)
    , look(parts.pump, parts.state)
    , undoing(window, *parts.actions, parts.commander, parts.operatorLogs, parts.state, look,
              notices)
    , undoKey(window, parts.commander, commandNotice)
    , items(window, *parts.actions, parts.state, *parts.tabs, parts.commander, parts.jobCommander)
    , controllers(window, *parts.actions, parts.state, *parts.tabs, parts.commander,
                  parts.jobCommander)
    , resuming(window, parts.state, look, notices)
    , allControllers(window, *parts.actions, parts.state, parts.commander, parts.operatorLogs, look,
                     resuming)
    , operations(window, *parts.actions, parts.state, parts.lifecycles, parts.tabs->board(),
                 parts.lifecycleCommander)
    , navigator(window, *parts.actions, parts.state, *parts.tabs, *parts.filterBox, notices)
    , views(window, *parts.actions, parts.settings, *parts.filterBox, *parts.facets, notices)
    , help(window, *parts.actions)
    , plugins(window, options.access, *parts.actions, application, parts.state, notices)
    , sessions(window, options.mode, *parts.actions, application, plugins, notices)
    , parameters(window, *parts.actions, application, parts.state, *parts.tabs,
                 parts.details->text(), sessions, notices)
    , focused(window, *parts.actions, *parts.tabs, *parts.details, notices)
    , copying(window, *parts.actions, parts.state, *parts.tabs, focused, parts.log, logs, notices)
    , hosts(window, *parts.actions, parts.settings, application, parts.state, notices)
    , first(*parts.actions, parts.settings, application, parts.tabs->overview().first(), sessions,
            help, notices)
    , acknowledging(window, application.hosts(), parts.log.who(), notices)
    , results(parts.log, parts.state, parts.tabs->overview(), *parts.details)
    , overview(options.access, *parts.actions, application.hosts(), parts.state, *parts.tabs, items,
               controllers, operations, hosts, navigator, acknowledging, results, resuming,
               parts.log, notices)
    , bell(window, *parts.actions->desktopMessages)
    , board(application.hosts(), parts.state, parts.lifecycles, *parts.tabs)
    , quitting(window, options.mode, application, parts.state, parts.jobs, board, sessions)
    , status(options.access, *parts.actions, parts.state, parts.pump, *parts.tabs, *parts.status)
    , goneNotice(parts.state, notices)
    , stuckLog(parts.state)
    , guard(options, *parts.actions, parts.state, *parts.tabs, views, parts.commander,
            parts.lifecycles, focused, logs)
    , refresh(window, parts.state, *parts.tabs, *parts.charts, *parts.tiles, *parts.facets,
              *parts.details)
{
    if (options.mode == WindowOptions::Mode::Normal
        && options.access == WindowOptions::Access::Full)
        parts.tabs->overview().offerFirst();
    status.followJobs(parts.jobs, parts.jobCommander);
    connectRefresh(parts.pump);
    connectSelection(parts);
    connectFilter(parts);
    connectBoard();
    connectRequests(parts);
    layout.restore();
    guard.review();
    title.show();
}

void WindowDesks::connectRefresh(DeltaPump &pump)
{
    QObject::connect(&refresh, &WindowRefresh::momentBegins, &overview, [this] { showOverview(); });
    QObject::connect(&refresh, &WindowRefresh::slowUpdate, &refresh, [this] { showSlow(); });
    QObject::connect(&status, &StatusRefresh::livenessShown, &board, &BoardRefresh::showStale);
    QObject::connect(&status, &StatusRefresh::livenessShown, &title, [this, &pump] {
        overview.noteSilence(pump.isStale() ? std::optional(pump.age()) : std::nullopt);
        showOverview();
    });
    QObject::connect(&pump, &DeltaPump::journalTold, &overview,
                     [this](HostId host, const JournalStatus &journal) {
                         controllers.note(host, journal);
                         overview.setJournal(host, journal);
                     });
    QObject::connect(&pump, &DeltaPump::logTold, &overview,
                     [this](HostRun of, const auto &lines) { overview.takeLog(of.host, lines); });
    QObject::connect(&pump, &DeltaPump::alarmsTold, &overview, &OverviewDesk::setAlarms);
    QObject::connect(&bell, &AlarmBell::shown, &title, &WindowTitle::raiseWindow);
    QObject::connect(&bell, &AlarmBell::shown, &overview, &OverviewDesk::showNeed);
    QObject::connect(&bell, &AlarmBell::acknowledged, &acknowledging,
                     [this](const Need &need) { acknowledging.acknowledge(need, {}); });
    QObject::connect(&acknowledging, &AcknowledgeDesk::acknowledged, &pump, &DeltaPump::hurryJobs);
}

// Also while no delta comes: a host that is lost is seen then.
void WindowDesks::showOverview()
{
    overview.show();
    bell.follow(overview.needs());
    title.setUrgent(overview.urgentCount());
    title.show();
}

// In this order: counts are of one moment, and what actions are meant for is looked at when all
// else is shown.
void WindowDesks::showSlow()
{
    board.followHosts();
    refresh.showPanes();
    logs.showEvents();
    status.showAll();
    hosts.showStates();
    first.noteSession();
    goneNotice.show();
    title.show();
    guard.review();
}

void WindowDesks::connectSelection(WindowParts &parts)
{
    QObject::connect(parts.tabs, &Tabs::selectionMoved, &guard, &ActionGuard::review);
    QObject::connect(&focused, &FocusedList::changed, &guard, &ActionGuard::review);
    QObject::connect(parts.tabs, &Tabs::selectionMoved, &refresh, &WindowRefresh::showDetails);
    QObject::connect(parts.tabs, &Tabs::selectionMoved, &status, &StatusRefresh::showCounts);
}

// Of what has the keyboard; that is else the tab in front.
void WindowDesks::connectFilter(WindowParts &parts)
{
    const auto strike = [this, &parts] {
        const Heeded heeded = logs.heededBy(focused.list())
                                  .value_or(heededBy(parts.tabs->currentTab()));
        parts.filterBox->setHeeded(heeded.fields, heeded.whyNotAll);
    };
    QObject::connect(parts.tabs, &Tabs::currentChanged, parts.filterBox, strike);
    QObject::connect(&focused, &FocusedList::changed, parts.filterBox, strike);
    strike();
    QObject::connect(parts.filterBox, &FilterBox::filterChanged, &guard, &ActionGuard::review);
    QObject::connect(parts.filterBox, &FilterBox::filterChanged, &logs, &Logs::setFilter);
    QObject::connect(parts.filterBox, &FilterBox::filterChanged, parts.facets,
                     [&parts](const Filter &filter) {
                         parts.facets->setFilter(filter, parts.filterBox->text());
                     });
}

void WindowDesks::connectBoard()
{
    QObject::connect(&board, &BoardRefresh::boardShown, &menus, &WindowMenus::setOperationsShown);
    QObject::connect(&board, &BoardRefresh::boardShown, &overview, [this](bool shown) {
        if (shown)
            return;
        stuckLog.follow({});
        overview.setOperations({});
    });
    QObject::connect(&board, &BoardRefresh::pictureShown, &overview, &OverviewDesk::setOperations);
    QObject::connect(&board, &BoardRefresh::boardShown, &guard, &ActionGuard::review);
    QObject::connect(&board, &BoardRefresh::pictureShown, &operations,
                     &OperationSteering::rememberTypes);
    QObject::connect(&board, &BoardRefresh::pictureShown, &refresh, &WindowRefresh::showDetails);
    QObject::connect(&board, &BoardRefresh::pictureShown, &stuckLog, &StuckLog::follow);
    QObject::connect(&board, &BoardRefresh::pictureShown, &guard, &ActionGuard::review);
}

// What an operator asks of a part that only shows.
void WindowDesks::connectRequests(WindowParts &parts)
{
    QObject::connect(parts.facets, &FacetsPane::facetChosen, &navigator, &Navigator::showFacet);
    QObject::connect(&logs, &Logs::eventActivated, &navigator, &Navigator::showEvent);
    QObject::connect(parts.tiles, &TileBar::clicked, &navigator, &Navigator::showTile);
    QObject::connect(parts.details, &DetailsPane::asked, &items,
                     [this](ItemVerb verb, const ItemRef &item) {
                         const bool isRequeue = verb == ItemVerb::Requeue;
                         items.actOn(verb, {item},
                                     isRequeue ? results.of(item) : ItemSteering::Noted());
                     });
    QObject::connect(&commandNotice, &CommandNotice::undoAsked, &undoing, &UndoDesk::undo);
    QObject::connect(&sessions, &SessionDesk::fileChanged, &title, &WindowTitle::show);
    help.setMore([this] { return overview.verbs(); });
    QObject::connect(&overview, &OverviewDesk::saveAsked, &sessions, &SessionDesk::saveOf);
}

} // namespace qontroller::ui
