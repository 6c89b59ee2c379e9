// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/lifecyclewords.h"

#include "ui/words/format.h"
#include "ui/words/names.h"

#include <QtCore/QCoreApplication>

namespace qontroller::ui {

namespace {

using consist::MemberState;
using consist::OperationView;
using consist::Phase;
using consist::WaitsFor;

struct LifecycleText
{
    Q_DECLARE_TR_FUNCTIONS(Lifecycle)
};

QString operatorText(const consist::Operation &operation)
{
    return operation.phase == Phase::Drained ? LifecycleText::tr("its work to begin")
                                             : LifecycleText::tr("its work to end");
}

QString whomOf(const OperationView &view)
{
    QStringList names;
    for (const consist::Holder &holder : view.waiting.whom)
        names += toLine(holder.name);
    return names.join(QStringLiteral("; "));
}

/// While it is not known for whom.
QString plainText(const OperationView &view)
{
    switch (view.waiting.what) {
    case WaitsFor::Rules: return LifecycleText::tr("its rules, which have not been asked yet");
    case WaitsFor::Gate: return LifecycleText::tr("its gate to close");
    case WaitsFor::Marks: return LifecycleText::tr("its marks to be looked at");
    case WaitsFor::Operator: return operatorText(view.operation);
    case WaitsFor::OtherOperations: return LifecycleText::tr("other operations");
    case WaitsFor::Checks: return LifecycleText::tr("its checks, which have not been asked yet");
    case WaitsFor::Traffic: return LifecycleText::tr("traffic to come back");
    case WaitsFor::Removal: return LifecycleText::tr("its object to be deleted");
    }
    return {};
}

} // namespace

QString nameOf(Phase phase)
{
    switch (phase) {
    case Phase::PreCheck: return LifecycleText::tr("Waits for permission");
    case Phase::Permitted: return LifecycleText::tr("Permitted");
    case Phase::Draining: return LifecycleText::tr("Draining");
    case Phase::Drained: return LifecycleText::tr("Drained");
    case Phase::Operating: return LifecycleText::tr("Operating");
    case Phase::Operated: return LifecycleText::tr("Operated");
    case Phase::PostCheck: return LifecycleText::tr("Post-check");
    case Phase::Restoring: return LifecycleText::tr("Restoring");
    case Phase::Undoing: return LifecycleText::tr("Undoing");
    }
    return {};
}

QString nameOf(MemberState state)
{
    switch (state) {
    case MemberState::Waiting: return LifecycleText::tr("Waiting");
    case MemberState::InService: return LifecycleText::tr("In service");
    case MemberState::Down: return LifecycleText::tr("Down");
    case MemberState::OutOfService: return LifecycleText::tr("Out of service");
    case MemberState::Leaving: return LifecycleText::tr("Leaving");
    }
    return {};
}

QString keyOf(Phase phase)
{
    return keyed(name(phase));
}
QString keyOf(MemberState state)
{
    return keyed(name(state));
}

QString nameOf(const consist::EmployeeKey &member)
{
    return toLine(member.qualifiedName());
}
QString nameOf(const consist::EmployerName &employer)
{
    return toLine(employer.text());
}

QStringList namesOf(const std::vector<consist::EmployerName> &employers)
{
    QStringList names;
    for (const consist::EmployerName &employer : employers)
        names += nameOf(employer);
    return names;
}

bool needsAPerson(const OperationView &view)
{
    return view.waiting.isStuck || !view.failure.empty();
}

QString stateText(const OperationView &view)
{
    if (view.waiting.isStuck)
        return LifecycleText::tr("No progress in drain");
    return view.failure.empty() ? nameOf(view.operation.phase) : LifecycleText::tr("Work fails");
}

QString stateKey(const OperationView &view)
{
    if (view.waiting.isStuck)
        return keyOf(ItemState::Stuck);
    return view.failure.empty() ? keyOf(view.operation.phase) : keyOf(ItemState::Failed);
}

Severity severityOf(const OperationView &view)
{
    return needsAPerson(view) ? Severity::Bad : Severity::Normal;
}

Severity severityOf(MemberState state)
{
    switch (state) {
    case MemberState::InService: return Severity::Quiet;
    case MemberState::Down: return Severity::Bad;
    default: return Severity::Normal;
    }
}

int rankOf(const OperationView &view)
{
    if (needsAPerson(view))
        return 0;
    switch (view.operation.phase) {
    case Phase::Undoing: return 1;
    case Phase::Drained: return 2;
    case Phase::Operating: return 3;
    case Phase::Draining: return 4;
    case Phase::Permitted: return 5;
    case Phase::Operated: return 6;
    case Phase::PostCheck: return 7;
    case Phase::Restoring: return 8;
    case Phase::PreCheck: return 9; // waits for those above
    }
    return 10;
}

QString waitingText(const OperationView &view)
{
    if (!view.failure.empty())
        return LifecycleText::tr("its work to succeed, which is tried again: %1")
            .arg(toLine(view.failure));
    if (view.waiting.whom.empty())
        return plainText(view);
    const QString whom = whomOf(view);
    switch (view.waiting.what) {
    case WaitsFor::Marks: return LifecycleText::tr("%1 to take its mark away").arg(whom);
    case WaitsFor::Traffic: return LifecycleText::tr("%1 to take it in").arg(whom);
    case WaitsFor::Rules: return LifecycleText::tr("its rules: %1").arg(whom);
    case WaitsFor::Checks: return LifecycleText::tr("its checks: %1").arg(whom);
    default: return plainText(view) + QStringLiteral(": ") + whom;
    }
}

QString waitingDetails(const OperationView &view, WallTime now)
{
    QStringList lines;
    for (const consist::Holder &holder : view.waiting.whom)
        lines += LifecycleText::tr("%1, for %2")
                     .arg(toLine(holder.name), formatAge(now - holder.since));
    return lines.join(QLatin1Char('\n'));
}

QString remarksOn(const consist::Operation &operation)
{
    QStringList remarks;
    if (operation.isForced)
        remarks += LifecycleText::tr("forced");
    if (operation.isUndone)
        remarks += LifecycleText::tr("undone");
    if (operation.isDeletion)
        remarks += LifecycleText::tr("deletes the member");
    if (operation.isWish)
        remarks += LifecycleText::tr("asked for by its object");
    return remarks.join(QStringLiteral(" · "));
}

QString quotaText(std::size_t left)
{
    return left == 0 ? LifecycleText::tr("none may go out of service now")
                     : LifecycleText::tr("%n more may go out of service", nullptr, int(left));
}

} // namespace qontroller::ui
