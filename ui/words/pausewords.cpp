// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/pausewords.h"

#include "ui/words/format.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QStringList>

namespace qontroller::ui {

QString pauseText(std::string_view reason, TimePoint until, TimePoint now)
{
    QStringList parts;
    if (!reason.empty())
        parts += toLine(reason);
    if (until != TimePoint{}) {
        parts += QCoreApplication::translate("Pause", "resumes in %1")
                     .arg(formatCountdown(until - now));
    }
    return parts.join(QStringLiteral(", "));
}

QString pauseEndText(const EventRecord &end, const QString &controller)
{
    if (end.said.kind == Said::Kind::PausesEnded)
        return QCoreApplication::translate("Pause", "The pauses of %1 objects have ended.")
            .arg(formatCount(end.said.number));
    return QCoreApplication::translate("Pause", "The pause of %1 has ended.")
        .arg(end.id.empty() ? controller : isolated(toLine(end.id)));
}

} // namespace qontroller::ui
