// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QStringList>

#include "ui/state/livestate.h"
#include "ui/words/names.h"

namespace qontroller::ui {

/// What of a host needs an operator.
struct HostTrouble
{
    std::uint64_t count = 0; ///< objects, controllers and operations
    Severity severity = Severity::Normal;
    QStringList lines; ///< what they are, in words

    void add(std::uint64_t number, Severity as, const QString &what);
};

/// \a urgent: how many operations on its members need a person.
[[nodiscard]] HostTrouble troubleOf(const LiveState &state, const HostStatus &host, int urgent);

} // namespace qontroller::ui
