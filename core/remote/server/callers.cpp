// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/server/callers.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <string_view>

namespace qontroller::remote {

namespace {

/// `fd:12`, as gRPC calls what it was given.
std::optional<int> descriptorOf(std::string_view peer)
{
    constexpr std::string_view Begin = "fd:";
    if (!peer.starts_with(Begin))
        return std::nullopt;
    peer.remove_prefix(Begin.size());
    int number = -1;
    const auto [end, error] = std::from_chars(peer.data(), peer.data() + peer.size(), number);
    return error == std::errc{} && end == peer.data() + peer.size() ? std::optional(number)
                                                                    : std::nullopt;
}

tl::unexpected<std::string> full(std::size_t count, const char *what)
{
    return tl::unexpected(std::to_string(count) + ' ' + what);
}

} // namespace

std::shared_ptr<Callers::Known> Callers::find(const Caller &caller) const
{
    const auto found = std::ranges::find_if(m_connections, [&caller](const auto &each) {
        const Caller &known = each.second.caller->caller;
        return known.who == caller.who && known.role == caller.role;
    });
    return found == m_connections.end() ? nullptr : found->second.caller;
}

std::size_t Callers::connectionsOf(const Known &caller) const
{
    return static_cast<std::size_t>(std::ranges::count_if(m_connections, [&](const auto &each) {
        return each.second.caller.get() == &caller;
    }));
}

tl::expected<void, std::string> Callers::add(const Caller &caller, int socket)
{
    const auto identity = FileIdentity::of(socket);
    if (!identity)
        return tl::unexpected(std::string("its connection has ended"));
    MutexLock lock(m_mutex);
    forgetEndedLocked();
    if (m_connections.size() >= MostConnections)
        return full(MostConnections, "connections are open already");
    auto known = find(caller);
    if (known && connectionsOf(*known) >= MostConnectionsOfOne)
        return full(MostConnectionsOfOne, "of its connections are open already");
    std::set<const Known *> all;
    for (const auto &[number, each] : m_connections)
        all.insert(each.caller.get());
    if (!known && all.size() >= MostCallers)
        return full(MostCallers, "other callers are connected already");
    if (!known)
        known = std::make_shared<Known>(m_served, caller, m_end);
    m_connections.insert_or_assign(socket, Connection{*identity, std::move(known)});
    return {};
}

tl::expected<Callers::Turn, grpc::Status> Callers::begin(const std::string &peer) const
{
    std::shared_ptr<Known> known;
    {
        MutexLock lock(m_mutex);
        const auto number = descriptorOf(peer);
        const auto found = number ? m_connections.find(*number) : m_connections.end();
        if (found == m_connections.end() || FileIdentity::of(found->first) != found->second.socket)
            return tl::unexpected(grpc::Status(grpc::StatusCode::UNAUTHENTICATED,
                                               "the host does not know this connection"));
        known = found->second.caller;
    }
    Turn turn;
    turn.service = std::shared_ptr<HostService>(known, &known->service);
    if (turn.ofCaller = known->calls.take(); !turn.ofCaller)
        return tl::unexpected(known->service.refuse("a call", known->calls.full()));
    if (known->caller.role == Role::Viewer) {
        if (turn.ofViewers = m_viewers.take(); !turn.ofViewers)
            return tl::unexpected(known->service.refuse("a call", m_viewers.full()));
    }
    return turn;
}

void Callers::forgetEnded()
{
    MutexLock lock(m_mutex);
    forgetEndedLocked();
}

void Callers::forgetEndedLocked()
{
    std::erase_if(m_connections, [](const auto &each) {
        return FileIdentity::of(each.first) != each.second.socket;
    });
}

std::size_t Callers::connections() const
{
    MutexLock lock(m_mutex);
    return m_connections.size();
}

} // namespace qontroller::remote
