// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/api/controllerparts.h"
#include "core/sdk/cache/sharedcache.h"
#include "core/sdk/kit/ownergraph.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace qontroller {

/// A controller that deletes what no owner is left of.
///
/// Its objects are all objects of all kinds, by their unique ids; a change of one has those
/// around it looked at. What is next says OwnerGraph; before something is deleted, marked or
/// changed, it is read live, and so is an owner that no cache has. So an old cache deletes
/// nothing. It runs when every kind has been listed completely. Thread-safe after the kinds are
/// added.
class Collector
{
public:
    /// What the author does to an object; each may come again for the same object. Required.
    struct Actions
    {
        std::function<Outcome(const OwnedObject &, std::stop_token)> remove;
        /// Marks it as being deleted, with Deletion::Foreground.
        std::function<Outcome(const OwnedObject &, std::stop_token)> mark;
        /// Takes these unique ids out of its owners.
        std::function<Outcome(const OwnedObject &, const std::vector<std::string> &,
                              std::stop_token)>
            dropOwners;
    };

    explicit Collector(Actions actions);

    /// Objects of \a cache are of \a kind, and \a describe says who owns them: a pure function.
    /// Before parts().
    template<class T, class Describe>
    void addKind(std::string kind, std::shared_ptr<SharedCache<T>> cache, Describe describe)
    {
        auto erased = [describe = std::move(describe)](const ObjectId &id,
                                                       const Cached<void> &cached) {
            return describe(id, *withType<T>(cached).object);
        };
        auto find = [objects = cache.get()](const ObjectId &id) {
            const Cached<T> cached = objects->find(id);
            return Cached<void>{cached.object, cached.version};
        };
        m_kinds.push_back({std::move(kind), std::move(cache), std::move(find), std::move(erased)});
    }

    /// Of the controller.
    [[nodiscard]] static ControllerParts parts(const std::shared_ptr<Collector> &collector);

private:
    class Source;
    class Feed;

    struct Kind
    {
        std::string name;
        std::shared_ptr<const Subscriber> cache;
        std::function<Cached<void>(const ObjectId &)> find;
        std::function<OwnedObject(const ObjectId &, const Cached<void> &)> describe;
    };

    /// Makes the graph what the cache of \a kind has; how its list ended.
    [[nodiscard]] ListResult sync(const Kind &kind, const std::stop_token &stop);
    void take(const Kind &kind, const CacheChange<void> &change, WatchSink &sink);
    /// Gives the unique id; empty, and an \a error, if the object cannot say it.
    std::string put(const Kind &kind, const ObjectId &id, const Cached<void> &cached,
                    std::string &error);
    void erase(const std::string &uid);
    /// Of one \a kind if it is not empty.
    [[nodiscard]] std::vector<std::string> uids(std::string_view kind = {});
    /// Waits for uids that have to be looked at, and takes them; none if \a stop is requested.
    [[nodiscard]] std::deque<std::string> waitForNews(const std::stop_token &stop);
    [[nodiscard]] std::optional<OwnedObject> find(const std::string &uid);

    [[nodiscard]] Outcome collect(const std::string &uid, const std::stop_token &stop);
    /// Reads \a id of \a kind live, and has the graph know what \a uid is. Why it failed.
    [[nodiscard]] std::string look(const std::string &uid, const std::string &kind,
                                   const ObjectId &id, const std::stop_token &stop);
    [[nodiscard]] std::string lookForOwners(const OwnedObject &object,
                                            const std::vector<std::string> &uids,
                                            const std::stop_token &stop);
    [[nodiscard]] std::pair<OwnedObject, OwnerStep> next(const std::string &uid);
    [[nodiscard]] const Kind *kindOf(const std::string &name) const;

    const Actions m_actions;
    std::vector<Kind> m_kinds; // constant from parts() on
    Mutex m_mutex;
    Condition m_hasNews;
    OwnerGraph m_graph QONTROLLER_GUARDED_BY(m_mutex);
    std::deque<std::string> m_news QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
