// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerd/undecided.h"

#include "core/engine/observe/items/itemrow.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace qontroller {

namespace {

constexpr std::size_t MostIds = 10;

/// Objects of which something is said.
class Named
{
public:
    void add(const ObjectId &id)
    {
        ++m_count;
        m_ids.insert(std::upper_bound(m_ids.begin(), m_ids.end(), id), id);
        if (m_ids.size() > MostIds)
            m_ids.pop_back();
    }
    [[nodiscard]] bool isEmpty() const { return m_count == 0; }
    [[nodiscard]] std::string text(const char *one, const char *many) const
    {
        std::string text = std::to_string(m_count) + ' ' + (m_count == 1 ? one : many);
        for (const ObjectId &id : m_ids)
            text += (&id == &m_ids.front() ? ": " : ", ") + id;
        return text + (m_count > m_ids.size() ? ", …" : "");
    }

private:
    std::uint64_t m_count = 0;
    std::vector<ObjectId> m_ids; ///< the first by name, sorted
};

} // namespace

std::vector<LogLine> undecided(ObjectRows &objects, const std::function<bool()> &isOver)
{
    std::vector<LogLine> lines;
    for (const NamedController &controller : objects.controllers()) {
        Named held;
        Named kept;
        objects.forEachRow(controller.id, AllStates, [&](const ItemRow &row) {
            if (row.state == ItemState::Held)
                held.add(row.id);
            else if (row.kept)
                kept.add(row.id);
            return !isOver();
        });
        if (!held.isEmpty())
            lines.push_back({.controller = controller.name,
                             .event = "not in order",
                             .text = held.text("removal was held to the end, and not decided",
                                               "removals were held to the end, and not decided")});
        if (!kept.isEmpty())
            lines.push_back({.controller = controller.name,
                             .event = "not in order",
                             .text = kept.text("object had vanished and was kept by an operator",
                                               "objects had vanished and were kept by operators")});
    }
    return lines;
}

} // namespace qontroller
