// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/control/journalport.h"

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
    return std::to_string(restored.objects) + (restored.objects == 1 ? " object" : " objects")
           + parts + (parts.empty() ? "" : ")");
}

} // namespace qontroller
