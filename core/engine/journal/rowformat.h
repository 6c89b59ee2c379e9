// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/texthash.h"
#include "core/base/threads/clock.h"
#include "core/engine/store/store.h"

#include <chrono>
#include <cstdint>
#include <string_view>
#include <tuple>

/// How a journal writes times, and what it knows damaged rows by.
namespace qontroller {

/// To the nearest: read and told again, a time is the same, though both clocks are looked at anew.
[[nodiscard]] inline std::int64_t milliseconds(WallTime time)
{
    return std::chrono::round<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

[[nodiscard]] inline WallTime wallTime(std::int64_t milliseconds)
{
    return WallTime(std::chrono::milliseconds(milliseconds));
}

[[nodiscard]] inline std::uint64_t mixed(std::uint64_t hash, std::string_view text)
{
    return hashOf(text, hash);
}

[[nodiscard]] inline std::uint64_t mixed(std::uint64_t hash, std::int64_t number)
{
    return mixed(hash, std::string_view(reinterpret_cast<const char *>(&number), sizeof number));
}

/// Of \a columns of a row and of its \a place.
template<class Columns>
[[nodiscard]] std::int64_t checksumOf(std::int64_t place, const Columns &columns)
{
    std::uint64_t hash = mixed(0, place);
    std::apply([&hash](const auto &...column) { ((hash = mixed(hash, column)), ...); }, columns);
    return static_cast<std::int64_t>(hash);
}

/// Runs \a statement, which writes a row, with its \a place, its checksum and its \a columns.
void writeRow(Rows &rows, const char *statement, std::int64_t place, const auto &columns)
{
    std::apply(
        [&](const auto &...column) {
            rows.run(statement, place, checksumOf(place, columns), column...);
        },
        columns);
}

/// \a checksum of a row with a column behind that it did not have when it was new: with 0 in it, as
/// rows from before have, it is the same.
[[nodiscard]] inline std::int64_t withLater(std::int64_t checksum, std::int64_t column)
{
    return column == 0 ? checksum
                       : static_cast<std::int64_t>(mixed(std::uint64_t(checksum), column));
}

} // namespace qontroller
