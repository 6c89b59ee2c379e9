// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/selection/selection.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace qontroller {

namespace {

constexpr std::array<std::string_view, 4> KeyNames{"id", "state", "attempts", "age"};

std::int64_t rankOf(const ItemRow &row, SortKey key)
{
    switch (key) {
    case SortKey::Id: break;
    case SortKey::State: return static_cast<std::int64_t>(row.state);
    case SortKey::Attempts: return -static_cast<std::int64_t>(row.errors);
    case SortKey::Age: return row.since.time_since_epoch().count();
    }
    return 0;
}

bool isBefore(const Selection::Object &a, const Selection::Object &b)
{
    return std::tie(a.rank, a.controller, a.id) < std::tie(b.rank, b.controller, b.id);
}

} // namespace

tl::expected<SortKey, std::string> sortKeyOf(std::string_view name)
{
    if (name.empty())
        return SortKey::Id;
    const auto found = std::ranges::find(KeyNames, name);
    if (found == KeyNames.end())
        return tl::unexpected("\"" + std::string(name)
                              + "\" is no order: write id, state, attempts or age");
    return static_cast<SortKey>(found - KeyNames.begin());
}

Selection::Selection(ObjectRows &rows, const Filter &filter, SortKey key, std::uint64_t limit,
                     const std::function<bool()> &isGone)
    : m_rows(rows)
    , m_now(rows.now())
    , m_controllers(rows.controllers())
{
    std::ranges::sort(m_controllers, {}, &NamedController::name);
    for (std::uint32_t place = 0; place < m_controllers.size(); ++place) {
        const NamedController &controller = m_controllers[place];
        rows.forEachRow(controller.id, filter.states(), [&](const ItemRow &row) {
            if (filter.matches({row, controller.name, m_now}))
                m_objects.push_back({place, rankOf(row, key), row.id});
            return !isGone();
        });
    }
    m_total = m_objects.size();
    if (limit < m_total) {
        const auto end = m_objects.begin() + static_cast<std::ptrdiff_t>(limit);
        std::nth_element(m_objects.begin(), end, m_objects.end(), isBefore);
        m_objects.erase(end, m_objects.end());
        m_objects.shrink_to_fit();
    }
    std::ranges::sort(m_objects, isBefore);
}

std::vector<Selection::Row> Selection::page(std::size_t begin, std::size_t count) const
{
    std::vector<Row> page;
    begin = std::min(begin, m_objects.size());
    const std::size_t end = begin + std::min(count, m_objects.size() - begin);
    while (begin < end) {
        const std::uint32_t place = m_objects[begin].controller;
        std::vector<ObjectId> ids;
        for (; begin < end && m_objects[begin].controller == place; ++begin)
            ids.push_back(m_objects[begin].id);
        const ControllerId controller = m_controllers[place].id;
        for (ItemRow &row : m_rows.rows(controller, ids))
            page.push_back({controller, std::move(row)});
    }
    return page;
}

} // namespace qontroller
