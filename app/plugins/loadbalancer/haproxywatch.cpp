// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/haproxywatch.h"

#include "core/base/files/stopfd.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <functional>

namespace qontroller::loadbalancer {

namespace {

/// How long it is waited until a HAProxy that is away is asked again, at the most.
constexpr Duration AwayInterval = std::chrono::milliseconds(100);

Version mixed(Version version, std::string_view text)
{
    return version * 1099511628211U ^ std::hash<std::string_view>()(text);
}

/// All of it that a service has to know. Sessions count when the last one of a drain has ended. A
/// server that fell and came back between two looks is another one: a pass may have seen it down.
std::string textOf(const ServerState &server)
{
    const bool isDrained = server.admission != ServerState::Admission::Ready
                           && server.sessions == 0;
    return server.name + ' ' + server.address + ' ' + std::to_string(server.weight) + ' '
           + std::to_string(static_cast<int>(server.admission)) + (isDrained ? " drained" : "")
           + (server.isDown ? " down " : " ") + std::to_string(server.falls)
           + (server.isMissed() ? ' ' + server.check : std::string());
}

/// Waits until \a interval has passed, the stop, or the end of \a lifeline, which may be empty.
void waitFor(Duration interval, const StopFd &stop, const UniqueFd &lifeline)
{
    // A negative descriptor is skipped.
    std::array<pollfd, 2> waiting{{{stop.get(), POLLIN, 0}, {lifeline.get(), POLLIN, 0}}};
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(interval);
    static_cast<void>(::poll(waiting.data(), waiting.size(), static_cast<int>(wait.count())));
}

} // namespace

Haproxy::Result<HaproxyWatch::Versions> HaproxyWatch::versions(const std::stop_token &stop) const
{
    const auto life = m_haproxy->life(stop);
    if (!life)
        return tl::unexpected(life.error());
    const auto proxies = m_haproxy->proxies(stop);
    if (!proxies)
        return tl::unexpected(proxies.error());
    const auto servers = m_haproxy->servers(stop);
    if (!servers)
        return tl::unexpected(servers.error());
    Versions versions;
    for (const ProxyState &proxy : *proxies) {
        const std::string side = proxy.side == ProxyState::Side::Backend ? "" : proxy.status;
        versions[proxy.name] = mixed(mixed(versions[proxy.name], *life), side);
    }
    for (const ServerState &server : *servers) {
        // Also those that are not ours: one may have the address of one that is.
        versions[server.backend] = mixed(versions[server.backend], textOf(server));
    }
    return versions;
}

ListResult HaproxyWatch::list(ListSink &sink, std::stop_token stop)
{
    const auto now = versions(stop);
    if (!now)
        return ListResult::failed(now.error().message);
    for (const auto &[backend, version] : *now)
        sink.add(backend, version);
    return ListResult::complete();
}

WatchEnd HaproxyWatch::watch(WatchSink &sink, const std::string &, std::stop_token stop)
{
    const StopFd wake(stop);
    if (!wake)
        return WatchEnd::failed("there is no descriptor left");
    Versions before;
    bool isAway = false;
    sink.ready();
    while (!stop.stop_requested()) {
        UniqueFd lifeline = m_haproxy->lifeline().value_or(UniqueFd());
        const auto now = versions(stop);
        for (const auto &[backend, version] : now.value_or(Versions())) {
            if (isAway || before[backend] != version)
                sink.event(EventType::Modified, backend, version);
        }
        if (now)
            before = *now;
        else if (!isAway && !stop.stop_requested())
            sink.error(now.error().message);
        isAway = !now;
        waitFor(isAway ? std::min(AwayInterval, m_interval) : m_interval, wake, lifeline);
    }
    return WatchEnd::closed();
}

std::vector<ObjectId> HaproxyWatch::ownersOf(const ObjectId &backend, std::stop_token)
{
    std::vector<ObjectId> owners;
    for (const auto &[id, entry] : m_folder->all().value_or(ObjectFolder::Entries())) {
        const Service *const service = entry.object->service();
        if (service && (service->backend == backend || service->frontend == backend))
            owners.push_back(id);
    }
    return owners;
}

} // namespace qontroller::loadbalancer
