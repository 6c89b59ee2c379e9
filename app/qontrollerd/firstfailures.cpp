// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerd/firstfailures.h"

#include "core/engine/observe/events/errorsignature.h"

#include <algorithm>

namespace qontroller {

bool FirstFailures::isFirst(ControllerId controller, const EventRecord &event)
{
    Causes &causes = m_met[controller];
    const auto [met, isNew] = causes.try_emplace(errorSignature(event.said.text, event.id),
                                                 event.time);
    const bool isFirst = isNew || event.time > later(met->second, Memory);
    met->second = event.time;
    if (causes.size() > MostCauses)
        causes.erase(std::ranges::min_element(causes, {}, &Causes::value_type::second));
    return isFirst;
}

} // namespace qontroller
