// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QJsonValue>
#include <QtCore/QStringList>

/// Parameters in words, for people.
namespace qontroller::ui {

struct RunningParameters;

/// \a value on one line of \a longest characters at most; undefined: `nothing`. A secret is as in
/// \a value, so blank it before.
[[nodiscard]] QString valueText(const QJsonValue &value, qsizetype longest);

/// What was given, `Source: /srv/photos`, a line each, with `••••` for a secret. What was not given
/// has the plugin's default and no line; nor has what its schema does not describe, which may be a
/// secret.
[[nodiscard]] QStringList linesOf(const RunningParameters &running);

} // namespace qontroller::ui
