// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/itemorder.h"

#include <span>

namespace qontroller::ui {

namespace {

constexpr std::size_t PlacesAtOnce = 100; // so that the GUI thread waits for the lock half a ms

/// Ends a sorting whose result nobody waits for.
struct Stopped
{
};

bool readsControllers(ItemColumn column)
{
    return column == ItemColumn::Controller || column == ItemColumn::Host;
}

} // namespace

/// Entries on their way into an order of items that have not changed.
class ItemOrder::Merge
{
public:
    Merge(const ItemOrder &order, Slots rest, Edition edition)
        : m_order(order)
        , m_rest(std::move(rest))
        , m_edition(edition)
    {
        m_merged.reserve(m_rest.size());
    }

    /// Greater ones than all before.
    void put(std::span<const Entry> entries)
    {
        m_order.m_store.read([&] {
            for (const Entry &entry : entries) {
                const std::size_t place = placeOf(entry);
                std::copy(at(m_next), at(place), std::back_inserter(m_merged));
                m_merged.push_back(entry.slot);
                m_next = place;
            }
        });
    }

    Slots finish() &&
    {
        std::copy(at(m_next), m_rest.end(), std::back_inserter(m_merged));
        return std::move(m_merged);
    }

private:
    [[nodiscard]] Slots::const_iterator at(std::size_t place) const
    {
        return m_rest.begin() + std::ptrdiff_t(place);
    }

    /// How many of the rest come before \a entry.
    [[nodiscard]] std::size_t placeOf(const Entry &entry) const
    {
        std::size_t low = m_next;
        std::size_t high = m_next;
        for (std::size_t step = 1; high < m_rest.size(); step *= 2) {
            const std::size_t known = firstKnown(high, m_rest.size());
            if (known == m_rest.size() || isBefore(entry, known))
                break;
            low = known + 1;
            high = low + step;
        }
        high = std::min(high, m_rest.size());
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            const std::size_t known = firstKnown(middle, high);
            if (known == high || isBefore(entry, known))
                high = middle;
            else
                low = known + 1;
        }
        return low;
    }

    /// One that is newer than the order says nothing of where it is in it.
    [[nodiscard]] std::size_t firstKnown(std::size_t place, std::size_t end) const
    {
        while (place < end && !m_order.m_store.isAsOf(m_edition, m_rest[place]))
            ++place;
        return place;
    }

    [[nodiscard]] bool isBefore(const Entry &entry, std::size_t place) const
    {
        const Slot slot = m_rest[place];
        const Item &item = m_order.m_store.at(slot);
        return m_order.isBefore(entry,
                                {slot, sortKeyOf(item, m_order.m_column, m_order.m_controllers)});
    }

    const ItemOrder &m_order;
    const Slots m_rest;
    const Edition m_edition;
    std::size_t m_next = 0; ///< of the rest
    Slots m_merged;
};

ItemOrder::ItemOrder(const ItemStore &store)
    : m_store(store)
{
    m_dirty.noteAll();
}

void ItemOrder::sortBy(ItemColumn column, Qt::SortOrder order, const ControllerBook &controllers)
{
    const bool isOther = column != m_column || order != m_order;
    if (isOther || (readsControllers(column) && controllers != m_controllers))
        m_dirty.noteAll();
    m_column = column;
    m_order = order;
    m_controllers = controllers;
}

bool ItemOrder::update(Edition edition, const std::stop_token &stop)
{
    if (m_dirty.isEmpty())
        return true;
    const auto entries = sortedDirty(stop);
    if (!entries)
        return false;
    Slots rest;
    if (!m_dirty.areAll())
        std::ranges::copy_if(m_slots, std::back_inserter(rest),
                             [this](Slot slot) { return !m_dirty.has(slot); });
    Merge merge(*this, std::move(rest), edition);
    for (std::span<const Entry> left = *entries; !left.empty();) {
        if (stop.stop_requested())
            return false;
        const std::size_t count = std::min(PlacesAtOnce, left.size());
        merge.put(left.first(count));
        left = left.subspan(count);
    }
    m_slots = std::move(merge).finish();
    m_dirty.clear();
    return true;
}

bool ItemOrder::isBefore(const Entry &a, const Entry &b) const
{
    const auto order = m_order == Qt::AscendingOrder ? a.key <=> b.key : b.key <=> a.key;
    return order == 0 ? a.slot < b.slot : order < 0;
}

std::optional<std::vector<ItemOrder::Entry>> ItemOrder::sortedDirty(
    const std::stop_token &stop) const
{
    std::vector<Entry> entries;
    const auto add = [&](Slot slot, const Item &item) {
        entries.push_back({slot, sortKeyOf(item, m_column, m_controllers)});
    };
    if (!m_dirty.visit(m_store, stop, add))
        return {};
    try {
        std::ranges::sort(entries, [&](const Entry &a, const Entry &b) {
            if (stop.stop_requested())
                throw Stopped();
            return isBefore(a, b);
        });
    } catch (const Stopped &) {
        return {};
    }
    return entries;
}

} // namespace qontroller::ui
