// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QDateTime>
#include <QtCore/QList>
#include <QtCore/QString>

#include "core/engine/control/command.h"

namespace qontroller::ui {

/// What the file of an operator log says of one entry.
struct EarlierEntry
{
    QDateTime time;
    QString who;
    QString what;
    QString where;
    Ids ids;
    QString outcome; ///< empty: the file does not say
};

/// The last \a most entries that \a file tells of in its last part, oldest first. A line that is
/// none of ours is left out, and so is a file that cannot be read.
[[nodiscard]] QList<EarlierEntry> readOperatorLog(const QString &file, int most);

} // namespace qontroller::ui
