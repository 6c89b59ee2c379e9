// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/stucknotice.h"

#include "ui/actions/actions.h"
#include "ui/state/livestate.h"
#include "ui/views/board.h"
#include "ui/views/tabs.h"
#include "ui/window/navigator.h"
#include "ui/window/noticeboard.h"
#include "ui/window/operationsteering.h"
#include "ui/words/format.h"
#include "ui/words/lifecycledetails.h"
#include "ui/words/lifecyclewords.h"

#include <QtGui/QAction>

#include <set>
#include <utility>

namespace qontroller::ui {

namespace {

constexpr std::size_t MostAlarms = 5; ///< what is stuck besides is counted in one more

QString stuckKey(const OperationRef &operation)
{
    return QStringLiteral("stuck/%1/%2/%3")
        .arg(operation.host)
        .arg(toLine(operation.member), toLine(operation.id));
}

QString moreStuckKey()
{
    return QStringLiteral("stuck");
}

} // namespace

StuckNotice::StuckNotice(WindowOptions::Access access, const Actions &actions, LiveState &state,
                         Tabs &tabs, OperationSteering &steering, Navigator &navigator,
                         Noticeboard &notices)
    : m_access(access)
    , m_actions(actions)
    , m_state(state)
    , m_tabs(tabs)
    , m_steering(steering)
    , m_navigator(navigator)
    , m_notices(notices)
{}

void StuckNotice::show(const OperationViews &operations)
{
    Stuck stuck;
    for (const HostOperation &view : operations) {
        if (needsAPerson(view))
            stuck.emplace(OperationRef::of(view), &view);
    }
    settle(stuck);
    int more = 0;
    for (const auto &[ref, view] : stuck) {
        if (m_said.contains(ref) || m_said.size() < MostAlarms)
            say(*view);
        else
            ++more;
    }
    if (std::exchange(m_more, more) != more)
        sayMore(more);
}

// What was said of operations that are stuck no more.
void StuckNotice::settle(const Stuck &stuck)
{
    std::erase_if(m_said, [&](const auto &said) {
        if (stuck.contains(said.first))
            return false;
        const HostId host = said.first.host;
        const bool isShown = host == 0 || m_state.hosts().find(host);
        const QString sentence = isShown ? tr("Settled: this operation goes on.")
                                         : tr("Its host is not shown any more.");
        m_notices.settle(stuckKey(said.first), sentence);
        if (isShown)
            write(said.first, said.second.employers, EventRecord::Kind::Recovered, sentence);
        return true;
    });
}

void StuckNotice::sayMore(int count)
{
    if (count == 0)
        return m_notices.settle(moreStuckKey(), tr("Settled: these operations go on."));
    m_notices.post(
        {moreStuckKey(),
         MessageBar::Kind::Error,
         tr("%n more operation(s) make no progress in drain, or their work fails.", nullptr, count),
         {{tr("Show"), [this] { m_actions.tabs.at(int(Tabs::Tab::Operations))->trigger(); }}},
         MessageBar::Ends::WhenSettled});
}

void StuckNotice::say(const HostOperation &view)
{
    const OperationRef ref = OperationRef::of(view);
    const QString member = m_state.hosts().labels().titleOf(view.host, nameOf(view.employee));
    const QString id = toLine(view.operation.id);
    const QString sentence =
        view.waiting.isStuck
            ? tr("%1: operation %2 makes no progress in drain since %3. It waits for %4.")
                  .arg(member, id, clockTime(view.waiting.since), waitingText(view))
            : tr("%1: the work of operation %2 fails and is tried again: %3. The member stays out "
                 "of service.")
                  .arg(member, id, toLine(view.failure));
    Said &said = m_said[ref];
    said.employers = view.employers;
    if (std::exchange(said.sentence, sentence) == sentence)
        return;
    write(ref, view.employers, EventRecord::Kind::Stuck, sentence);
    QList<MessageAction> buttons{{tr("Show"), [this, ref] { m_navigator.showOperation(ref); }}};
    if (m_access == WindowOptions::Access::Full && view.waiting.isStuck
        && m_state.hosts().whyHostNotSteered(view.host).isEmpty())
        buttons += {tr("Force…"), [this, ref] { force(ref); }};
    m_notices.post(
        {stuckKey(ref), MessageBar::Kind::Error, sentence, buttons, MessageBar::Ends::WhenSettled});
}

// A message goes; what it said is looked for later, where the member is: at the controllers of its
// employers.
void StuckNotice::write(const OperationRef &operation, const Employers &employers,
                        EventRecord::Kind kind, const QString &sentence)
{
    EventRecord event;
    event.kind = kind;
    event.id = consist::EmployeeKey::fromText(operation.member).qualifiedName();
    event.said = qontroller::Said(sentence.toStdString());
    std::set<std::string> controllers;
    for (const consist::EmployerName &employer : employers)
        controllers.insert(employer.controller);
    if (controllers.empty())
        controllers.insert(std::string());
    for (const std::string &controller : controllers)
        m_state.addEvent(operation.host, controller, event);
}

void StuckNotice::force(const OperationRef &operation)
{
    if (const auto *now = m_tabs.board().rows().find(operation))
        m_steering.act(OperationVerb::Force, {*now});
}

} // namespace qontroller::ui
