// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/observe/delta.h"
#include "core/observe/explanation.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace qontroller {

/// All that is known of one item.
struct ItemDetail
{
    ItemRow row;
    std::vector<Reason> reasons;         ///< why it was last queued
    std::vector<AttemptRecord> attempts; ///< oldest first, the last 16; empty if it never had trouble
    std::vector<Explanation> explanation; ///< why nothing happens to it now, from the cause outwards
};

/// What an object should be and what it is, in its plugin's words.
struct Description
{
    std::string desired;
    std::string actual;
    std::string problem; ///< why there is nothing: in words; empty if there is
};

/// Where a front end gets what it shows. Thread-safe; one front end at a time pulls.
class Feed
{
public:
    virtual ~Feed() = default;

    /// What changed since the last pull; the first gives everything, in portions.
    /// Bounded work, so that a tick stays short; call it at a rate of your own.
    [[nodiscard]] virtual Delta pull() = 0;

    /// The numbers at this moment, for charts: at a rate of their own, whatever the rate
    /// of pull() is. Takes nothing from it, so any number of readers may ask.
    [[nodiscard]] virtual Sample sample() = 0;

    /// Stops keeping changed rows: nobody looks any more. The next pull starts anew.
    virtual void detach() = 0;

    /// Nothing if the controller or the item is not known (any more).
    [[nodiscard]] virtual std::optional<ItemDetail> detail(ControllerId controller,
                                                           const ObjectId &id) = 0;

    /// Asks the plugin. Blocks for as long as that takes: not for a front end's own
    /// thread. Ends early on \a stop. Nothing if the controller is not known (any more).
    [[nodiscard]] virtual std::optional<Description> describe(ControllerId controller,
                                                              const ObjectId &id,
                                                              std::stop_token stop) = 0;

    /// The ids of all items of \a controller that are held by the mass-deletion guard.
    [[nodiscard]] virtual std::vector<ObjectId> held(ControllerId controller) = 0;
};

} // namespace qontroller
