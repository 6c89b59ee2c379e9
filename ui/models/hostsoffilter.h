// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/filter/filter.h"
#include "ui/state/livestate.h"
#include "ui/words/format.h"

namespace qontroller::ui {

/// The terms of \a filter on hosts take what is of \a host; 0: the program's own, which has no name
/// and is taken.
[[nodiscard]] inline bool takesHost(const Filter &filter, const HostLabels &hosts, HostId host)
{
    const QString name = hosts.of(host).name;
    return name.isEmpty() || filter.takesHost(name.toStdString());
}

} // namespace qontroller::ui
