// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "core/base/threads/mutex.h"
#include "core/engine/observe/items/itemrow.h"
#include "ui/state/itemchanges.h"
#include "ui/words/marks.h"

#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace qontroller {
struct ControllerDelta;
}

namespace qontroller::ui {

struct Item
{
    ControllerId controller = 0;
    ItemRow row;
    bool gone = false; ///< removed, but kept until bury(): tables may still show it
};

/// Every item of every controller, as the last deltas had them.
///
/// The GUI thread alone writes and may read without a lock; other threads read
/// through readChunk(). A slot keeps its place and its id until bury(), so a table
/// that still shows a removed item never reads another one's data.
///
/// While frozen, changes are merged and counted but not applied.
class ItemStore final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void apply(const ControllerDelta &delta);
    void removeController(ControllerId controller);
    /// Tells what all calls since the last commit() changed.
    void commit();

    void setFrozen(bool frozen);
    [[nodiscard]] bool isFrozen() const { return m_frozen; }
    [[nodiscard]] std::size_t heldBack() const { return m_heldBackChanges; }

    [[nodiscard]] const Item &at(Slot slot) const { return place(slot).item; }
    [[nodiscard]] std::optional<Slot> find(ControllerId controller, ItemKey key) const;
    /// Its row as it is now, also while frozen; null: there is none.
    [[nodiscard]] const ItemRow *latest(ControllerId controller, ItemKey key) const;
    [[nodiscard]] std::size_t liveCount() const { return m_live; }
    /// Of one controller.
    [[nodiscard]] Tally tally(ControllerId controller) const;
    [[nodiscard]] Tally tally(const std::vector<ControllerId> &controllers) const;
    /// Of all of them.
    [[nodiscard]] const Tally &tally() const { return m_tally; }
    /// One more than the highest slot.
    [[nodiscard]] std::size_t slotCount() const { return m_slotCount; }

    [[nodiscard]] bool isThere(Slot slot) const
    {
        return place(slot).used && !place(slot).item.gone;
    }
    /// How many commits have changed anything.
    [[nodiscard]] Edition edition() const { return m_edition; }
    /// The item at \a slot is as it was with commit \a edition.
    [[nodiscard]] bool isAsOf(Edition edition, Slot slot) const
    {
        return place(slot).edition <= edition;
    }

    /// Lets go of the removed items among \a places: no table shows them any more.
    void bury(const std::vector<Slot> &places);

    /// Calls \a visit(slot, item) for the live items in [first, first + count), in
    /// any thread. False: there are none behind them.
    template<class Visitor>
    bool readChunk(Slot first, std::size_t count, Visitor visit) const
    {
        MutexLock lock(m_mutex);
        const std::size_t end = std::min(m_slotCount, std::size_t(first) + count);
        for (std::size_t slot = first; slot < end; ++slot) {
            if (isThere(Slot(slot)))
                visit(Slot(slot), at(Slot(slot)));
        }
        return end < m_slotCount;
    }

    /// Does \a work in any thread, which may read meanwhile as the GUI thread does. It is short:
    /// the GUI thread waits for it.
    template<class Work>
    void read(Work work) const
    {
        MutexLock lock(m_mutex);
        work();
    }

signals:
    void changed(const qontroller::ui::ItemChanges &changes);

private:
    static constexpr std::size_t BlockSize = 1024;

    struct Place
    {
        Item item;
        bool used = false;
        Edition edition = 0; ///< that changed it last
    };
    struct Key
    {
        ControllerId controller;
        ItemKey key;
        friend bool operator==(const Key &, const Key &) = default;
    };
    struct KeyHash
    {
        std::size_t operator()(const Key &key) const
        {
            const ControllerId &owner = key.controller;
            return std::size_t((key.key ^ (std::uint64_t(owner.number) << 40)
                                ^ (std::uint64_t(owner.of.host) << 52)
                                ^ (std::uint64_t(owner.of.run) << 58))
                               * 0x9e3779b97f4a7c15ULL);
        }
    };
    /// What happened to one item while frozen; no row: it went.
    using HeldBack = std::unordered_map<Key, std::optional<ItemRow>, KeyHash>;

    [[nodiscard]] const Place &place(Slot slot) const
    {
        return m_blocks[slot / BlockSize][slot % BlockSize];
    }
    [[nodiscard]] Place &place(Slot slot) { return m_blocks[slot / BlockSize][slot % BlockSize]; }
    void makeRoom(std::size_t items);
    void applyRow(ControllerId controller, const ItemRow &row);
    void change(Slot slot, const ItemRow &row);
    void applyRemoval(const Key &key);
    void applyReset(ControllerId controller);
    void holdBack(const ControllerDelta &delta);
    Slot takePlace();
    void markGone(Slot slot);
    void count(const Item &item, std::size_t by);

    // Guards writes against readers in other threads; the GUI thread reads without.
    mutable Mutex m_mutex;
    std::vector<std::unique_ptr<Place[]>> m_blocks; ///< so that none moves when others come
    std::size_t m_slotCount = 0;
    std::unordered_map<Key, Slot, KeyHash> m_slots;
    std::vector<Slot> m_free;
    std::size_t m_live = 0;
    Edition m_edition = 0;
    Tally m_tally{};
    std::map<ControllerId, Tally> m_tallies;
    ItemChanges m_changes;

    bool m_frozen = false;
    HeldBack m_heldBack;
    std::vector<ControllerId> m_heldBackResets;
    std::size_t m_heldBackChanges = 0;
};

} // namespace qontroller::ui
