// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/sdk/cache/cachefunctions.h"
#include "core/sdk/cache/cacheindexes.h"
#include "core/sdk/cache/cachetable.h"
#include "core/sdk/cache/changering.h"

#include <atomic>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

/// The objects of one source, their indexes, and what has changed: the state of a shared cache,
/// with the type taken away and without threads.
///
/// A CacheLoop writes: put() and remove() come from one thread at a time for one id. Any number
/// of subscribers read. Who hears of a change finds it in the objects and in the indexes. An
/// object's destructor, a hash or a comparison are foreign code and run under no lock.
/// Thread-safe.
class Cache
{
public:
    /// \a changes is how many are kept for subscribers, more than 0.
    Cache(std::string name, CacheFunctions functions, std::size_t changes, bool findsMutations);

    [[nodiscard]] const std::string &name() const { return m_name; }

    // For readers

    [[nodiscard]] Cached<void> find(std::string_view id) const { return m_table.find(id); }
    [[nodiscard]] CacheTable::Mark markOf(std::string_view id) const { return m_table.markOf(id); }
    /// All objects are in 256 parts: \a index is less than CacheTable::Parts.
    [[nodiscard]] std::vector<CacheTable::Copy> copyOf(std::size_t index) const
    {
        return m_table.copyOf(index);
    }
    [[nodiscard]] std::vector<ObjectId> find(std::string_view index, const std::string &key) const
    {
        return m_indexes.find(index, key);
    }
    [[nodiscard]] std::size_t size() const { return m_table.size(); }

    /// The number of the next change.
    [[nodiscard]] std::uint64_t end() const;
    /// Waits until something has changed since \a position, and moves that behind it. What came
    /// before the first list ended is left out: it is in the list. Empty if \a stop is requested.
    [[nodiscard]] ChangeRing::Portion waitForChanges(std::uint64_t &position,
                                                     const std::stop_token &stop) const;

    /// What is known of the source's lists.
    struct Source
    {
        std::optional<ListResult> lastList;
        std::vector<ObjectId> leftovers; ///< of that list
        bool wasComplete = false;        ///< some list was
        bool wasListed = false; ///< … or lacked nothing but objects that could not be read
    };
    [[nodiscard]] Source source() const;
    [[nodiscard]] bool wasComplete() const;
    /// Waits for the end of the first list. False if \a stop is requested before.
    [[nodiscard]] bool waitForList(const std::stop_token &stop) const;
    /// Waits for the first complete list, but not beyond \a deadline on \a clock. Whether there
    /// was one.
    [[nodiscard]] bool waitUntilComplete(Clock &clock, TimePoint deadline,
                                         const std::stop_token &stop) const;
    /// How many objects were found to be changed by their users.
    [[nodiscard]] std::uint64_t mutations() const { return m_mutations; }

    // For the loop

    /// The new list's number.
    std::uint32_t beginList() { return ++m_listNumber; }
    /// The list under way shows \a id. Whether its object has to be loaded.
    [[nodiscard]] bool isNews(std::string_view id, Version version);
    /// \a said is the source's version, \a isEvent whether it said that the object has changed.
    void put(const ObjectId &id, std::shared_ptr<const void> object, Version said, bool isEvent);
    void remove(const ObjectId &id);
    /// Whether the list under way, or the last, has shown what \a mark is of.
    [[nodiscard]] bool isSeen(const CacheTable::Mark &mark) const
    {
        return mark.listNumber == m_listNumber;
    }
    /// Known ids of part \a index that it has not shown.
    [[nodiscard]] std::vector<ObjectId> unseen(std::size_t index) const;
    /// \a unread: why objects that it showed could not be read, which makes it partial; empty: all
    /// could.
    void endList(const ListResult &result, std::vector<ObjectId> leftovers,
                 const std::string &unread = {});
    /// Tells subscribers of a trouble.
    void complain(std::string text);
    /// Looks at all objects for those that their users have changed, and tells of them. They
    /// have to be loaded again.
    [[nodiscard]] std::vector<ObjectId> findMutations();

private:
    [[nodiscard]] Version versionOf(const std::shared_ptr<const void> &object, Version said) const;
    [[nodiscard]] std::uint64_t hashOf(const std::shared_ptr<const void> &object) const;
    [[nodiscard]] bool isEqual(const std::shared_ptr<const void> &one,
                               const std::shared_ptr<const void> &other) const;
    [[nodiscard]] CacheIndexes::Keys keysOf(const ObjectId &id,
                                            const std::shared_ptr<const void> &object);
    /// Whether \a object is not what it was when it came in, which is told.
    bool isMutated(const ObjectId &id, const std::shared_ptr<const void> &object,
                   std::uint64_t hash);
    void tell(CacheChange<void> change);

    const std::string m_name;
    const CacheFunctions m_functions;
    const bool m_findsMutations;
    CacheTable m_table;
    CacheIndexes m_indexes;
    std::atomic<std::uint32_t> m_listNumber = 0;
    std::atomic<std::uint64_t> m_mutations = 0;

    mutable Mutex m_mutex;
    mutable Condition m_changed; // anything below
    ChangeRing m_ring QONTROLLER_GUARDED_BY(m_mutex);
    std::uint64_t m_firstChange QONTROLLER_GUARDED_BY(m_mutex) = 0; // after the first list
    Source m_source QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
