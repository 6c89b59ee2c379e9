// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/actionguard.h"

#include "ui/actions/actions.h"
#include "ui/actions/commander.h"
#include "ui/actions/operationscope.h"
#include "ui/actions/shownlog.h"
#include "ui/state/itemstore.h"
#include "ui/state/lifecyclefeeds.h"
#include "ui/views/board.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"
#include "ui/window/controllernames.h"
#include "ui/window/focusedlist.h"
#include "ui/window/logs.h"
#include "ui/window/viewsdesk.h"
#include "ui/words/format.h"

#include <QtGui/QAction>

#include <algorithm>
#include <utility>

namespace qontroller::ui {

namespace {

constexpr qsizetype LongestName = 40;

QString shortened(const QString &name)
{
    if (name.size() <= LongestName)
        return name;
    const qsizetype half = LongestName / 2 - 1;
    return name.left(half) + QStringLiteral("…") + name.right(half);
}

/// What an action would be done to.
struct Target
{
    std::size_t count = 0;
    std::optional<ItemRef> first;
    QString whyNone; ///< all are left out, and why
};

// As in Details: what would skip all of them is off.
Target targetOf(ItemVerb verb, const std::vector<Tabs::Kind> &kinds, const LiveState &state,
                Repeat repeat)
{
    Target target;
    for (const Tabs::Kind &kind : kinds) {
        QString why = state.hosts().whyNotSteered(kind.first.controller);
        if (why.isEmpty())
            why = skipReason(verb, kind.first, repeat);
        if (!why.isEmpty()) {
            if (target.whyNone.isEmpty() || why < target.whyNone)
                target.whyNone = why;
            continue;
        }
        target.count += kind.count;
        target.first = target.first ? target.first : kind.first;
    }
    if (target.count > 0)
        target.whyNone.clear();
    return target;
}

} // namespace

ActionGuard::ActionGuard(const WindowOptions &options, Actions &actions, const LiveState &state,
                         Tabs &tabs, const ViewsDesk &views, const Commander &commander,
                         const LifecycleFeeds &lifecycles, const FocusedList &focused,
                         const Logs &logs)
    : m_access(options.access)
    , m_mode(options.mode)
    , m_actions(actions)
    , m_state(state)
    , m_tabs(tabs)
    , m_views(views)
    , m_commander(commander)
    , m_lifecycles(lifecycles)
    , m_focused(focused)
    , m_logs(logs)
{
    connect(&views, &ViewsDesk::viewsChanged, this, &ActionGuard::review);
    connect(&commander, &Commander::undoChanged, this, &ActionGuard::review);
}

void ActionGuard::review()
{
    const std::vector<Tabs::Kind> kinds = m_tabs.meantKinds();
    reviewCommands(kinds);
    nameItems(kinds);
    m_actions.nameControllers(controllerNames(m_tabs.meantControllers(), m_state));
    m_actions.undo->setText(m_commander.canUndo() ? tr("&Undo: %1").arg(m_commander.undoText())
                                                  : tr("&Undo"));
    reviewCopy();
    reviewViews();
    Actions::allow(m_actions.tabs.at(int(Tabs::Tab::Operations)), whyNoOperations());
    Actions::allow(m_actions.goTo,
                   m_state.items().liveCount() > 0 ? QString() : tr("There are no objects."));
    reviewExport();
}

void ActionGuard::reviewExport()
{
    const auto reason = [](const QAbstractItemModel &rows, const QString &whyNot) {
        return rows.rowCount() > 0 ? QString() : whyNot;
    };
    Actions::allow(m_actions.exportItems, reason(m_tabs.items(), tr("No objects are shown.")));
    Actions::allow(m_actions.exportEvents, reason(m_logs.events(), tr("No events are shown.")));
    Actions::allow(m_actions.exportLog,
                   reason(m_logs.shownLog(), tr("No line of the log is shown.")));
}

void ActionGuard::reviewCommands(const std::vector<Tabs::Kind> &kinds)
{
    if (m_mode == WindowOptions::Mode::Attached)
        reviewPrograms();
    if (m_access == WindowOptions::Access::ReadOnly) {
        for (QAction *action : m_actions.commands())
            Actions::allow(action, tr("This window is read only."));
        return;
    }
    reviewItems(kinds);
    reviewControllers();
    reviewOperations();
    Actions::allow(m_actions.undo,
                   m_commander.canUndo() ? QString() : tr("There is nothing to undo."));
}

void ActionGuard::reviewItems(const std::vector<Tabs::Kind> &kinds)
{
    const QString noItem = m_tabs.meantItemCount() > 0 ? QString() : whyNoItem();
    const Actions &a = m_actions;
    for (const auto &[action, verb] : a.itemCommands()) {
        const Repeat repeat = action == a.pauseFor ? Repeat::Anew : Repeat::Skipped;
        Actions::allow(action,
                       noItem.isEmpty() ? targetOf(verb, kinds, m_state, repeat).whyNone : noItem);
    }
    if (noItem.isEmpty() && inState(m_state, ItemState::Held) == 0) {
        for (const auto &[action, verb] : a.itemCommands()) {
            if (factsOf(verb).isOfHeld)
                Actions::allow(action, tr("No removal is held."));
        }
    }
}

QString ActionGuard::whyNoItem() const
{
    const auto chosen = m_tabs.chosenItem();
    if (!chosen)
        return tr("No object is selected.");
    return m_state.items().find(chosen->controller, chosen->key)
               ? tr("%1 is not in this list: use the buttons in Details.").arg(toLine(chosen->id))
               : whyUnknown(m_state, *chosen);
}

void ActionGuard::reviewControllers()
{
    const Actions &a = m_actions;
    const QString none = m_state.controllers().empty() ? tr("No controller is loaded.") : QString();
    const QString noneSteered = none.isEmpty() ? whyNoneSteered() : none;
    for (QAction *action : {a.pauseAll, a.resumeAll, a.enqueue})
        Actions::allow(action, noneSteered);
    const std::vector<ControllerId> ids = m_tabs.meantControllers();
    const std::size_t meant = ids.size();
    QString noneMeant = !none.isEmpty() ? none
                        : meant == 0    ? tr("No controller is selected.")
                                        : QString();
    for (auto id = ids.begin(); id != ids.end() && noneMeant.isEmpty(); ++id)
        noneMeant = m_state.hosts().whyNotSteered(*id);
    for (QAction *action :
         {a.pauseController, a.pauseControllerFor, a.resumeController, a.resync, a.remove})
        Actions::allow(action, noneMeant);
    Actions::allow(a.takeOver, noneMeant.isEmpty() ? whyNotTaken(ids) : noneMeant);
    const QString notOne = meant > 1 ? tr("Several controllers are selected.") : noneMeant;
    for (QAction *action : {a.setWorkers, a.setOptions, a.editParameters})
        Actions::allow(action, notOne);
}

QString ActionGuard::whyNotTaken(const std::vector<ControllerId> &ids) const
{
    for (const ControllerId id : ids) {
        const ControllerView *view = latestController(m_state, id);
        if (!view || !view->lists.isForeign)
            return tr("No other host owns what %1 works on.").arg(m_state.titleOf(id));
    }
    return {};
}

QString ActionGuard::whyNoneSteered() const
{
    QString first;
    for (const auto &[id, view] : m_state.controllers()) {
        const QString why = m_state.hosts().whyNotSteered(id);
        if (why.isEmpty())
            return {};
        if (first.isEmpty())
            first = why;
    }
    return first;
}

void ActionGuard::reviewPrograms()
{
    const Actions &a = m_actions;
    for (QAction *action :
         {a.loadPlugin, a.managePlugins, a.openSession, a.saveSession, a.saveSessionAs})
        Actions::allow(action, tr("This window shows hosts elsewhere: their controllers are those "
                                  "of their sessions."));
}

QString ActionGuard::whyNoOperations() const
{
    if (m_tabs.isTabVisible(int(Tabs::Tab::Operations)))
        return {};
    if (m_mode != WindowOptions::Mode::Attached)
        return tr("No controller with members runs.");
    for (const LifecycleFeeds::Delay &delay : m_lifecycles.delays()) {
        if (!delay.problem.isEmpty())
            return delay.problem + QLatin1Char('.');
    }
    return tr("No controller with members runs on these hosts.");
}

QString ActionGuard::whyBoardNotSteered() const
{
    for (const HostId host : m_tabs.board().selectedHosts()) {
        if (QString why = m_state.hosts().whyHostNotSteered(host); !why.isEmpty())
            return why;
    }
    return {};
}

QString ActionGuard::whyNotDeleted() const
{
    const MemberRefs members = m_tabs.board().selectedMembers();
    const EmployersModel &employers = m_tabs.board().employers().rows();
    if (members.empty() || std::ranges::any_of(members, [&employers](const MemberRef &member) {
            return employers.mayDelete(member);
        }))
        return {};
    return tr("No controller of these members deletes them: remove them where they come from.");
}

void ActionGuard::reviewOperations()
{
    const Actions &a = m_actions;
    const Board &board = m_tabs.board();
    QString none = whyNoOperations();
    if (none.isEmpty() && m_tabs.currentTab() != Tabs::Tab::Operations)
        none = tr("Select operations or members in the tab Operations (Alt+7).");
    const QString noMember = !none.isEmpty()            ? none
                             : board.isMemberSelected() ? whyBoardNotSteered()
                                                        : tr("No member is selected.");
    Actions::allow(a.beginOperation, noMember);
    Actions::allow(a.deleteMember, noMember.isEmpty() ? whyNotDeleted() : noMember);
    Actions::allow(a.forgetEmployer,
                   !none.isEmpty() ? none
                   : m_tabs.board().employers().selectedAbsent().empty()
                       ? tr("No employer is selected whose controller does not run.")
                       : whyBoardNotSteered());
    const OperationViews selected = board.selectedOperations();
    for (const auto &[action, verb] : {std::pair(a.startOperation, OperationVerb::Start),
                                       std::pair(a.finishOperation, OperationVerb::Finish),
                                       std::pair(a.undoOperation, OperationVerb::Undo),
                                       std::pair(a.forceOperation, OperationVerb::Force)}) {
        const auto scope = OperationScope::of(verb, selected, [this](HostId host) {
            return m_state.hosts().whyHostNotSteered(host);
        });
        Actions::allow(action, none.isEmpty() ? scope.whyNone() : none);
    }
}

void ActionGuard::reviewCopy()
{
    const auto reason = [](bool isSelected) {
        return isSelected ? QString() : tr("No row is selected.");
    };
    if (const QAbstractItemView *list = m_focused.list()) {
        const bool isSelected = m_focused.hasSelection();
        Actions::allow(m_actions.copy, reason(isSelected));
        Actions::allow(m_actions.copyJson, reason(isSelected && qobject_cast<const Table *>(list)));
        return;
    }
    const Table *table = m_tabs.currentTable();
    const bool isSelected = table && table->selectionModel()->hasSelection();
    Actions::allow(m_actions.copyJson, reason(isSelected));
    Actions::allow(m_actions.copy, reason(isSelected || !table // the Overview always says something
                                          || (m_tabs.currentTab() == Tabs::Tab::Operations
                                              && m_tabs.board().hasSelection())));
}

void ActionGuard::reviewViews()
{
    Actions::allow(m_actions.saveView, m_tabs.items().filter().isEmpty()
                                           ? tr("There is no filter to keep.")
                                           : QString());
    Actions::allow(m_actions.deleteView, m_views.hasViews() ? QString() : tr("No view is saved."));
}

// What an action would leave out is not in its name.
void ActionGuard::nameItems(const std::vector<Tabs::Kind> &kinds)
{
    const std::size_t all = m_tabs.meantItemCount();
    for (const auto &[action, verb] : m_actions.itemCommands()) {
        const Repeat repeat = action == m_actions.pauseFor ? Repeat::Anew : Repeat::Skipped;
        const Target target = targetOf(verb, kinds, m_state, repeat);
        const std::size_t count = kinds.empty() ? all : target.count; // of a great many failures
        m_actions.nameItems(action, count == 0 ? QString()
                                    : count == 1 && target.first
                                        ? shortened(toLine(target.first->id))
                                        : tr("%n Object(s)", nullptr, int(count)));
    }
}

} // namespace qontroller::ui
