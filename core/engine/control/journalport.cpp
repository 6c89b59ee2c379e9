// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/control/journalport.h"

#include "core/base/text/duration.h"

namespace qontroller {

std::string describe(const RestoredObjects &restored)
{
    std::string parts;
    const auto add = [&parts](std::uint64_t count, const char *what) {
        if (count > 0)
            parts += (parts.empty() ? " (" : ", ") + std::to_string(count) + ' ' + what;
    };
    add(restored.failed, "failed or parked");
    add(restored.paused, "paused");
    add(restored.withheld, "held or kept");
    add(restored.owed, "to be removed");
    add(restored.texts, "with what was kept for their handler");
    return std::to_string(restored.objects) + (restored.objects == 1 ? " object" : " objects")
           + parts + (parts.empty() ? "" : ")");
}

std::vector<std::string> describe(const ControllerChanges &changes, WallTime now)
{
    std::vector<std::string> lines;
    for (const ChangedOption &each : changes.options)
        lines.push_back(each.name + " is " + each.value + ", and " + each.given
                        + " in the session");
    if (const auto &workers = changes.workers)
        lines.push_back("workers is " + std::to_string(workers->workers) + " for "
                        + spanInWords(workers->until - now) + ", then "
                        + std::to_string(workers->before));
    return lines;
}

} // namespace qontroller
