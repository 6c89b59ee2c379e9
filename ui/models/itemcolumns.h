// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include "ui/state/controllerbook.h"

#include "core/base/threads/clock.h"

#include <compare>
#include <string>

namespace qontroller::ui {

struct Item;

/// The columns of the item table, in their first order.
enum class ItemColumn {
    State,
    Id,
    Controller,
    Host,
    Reason,
    Attempts,
    NextTry,
    Age,
    LastRun,
    Worker,
    QueueWait,
    Priority,
    FirstSeen,
    LastSuccess,
    Causes,
    Coalesced,
    LockHeld,
    Behind,
};
inline constexpr int ItemColumnCount = 18;

/// What an item cell is made from.
struct ItemContext
{
    const ControllerBook &controllers;
    TimePoint now;
};

[[nodiscard]] QString titleOf(ItemColumn column);
[[nodiscard]] bool isNumeric(ItemColumn column);
/// Host only in a window that shows hosts elsewhere: Tabs says so.
[[nodiscard]] bool isShownAtFirst(ItemColumn column);
[[nodiscard]] int widthAtFirst(ItemColumn column);
/// The width down to which the column shrinks to make room for the reason.
[[nodiscard]] int leastWidthOf(ItemColumn column);
/// Its text changes as time goes by, though the item does not.
[[nodiscard]] bool ticks(ItemColumn column);

[[nodiscard]] QString cellOf(const Item &item, ItemColumn column, const ItemContext &context);

/// By what rows are sorted: the number first, then the text. It is another only when the item is,
/// or what its controller or host is called: as time goes by, all ages grow alike.
struct SortKey
{
    double number = 0;
    std::string text;
    friend auto operator<=>(const SortKey &, const SortKey &) = default;
};
[[nodiscard]] SortKey sortKeyOf(const Item &item, ItemColumn column,
                                const ControllerBook &controllers);

} // namespace qontroller::ui
