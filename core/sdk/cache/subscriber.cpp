// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/cache/subscriber.h"

namespace qontroller {

ListResult Subscriber::list(ListSink &sink, std::stop_token stop)
{
    ListResult result =
        listObjects([&sink](const ObjectId &id,
                            const Cached<void> &cached) { sink.add(id, cached.version); },
                    stop);
    for (const ObjectId &id : cache().source().leftovers)
        sink.addLeftover(id);
    return result;
}

WatchEnd Subscriber::watch(WatchSink &sink, const std::string &, std::stop_token stop)
{
    const auto tell = [&sink](const CacheChange<void> &change) {
        sink.event(change.type(), change.id, change.after.version);
    };
    return watchChanges(tell, sink, stop);
}

bool Subscriber::waitUntilComplete(TimePoint deadline, const std::stop_token &stop) const
{
    start();
    return cache().waitUntilComplete(clock(), deadline, stop);
}

std::string Subscriber::listError() const
{
    const auto last = cache().source().lastList;
    return last && last->kind() != ListResult::Kind::Complete ? last->text() : std::string();
}

std::string Subscriber::load(const ObjectId &id, const std::stop_token &stop) const
{
    start();
    return m_handle->loop->load(id, stop);
}

ListResult Subscriber::listObjects(const TakeObject &take, const std::stop_token &stop) const
{
    start();
    if (!cache().waitForList(stop))
        return ListResult::partial("it was stopped");
    const auto source = cache().source();
    if (!source.wasComplete && source.lastList->kind() == ListResult::Kind::Failed)
        return *source.lastList;
    for (std::size_t part = 0; part < CacheTable::Parts; ++part) {
        if (stop.stop_requested())
            return ListResult::partial("it was stopped");
        for (const CacheTable::Copy &copy : cache().copyOf(part))
            take(copy.id, copy.cached);
    }
    switch (source.lastList->kind()) {
    case ListResult::Kind::Complete: // a cursor is the cache's own
        return source.lastList->doubt().empty() ? ListResult::complete()
                                                : ListResult::replaced(source.lastList->doubt());
    case ListResult::Kind::Partial: // how its ids begin says nothing of what is made of them
        return ListResult::partial(source.lastList->text());
    case ListResult::Kind::Failed: break;
    }
    return ListResult::partial("the last list of its source failed: " + source.lastList->text());
}

WatchEnd Subscriber::watchChanges(const TakeChange &take, WatchSink &sink,
                                  const std::stop_token &stop) const
{
    start();
    std::uint64_t fromNowOn = position();
    return watchChanges(fromNowOn, take, sink, stop);
}

WatchEnd Subscriber::watchChanges(std::uint64_t &position, const TakeChange &take, WatchSink &sink,
                                  const std::stop_token &stop) const
{
    start();
    sink.ready();
    while (!stop.stop_requested()) {
        std::uint64_t next = position;
        const ChangeRing::Portion portion = cache().waitForChanges(next, stop);
        if (portion.hasMissed)
            sink.missed("more changes of the cache " + name() + " than it keeps");
        for (const ChangeRing::Change &change : portion.changes) {
            if (change->complaint.empty())
                take(*change);
            else
                sink.error(change->complaint);
        }
        position = next; // if take() throws, the portion comes once more
    }
    return WatchEnd::closed();
}

} // namespace qontroller
