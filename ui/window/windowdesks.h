// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/freshlook.h"
#include "ui/window/acknowledgedesk.h"
#include "ui/window/actionguard.h"
#include "ui/window/alarmbell.h"
#include "ui/window/allsteering.h"
#include "ui/window/boardrefresh.h"
#include "ui/window/commandnotice.h"
#include "ui/window/controllersteering.h"
#include "ui/window/copydesk.h"
#include "ui/window/firstdesk.h"
#include "ui/window/focusedlist.h"
#include "ui/window/gonenotice.h"
#include "ui/window/helpdesk.h"
#include "ui/window/hostdesk.h"
#include "ui/window/itemsteering.h"
#include "ui/window/logs.h"
#include "ui/window/navigator.h"
#include "ui/window/noticeboard.h"
#include "ui/window/operationsteering.h"
#include "ui/window/overviewdesk.h"
#include "ui/window/parametersdesk.h"
#include "ui/window/plugindesk.h"
#include "ui/window/preferences.h"
#include "ui/window/quitdesk.h"
#include "ui/window/requeueresults.h"
#include "ui/window/resumequestion.h"
#include "ui/window/sessiondesk.h"
#include "ui/window/statusrefresh.h"
#include "ui/window/stucklog.h"
#include "ui/window/undodesk.h"
#include "ui/window/undokey.h"
#include "ui/window/viewsdesk.h"
#include "ui/window/windowlayout.h"
#include "ui/window/windowmenus.h"
#include "ui/window/windowrefresh.h"
#include "ui/window/windowtitle.h"

namespace qontroller::ui {

struct WindowParts;

/// The classes that do the window's work, each with the few parts that it needs. Each connects
/// its own actions; what one tells another is connected here.
///
/// Members are in the order in which they need each other: the menus list the docks of the layout.
struct WindowDesks
{
    WindowDesks(QMainWindow &window, WindowParts &parts, ApplicationPort &application,
                const WindowOptions &options);

    Noticeboard notices;
    WindowTitle title;
    WindowLayout layout;
    WindowMenus menus;
    Preferences preferences;
    Logs logs;
    CommandNotice commandNotice;
    FreshLook look;
    UndoDesk undoing;
    UndoKey undoKey;

    ItemSteering items;
    ControllerSteering controllers;
    ResumeQuestion resuming;
    AllSteering allControllers;
    OperationSteering operations;
    Navigator navigator;
    ViewsDesk views;
    HelpDesk help;
    PluginDesk plugins;
    SessionDesk sessions;
    ParametersDesk parameters;
    FocusedList focused;
    CopyDesk copying;
    HostDesk hosts;

    FirstDesk first;
    AcknowledgeDesk acknowledging;
    RequeueResults results;
    OverviewDesk overview;
    AlarmBell bell;
    BoardRefresh board;
    QuitDesk quitting;
    StatusRefresh status;
    GoneNotice goneNotice;
    StuckLog stuckLog;
    ActionGuard guard;
    WindowRefresh refresh;

private:
    void connectRefresh(DeltaPump &pump);
    void showSlow();
    void showOverview();
    void connectSelection(WindowParts &parts);
    void connectFilter(WindowParts &parts);
    void connectBoard();
    void connectRequests(WindowParts &parts);
};

} // namespace qontroller::ui
