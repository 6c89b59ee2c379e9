// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/cache/cacheloop.h"

#include "core/base/faults/callforeign.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace qontroller {

namespace {

using Kind = LoadQueue::Kind;
using Origin = LoadQueue::Origin;
using Wanted = SourceProgress::Wanted;

constexpr Duration ShortestInterval = std::chrono::milliseconds(10);

} // namespace

/// What the source's list() talks to.
class CacheLoop::ListPort final : public ListSink
{
public:
    explicit ListPort(CacheLoop &loop)
        : m_loop(loop)
    {}
    void add(std::string_view id, Version version) override
    {
        if (!isValidId(id))
            return;
        MutexLock lock(m_loop.m_mutex); // to the end: an event comes before all of this or after
        const auto said = m_loop.m_said.find(id);
        if (said != m_loop.m_said.end()) {
            if (said->second.isGone)
                return;
            version = said->second.version;
        }
        if (m_loop.m_cache->isNews(id, version))
            m_loop.m_queue.add(ObjectId(id), Kind::Load, Origin::List, version);
    }
    void addLeftover(std::string_view id) override
    {
        if (isValidId(id))
            m_leftovers.emplace_back(id);
    }
    [[nodiscard]] std::vector<ObjectId> takeLeftovers() { return std::move(m_leftovers); }

private:
    CacheLoop &m_loop;
    std::vector<ObjectId> m_leftovers;
};

/// What the source's watch() talks to.
class CacheLoop::WatchPort final : public WatchSink
{
public:
    WatchPort(CacheLoop &loop, bool isFromNowOn)
        : m_loop(loop)
        , m_isFromNowOn(isFromNowOn)
    {}
    void ready() override { m_loop.m_progress.watchReady(m_isFromNowOn); }
    void event(EventType type, std::string_view id, Version version) override
    {
        if (!isValidId(id))
            return;
        const bool isGone = type == EventType::Deleted;
        {
            MutexLock lock(m_loop.m_mutex);
            if (m_loop.m_isListing)
                m_loop.m_said.insert_or_assign(ObjectId(id), Said{isGone, version});
        }
        m_loop.m_queue.add(ObjectId(id), isGone ? Kind::Remove : Kind::Load, Origin::Event,
                           version);
    }
    void cursor(std::string_view cursor) override { m_loop.m_progress.setCursor(cursor); }
    void missed(std::string_view) override { m_loop.m_progress.want(Wanted::BySource); }
    void error(std::string_view what) override { m_loop.m_cache->complain(cutText(what)); }

private:
    CacheLoop &m_loop;
    const bool m_isFromNowOn;
};

CacheLoop::CacheLoop(std::shared_ptr<Cache> cache, std::shared_ptr<ListerWatcher> source, Read read,
                     const CacheOptions &options)
    : m_cache(std::move(cache))
    , m_source(std::move(source))
    , m_read(std::move(read))
    , m_givenClock(options.clock)
    , m_clock(m_givenClock ? *m_givenClock : SteadyClock::instance())
    , m_loaders(std::clamp(options.loaders, 1, 64))
    , m_progress(m_clock, std::max<Duration>(options.resyncInterval, ShortestInterval))
{
    m_progress.begin();
}

void CacheLoop::start()
{
    MutexLock lock(m_mutex);
    const auto wanted = static_cast<std::size_t>(m_loaders) + 1;
    // Also those that an earlier call could not make.
    while (m_threads.size() < wanted && !m_progress.stopping()) {
        const bool lists = m_threads.size() + 1 == wanted;
        m_threads.emplace_back(shared_from_this(),
                               [this, lists] { lists ? runLists() : runLoads(); });
    }
}

void CacheLoop::stop()
{
    m_progress.stop();
    m_queue.close();
    for (std::stop_source *source : {&m_listStop, &m_watchStop, &m_loadStop}) {
        try { // each may block in a callback of the author
            const OwnedThread asks(shared_from_this(), [source] { source->request_stop(); });
        } catch (const std::system_error &) {
            source->request_stop();
        }
    }
}

std::string CacheLoop::load(const ObjectId &id, const std::stop_token &stop)
{
    return m_queue.load(id, stop);
}

void CacheLoop::runLists()
{
    m_progress.runLists([this] { return startWatch(); }, [this] { return listOnce(); });
}

// Here and not in the constructor: a source that blocks holds up nothing but itself.
bool CacheLoop::startWatch()
{
    const auto mode = callForeign([this] { return m_source->watchMode(); });
    MutexLock lock(m_mutex);
    if (!mode)
        return false;
    if (*mode == WatchMode::None || m_progress.stopping())
        return true;
    m_progress.setMode(*mode);
    try {
        m_threads.emplace_back(shared_from_this(), [this] { runWatch(); });
        return true;
    } catch (const std::system_error &) {
        m_progress.setMode(WatchMode::None); // lists go on
        return false;
    }
}

bool CacheLoop::listOnce()
{
    {
        MutexLock lock(m_mutex);
        m_isListing = true;
    }
    m_cache->beginList();
    ListPort port(*this);
    auto listed = callForeign([&] { return m_source->list(port, m_listStop.get_token()); });
    ListResult result = listed ? std::move(*listed)
                               : ListResult::failed(std::move(listed.error().text));
    {
        MutexLock lock(m_mutex);
        m_isListing = false;
        m_said.clear();
    }
    m_progress.endList(result);
    const std::string unread = conclude(result);
    if (m_progress.stopping()) // it may have been cut short
        return true;
    m_cache->endList(result, port.takeLeftovers(), unread);
    for (const ObjectId &id : m_cache->findMutations())
        m_queue.add(id, Kind::Load, Origin::Event);
    return result.kind() != ListResult::Kind::Failed && unread.empty();
}

std::string CacheLoop::conclude(const ListResult &result)
{
    std::string unread = m_queue.waitForList();
    if (result.kind() == ListResult::Kind::Complete && !m_progress.stopping()) {
        for (std::size_t part = 0; part < CacheTable::Parts; ++part) {
            for (const ObjectId &id : m_cache->unseen(part))
                m_queue.add(id, Kind::RemoveUnseen, Origin::List);
        }
        static_cast<void>(m_queue.waitForList());
    }
    return unread;
}

void CacheLoop::runLoads()
{
    while (const auto task = m_queue.take())
        m_queue.done(task->id, run(*task));
}

std::string CacheLoop::run(const LoadQueue::Task &task)
{
    switch (task.kind) {
    case Kind::RemoveUnseen:
        if (!m_cache->isSeen(m_cache->markOf(task.id)))
            m_cache->remove(task.id);
        return {};
    case Kind::Remove: m_cache->remove(task.id); return {};
    case Kind::Load:
        if (task.version != 0 && !m_cache->isNews(task.id, task.version))
            return {};
        break;
    }
    std::string error = loadNow(task);
    if (!error.empty() && task.origin == Origin::Event) {
        m_cache->complain(error);
        m_progress.want(Wanted::BySource);
    }
    return error;
}

std::string CacheLoop::loadNow(const LoadQueue::Task &task)
{
    const bool isKnown = m_cache->markOf(task.id).isKnown;
    const Attempt attempt{.id = task.id,
                          .controller = m_cache->name(),
                          .number = 1,
                          .fence = 0,
                          .stop = m_loadStop.get_token(),
                          .cause = isKnown ? AttemptCause::Changed : AttemptCause::New};
    auto fetched = callForeign([&] { return m_read(attempt); });
    if (!fetched)
        return "'" + task.id + "' could not be read: " + fetched.error().text;
    using Answer = Fetched<void>::Kind;
    switch (fetched->kind()) {
    case Answer::Found:
    case Answer::Assumed:
        m_cache->put(task.id, fetched->object(), task.version, task.origin == Origin::Event);
        return {};
    case Answer::Gone:
    case Answer::Ignored: m_cache->remove(task.id); return {};
    case Answer::Failed: break;
    }
    return "'" + task.id + "' could not be read: " + fetched->error().message;
}

void CacheLoop::runWatch()
{
    m_progress.runWatches([this](const std::string &cursor) {
        WatchEnd end = watchOnce(cursor);
        if (!m_progress.stopping() && end.kind() == WatchEnd::Kind::Failed)
            m_cache->complain("cache " + m_cache->name() + ": its watch failed: " + end.error());
        return end;
    });
}

WatchEnd CacheLoop::watchOnce(const std::string &cursor)
{
    WatchPort port(*this, cursor.empty());
    auto end = callForeign([&] { return m_source->watch(port, cursor, m_watchStop.get_token()); });
    return end ? std::move(*end) : WatchEnd::failed(std::move(end.error().text));
}

} // namespace qontroller
