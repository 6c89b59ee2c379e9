// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/kit/startgate.h"

namespace qontroller {

StartGate::StartGate(std::shared_ptr<ListerWatcher> source, Needed needed, Duration patience)
    : m_source(std::move(source))
    , m_needed(std::move(needed))
    , m_patience(patience)
{}

ListResult StartGate::list(ListSink &sink, std::stop_token stop)
{
    Missing missing = awaitNeeded(stop);
    if (stop.stop_requested())
        return ListResult::partial("it was stopped");
    if (!missing.all.empty())
        return ListResult::failed(std::move(missing.all));
    ListResult result = m_source->list(sink, std::move(stop));
    const bool lacksSome = result.kind() == ListResult::Kind::Complete && !missing.some.empty();
    return lacksSome ? ListResult::partial(std::move(missing.some)) : result;
}

StartGate::Missing StartGate::awaitNeeded(const std::stop_token &stop)
{
    for (const auto &cache : m_needed)
        cache->start(); // all at once
    Missing missing;
    for (const auto &cache : m_needed) {
        if (cache->waitUntilComplete(deadline(), stop))
            continue;
        const std::string error = cache->listError();
        std::string &said = cache->wasListed() ? missing.some : missing.all;
        said += (said.empty() ? "" : "; ") + ("the cache '" + cache->name())
                + "' has had no complete list for " + formatDuration(m_patience)
                + (error.empty() ? "" : ": " + error);
    }
    return missing;
}

TimePoint StartGate::deadline()
{
    MutexLock lock(m_mutex);
    if (!m_deadline)
        m_deadline = later(m_needed.front()->clock().now(), m_patience);
    return *m_deadline;
}

} // namespace qontroller
