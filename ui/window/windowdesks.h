// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/actionguard.h"
#include "ui/window/boardrefresh.h"
#include "ui/window/commandnotice.h"
#include "ui/window/contextmenus.h"
#include "ui/window/controllersteering.h"
#include "ui/window/copydesk.h"
#include "ui/window/detailsrefresh.h"
#include "ui/window/exportdesk.h"
#include "ui/window/facetsrefresh.h"
#include "ui/window/heldnotice.h"
#include "ui/window/helpdesk.h"
#include "ui/window/itemsteering.h"
#include "ui/window/liveness.h"
#include "ui/window/logkeeper.h"
#include "ui/window/logtables.h"
#include "ui/window/navigator.h"
#include "ui/window/noticeboard.h"
#include "ui/window/operationsteering.h"
#include "ui/window/plugindesk.h"
#include "ui/window/preferences.h"
#include "ui/window/quitdesk.h"
#include "ui/window/sessiondesk.h"
#include "ui/window/statusrefresh.h"
#include "ui/window/stucknotice.h"
#include "ui/window/viewsdesk.h"
#include "ui/window/windowbars.h"
#include "ui/window/windowdocks.h"
#include "ui/window/windowlayout.h"
#include "ui/window/windowmenus.h"
#include "ui/window/windowrefresh.h"
#include "ui/window/windowtitle.h"

namespace qontroller::ui {

struct WindowParts;

/// The classes that do the window's work, each with the few parts that it needs. Each connects
/// its own actions; what one tells another is connected here.
///
/// Members are in the order in which they need each other and are put into the window.
struct WindowDesks
{
    WindowDesks(QMainWindow &window, WindowParts &parts, Feed &feed, ApplicationPort &application,
                const WindowOptions &options);

    Noticeboard notices;
    LogTables logTables;
    WindowTitle title;
    WindowBars bars;
    WindowDocks docks;
    WindowMenus menus;
    Preferences preferences;
    LogKeeper logKeeper;
    CommandNotice commandNotice;

    ItemSteering items;
    ControllerSteering controllers;
    OperationSteering operations;
    Navigator navigator;
    ViewsDesk views;
    CopyDesk copying;
    ContextMenus contextMenus;
    HelpDesk help;
    PluginDesk plugins;
    SessionDesk sessions;
    ExportDesk exports;

    BoardRefresh board;
    QuitDesk quitting;
    Liveness liveness;
    StatusRefresh status;
    FacetsRefresh facets;
    DetailsRefresh details;
    HeldNotice heldNotice;
    StuckNotice stuckNotice;
    ActionGuard guard;
    WindowRefresh refresh;
    WindowLayout layout; ///< last: it restores what the others have made

private:
    void connectRefresh(WindowParts &parts);
    void showSlow(WindowParts &parts);
    void connectSelection(WindowParts &parts);
    void connectBoard();
    void connectRequests(WindowParts &parts);
};

} // namespace qontroller::ui
