// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/filter.h"
#include "ui/state/livestate.h"
#include "ui/words/format.h"

namespace qontroller::ui {

/// The terms of \a filter on hosts take what is of \a controller. All is taken of the program's
/// own host, which has no name.
[[nodiscard]] inline bool takesHostOf(const Filter &filter, const LiveState &state,
                                      ControllerId controller)
{
    if (!filter.asksForHosts()) // as mostly, of each of many rows
        return true;
    const HostStatus *host = state.hosts().of(controller);
    return !host || filter.takesHost(toLine(host->name).toStdString());
}

/// The same of what is of \a host; 0: the program's own.
[[nodiscard]] inline bool takesHost(const Filter &filter, const HostLabels &hosts, HostId host)
{
    const QString name = hosts.of(host).name;
    return name.isEmpty() || filter.takesHost(name.toStdString());
}

} // namespace qontroller::ui
