// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QCoreApplication>

#include "ui/actions/actions.h"
#include "ui/actions/commander.h"
#include "ui/actions/jobcommander.h"
#include "ui/actions/lifecyclecommander.h"
#include "ui/actions/operatorlogmodel.h"
#include "ui/models/eventsmodel.h"
#include "ui/state/deltapump.h"
#include "ui/state/jobsfeed.h"
#include "ui/state/lifecyclefeeds.h"
#include "ui/state/livestate.h"
#include "ui/state/operatorlogs.h"
#include "ui/state/windowsettings.h"
#include "ui/tiles/tilebar.h"
#include "ui/views/chartspane.h"
#include "ui/views/detailspane.h"
#include "ui/views/eventspane.h"
#include "ui/views/facetspane.h"
#include "ui/views/filterbox.h"
#include "ui/views/messagebar.h"
#include "ui/views/statusline.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"
#include "ui/views/toasts.h"
#include "ui/window/windowoptions.h"

class QMainWindow;

namespace qontroller::ui {

/// What the window is made of: what it knows, what it sends with, and its widgets. Those above
/// know nothing of those below; WindowLayout places the widgets, and WindowDesks connects all.
///
/// Members are in the order in which they need each other. Widgets are the window's, which ends
/// later; what of them reads the state is deleted or emptied by the destructor.
struct WindowParts
{
    Q_DECLARE_TR_FUNCTIONS(WindowParts)

public:
    WindowParts(QMainWindow &window, const HostLinks &hosts, const WindowOptions &options);
    ~WindowParts();
    WindowParts(const WindowParts &) = delete;
    WindowParts &operator=(const WindowParts &) = delete;

    /// Takes nothing in any more. May be called twice.
    void stop();

    WindowSettings settings;
    LiveState state;
    OperatorLogModel log;
    Commander commander;
    DeltaPump pump;
    JobsFeed jobs;
    OperatorLogs operatorLogs;
    JobCommander jobCommander;

    // Owned by the window.
    Actions *actions;
    Tabs *tabs;
    TileBar *tiles;
    FilterBox *filterBox;
    MessageBar *messages;
    Toasts *toasts;
    FacetsPane *facets;
    DetailsPane *details;
    ChartsPane *charts;
    EventsModel *events;
    EventsPane *eventsPane;
    Table *logTable;
    StatusLine *status;

    LifecycleFeeds lifecycles; ///< asks for what the tabs show
    LifecycleCommander lifecycleCommander;
};

} // namespace qontroller::ui
