// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowdesks.h"

#include "ui/window/windowparts.h"

#include <QtWidgets/QMainWindow>

namespace qontroller::ui {

WindowDesks::WindowDesks(QMainWindow &window, WindowParts &parts, Feed &feed,
                         ApplicationPort &application, const WindowOptions &options)
    : notices(*parts.messages, *parts.toasts)
    , logTables(parts.state, *parts.events, *parts.eventsTable, parts.log, *parts.logTable)
    , title(window, options, parts.state, application)
    , bars(window, *parts.actions, *parts.filterBox, *parts.tiles)
    , docks(window, *parts.facets, *parts.details, *parts.charts, logTables)
    , menus(window, *parts.actions)
    , preferences(*parts.actions, parts.settings, parts.state, *parts.charts, notices)
    , logKeeper(parts.state, parts.log, notices)
    , commandNotice(*parts.actions, parts.commander, parts.lifecycleCommander, notices)
    , items(window, *parts.actions, parts.state, *parts.tabs, parts.commander)
    , controllers(window, *parts.actions, parts.state, *parts.tabs, parts.commander)
    , operations(window, *parts.actions, parts.lifecycles, parts.tabs->board(),
                 parts.lifecycleCommander)
    , navigator(window, *parts.actions, parts.state, *parts.tabs, *parts.filterBox, notices)
    , views(window, *parts.actions, parts.settings, *parts.filterBox, *parts.facets, notices)
    , copying(*parts.actions, *parts.tabs)
    , contextMenus(window, *parts.actions, parts.state, *parts.tabs)
    , help(window, *parts.actions)
    , plugins(window, options.access, *parts.actions, application, parts.state, parts.log, notices)
    , sessions(window, options.mode, *parts.actions, application, plugins, notices)
    , exports(window, *parts.actions, parts.state, parts.tabs->items(), parts.log, notices)
    , board(application, parts.state, parts.lifecycles, *parts.tabs)
    , quitting(window, parts.state, parts.commander.bulk(), board, sessions)
    , liveness(*parts.actions, parts.state, parts.pump, *parts.status)
    , status(parts.state, parts.pump, parts.commander.bulk(), *parts.tabs, *parts.status)
    , facets(parts.state, *parts.filterBox, *parts.tabs, *parts.facets)
    , details(*parts.tabs, *parts.details)
    , heldNotice(options.access, feed, parts.state, items, navigator, notices)
    , stuckNotice(options.access, *parts.actions, *parts.tabs, operations, notices)
    , guard(options.access, *parts.actions, parts.state, *parts.tabs, parts.commander)
    , refresh(window, parts.state, *parts.tabs, *parts.charts, *parts.tiles)
    , layout(window, *parts.actions, parts.settings, docks, *parts.tabs)
{
    connectRefresh(parts);
    connectSelection(parts);
    connectBoard();
    connectRequests(parts);
    guard.review();
    title.show();
}

void WindowDesks::connectRefresh(WindowParts &parts)
{
    QObject::connect(&refresh, &WindowRefresh::slowUpdate, &refresh,
                     [this, &parts] { showSlow(parts); });
    QObject::connect(&liveness, &Liveness::shown, &board, &BoardRefresh::showOwed);
}

// In this order: counts are of one moment, and what actions are meant for is looked at when all
// else is shown.
void WindowDesks::showSlow(WindowParts &parts)
{
    board.followPort();
    facets.show();
    parts.details->refresh();
    logTables.showEvents();
    status.showAll();
    liveness.show();
    heldNotice.show();
    title.show();
    guard.review();
}

void WindowDesks::connectSelection(WindowParts &parts)
{
    QObject::connect(parts.tabs, &Tabs::selectionMoved, &guard, &ActionGuard::review);
    QObject::connect(parts.tabs, &Tabs::selectionMoved, &details, &DetailsRefresh::show);
    QObject::connect(parts.tabs, &Tabs::selectionMoved, &status, &StatusRefresh::showCounts);
    QObject::connect(parts.filterBox, &FilterBox::filterChanged, &guard, &ActionGuard::review);
}

void WindowDesks::connectBoard()
{
    QObject::connect(&board, &BoardRefresh::boardShown, &menus, &WindowMenus::setOperationsShown);
    QObject::connect(&board, &BoardRefresh::boardShown, &stuckNotice, [this](bool shown) {
        if (!shown)
            stuckNotice.show({});
    });
    QObject::connect(&board, &BoardRefresh::boardShown, &guard, &ActionGuard::review);
    QObject::connect(&board, &BoardRefresh::pictureShown, &operations,
                     &OperationSteering::rememberTypes);
    QObject::connect(&board, &BoardRefresh::pictureShown, &details, &DetailsRefresh::show);
    QObject::connect(&board, &BoardRefresh::pictureShown, &stuckNotice, &StuckNotice::show);
    QObject::connect(&board, &BoardRefresh::pictureShown, &guard, &ActionGuard::review);
}

// What an operator asks of a part that only shows.
void WindowDesks::connectRequests(WindowParts &parts)
{
    QObject::connect(parts.facets, &FacetsPane::facetChosen, &navigator, &Navigator::showFacet);
    QObject::connect(parts.tiles, &TileBar::clicked, &navigator, &Navigator::showTile);
    QObject::connect(parts.details, &DetailsPane::asked, &items, &ItemSteering::actOn);
    QObject::connect(&sessions, &SessionDesk::fileChanged, &title, &WindowTitle::show);
}

} // namespace qontroller::ui
