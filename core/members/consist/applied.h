// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"
#include "core/engine/api/error.h"

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace qontroller {

/// An item that could not be changed, and why.
struct ItemFailure
{
    std::string id;
    std::string error;

    friend bool operator==(const ItemFailure &, const ItemFailure &) = default;
};

/// What became of the items of one call that creates, updates or deletes.
///
/// An item is in one of the two lists. One that is in neither, or in both, counts as failed:
/// nothing is believed of the provider that the adapter has not said. A failure is soft: the
/// other items and the other calls go on. An error ends the pass, after what has succeeded is
/// written down.
struct [[nodiscard]] Applied
{
    std::vector<std::string> succeeded; ///< ids: the provider has confirmed the change
    std::vector<ItemFailure> failed;
    std::optional<Error> error;
    /// More than 0: another system makes the change. See observeOnly().
    Duration lookAgain = Duration::zero();

    /// Every one of \a items, a range of what the call was given.
    template<class Items>
    static Applied all(const Items &items)
    {
        Applied applied;
        for (const auto &item : items)
            applied.succeeded.emplace_back(item.id);
        return applied;
    }

    /// None, and it is of no use to go on: the provider is away, say.
    static Applied aborted(std::string why)
    {
        Applied applied;
        applied.error = Error(std::move(why));
        return applied;
    }

    /// Another system makes the change; this adapter only looks whether it has happened. The
    /// marks are held, nothing counts as failed, and the next pass comes after \a interval, more
    /// than 0. What has happened already may be added to `succeeded`.
    static Applied observeOnly(Duration interval)
    {
        Applied applied;
        applied.lookAgain = interval;
        return applied;
    }

    /// Calls \a apply with one item after the other; it returns nothing, or an
    /// std::optional<Error> that holds what went wrong with this one. An exception passes: the
    /// items of this call then count as failed.
    template<class Items, class Apply>
    static Applied each(const Items &items, Apply apply)
    {
        Applied applied;
        for (const auto &item : items) {
            if constexpr (std::is_void_v<decltype(apply(item))>) {
                apply(item);
                applied.succeeded.emplace_back(item.id);
            } else if (std::optional<Error> wrong = apply(item)) {
                applied.failed.push_back({std::string(item.id), std::move(wrong->message)});
            } else {
                applied.succeeded.emplace_back(item.id);
            }
        }
        return applied;
    }
};

} // namespace qontroller
