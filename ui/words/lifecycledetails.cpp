// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/lifecycledetails.h"

#include "ui/words/format.h"
#include "ui/words/lifecyclewords.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDateTime>

#include <algorithm>

namespace qontroller::ui {

namespace {

using consist::EmployeeKey;
using consist::EmployerView;
using consist::MemberView;
using consist::OperationView;

struct LifecycleDetailsText
{
    Q_DECLARE_TR_FUNCTIONS(Lifecycle)
};

QString indented(const QString &line)
{
    return QStringLiteral("  ") + line;
}

/// \a text, and since when if that is known.
QString since(const QString &text, WallTime time)
{
    return time == WallTime() ? text
                              : LifecycleDetailsText::tr("%1, since %2").arg(text, clockTime(time));
}

QStringList phaseLines(const OperationView &view)
{
    const consist::Operation &operation = view.operation;
    QStringList lines{
        since(LifecycleDetailsText::tr("State: %1").arg(stateText(view)), operation.since)};
    if (operation.drainingSince != WallTime() && operation.drainingSince != operation.since)
        lines += LifecycleDetailsText::tr("Its drain began: %1")
                     .arg(clockTime(operation.drainingSince));
    lines += LifecycleDetailsText::tr("Type: %1").arg(toLine(operation.type));
    if (const QString remarks = remarksOn(operation); !remarks.isEmpty())
        lines += LifecycleDetailsText::tr("Remarks: %1").arg(remarks);
    return lines;
}

QStringList waitingLines(const OperationView &view)
{
    QStringList lines{LifecycleDetailsText::tr("Waits for %1").arg(waitingText(view))};
    for (const consist::Holder &holder : view.waiting.whom)
        lines += indented(since(toLine(holder.name), holder.since));
    return lines;
}

QStringList failureLines(const EmployerView &employer)
{
    QStringList lines;
    for (const std::string &error : employer.errors)
        lines += indented(LifecycleDetailsText::tr("Last pass: %1").arg(toLine(error)));
    return lines;
}

QStringList memberLines(const EmployerView &employer, const EmployeeKey &key)
{
    QStringList lines{QString(), nameOf(employer.name)};
    const auto member = std::ranges::find(employer.members, key, &MemberView::employee);
    if (member != employer.members.end()) {
        lines += indented(since(nameOf(member->state), member->since));
        for (const std::string &status : member->status)
            lines += indented(toLine(status));
    }
    if (employer.quotaLeft)
        lines += indented(quotaText(*employer.quotaLeft));
    return lines + failureLines(employer);
}

} // namespace

QString clockTime(WallTime time)
{
    return formatMoment(localTime(time));
}

QString detailsOf(const OperationView &view, const EmployerViews &employers)
{
    QStringList lines{LifecycleDetailsText::tr("Operation %1 on %2")
                          .arg(toLine(view.operation.id), nameOf(view.employee)),
                      QString()};
    lines += phaseLines(view);
    lines += QString();
    lines += waitingLines(view);
    for (const consist::EmployerName &name : view.employers) {
        const auto known = std::ranges::find(employers, name, &EmployerView::name);
        lines += known == employers.end() ? QStringList{QString(), nameOf(name)}
                                          : memberLines(*known, view.employee);
    }
    return lines.join(QLatin1Char('\n'));
}

QString detailsOf(const EmployeeKey &member, const EmployerViews &employers,
                  const std::vector<OperationView> &operations)
{
    QStringList lines{LifecycleDetailsText::tr("Member %1").arg(nameOf(member))};
    for (const EmployerView &employer : employers)
        lines += memberLines(employer, member);
    for (const OperationView &view : operations) {
        if (view.employee != member)
            continue;
        lines += {QString(),
                  LifecycleDetailsText::tr("Operation %1").arg(toLine(view.operation.id))};
        for (const QString &line : phaseLines(view) + waitingLines(view))
            lines += indented(line);
    }
    return lines.join(QLatin1Char('\n'));
}

QString detailsOf(const EmployerView &employer)
{
    QStringList lines{LifecycleDetailsText::tr("Employer %1").arg(nameOf(employer.name))};
    if (employer.quotaLeft)
        lines += indented(quotaText(*employer.quotaLeft));
    lines += failureLines(employer);
    for (const consist::ConsistRecord::Status &resource : employer.resources)
        lines += indented(toLine(resource.id) + QStringLiteral(": ") + toLine(resource.text));
    return lines.join(QLatin1Char('\n'));
}

} // namespace qontroller::ui
