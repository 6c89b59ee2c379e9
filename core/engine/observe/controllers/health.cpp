// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/controllers/health.h"

namespace qontroller {

std::string_view name(Health health)
{
    switch (health) {
    case Health::Healthy: return "healthy";
    case Health::Working: return "working";
    case Health::Degraded: return "degraded";
    case Health::Failing: return "failing";
    }
    return {};
}

} // namespace qontroller
