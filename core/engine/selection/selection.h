// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/filter/filter.h"
#include "core/engine/observe/items/itemrow.h"
#include "core/engine/observe/items/objectrows.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

/// What comes first; objects that are alike in it are in the order of controllers and ids.
enum class SortKey : unsigned char {
    Id,
    State,    ///< by ItemState
    Attempts, ///< most failed attempts first
    Age,      ///< longest in its state first
};

/// `id`, `state`, `attempts` or `age`; empty: Id. The error is a sentence.
[[nodiscard]] tl::expected<SortKey, std::string> sortKeyOf(std::string_view name);

/// What a filter found among all objects of a host at one moment, sorted. Only ids are kept: their
/// rows are looked up page by page. For one thread.
class Selection
{
public:
    /// One object that was found.
    struct Object
    {
        std::uint32_t controller = 0; ///< its place in controllers()
        std::int64_t rank = 0;        ///< in the order of the key
        ObjectId id;
    };
    /// Looks through all objects, which ends early when \a isGone, asked for each object, says
    /// that nobody waits for it any more. Keeps the first \a limit.
    Selection(
        ObjectRows &rows, const Filter &filter, SortKey key, std::uint64_t limit = UINT64_MAX,
        const std::function<bool()> &isGone = [] { return false; });

    /// Found, also beyond the limit.
    [[nodiscard]] std::uint64_t total() const { return m_total; }
    [[nodiscard]] const std::vector<Object> &objects() const { return m_objects; }
    /// Of the host, by name.
    [[nodiscard]] const std::vector<NamedController> &controllers() const { return m_controllers; }
    [[nodiscard]] TimePoint now() const { return m_now; }

    struct Row
    {
        ControllerId controller = 0;
        ItemRow row;
    };
    /// The rows of up to \a count objects from \a begin on, as they are now. Those that are gone
    /// are left out.
    [[nodiscard]] std::vector<Row> page(std::size_t begin, std::size_t count) const;

private:
    ObjectRows &m_rows;
    const TimePoint m_now;
    std::vector<NamedController> m_controllers;
    std::vector<Object> m_objects;
    std::uint64_t m_total = 0;
};

} // namespace qontroller
