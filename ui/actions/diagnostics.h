// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QJsonObject>

#include "ui/state/livestate.h"

class QAbstractItemModel;

namespace qontroller::ui {

/// What a report of trouble must tell: versions, controllers with their options and counters,
/// troubled items, the last events and what operators did. Holds ids and
/// error texts, but no parameters of plugins: those may be secret.
[[nodiscard]] QJsonObject diagnostics(const LiveState &state,
                                      const QAbstractItemModel &operatorLog);

} // namespace qontroller::ui
