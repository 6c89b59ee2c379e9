// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/texttable.h"
#include "core/base/threads/clock.h"

#include <string>
#include <vector>

namespace qontroller {
struct ItemDetail;
struct ItemRow;
} // namespace qontroller

namespace qontroller::remote {
struct SelectAnswer;
}

/// Objects in words.
namespace qontroller {

[[nodiscard]] TextTable itemsTable(const remote::SelectAnswer &items);

/// Why the object is as it is, where that can be said; or empty.
[[nodiscard]] std::string reasonOf(const ItemRow &row);

/// When the object is tried again: `now`, `in 5s`, or nothing; of one that waits for the retry rate
/// `soon`, or `in about 5s`.
[[nodiscard]] std::string nextTry(const ItemRow &row, TimePoint now);

/// What was said last of an object, beside the facts.
struct LastSaid
{
    const char *key;
    const char *title;
    std::string text; ///< as it was said; may be empty
};
[[nodiscard]] LastSaid lastSaidOf(const ItemRow &row);

/// Why nothing happens to an object now, and what was said last, a line each.
[[nodiscard]] std::vector<std::string> whyLines(const ItemDetail &detail, TimePoint now);

} // namespace qontroller
