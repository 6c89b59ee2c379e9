// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/operationsteering.h"

#include "ui/actions/actions.h"
#include "ui/actions/lifecyclecommander.h"
#include "ui/dialogs/begindialog.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/state/lifecyclefeeds.h"
#include "ui/state/livestate.h"
#include "ui/views/board.h"
#include "ui/words/format.h"
#include "ui/words/lifecyclewords.h"

#include <QtCore/QDateTime>
#include <QtGui/QAction>

#include <algorithm>
#include <utility>

namespace qontroller::ui {

namespace {

QStringList linesOf(const OperationViews &views, const HostLabels &hosts)
{
    QStringList lines;
    for (const HostOperation &view : views)
        lines += QStringLiteral("%1 · %2").arg(hosts.titleOf(view.host, nameOf(view.employee)),
                                               toLine(view.operation.id));
    return lines;
}

/// What it means to go on all the same, for each kind that is among \a views.
QString forceConsequence(const OperationViews &views, const HostLabels &hosts)
{
    QStringList stuck;
    bool isUndoing = false;
    for (const HostOperation &view : views) {
        if (view.waiting.isStuck)
            stuck += hosts.titleOf(view.host, nameOf(view.employee)) + QStringLiteral(": ")
                     + waitingText(view);
        else
            isUndoing = true;
    }
    QStringList parts;
    if (!stuck.isEmpty())
        parts += OperationSteering::tr(
                     "What still holds a member does not count any more: it counts as "
                     "drained, and requests that still reach it may fail. It waits "
                     "for:\n%1")
                     .arg(stuck.join(QLatin1Char('\n')));
    if (isUndoing)
        parts += OperationSteering::tr(
            "Work that has not ended counts as finished: traffic comes back to the member, "
            "whatever is still done to it.");
    parts += OperationSteering::tr("This cannot be taken back.");
    return parts.join(QStringLiteral("\n\n"));
}

QStringList memberNames(const MemberRefs &members, const HostLabels &hosts)
{
    QStringList names;
    for (const MemberRef &one : members)
        names += hosts.titleOf(one.host, nameOf(one.member));
    return names;
}

QStringList employerNames(const EmployerRefs &employers, const HostLabels &hosts)
{
    QStringList names;
    for (const EmployerRef &one : employers)
        names += hosts.titleOf(one.host, nameOf(one.name));
    return names;
}

/// What Force does depends on how far an operation is.
OperationScope withoutChanged(OperationScope scope, const OperationViews &now)
{
    const auto hasChanged = [&now](const HostOperation &asked) {
        return std::ranges::none_of(now, [&asked](const HostOperation &each) {
            return OperationRef::of(each) == OperationRef::of(asked)
                   && each.operation.phase == asked.operation.phase
                   && each.waiting.isStuck == asked.waiting.isStuck;
        });
    };
    if (const auto changed = std::erase_if(scope.eligible, hasChanged); changed > 0)
        scope.skipped[OperationSteering::tr("It has changed since it was asked about.")] += changed;
    return scope;
}

} // namespace

OperationSteering::OperationSteering(QWidget &window, const Actions &actions,
                                     const LiveState &state, const LifecycleFeeds &lifecycles,
                                     Board &board, LifecycleCommander &commander)
    : m_window(window)
    , m_state(state)
    , m_lifecycles(lifecycles)
    , m_board(board)
    , m_commander(commander)
{
    for (const auto &[action, verb] : {std::pair(actions.startOperation, OperationVerb::Start),
                                       std::pair(actions.finishOperation, OperationVerb::Finish),
                                       std::pair(actions.undoOperation, OperationVerb::Undo),
                                       std::pair(actions.forceOperation, OperationVerb::Force)})
        connect(action, &QAction::triggered, this, [this, verb = verb] { actOnSelected(verb); });
    connect(actions.beginOperation, &QAction::triggered, this, &OperationSteering::askBegin);
    connect(actions.deleteMember, &QAction::triggered, this, &OperationSteering::askDeleteMembers);
    connect(actions.forgetEmployer, &QAction::triggered, this,
            &OperationSteering::askForgetEmployers);
}

void OperationSteering::actOnSelected(OperationVerb verb)
{
    act(verb, m_board.selectedOperations());
}

// From here on the operations are fixed, whatever happens in the table.
void OperationSteering::act(OperationVerb verb, const OperationViews &operations)
{
    const auto scope = OperationScope::of(verb, operations, [this](HostId host) {
        return m_state.hosts().whyHostNotSteered(host);
    });
    if (scope.verb == OperationVerb::Force && !scope.eligible.empty())
        askForce(scope);
    else
        m_commander.apply(scope);
}

void OperationSteering::askForce(const OperationScope &scope)
{
    const HostLabels hosts = m_state.hosts().labels();
    const QStringList lines = linesOf(scope.eligible, hosts);
    const int count = int(scope.eligible.size());
    const QString question = count == 1 ? tr("Force %1?").arg(lines.front())
                                        : tr("Force %n operation(s)?", nullptr, count);
    auto *dialog = new ConfirmDialog(question, forceConsequence(scope.eligible, hosts),
                                     count == 1 ? QStringList() : lines,
                                     tr("Force %n Operation(s)", nullptr, count), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, scope] { m_commander.apply(withoutChanged(scope, m_lifecycles.operations())); });
    dialog->open();
}

void OperationSteering::rememberTypes(const OperationViews &operations)
{
    for (const HostOperation &view : operations) {
        if (!view.operation.isDeletion)
            m_types.insert(toLine(view.operation.type));
    }
}

std::set<QString> OperationSteering::knownTypes() const
{
    std::set<QString> types = m_types;
    for (const std::string &type : m_lifecycles.operationTypes())
        types.insert(toLine(type));
    return types;
}

void OperationSteering::askBegin()
{
    const MemberRefs members = m_board.selectedMembers();
    if (members.empty())
        return;
    const std::set<QString> types = knownTypes();
    auto *dialog = new BeginDialog(memberNames(members, m_state.hosts().labels()),
                                   QStringList(types.begin(), types.end()),
                                   QDateTime::currentDateTime(), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, members] {
        m_types.insert(dialog->type());
        m_commander.begin(members, dialog->type(), dialog->id());
    });
    dialog->open();
}

void OperationSteering::askDeleteMembers()
{
    const MemberRefs members = m_board.selectedMembers();
    if (members.empty())
        return;
    const int count = int(members.size());
    const QStringList names = memberNames(members, m_state.hosts().labels());
    const QString question = count == 1 ? tr("Delete %1?").arg(names.front())
                                        : tr("Delete %n member(s)?", nullptr, count);
    auto *dialog = new ConfirmDialog(
        question,
        tr("When its rules permit it, a member is drained, and then its controller deletes the "
           "object itself. Until it is drained, Undo on its operation keeps it."),
        count == 1 ? QStringList() : names, tr("Delete %n Member(s)", nullptr, count), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, members] { m_commander.remove(members); });
    dialog->open();
}

void OperationSteering::askForgetEmployers()
{
    const auto employers = m_board.employers().selectedAbsent();
    if (employers.empty())
        return;
    const int count = int(employers.size());
    const QStringList names = employerNames(employers, m_state.hosts().labels());
    auto *dialog = new ConfirmDialog(
        count == 1 ? tr("Forget %1?").arg(names.front())
                   : tr("Forget %n employer(s)?", nullptr, count),
        tr("No operation waits for it any more, and its members count as drained. What it has at "
           "its provider stays there as it is: if requests still reach a member that way, they "
           "fail while the member is operated on.\n\nThis cannot be taken back. If its "
           "controller was only renamed or moved, let it run under its old name once more "
           "instead."),
        count == 1 ? QStringList() : names, tr("Forget %n Employer(s)", nullptr, count), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, employers] { m_commander.forget(employers); });
    dialog->open();
}

} // namespace qontroller::ui
