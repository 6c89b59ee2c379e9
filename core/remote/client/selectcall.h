// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/observe/events/keys.h"
#include "core/engine/observe/items/itemrow.h"

#include <cstdint>
#include <string>
#include <vector>

namespace qontroller::remote {

/// See Select in qontroller.proto.
struct SelectQuestion
{
    std::string filter;
    std::string sort;
    std::uint64_t limit = 0; ///< 0: all
};

struct SelectAnswer
{
    struct Object
    {
        ControllerId controller = 0;
        std::string controllerName;
        ItemRow row; ///< times of the host's clock
    };
    TimePoint now;           ///< of the host's clock
    std::uint64_t total = 0; ///< found, also beyond the limit
    std::vector<Object> objects;
};

} // namespace qontroller::remote
