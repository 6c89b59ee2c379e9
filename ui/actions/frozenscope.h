// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include "core/engine/jobs/job.h"
#include "ui/state/itemref.h"

#include <functional>
#include <map>

namespace qontroller::ui {

/// What a pause is for an item that is paused already.
enum class Repeat {
    Skipped,
    Anew, ///< its pause ends anew
};

/// Why \a item is left out of \a verb, as its row is here; empty: it is not.
[[nodiscard]] QString skipReason(ItemVerb verb, const ItemRef &item,
                                 Repeat repeat = Repeat::Skipped);

/// The items of one action, fixed at the moment it was asked for. Whatever changes
/// afterwards - rows, filter, selection - changes nothing here.
struct FrozenScope
{
    ItemVerb verb = ItemVerb::Requeue;
    ItemRefs eligible;
    std::map<QString, std::size_t> skipped; ///< reason and how many
    /// Told of each entry of the operator log that this becomes, which says what comes of it.
    std::function<void(int entry)> noted = {};

    /// Why nothing of a controller can be steered; empty: it can.
    using WhyNot = std::function<QString(ControllerId)>;

    [[nodiscard]] static FrozenScope of(ItemVerb verb, const ItemRefs &items,
                                        const WhyNot &whyNot = {}, Repeat repeat = Repeat::Skipped);
};

} // namespace qontroller::ui
