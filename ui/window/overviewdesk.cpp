// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/overviewdesk.h"

#include "ui/actions/actions.h"
#include "ui/actions/operatorlogmodel.h"
#include "ui/overview/overview.h"
#include "ui/state/itemstore.h"
#include "ui/views/board.h"
#include "ui/views/tabs.h"
#include "ui/window/acknowledgedesk.h"
#include "ui/window/controllersteering.h"
#include "ui/window/hostdesk.h"
#include "ui/window/itemsteering.h"
#include "ui/window/navigator.h"
#include "ui/window/noticeboard.h"
#include "ui/window/operationsteering.h"
#include "ui/window/requeueresults.h"
#include "ui/window/resumequestion.h"
#include "ui/words/format.h"

#include "core/engine/observe/events/errorsignature.h"
#include "core/engine/observe/items/givenup.h"
#include "core/engine/observe/items/itemmark.h"
#include "core/remote/link/hostlink.h"

#include <QtGui/QAction>

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <utility>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr qsizetype NamesOfNeed = 20;
constexpr Duration NamedAgainAfter = 2s; ///< though there are as many as before

/// \a row is one of those that an attention of \a kind counts.
bool isCounted(const Item &item, AttentionKind kind)
{
    const ItemRow &row = item.row;
    switch (kind) {
    case AttentionKind::Failed: return countsAsGivenUp(row);
    case AttentionKind::Held: return row.state == ItemState::Held;
    case AttentionKind::Stuck: return row.state == ItemState::Stuck;
    case AttentionKind::ObjectsPaused: return row.state == ItemState::Paused;
    case AttentionKind::Looping: return isMarked(row, Mark::Looping);
    default: return false; // none of the others is about objects
    }
}

/// Whether an object fails for the cause of a need. One without a cause is not about failures, or
/// about all causes that the engine does not count apart.
class CausesOf
{
public:
    CausesOf(const Need &need, const ControllerView *view)
        : m_isAny(need.key.kind != AttentionKind::Failed)
        , m_cause(need.key.cause)
    {
        if (m_isAny || !m_cause.empty() || !view)
            return;
        for (const auto &each : view->failures)
            m_others.insert(each.signature);
    }
    bool operator()(const ItemRow &row) const
    {
        if (m_isAny)
            return true;
        const std::string cause = errorSignature(errorOf(row), row.id);
        return cause == m_cause || (m_cause.empty() && !m_others.contains(cause));
    }

private:
    const bool m_isAny;
    const std::string m_cause;
    std::set<std::string> m_others; ///< that are counted apart
};

} // namespace

OverviewDesk::OverviewDesk(WindowOptions::Access access, const Actions &actions,
                           const HostLinks &hosts, const LiveState &state, Tabs &tabs,
                           ItemSteering &items, ControllerSteering &controllers,
                           OperationSteering &operations, HostDesk &hostDesk, Navigator &navigator,
                           AcknowledgeDesk &acknowledging, RequeueResults &results,
                           ResumeQuestion &resuming, const OperatorLogModel &log,
                           Noticeboard &notices)
    : m_actions(actions)
    , m_hosts(hosts)
    , m_tabs(tabs)
    , m_items(items)
    , m_controllers(controllers)
    , m_operations(operations)
    , m_hostDesk(hostDesk)
    , m_navigator(navigator)
    , m_acknowledging(acknowledging)
    , m_results(results)
    , m_resuming(resuming)
    , m_log(log)
    , m_notices(notices)
    , m_facts{.state = state, .maySteer = access == WindowOptions::Access::Full}
{
    connect(&tabs.overview(), &Overview::asked, this, &OverviewDesk::ask);
    tabs.overview().setFailing([&tabs](const Need &need) -> std::uint64_t {
        return need.key.kind == AttentionKind::Failed
                   ? tabs.failures().failing(need.controller, need.key.cause)
                   : 0;
    });
    tabs.overview().setNames([this](const Need &need) { return namesOf(need); });
}

void OverviewDesk::setOperations(const OperationViews &operations)
{
    m_facts.operations = operations;
    show();
}

void OverviewDesk::setJournal(HostId host, const JournalStatus &journal)
{
    m_facts.journals[host] = journal;
}

void OverviewDesk::setAlarms(HostId host, const AlarmStatus &alarms)
{
    m_facts.alarms[host] = alarms;
}

void OverviewDesk::takeLog(HostId host, const std::vector<OperatorLine> &lines)
{
    m_facts.pauses.take(host, lines);
}

void OverviewDesk::show()
{
    m_facts.pauses.look(m_facts.state.items());
    Outlook outlook = outlookOf(m_facts);
    noteQuiet(outlook);
    noteSince(outlook);
    m_tabs.setOutlook(outlook);
}

void OverviewDesk::noteSilence(std::optional<Duration> age)
{
    const HostBook &hosts = m_facts.state.hosts();
    const auto before = std::exchange(m_silentSince, {});
    m_facts.silent.clear();
    const auto note = [&](HostId host, TimePoint now) {
        const auto known = before.find(host);
        const TimePoint since = known == before.end() ? now : known->second;
        m_silentSince[host] = since;
        m_facts.silent[host] = now - since;
    };
    if (age && hosts.empty())
        note(0, hosts.now() + *age); // its clock does not tell
    for (const HostStatus *host : hosts.lost()) {
        if (host->state == HostState::Connected)
            note(host->id, hosts.now());
    }
}

void OverviewDesk::showNeed(const Need &need)
{
    m_tabs.setCurrentTab(Tabs::Tab::Overview);
    m_tabs.overview().focusNeed(need.key);
}

const std::vector<Need> &OverviewDesk::needs() const
{
    return m_tabs.overview().outlook().needs;
}

QList<ActionPalette::Entry> OverviewDesk::verbs()
{
    m_verbs = std::make_unique<QObject>();
    QList<ActionPalette::Entry> entries;
    const auto most = std::min<std::size_t>(needs().size(), Overview::MostRows);
    for (const Need &need : std::span(needs()).first(most)) {
        const QString of = QStringLiteral(" ▸ ") + need.place + QStringLiteral(": ") + need.what;
        for (const NeedVerb verb : need.verbs) {
            auto *action = new QAction(textOf(verb, need.count), m_verbs.get());
            connect(action, &QAction::triggered, this, [this, verb, need] {
                showNeed(need);
                ask(verb, need);
            });
            entries += {action->text() + of, action};
        }
    }
    return entries;
}

void OverviewDesk::noteQuiet(Outlook &outlook)
{
    const auto isQuiet = [](const ControllerHealth &each) {
        return each.health == Health::Healthy;
    };
    if (urgentOf(outlook.needs) > 0 || outlook.controllers.empty()
        || !std::ranges::all_of(outlook.controllers, isQuiet))
        m_quietSince = {};
    else if (m_quietSince == TimePoint{})
        m_quietSince = outlook.moment.now;
    outlook.quietSince = m_quietSince;
}

void OverviewDesk::noteSince(Outlook &outlook)
{
    const auto before = std::exchange(m_begun, {});
    for (Need &need : outlook.needs) {
        if (need.controller != 0 || need.since != TimePoint{})
            continue;
        const auto known = before.find(need.key);
        const bool isNew = known == before.end() && m_told.contains(need.key.host);
        need.since = isNew                   ? outlook.moment.now
                     : known == before.end() ? TimePoint{}
                                             : known->second;
        m_begun[need.key] = need.since;
    }
    for (const auto &[host, alarms] : m_facts.alarms)
        m_told.insert(host);
}

void OverviewDesk::ask(NeedVerb verb, const Need &need)
{
    const Outlook outlook = outlookOf(m_facts);
    const auto now = std::ranges::find(outlook.needs, need.key, &Need::key);
    const QString what = need.place + QStringLiteral(": ") + need.what;
    if (now == outlook.needs.end())
        return m_notices.say(tr("Nothing was done: it is settled already. %1").arg(what));
    if (std::ranges::count(now->verbs, verb) == 0)
        return m_notices.say(tr("Nothing was done: it has changed meanwhile. %1").arg(what));
    act(verb, need);
}

// The row that asks is chosen by then, so an action is meant for its controller.
void OverviewDesk::act(NeedVerb verb, const Need &need)
{
    switch (verb) {
    case NeedVerb::Show:
        return need.hostKeys.empty() ? m_hostDesk.open() : m_navigator.showNeed(need);
    case NeedVerb::Requeue: return actOnItems(ItemVerb::Requeue, itemsOf(need), m_results.of(need));
    case NeedVerb::Pause: return actOnItems(ItemVerb::Pause, itemsOf(need));
    case NeedVerb::Keep: return actOnItems(ItemVerb::Keep, heldOf(need.controller));
    case NeedVerb::Remove: return actOnItems(ItemVerb::Remove, heldOf(need.controller));
    case NeedVerb::Resume: return resume(need);
    case NeedVerb::List: return m_actions.resync->trigger();
    case NeedVerb::SetWorkers: return m_actions.setWorkers->trigger();
    case NeedVerb::KeepSetting: return m_controllers.keepWorkers(need.controller);
    case NeedVerb::GoBack: return m_controllers.takeWorkersBack(need.controller);
    case NeedVerb::TakeOver: return m_actions.takeOver->trigger();
    case NeedVerb::Force: return force(*need.operation);
    case NeedVerb::Apply: return m_actions.applySession->trigger();
    case NeedVerb::Save: emit saveAsked(need.key.host); return;
    case NeedVerb::Acknowledge: return m_acknowledging.ask(need);
    case NeedVerb::Withdraw: return m_acknowledging.withdraw(need);
    case NeedVerb::Reconnect:
        if (const HostLinkPtr link = m_hosts.find(need.key.host))
            link->tryNow();
        return;
    }
}

void OverviewDesk::actOnItems(ItemVerb verb, const ItemRefs &items,
                              const std::function<void(int entry)> &noted)
{
    if (items.empty())
        return m_notices.say(tr("Nothing was done: none of them is so any more, or the host did "
                                "not tell which are."));
    m_items.actOn(verb, items, noted);
}

ItemRefs OverviewDesk::heldOf(ControllerId controller) const
{
    ItemRefs items;
    if (const HostLinkPtr host = m_hosts.find(controller.of.host)) {
        for (const ObjectId &object : host->feed().held(controller))
            items.push_back({controller, 0, object, ItemState::Held, false});
    }
    return items;
}

ItemRefs OverviewDesk::itemsOf(const Need &need) const
{
    ItemRefs refs;
    const CausesOf isCause(need, m_facts.state.controller(need.controller));
    const ItemStore &items = m_facts.state.items();
    items.readChunk(0, items.slotCount(), [&](Slot, const Item &item) {
        if (item.controller == need.controller && isCounted(item, *need.key.kind)
            && isCause(item.row))
            refs.push_back(ItemRef::of(item.controller, item.row));
    });
    return refs;
}

void OverviewDesk::resume(const Need &need)
{
    const bool isOfController = need.key.kind == AttentionKind::Paused;
    const ItemRefs items = isOfController ? ItemRefs() : itemsOf(need);
    const auto act = [this, isOfController, items] {
        isOfController ? m_actions.resumeController->trigger()
                       : actOnItems(ItemVerb::Resume, items);
    };
    if (isOwnPause(need) || (!isOfController && items.empty()))
        return act();
    m_resuming.ask({
        .question =
            [place = need.place, isOfController, count = int(items.size())] {
                return isOfController ? tr("Resume %1?").arg(place)
                                      : tr("Resume %n object(s)?", nullptr, count);
            },
        .consequence = tr("This ends pauses that were not begun in this window."),
        .verb = tr("Resume"),
        .controllers = {need.controller},
        .lines = [need] { return QStringList{withText(need.what, need.why.toStdString())}; },
        .holds = [this, need, items] { return holdsOf(need.controller, items); },
        .resume = act,
    });
}

bool OverviewDesk::isOwnPause(const Need &need) const
{
    const ControllerView *view = m_facts.state.controller(need.controller);
    if (!view)
        return false;
    const auto isOwn = [&](std::uint64_t line) { return m_log.isOwn(need.controller.of, line); };
    if (need.key.kind == AttentionKind::Paused) {
        const OperatorLine *by = m_facts.pauses.pauseOf(view->id, view->name, view->pauseReason);
        return by && isOwn(by->number);
    }
    const auto groups = m_facts.pauses.groupsOf(view->id, view->name);
    return !groups.empty() && std::ranges::all_of(groups, [&](const PauseGroup &each) {
        return std::ranges::all_of(each.lines, isOwn);
    });
}

ResumeQuestion::Holds OverviewDesk::holdsOf(ControllerId controller, const ItemRefs &items) const
{
    ResumeQuestion::Holds holds;
    if (const ControllerView *view = latestController(m_facts.state, controller))
        holds.emplace_back(controller, Hold::of(*view));
    for (const ItemRef &item : items) {
        const ItemRow *row = m_facts.state.items().latest(item.controller, item.key);
        holds.emplace_back(controller, row ? Hold::of(*row) : Hold());
    }
    return holds;
}

// There may be a million rows: not for each moment.
QStringList OverviewDesk::namesOf(const Need &need)
{
    constexpr Slot AtOnce = 8192;
    const TimePoint now = m_facts.state.now();
    if (m_named && m_named->need == need.key && m_named->count == need.count
        && now - m_named->at < NamedAgainAfter)
        return m_named->lines;
    QStringList lines;
    if (need.key.kind) {
        const CausesOf isCause(need, m_facts.state.controller(need.controller));
        const ItemStore &items = m_facts.state.items();
        for (Slot at = 0; at < items.slotCount() && lines.size() < NamesOfNeed; at += AtOnce) {
            items.readChunk(at, AtOnce, [&](Slot, const Item &item) {
                if (lines.size() < NamesOfNeed && item.controller == need.controller
                    && isCounted(item, *need.key.kind) && isCause(item.row))
                    lines += toLine(item.row.id);
            });
        }
    }
    if (!lines.isEmpty() && need.count > std::uint64_t(lines.size()))
        lines += tr("%1 more").arg(formatCount(need.count - std::uint64_t(lines.size())));
    m_named = Named{need.key, need.count, now, lines};
    return lines;
}

void OverviewDesk::force(const OperationRef &operation)
{
    if (const auto *now = m_tabs.board().rows().find(operation))
        m_operations.act(OperationVerb::Force, {*now});
}

} // namespace qontroller::ui
