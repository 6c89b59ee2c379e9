// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include "ui/state/itemref.h"

#include <functional>
#include <map>

namespace qontroller::ui {

/// What an operator can do to items.
enum class ItemVerb {
    Requeue,
    Pause,
    Resume,
    Discard,
    RemoveHeld,
    KeepHeld
};

[[nodiscard]] QString nameOf(ItemVerb verb);

/// Why \a item is left out of \a verb; nothing: it is not.
[[nodiscard]] std::optional<QString> skipReason(ItemVerb verb, const ItemRef &item);

/// The items of one action, fixed at the moment it was asked for. Whatever changes
/// afterwards - rows, filter, selection - changes nothing here.
struct FrozenScope
{
    ItemVerb verb = ItemVerb::Requeue;
    ItemRefs eligible;
    std::map<QString, std::size_t> skipped; ///< reason and how many

    /// Why nothing of a controller can be steered; empty: it can.
    using WhyNot = std::function<QString(ControllerId)>;

    [[nodiscard]] static FrozenScope of(ItemVerb verb, const ItemRefs &items,
                                        const WhyNot &whyNot = {});
};

} // namespace qontroller::ui
