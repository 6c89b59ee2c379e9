// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/api/objectid.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace qontroller {

/// A function of a plugin that the engine calls. Each may block for ever.
enum class ForeignCall : std::uint8_t {
    None,
    Acquire, ///< ObjectLocker
    Release, ///< … the end of its lock
    Get,     ///< Storage
    Add,     ///< Handler
    Remove,
    StopCallback, ///< what a handler registered on its stop token
    WatchMode,    ///< ListerWatcher
    List,
    Watch,
    OwnersOf, ///< OwnerRelation
    Describe, ///< Describer
    Follow,   ///< Ownership
};

/// `get`, `stop callback` … in English, for logs and tests.
[[nodiscard]] std::string_view name(ForeignCall call);

/// A call that has not returned.
struct RunningCall
{
    ForeignCall call = ForeignCall::None;
    ObjectId id; ///< empty when it concerns no object
    TimePoint since;
};

} // namespace qontroller
