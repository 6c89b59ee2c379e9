// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/mainwindow.h"

#include "ui/actions/actions.h"
#include "ui/actions/commander.h"
#include "ui/actions/lifecyclecommander.h"
#include "ui/actions/operatorlog.h"
#include "ui/dialogs/crashdialog.h"
#include "ui/models/eventsmodel.h"
#include "ui/state/deltapump.h"
#include "ui/state/lifecyclefeed.h"
#include "ui/state/livestate.h"
#include "ui/state/savedviews.h"
#include "ui/state/windowsettings.h"
#include "ui/tiles/tilebar.h"
#include "ui/views/board.h"
#include "ui/views/chartspane.h"
#include "ui/views/detailspane.h"
#include "ui/views/facetspane.h"
#include "ui/views/filterbox.h"
#include "ui/views/messagebar.h"
#include "ui/views/statusline.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"
#include "ui/views/toasts.h"

#include <functional>
#include <map>
#include <set>

class QMenu;
class QSystemTrayIcon;

namespace qontroller::ui {

/// The window's parts and what connects them. Parts know nothing of each other.
struct MainWindow::Private
{
    Private(MainWindow &window, Feed &feed, ControlPort &control, ApplicationPort &application,
            WindowOptions options);

    // mainwindow_build.cpp
    void buildMiddle();
    void buildBars();
    void buildDocks();
    void buildMenus();
    QDockWidget *addDock(const char *name, const QString &title, QWidget *content,
                         Qt::DockWidgetArea area);
    void arrangeDocks();
    void resetLayout();
    void restore();
    void restoreDocks();
    void save();
    void connectActions();
    void connectParts();

    // mainwindow_show.cpp
    void showUpdate();
    void showEvents();
    void showLiveness() const;
    void showTitle();
    void showTray();
    void updateActions();
    void allowItemCommands();
    void allowControllerCommands();
    void showSelection();
    [[nodiscard]] QString whyNoItem() const;
    [[nodiscard]] QString targetItems() const;
    void showCounts() const;
    /// What is only said: it goes by itself.
    void say(const QString &sentence, const QList<MessageAction> &buttons = {},
             const QString &key = {});
    /// What went wrong stays until somebody closes it.
    void warn(MessageBar::Kind kind, const QString &sentence,
              const QList<MessageAction> &buttons = {});
    void say(const Result &result);
    void sayPauseEnd(const LoggedEvent &event);
    void setFrozen(bool frozen);

    // mainwindow_held.cpp
    void showHeld();
    void sayHeld(const ControllerView &view);
    void showOnlyHeld(const QString &controller) const;
    void judgeHeld(ControllerId id, ItemVerb verb);

    // mainwindow_operations.cpp
    void connectOperations();
    void showBoard(bool shown);
    [[nodiscard]] std::optional<LifecycleFeed::Question> wantedOfLifecycles() const;
    void showPicture(const LifecyclePicture &picture);
    /// Of what is selected in the tab in front.
    void showDetails();
    void showStuck(const OperationViews &operations);
    void sayStuck(const consist::OperationView &operation);
    void showOperation(const OperationRef &operation);
    void allowOperationCommands();
    [[nodiscard]] QString whyNoOperations() const;
    void act(OperationVerb verb);
    void act(const OperationScope &scope);
    void askBegin();
    void askDeleteMembers();
    void askForgetEmployers();
    void showOperationsMenu(const QPoint &position);

    // mainwindow_items.cpp
    void act(ItemVerb verb);
    void act(const FrozenScope &scope);
    void eachController(const std::function<void(ControllerId)> &action) const;
    void askPauseItems();
    void askPauseControllers();
    void askPause(const QString &question, const QString &verb,
                  const std::function<void(const PauseTerms &)> &pause);
    [[nodiscard]] QString namesOf(const std::vector<ControllerId> &ids) const;
    /// Of the controllers that \a items belong to.
    [[nodiscard]] QStringList namesOf(const ItemRefs &items) const;
    void askOptions();
    void askWorkers();
    void askEnqueue();
    void askGoTo();
    void goTo(const QString &id);
    void setFilter(const Filter &filter);
    void showErrorFacets() const;
    void askSaveView();
    void saveView(const QString &name);
    void askDeleteView();
    void deleteView(const QString &name);
    void chooseFacet(const QString &field, const QString &value) const;
    void showTile(TileBar::Kind kind);
    void showMenu(const QPoint &position);
    void copy(const QString &text);

    // mainwindow_plugins.cpp
    void loadPlugin(const QString &file);
    void managePlugins();
    void takeDroppedPlugins();
    [[nodiscard]] QList<PluginInfo> pluginsThatAre(PluginInfo::Verdict verdict) const;
    void sayWithPlugins(const Result &result);
    void askAfterCrash(const std::function<void()> &then);
    void decideAfterCrash(CrashDialog::Choice choice, const QList<PluginInfo> &crashed);
    void askRemove();
    void showDrain(const std::vector<ControllerId> &ids, const QString &names);

    // mainwindow_session.cpp
    [[nodiscard]] bool mayQuit();
    void openSession();
    /// \a then runs once it is saved.
    void saveSession(const std::function<void()> &then = {});
    void saveSessionAs(const std::function<void()> &then = {});
    void saveSessionTo(const QString &file, const std::function<void()> &then);
    void exportItems();
    void saveDiagnostics();
    void write(const QString &name, const QByteArray &bytes, const QString &done);
    void showPalette(const QString &title);
    void showHelp();
    void about();

    MainWindow &q;
    Feed &feed;
    ApplicationPort &application;
    WindowOptions options;
    WindowSettings settings;
    SavedViews views;
    LiveState state;
    OperatorLog log;
    Commander commander;
    LifecycleFeed lifecycles;
    LifecycleCommander lifecycleCommander;
    Actions *actions;

    // Widgets, owned by the window.
    Tabs *tabs;
    TileBar *tiles;
    FilterBox *filterBox;
    MessageBar *messages;
    Toasts *toasts;
    FacetsPane *facets;
    DetailsPane *details;
    ChartsPane *charts;
    EventsModel *events;
    Table *eventsTable;
    Table *logTable;
    StatusLine *status;
    QSystemTrayIcon *tray = nullptr;
    QMenu *operationsMenu = nullptr;

    QByteArray firstState; ///< docks and bars as built, for Reset Layout
    bool facetsWait = false; ///< for the rows of a filter
    TimePoint lastSlow; ///< when what changes four times a second was shown
    std::size_t heldBack = 0;

    /// Removals that an operator was told of: which list held them back, and how many.
    std::map<ControllerId, std::pair<TimePoint, std::uint64_t>> heldSaid;
    /// What an operator was told of each operation that is stuck in drain.
    std::map<OperationRef, QString> stuckSaid;
    int moreStuckSaid = 0;            ///< besides
    std::set<QString> operationTypes; ///< that were seen
    QStringList outOfService;         ///< members, for operations; also while frozen
    bool quitting = false; ///< an operator has agreed to it
    bool filtered = false;
    bool docksRestored = false;
    bool docksSqueezed = false; ///< restored in a window that was still too small
    QTimer livenessTimer;
    DeltaPump pump; ///< last: stops first
};

} // namespace qontroller::ui
