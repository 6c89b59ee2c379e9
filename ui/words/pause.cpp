// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/pause.h"

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

} // namespace qontroller::ui
