// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/api/objectid.h"
#include "core/engine/observe/events/keys.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace qontroller {

struct ItemRow;

struct NamedController
{
    ControllerId id = 0;
    std::string name{};
    bool isPaused = false;  ///< as a whole: none of its objects begins a run
    bool isLeaving = false; ///< it is being removed: a command may not reach it any more
    bool hasListed = false; ///< its objects are known, and handled
    int workers = 0;
    /// Commands that gave a controller of this name a number of workers, since the host's start.
    std::uint64_t workerWords = 0;
    std::string plugin{};
    std::string objects{}; ///< another text: an id may mean another object
};

/// The objects of a host, for a caller that looks through all of them once, as a filter does.
/// Thread-safe. The controllers go on meanwhile: their locks are held for a portion at a time.
class ObjectRows
{
public:
    virtual ~ObjectRows() = default;

    /// What Feed calls now.
    [[nodiscard]] virtual TimePoint now() const = 0;
    [[nodiscard]] virtual std::vector<NamedController> controllers() = 0;

    /// Calls \a look with the row of each item of \a controller that is in one of \a states, which
    /// are bits 1 << ItemState, in no order, until it says false. An item that is there all the
    /// time is met once. No lock is held during the call.
    virtual void forEachRow(ControllerId controller, unsigned states,
                            const std::function<bool(const ItemRow &)> &look) = 0;
    /// The rows of \a ids as they are now, in their order, without those that are not known.
    [[nodiscard]] virtual std::vector<ItemRow> rows(ControllerId controller,
                                                    std::span<const ObjectId> ids) = 0;
};

} // namespace qontroller
