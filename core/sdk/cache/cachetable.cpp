// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/cache/cachetable.h"

#include "core/base/text/texthash.h"

#include "core/sdk/cache/cachefunctions.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <random>
#include <utility>

namespace qontroller {

namespace {

constexpr std::size_t SmallestPart = 8;

std::uint64_t randomNumber()
{
    std::random_device device;
    return (std::uint64_t(device()) << 32) | device();
}

std::size_t partOf(std::uint64_t hash)
{
    static_assert(CacheTable::Parts == 256);
    return hash >> 56;
}

std::uint32_t inPart(std::uint64_t hash)
{
    return static_cast<std::uint32_t>(hash);
}

std::size_t next(std::size_t slot, std::size_t slots)
{
    return slot + 1 == slots ? 0 : slot + 1;
}

// No unique_ptr in a slot: it is packed.
CacheEntry *createEntry(std::string_view id)
{
    void *memory = ::operator new(sizeof(CacheEntry) + id.size());
    auto *entry = ::new (memory) CacheEntry();
    entry->idSize = static_cast<std::uint32_t>(id.size());
    std::memcpy(static_cast<char *>(memory) + sizeof(CacheEntry), id.data(), id.size());
    return entry;
}

void destroyEntry(CacheEntry *entry)
{
    std::destroy_at(entry);
    ::operator delete(entry);
}

} // namespace

std::uint64_t hashOfBytes(std::string_view bytes)
{
    return hashOf(bytes);
}

CacheTable::CacheTable()
    : m_salt(randomNumber())
{}

CacheTable::~CacheTable()
{
    for (Part &part : m_parts) {
        MutexLock lock(part.mutex);
        for (const Slot &slot : part.cells) {
            if (slot.entry)
                destroyEntry(slot.entry);
        }
    }
}

std::uint64_t CacheTable::hashOf(std::string_view id) const
{
    return qontroller::hashOf(id, m_salt);
}

Cached<void> CacheTable::find(std::string_view id) const
{
    const std::uint64_t hash = hashOf(id);
    const Part &part = m_parts[partOf(hash)];
    MutexLock lock(part.mutex);
    const CacheEntry *entry = entryOf(id, inPart(hash), part.cells);
    return entry ? entry->cached : Cached<void>();
}

CacheTable::Mark CacheTable::markOf(std::string_view id) const
{
    const std::uint64_t hash = hashOf(id);
    const Part &part = m_parts[partOf(hash)];
    MutexLock lock(part.mutex);
    const CacheEntry *entry = entryOf(id, inPart(hash), part.cells);
    return entry ? Mark{true, entry->cached.version, entry->hash, entry->listNumber} : Mark{};
}

CacheTable::Mark CacheTable::show(std::string_view id, std::uint32_t listNumber)
{
    const std::uint64_t hash = hashOf(id);
    Part &part = m_parts[partOf(hash)];
    MutexLock lock(part.mutex);
    CacheEntry *entry = entryOf(id, inPart(hash), part.cells);
    if (!entry)
        return {};
    return {true, entry->cached.version, entry->hash, std::exchange(entry->listNumber, listNumber)};
}

Cached<void> CacheTable::put(std::string_view id, Cached<void> cached, std::uint64_t hash,
                             std::uint32_t listNumber)
{
    const std::uint64_t idHash = hashOf(id);
    Part &part = m_parts[partOf(idHash)];
    MutexLock lock(part.mutex);
    if ((part.used + 1) * 5 > part.cells.size() * 4) // at most four fifths are used
        resize(part, std::max(SmallestPart, part.cells.size() + part.cells.size() / 2));
    Slot &slot = part.cells[slotOf(id, inPart(idHash), part.cells)];
    if (!slot.entry) {
        slot.entry = createEntry(id);
        slot.hash = inPart(idHash);
        ++part.used;
        m_size.fetch_add(1, std::memory_order_relaxed);
    }
    slot.entry->hash = hash;
    slot.entry->listNumber = listNumber;
    return std::exchange(slot.entry->cached, std::move(cached));
}

Cached<void> CacheTable::take(std::string_view id)
{
    const std::uint64_t hash = hashOf(id);
    Part &part = m_parts[partOf(hash)];
    MutexLock lock(part.mutex);
    CacheEntry *entry = entryOf(id, inPart(hash), part.cells);
    if (!entry)
        return {};
    Cached<void> taken = std::move(entry->cached);
    closeGap(part, slotOf(id, inPart(hash), part.cells));
    destroyEntry(entry);
    --part.used;
    m_size.fetch_sub(1, std::memory_order_relaxed);
    const std::size_t enough = std::max(SmallestPart, part.used * 2);
    if (part.cells.size() > 2 * enough) // so that it does not grow again soon
        resize(part, enough);
    return taken;
}

std::vector<CacheTable::Copy> CacheTable::copyOf(std::size_t index) const
{
    const Part &part = m_parts[index];
    std::vector<Copy> copies;
    MutexLock lock(part.mutex);
    copies.reserve(part.used);
    for (const Slot &slot : part.cells) {
        if (const CacheEntry *entry = slot.entry)
            copies.push_back(
                {ObjectId(entry->id()), entry->cached, entry->hash, entry->listNumber});
    }
    return copies;
}

std::vector<ObjectId> CacheTable::unseen(std::size_t index, std::uint32_t listNumber) const
{
    const Part &part = m_parts[index];
    std::vector<ObjectId> ids;
    MutexLock lock(part.mutex);
    for (const Slot &slot : part.cells) {
        if (slot.entry && slot.entry->listNumber != listNumber)
            ids.emplace_back(slot.entry->id());
    }
    return ids;
}

// Spreads the hash over any number of slots without a division (Lemire 2016).
std::size_t CacheTable::homeOf(std::uint32_t hash, const std::vector<Slot> &cells)
{
    return (std::uint64_t(hash) * cells.size()) >> 32;
}

std::size_t CacheTable::slotOf(std::string_view id, std::uint32_t hash,
                               const std::vector<Slot> &cells)
{
    std::size_t i = homeOf(hash, cells);
    while (cells[i].entry && (cells[i].hash != hash || cells[i].entry->id() != id))
        i = next(i, cells.size());
    return i;
}

CacheEntry *CacheTable::entryOf(std::string_view id, std::uint32_t hash,
                                const std::vector<Slot> &cells)
{
    return cells.empty() ? nullptr : cells[slotOf(id, hash, cells)].entry;
}

void CacheTable::resize(Part &part, std::size_t size)
{
    std::vector<Slot> old(size);
    old.swap(part.cells);
    for (const Slot &slot : old) {
        if (!slot.entry)
            continue;
        std::size_t i = homeOf(slot.hash, part.cells);
        while (part.cells[i].entry)
            i = next(i, part.cells.size());
        part.cells[i] = slot;
    }
}

// Moves later entries of the same run back, so that a search never meets a hole before what it
// looks for (Knuth, TAOCP 6.4, algorithm R).
void CacheTable::closeGap(Part &part, std::size_t gap)
{
    const std::size_t slots = part.cells.size();
    const auto distance = [slots](std::size_t from, std::size_t to) {
        return to >= from ? to - from : to + slots - from;
    };
    for (std::size_t i = next(gap, slots); part.cells[i].entry; i = next(i, slots)) {
        if (distance(homeOf(part.cells[i].hash, part.cells), i) < distance(gap, i))
            continue; // it must not come before its home
        part.cells[gap] = part.cells[i];
        gap = i;
    }
    part.cells[gap] = Slot();
}

} // namespace qontroller
