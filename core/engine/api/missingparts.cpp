// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/api/missingparts.h"

#include <algorithm>

namespace qontroller {

std::optional<std::string> whatIsMissing(const ControllerParts &parts)
{
    if (!parts.listerWatcher)
        return "its plugin gave no ListerWatcher";
    if (!parts.reconciler)
        return "its plugin gave no Storage and Handler";
    const bool isComplete = std::ranges::all_of(parts.related, [](const RelatedSource &related) {
        return related.listerWatcher && related.owners;
    });
    if (!isComplete)
        return "its plugin gave a related source without ListerWatcher or owner relation";
    if (parts.related.size() >= MostSources)
        return "its plugin gave " + std::to_string(1 + parts.related.size())
               + " sources: a controller has at most " + std::to_string(MostSources)
               + ", so have one source tell of several kinds of objects";
    return std::nullopt;
}

} // namespace qontroller
