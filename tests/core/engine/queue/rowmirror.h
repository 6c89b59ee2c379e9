// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/feed/delta.h"

#include <array>
#include <map>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace qontroller::test {

/// What a front end knows from the deltas it pulled: the rows, and nothing else.
class RowMirror
{
public:
    void apply(const ControllerDelta &delta)
    {
        if (delta.resetRows) {
            m_rows.clear();
            m_keys.clear();
        }
        for (const ItemRow &row : delta.changed) {
            m_rows[row.key] = row;
            // An id that went and came again may still have its old row: see `removed`.
            m_keys[row.id] = row.key;
        }
        for (const ItemKey key : delta.removed) {
            const auto row = m_rows.find(key);
            if (row == m_rows.end())
                continue; // it came and went between two pulls
            const auto byId = m_keys.find(row->second.id);
            if (byId != m_keys.end() && byId->second == key)
                m_keys.erase(byId);
            m_rows.erase(row);
        }
        if (m_keys.size() != m_rows.size() && delta.rowsPending == 0)
            throw std::runtime_error("two rows have the same id");
    }

    [[nodiscard]] const std::unordered_map<ItemKey, ItemRow> &rows() const { return m_rows; }
    [[nodiscard]] const ItemRow *find(const ObjectId &id) const
    {
        const auto key = m_keys.find(id);
        return key == m_keys.end() ? nullptr : &m_rows.at(key->second);
    }
    [[nodiscard]] std::array<std::uint64_t, ItemStateCount> countStates() const
    {
        std::array<std::uint64_t, ItemStateCount> states{};
        for (const auto &[key, row] : m_rows)
            ++states[static_cast<std::size_t>(row.state)];
        return states;
    }

private:
    std::unordered_map<ItemKey, ItemRow> m_rows;
    std::unordered_map<ObjectId, ItemKey> m_keys;
};

/// Whether \a causes count each item that is given up once, and which of them are parked.
[[nodiscard]] inline bool countEachOnce(const std::vector<FailureCause> &causes,
                                        const Gauges &gauges)
{
    std::uint64_t all = 0;
    std::uint64_t parked = 0;
    for (const FailureCause &each : causes) {
        all += each.count;
        parked += each.parked;
    }
    return all == gauges.givenUp
           && parked == gauges.states[static_cast<std::size_t>(ItemState::Parked)];
}

} // namespace qontroller::test
