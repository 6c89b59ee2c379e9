// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/kit/mappedsource.h"

#include "core/base/faults/callforeign.h"
#include "core/engine/api/functions.h"

#include <set>

namespace qontroller::detail {

namespace {

/// Passes on what a watch says, and has \a missed called.
class MissedSink final : public WatchSink
{
public:
    MissedSink(WatchSink &sink, const std::function<void()> &missed)
        : m_sink(sink)
        , m_missed(missed)
    {}
    void ready() override { m_sink.ready(); }
    void event(EventType type, std::string_view id, Version version) override
    {
        m_sink.event(type, id, version);
    }
    void cursor(std::string_view cursor) override { m_sink.cursor(cursor); }
    void missed(std::string_view why) override
    {
        if (m_missed)
            m_missed();
        m_sink.missed(why);
    }
    void error(std::string_view what) override { m_sink.error(what); }

private:
    WatchSink &m_sink;
    const std::function<void()> &m_missed;
};

/// Names the targets themselves, and so needs no memory of what led to them.
class MappedSource final : public ListerWatcher
{
public:
    explicit MappedSource(ErasedMapping mapping)
        : m_mapping(std::move(mapping))
        , m_position(m_mapping.cache->position())
    {}

    ListResult list(ListSink &sink, std::stop_token stop) override
    {
        std::string error;
        const auto take = [&](const ObjectId &id, const Cached<void> &cached) {
            std::set<ObjectId> targets;
            addTargets(targets, id, cached, error);
            for (const ObjectId &target : targets)
                sink.add(target);
        };
        ListResult result = m_mapping.cache->listObjects(take, stop);
        const bool worked = error.empty() || result.kind() == ListResult::Kind::Failed;
        return worked ? std::move(result) : ListResult::failed(std::move(error));
    }

    [[nodiscard]] WatchMode watchMode() const override { return WatchMode::Live; }

    WatchEnd watch(WatchSink &sink, const std::string &, std::stop_token stop) override
    {
        MissedSink port(sink, m_mapping.missed);
        const auto take = [&](const CacheChange<void> &change) { tell(change, port); };
        return m_mapping.cache->watchChanges(m_position, take, port, stop);
    }

private:
    void tell(const CacheChange<void> &change, WatchSink &sink) const
    {
        std::string error;
        std::set<ObjectId> targets;
        if (!matters(change, error))
            return;
        addTargets(targets, change.id, change.before, error);
        addTargets(targets, change.id, change.after, error);
        for (const ObjectId &target : targets)
            sink.event(EventType::Modified, target);
        if (!error.empty())
            sink.error(error);
    }

    [[nodiscard]] bool matters(const CacheChange<void> &change, std::string &error) const
    {
        if (!m_mapping.when)
            return true;
        const auto when = callForeign([&] { return m_mapping.when(change); });
        if (!when)
            error = "the predicate for '" + change.id + "': " + when.error().text;
        return !when || *when; // rather one run too many
    }

    void addTargets(std::set<ObjectId> &targets, const ObjectId &id, const Cached<void> &cached,
                    std::string &error) const
    {
        if (!cached)
            return;
        const auto found = callForeign([&] { return m_mapping.targets(id, cached); });
        if (found)
            targets.insert(found->begin(), found->end());
        else if (error.empty())
            error = "the targets of '" + id + "': " + found.error().text;
    }

    const ErasedMapping m_mapping;
    // From the start, and not from each watch: an object that moves while none stands leads to what
    // it was as well, and no list knows that. For the thread that watches.
    std::uint64_t m_position;
};

class FilteredSource final : public ListerWatcher
{
public:
    FilteredSource(std::shared_ptr<Subscriber> cache,
                   std::function<bool(const CacheChange<void> &)> when)
        : m_cache(std::move(cache))
        , m_when(std::move(when))
    {}

    ListResult list(ListSink &sink, std::stop_token stop) override
    {
        return m_cache->list(sink, std::move(stop));
    }
    [[nodiscard]] WatchMode watchMode() const override { return WatchMode::Live; }
    WatchEnd watch(WatchSink &sink, const std::string &, std::stop_token stop) override
    {
        const auto take = [&](const CacheChange<void> &change) {
            const auto matters = callForeign([&] { return !m_when || m_when(change); });
            if (!matters)
                sink.error("the predicate for '" + change.id + "': " + matters.error().text);
            if (!matters || *matters)
                sink.event(change.type(), change.id, change.after.version);
        };
        return m_cache->watchChanges(take, sink, stop);
    }

private:
    const std::shared_ptr<Subscriber> m_cache;
    const std::function<bool(const CacheChange<void> &)> m_when;
};

} // namespace

RelatedSource makeMappedSource(ErasedMapping mapping)
{
    auto itself = [](const ObjectId &id, const std::stop_token &) {
        return std::vector<ObjectId>{id};
    };
    return {std::make_shared<MappedSource>(std::move(mapping)), makeOwners(itself)};
}

std::shared_ptr<ListerWatcher> makeFilteredSource(
    std::shared_ptr<Subscriber> cache, std::function<bool(const CacheChange<void> &)> when)
{
    return std::make_shared<FilteredSource>(std::move(cache), std::move(when));
}

} // namespace qontroller::detail
