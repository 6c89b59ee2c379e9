// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/sdk/cache/cached.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace qontroller {

/// What a CacheTable has of one object. The id follows the struct in the same allocation.
struct CacheEntry
{
    Cached<void> cached;
    std::uint64_t hash = 0;       ///< of the object when it came in; 0: not known
    std::uint32_t listNumber = 0; ///< the last list that showed it, or during which it changed
    std::uint32_t idSize = 0;

    [[nodiscard]] std::string_view id() const
    {
        return {static_cast<const char *>(static_cast<const void *>(this + 1)), idSize};
    }
};

/// The objects of a cache by id.
///
/// Open addressing with linear probing in 256 parts, as queue/itemtable.h, but each part has a
/// lock: any number of threads read, and two of them meet only in one part. Nothing foreign
/// runs under a lock: what put() and take() give back ends with their caller. Thread-safe.
class CacheTable
{
public:
    static constexpr std::size_t Parts = 256;

    CacheTable();
    ~CacheTable();
    CacheTable(const CacheTable &) = delete;
    CacheTable &operator=(const CacheTable &) = delete;

    [[nodiscard]] Cached<void> find(std::string_view id) const;

    /// What is said of an id, without a share of the object.
    struct Mark
    {
        bool isKnown = false;
        Version version = 0;
        std::uint64_t hash = 0;
        std::uint32_t listNumber = 0;
    };
    [[nodiscard]] Mark markOf(std::string_view id) const;

    /// Notes that list \a listNumber shows \a id; gives what was said of it.
    Mark show(std::string_view id, std::uint32_t listNumber);

    /// Puts \a cached in the place of \a id; gives what was there.
    [[nodiscard]] Cached<void> put(std::string_view id, Cached<void> cached, std::uint64_t hash,
                                   std::uint32_t listNumber);

    /// Takes \a id out; gives what was there.
    [[nodiscard]] Cached<void> take(std::string_view id);

    struct Copy
    {
        ObjectId id;
        Cached<void> cached;
        std::uint64_t hash = 0;
        std::uint32_t listNumber = 0;
    };
    /// All of part \a index, 0 to Parts - 1.
    [[nodiscard]] std::vector<Copy> copyOf(std::size_t index) const;

    /// Ids of part \a index that list \a listNumber has not shown.
    [[nodiscard]] std::vector<ObjectId> unseen(std::size_t index, std::uint32_t listNumber) const;

    /// Stale on return if others write.
    [[nodiscard]] std::size_t size() const { return m_size.load(std::memory_order_relaxed); }

private:
    // Packed: a third less memory for the table.
    struct [[gnu::packed]] Slot
    {
        CacheEntry *entry = nullptr; // null: the slot is free
        std::uint32_t hash = 0;
    };
    // A line of its own for each lock.
    struct alignas(64) Part
    {
        mutable Mutex mutex;
        std::vector<Slot> cells QONTROLLER_GUARDED_BY(mutex);
        std::size_t used QONTROLLER_GUARDED_BY(mutex) = 0;
    };

    [[nodiscard]] std::uint64_t hashOf(std::string_view id) const;
    [[nodiscard]] static std::size_t homeOf(std::uint32_t hash, const std::vector<Slot> &cells);
    /// The slot of \a id, or the free one where it would be. There is a free slot.
    [[nodiscard]] static std::size_t slotOf(std::string_view id, std::uint32_t hash,
                                            const std::vector<Slot> &cells);
    static CacheEntry *entryOf(std::string_view id, std::uint32_t hash,
                               const std::vector<Slot> &cells);
    static void resize(Part &part, std::size_t size) QONTROLLER_REQUIRES(part.mutex);
    static void closeGap(Part &part, std::size_t gap) QONTROLLER_REQUIRES(part.mutex);

    const std::uint64_t m_salt;
    std::array<Part, Parts> m_parts;
    std::atomic<std::size_t> m_size = 0;
};

} // namespace qontroller
