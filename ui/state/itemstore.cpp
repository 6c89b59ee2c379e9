// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/itemstore.h"

#include "core/engine/observe/feed/delta.h"

#include <algorithm>

namespace qontroller::ui {

namespace {

constexpr std::size_t More = 1;
constexpr std::size_t Less = std::size_t(-1); // unsigned numbers wrap around

bool isHeldOrStuck(const ItemRow &row)
{
    return row.state == ItemState::Held || row.state == ItemState::Stuck;
}

} // namespace

void ItemStore::apply(const ControllerDelta &delta)
{
    if (m_frozen)
        return holdBack(delta);
    MutexLock lock(m_mutex);
    if (delta.resetRows)
        applyReset(delta.id);
    makeRoom(m_live + delta.changed.size() + delta.rowsPending);
    for (const ItemRow &row : delta.changed)
        applyRow(delta.id, row);
    for (const ItemKey key : delta.removed)
        applyRemoval({delta.id, key});
}

void ItemStore::removeController(ControllerId controller)
{
    if (m_frozen) {
        m_heldBackResets.push_back(controller);
        std::erase_if(m_heldBack, [=](const auto &e) { return e.first.controller == controller; });
        return;
    }
    MutexLock lock(m_mutex);
    applyReset(controller);
}

void ItemStore::commit()
{
    if (m_changes.count() == 0)
        return;
    ++m_edition;
    const ItemChanges changes = std::exchange(m_changes, {});
    emit changed(changes);
}

Tally ItemStore::tally(ControllerId controller) const
{
    const auto found = m_tallies.find(controller);
    return found == m_tallies.end() ? Tally{} : found->second;
}

Tally ItemStore::tally(const std::vector<ControllerId> &controllers) const
{
    Tally sum;
    for (const ControllerId controller : controllers) {
        const Tally one = tally(controller);
        for (std::size_t i = 0; i < sum.marked.size(); ++i)
            sum.marked[i] += one.marked[i];
        sum.alsoHeldOrStuck += one.alsoHeldOrStuck;
    }
    return sum;
}

std::optional<Slot> ItemStore::find(ControllerId controller, ItemKey key) const
{
    const auto found = m_slots.find({controller, key});
    if (found == m_slots.end() || at(found->second).gone)
        return {};
    return found->second;
}

const ItemRow *ItemStore::latest(ControllerId controller, ItemKey key) const
{
    if (const auto held = m_heldBack.find({controller, key}); held != m_heldBack.end())
        return held->second ? &*held->second : nullptr;
    const auto slot = find(controller, key);
    return slot && !std::ranges::count(m_heldBackResets, controller) ? &at(*slot).row : nullptr;
}

// All at once, where a table of a million would be made anew on the way.
void ItemStore::makeRoom(std::size_t items)
{
    if (items > m_slots.bucket_count())
        m_slots.reserve(items);
}

void ItemStore::applyRow(ControllerId controller, const ItemRow &row)
{
    const auto [found, isNew] = m_slots.try_emplace({controller, row.key});
    if (!isNew && at(found->second).row.id == row.id)
        return change(found->second, row);
    if (!isNew && !at(found->second).gone)
        markGone(found->second);
    const Slot slot = takePlace();
    place(slot) = {{controller, row}, true, m_edition + 1};
    found->second = slot;
    ++m_live;
    count(at(slot), More);
    m_changes.added.push_back(slot);
}

void ItemStore::change(Slot slot, const ItemRow &row)
{
    Item &item = place(slot).item;
    (item.gone ? m_changes.added : m_changes.changed).push_back(slot);
    m_live += item.gone ? 1 : 0;
    if (!item.gone)
        count(item, Less);
    item.gone = false;
    item.row = row;
    place(slot).edition = m_edition + 1;
    count(item, More);
}

void ItemStore::applyRemoval(const Key &key)
{
    const auto found = m_slots.find(key);
    if (found != m_slots.end() && !at(found->second).gone)
        markGone(found->second);
}

void ItemStore::applyReset(ControllerId controller)
{
    for (Slot slot = 0; slot < m_slotCount; ++slot) {
        if (isThere(slot) && at(slot).controller == controller)
            markGone(slot);
    }
}

void ItemStore::markGone(Slot slot)
{
    count(at(slot), Less);
    place(slot).item.gone = true;
    --m_live;
    m_changes.removed.push_back(slot);
}

void ItemStore::count(const Item &item, std::size_t by)
{
    for (Tally *tally : {&m_tally, &m_tallies[item.controller]}) {
        for (int i = 0; i < MarkCount; ++i)
            tally->marked[std::size_t(i)] += isMarked(item.row, markAt(i)) ? by : 0;
        tally->alsoHeldOrStuck += isHeldOrStuck(item.row) && isMarked(item.row, Mark::Failing) ? by
                                                                                               : 0;
    }
}

Slot ItemStore::takePlace()
{
    if (m_free.empty()) {
        if (m_slotCount % BlockSize == 0)
            m_blocks.push_back(std::make_unique<Place[]>(BlockSize));
        return Slot(m_slotCount++);
    }
    const Slot slot = m_free.back();
    m_free.pop_back();
    return slot;
}

void ItemStore::bury(const std::vector<Slot> &places)
{
    MutexLock lock(m_mutex);
    for (const Slot slot : places) {
        const Item &item = at(slot);
        if (!place(slot).used || !item.gone)
            continue;
        const auto found = m_slots.find({item.controller, item.row.key});
        if (found != m_slots.end() && found->second == slot)
            m_slots.erase(found);
        place(slot) = {};
        m_free.push_back(slot);
    }
}

void ItemStore::holdBack(const ControllerDelta &delta)
{
    m_heldBackChanges += delta.changed.size() + delta.removed.size();
    if (delta.resetRows)
        removeController(delta.id);
    for (const ItemRow &row : delta.changed)
        m_heldBack[{delta.id, row.key}] = row;
    for (const ItemKey key : delta.removed)
        m_heldBack[{delta.id, key}] = std::nullopt;
}

void ItemStore::setFrozen(bool frozen)
{
    if (m_frozen == frozen)
        return;
    m_frozen = frozen;
    if (frozen)
        return;
    {
        MutexLock lock(m_mutex);
        for (const ControllerId controller : m_heldBackResets)
            applyReset(controller);
        for (const auto &[key, row] : m_heldBack) {
            if (row)
                applyRow(key.controller, *row);
            else
                applyRemoval(key);
        }
    }
    m_heldBackResets.clear();
    m_heldBack.clear();
    m_heldBackChanges = 0;
    commit();
}

} // namespace qontroller::ui
