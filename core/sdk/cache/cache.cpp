// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/cache/cache.h"

#include "core/base/faults/callforeign.h"
#include "core/base/threads/wait.h"

#include <algorithm>
#include <utility>

namespace qontroller {

namespace {

constexpr std::size_t LargestPortion = 256;

} // namespace

Cache::Cache(std::string name, CacheFunctions functions, std::size_t changes, bool findsMutations)
    : m_name(std::move(name))
    , m_functions(std::move(functions))
    , m_findsMutations(findsMutations && m_functions.hash)
    , m_indexes(m_functions.indexes)
    , m_ring(changes)
{}

std::uint64_t Cache::end() const
{
    MutexLock lock(m_mutex);
    return m_ring.end();
}

ChangeRing::Portion Cache::waitForChanges(std::uint64_t &position,
                                          const std::stop_token &stop) const
{
    const WakeOnStop wake(stop, m_mutex, m_changed);
    MutexLock lock(m_mutex);
    while (!stop.stop_requested() && (!m_source.lastList || position >= m_ring.end()))
        m_changed.wait(lock);
    if (stop.stop_requested())
        return {};
    position = std::max(position, m_firstChange);
    return m_ring.read(position, LargestPortion);
}

Cache::Source Cache::source() const
{
    MutexLock lock(m_mutex);
    return m_source;
}

bool Cache::wasComplete() const
{
    MutexLock lock(m_mutex);
    return m_source.wasComplete;
}

bool Cache::waitForList(const std::stop_token &stop) const
{
    const WakeOnStop wake(stop, m_mutex, m_changed);
    MutexLock lock(m_mutex);
    while (!m_source.lastList && !stop.stop_requested())
        m_changed.wait(lock);
    return m_source.lastList.has_value();
}

bool Cache::waitUntilComplete(Clock &clock, TimePoint deadline, const std::stop_token &stop) const
{
    const WakeOnStop wake(stop, m_mutex, m_changed);
    MutexLock lock(m_mutex);
    while (!m_source.wasComplete && !stop.stop_requested() && clock.now() < deadline)
        clock.waitUntil(m_changed, lock, deadline);
    return m_source.wasComplete;
}

bool Cache::isNews(std::string_view id, Version version)
{
    const CacheTable::Mark mark = m_table.show(id, m_listNumber);
    return !mark.isKnown || version == 0 || mark.version != version;
}

void Cache::put(const ObjectId &id, std::shared_ptr<const void> object, Version said, bool isEvent)
{
    const Cached<void> before = m_table.find(id);
    const bool wasMutated = isMutated(id, before.object, m_table.markOf(id).hash);
    const bool isSame = before && !wasMutated && isEqual(before.object, object);
    const Version version = isSame && said == 0 ? before.version : versionOf(object, said);
    // Without a version and a comparison nothing but an event tells of a change.
    const bool isChange = !before || wasMutated || before.version != version
                          || (m_functions.equal ? !isSame : isEvent && version == 0);
    if (isSame)
        object = before.object;
    const Cached<void> after{std::move(object), version};
    const std::uint64_t hash = m_findsMutations ? hashOf(after.object) : 0;
    if (!m_indexes.isEmpty())
        m_indexes.move(id, keysOf(id, before.object), keysOf(id, after.object));
    static_cast<void>(m_table.put(id, after, hash, m_listNumber));
    if (isChange)
        tell({id, before, after});
}

void Cache::remove(const ObjectId &id)
{
    const std::uint64_t hash = m_table.markOf(id).hash;
    const Cached<void> before = m_table.take(id);
    if (!before)
        return;
    isMutated(id, before.object, hash);
    if (!m_indexes.isEmpty())
        m_indexes.move(id, keysOf(id, before.object), {});
    tell({id, before, {}});
}

std::vector<ObjectId> Cache::unseen(std::size_t index) const
{
    return m_table.unseen(index, m_listNumber);
}

void Cache::endList(const ListResult &result, std::vector<ObjectId> leftovers,
                    const std::string &unread)
{
    const bool isListed = result.kind() == ListResult::Kind::Complete;
    MutexLock lock(m_mutex);
    if (!m_source.lastList)
        m_firstChange = m_ring.end();
    m_source.lastList = isListed && !unread.empty() ? ListResult::partial(unread) : result;
    m_source.leftovers = std::move(leftovers);
    m_source.wasListed |= isListed;
    m_source.wasComplete |= isListed && unread.empty();
    m_changed.notifyAll();
}

void Cache::complain(std::string text)
{
    tell({{}, {}, {}, std::move(text)});
}

std::vector<ObjectId> Cache::findMutations()
{
    std::vector<ObjectId> ids;
    for (std::size_t part = 0; m_findsMutations && part < CacheTable::Parts; ++part) {
        for (const CacheTable::Copy &copy : m_table.copyOf(part)) {
            if (isMutated(copy.id, copy.cached.object, copy.hash))
                ids.push_back(copy.id);
        }
    }
    return ids;
}

Version Cache::versionOf(const std::shared_ptr<const void> &object, Version said) const
{
    if (m_functions.version)
        return callForeign([&] { return m_functions.version(object); }).value_or(said);
    return said != 0 ? said : hashOf(object);
}

std::uint64_t Cache::hashOf(const std::shared_ptr<const void> &object) const
{
    if (!m_functions.hash)
        return 0;
    return callForeign([&] { return m_functions.hash(object); }).value_or(0);
}

bool Cache::isEqual(const std::shared_ptr<const void> &one,
                    const std::shared_ptr<const void> &other) const
{
    return m_functions.equal
           && callForeign([&] { return m_functions.equal(one, other); }).value_or(false);
}

CacheIndexes::Keys Cache::keysOf(const ObjectId &id, const std::shared_ptr<const void> &object)
{
    auto keys = callForeign([&] { return m_indexes.keysOf(id, object); });
    if (keys)
        return std::move(*keys);
    complain("cache " + m_name + ": the index of '" + id + "' fails: " + keys.error().text);
    return {};
}

bool Cache::isMutated(const ObjectId &id, const std::shared_ptr<const void> &object,
                      std::uint64_t hash)
{
    if (!object || hash == 0 || hashOf(object) == hash)
        return false;
    ++m_mutations;
    complain("cache " + m_name + ": the object '" + id
             + "' was changed by one of its users; it is shared, so copy it first");
    return true;
}

void Cache::tell(CacheChange<void> change)
{
    auto shared = std::make_shared<const CacheChange<void>>(std::move(change));
    ChangeRing::Change forgotten; // outlives the lock
    MutexLock lock(m_mutex);
    forgotten = m_ring.push(std::move(shared));
    m_changed.notifyAll();
}

} // namespace qontroller
