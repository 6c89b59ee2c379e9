// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace qontroller {

struct ItemRow;

/// What is so of an item whatever its state.
enum class Mark : std::uint8_t {
    /// Its last attempt that had a result failed. What is queued again, paused or waits
    /// still fails: only an attempt that succeeds ends it. Whoever counts or finds what fails
    /// means this.
    Failing,
    /// As countsAsGivenUp(). Of what fails, this is what attentions and `failed` of a controller
    /// count; the others are still tried again, or are paused, held or another host's.
    GivenUp,
    /// An operator kept it when a list lacked it.
    Kept,
    /// It runs again and again although nothing says that it has changed.
    Looping,
};
inline constexpr int MarkCount = 4;

[[nodiscard]] constexpr Mark markAt(int index)
{
    return static_cast<Mark>(index);
}

[[nodiscard]] bool isMarked(const ItemRow &row, Mark mark);
/// A bit 1 << Mark for each.
[[nodiscard]] unsigned marksOf(const ItemRow &row);
/// `Failing`, `Given Up`, `Kept`, `Looping`.
[[nodiscard]] std::string_view name(Mark mark);

/// Why it fails, if it does.
[[nodiscard]] const std::string &errorOf(const ItemRow &row);

/// What name() says as one word of small letters, for commands and files: `back-off`.
[[nodiscard]] std::string keyOf(std::string_view name);

} // namespace qontroller
