// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/livestate.h"

#include <set>
#include <string>
#include <vector>

namespace qontroller::ui {

/// What a line of the operator log is about.
struct LogPlace
{
    /// As a filter names them.
    struct Name
    {
        std::string controller; ///< empty: no single one
        std::string host;       ///< empty: the program's own
    };

    QString shown;
    std::vector<Name> names = {}; ///< none: they are not known
};

[[nodiscard]] LogPlace logPlaceOf(const LiveState &state,
                                  const std::set<ControllerId> &controllers);

} // namespace qontroller::ui
