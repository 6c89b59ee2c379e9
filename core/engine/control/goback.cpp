// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/control/goback.h"

#include <algorithm>

namespace qontroller {

SetOptions goBack(const ControllerChanges &changes)
{
    SetOptions set;
    for (const ChangedOption &each : changes.options) {
        const ControllerOption *const option = findOption(each.name);
        const auto given = option && option->isLive ? option->parse(each.given) : std::nullopt;
        if (given)
            set.changes.push_back({option, *given});
    }
    const ControllerOption *const workers = &optionOf(&ControllerOptions::workers);
    if (changes.workers && !std::ranges::count(set.changes, workers, &OptionChange::option))
        set.changes.push_back({workers, changes.workers->before});
    return set;
}

} // namespace qontroller
