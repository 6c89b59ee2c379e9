// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/kit/collector.h"

#include "core/base/faults/callforeign.h"
#include "core/base/threads/wait.h"
#include "core/engine/api/functions.h"
#include "core/sdk/kit/startgate.h"

#include <algorithm>
#include <set>

namespace qontroller {

namespace {

/// What an object waits for says so when it goes; this is for what was never said.
constexpr Duration LongestWait = std::chrono::seconds(30);
/// Steps that are looked into in one run.
constexpr int MostSteps = 8;

} // namespace

/// All objects, by their unique ids.
class Collector::Source final : public ListerWatcher
{
public:
    explicit Source(std::shared_ptr<Collector> collector)
        : m_collector(std::move(collector))
    {}

    ListResult list(ListSink &sink, std::stop_token stop) override
    {
        ListResult all = ListResult::complete();
        for (const Kind &kind : m_collector->m_kinds) {
            ListResult result = m_collector->sync(kind, stop);
            if (result.kind() == ListResult::Kind::Failed)
                return result;
            if (result.kind() == ListResult::Kind::Partial)
                all = std::move(result);
        }
        for (const std::string &uid : m_collector->uids())
            sink.add(uid);
        return all;
    }
    [[nodiscard]] WatchMode watchMode() const override { return WatchMode::Live; }
    WatchEnd watch(WatchSink &sink, const std::string &, std::stop_token stop) override
    {
        sink.ready();
        while (!stop.stop_requested()) {
            for (const std::string &uid : m_collector->waitForNews(stop))
                sink.event(m_collector->find(uid) ? EventType::Modified : EventType::Deleted, uid);
        }
        return WatchEnd::closed();
    }

private:
    const std::shared_ptr<Collector> m_collector;
};

/// Brings the changes of one kind into the graph.
class Collector::Feed final : public ListerWatcher
{
public:
    Feed(std::shared_ptr<Collector> collector, const Kind &kind)
        : m_collector(std::move(collector))
        , m_kind(kind)
    {}

    ListResult list(ListSink &, std::stop_token stop) override
    {
        return m_collector->sync(m_kind, stop);
    }
    [[nodiscard]] WatchMode watchMode() const override { return WatchMode::Live; }
    WatchEnd watch(WatchSink &sink, const std::string &, std::stop_token stop) override
    {
        const auto take = [&](const CacheChange<void> &change) {
            m_collector->take(m_kind, change, sink);
        };
        return m_kind.cache->watchChanges(take, sink, stop);
    }

private:
    const std::shared_ptr<Collector> m_collector;
    const Kind &m_kind;
};

Collector::Collector(Actions actions)
    : m_actions(std::move(actions))
{}

ControllerParts Collector::parts(const std::shared_ptr<Collector> &collector)
{
    ControllerParts parts;
    StartGate::Needed needed;
    const auto noOwners = makeOwners([](auto &&...) { return std::vector<ObjectId>(); });
    for (const Kind &kind : collector->m_kinds) {
        needed.push_back(kind.cache);
        parts.related.push_back({std::make_shared<Feed>(collector, kind), noOwners});
    }
    parts.listerWatcher = std::make_shared<StartGate>(std::make_shared<Source>(collector),
                                                      std::move(needed));
    const auto storage = makeStorage<OwnedObject>([collector](const Attempt &attempt) {
        auto object = collector->find(attempt.id);
        return object ? Fetched<OwnedObject>::found(
                   std::make_shared<const OwnedObject>(*std::move(object)))
                      : Fetched<OwnedObject>::gone();
    });
    const auto handler = makeHandler<OwnedObject>(
        [collector](const OwnedObject &, const Attempt &attempt) {
            return collector->collect(attempt.id, attempt.stop);
        },
        [](const Attempt &) { return Outcome::done(); });
    parts.reconciler = makeReconciler<OwnedObject>(storage, handler);
    return parts;
}

ListResult Collector::sync(const Kind &kind, const std::stop_token &stop)
{
    std::set<std::string> met;
    std::string error;
    const auto take = [&](const ObjectId &id, const Cached<void> &cached) {
        met.insert(put(kind, id, cached, error));
    };
    ListResult result = kind.cache->listObjects(take, stop);
    if (result.kind() != ListResult::Kind::Complete)
        return result; // what it lacks may be there
    for (const std::string &uid : uids(kind.name)) {
        // What came while the cache was read is in the cache now.
        const auto object = find(uid);
        if (!met.contains(uid) && object && !kind.find(object->id))
            erase(uid);
    }
    return error.empty() ? std::move(result) : ListResult::partial(std::move(error));
}

void Collector::take(const Kind &kind, const CacheChange<void> &change, WatchSink &sink)
{
    std::string error;
    const std::string now = change.after ? put(kind, change.id, change.after, error) : "";
    if (change.before) {
        const auto before = callForeign(
            [&] { return kind.describe(change.id, change.before).uid; });
        if (before && *before != now) // gone, or another one of the same id
            erase(*before);
    }
    if (!error.empty())
        sink.error(error);
}

std::string Collector::put(const Kind &kind, const ObjectId &id, const Cached<void> &cached,
                           std::string &error)
{
    auto object = callForeign([&] { return kind.describe(id, cached); });
    if (!object) {
        error = "the owners of '" + id + "': " + object.error().text;
        return {};
    }
    object->kind = kind.name;
    object->id = id;
    std::string uid = object->uid;
    MutexLock lock(m_mutex);
    const OwnedObject *known = m_graph.find(uid);
    if (known && *known == *object)
        return uid;
    std::ranges::move(m_graph.around(uid), std::back_inserter(m_news));
    if (std::string refusal = m_graph.put(std::move(*object)); !refusal.empty())
        error = std::move(refusal);
    std::ranges::move(m_graph.around(uid), std::back_inserter(m_news));
    m_hasNews.notifyAll();
    return uid;
}

void Collector::erase(const std::string &uid)
{
    MutexLock lock(m_mutex);
    std::ranges::move(m_graph.around(uid), std::back_inserter(m_news));
    m_graph.erase(uid);
    m_hasNews.notifyAll();
}

std::vector<std::string> Collector::uids(std::string_view kind)
{
    MutexLock lock(m_mutex);
    return m_graph.uids(kind);
}

std::deque<std::string> Collector::waitForNews(const std::stop_token &stop)
{
    const WakeOnStop wake(stop, m_mutex, m_hasNews);
    MutexLock lock(m_mutex);
    while (m_news.empty() && !stop.stop_requested())
        m_hasNews.wait(lock);
    return std::exchange(m_news, {});
}

std::optional<OwnedObject> Collector::find(const std::string &uid)
{
    MutexLock lock(m_mutex);
    const OwnedObject *object = m_graph.find(uid);
    return object ? std::optional(*object) : std::nullopt;
}

std::pair<OwnedObject, OwnerStep> Collector::next(const std::string &uid)
{
    MutexLock lock(m_mutex);
    const OwnedObject *object = m_graph.find(uid);
    return object ? std::pair(*object, m_graph.next(uid)) : std::pair(OwnedObject(), OwnerStep());
}

Outcome Collector::collect(const std::string &uid, const std::stop_token &stop)
{
    using Step = OwnerStep::Kind;
    bool wasRead = false; // what is done is done to what was just read
    for (int steps = 0; steps < MostSteps; ++steps) {
        const auto [object, next] = this->next(uid);
        if (next.kind == Step::Keep)
            return Outcome::done();
        if (next.kind == Step::Wait)
            return Outcome::wait(std::to_string(next.uids.size())
                                     + " of the objects that it owns to go",
                                 LongestWait);
        const bool looks = next.kind == Step::Look;
        if (!looks && wasRead) {
            if (next.kind == Step::Delete)
                return m_actions.remove(object, stop);
            return next.kind == Step::Mark ? m_actions.mark(object, stop)
                                           : m_actions.dropOwners(object, next.uids, stop);
        }
        std::string error = looks ? lookForOwners(object, next.uids, stop)
                                  : look(uid, object.kind, object.id, stop);
        if (!error.empty())
            return Outcome::retry(std::move(error));
        wasRead = !looks;
    }
    return Outcome::requeueAfter({}); // it changes all the time
}

std::string Collector::lookForOwners(const OwnedObject &object,
                                     const std::vector<std::string> &uids,
                                     const std::stop_token &stop)
{
    for (const OwnerReference &owner : object.owners) {
        if (!std::ranges::binary_search(uids, owner.uid))
            continue;
        std::string error = look(owner.uid, owner.kind, owner.id, stop);
        if (!error.empty())
            return error;
    }
    return {};
}

std::string Collector::look(const std::string &uid, const std::string &kindName, const ObjectId &id,
                            const std::stop_token &stop)
{
    const Kind *kind = kindOf(kindName);
    if (!kind)
        return "'" + id + "' is of the kind '" + kindName
               + "', of which this collector knows nothing";
    std::string error = kind->cache->load(id, stop);
    if (!error.empty())
        return error;
    const Cached<void> cached = kind->find(id);
    if (cached && put(*kind, id, cached, error) == uid)
        return error;
    erase(uid); // if it was known
    MutexLock lock(m_mutex);
    m_graph.sayGone(uid);
    return error;
}

const Collector::Kind *Collector::kindOf(const std::string &name) const
{
    const auto place = std::ranges::find(m_kinds, name, &Kind::name);
    return place == m_kinds.end() ? nullptr : &*place;
}

} // namespace qontroller
