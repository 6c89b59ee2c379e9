// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/simulatedfleet/fleet.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace qontroller::simulatedfleet {

namespace {

constexpr int BusySessions = 40;
/// After everything was set up.
constexpr Duration FirstPause = std::chrono::seconds(3);

std::string serviceName(int number)
{
    static constexpr std::array Names{"web", "mail", "search", "billing", "photos", "login"};
    const auto place = static_cast<std::size_t>(number);
    return place < Names.size() ? Names.at(place) : "service" + std::to_string(number + 1);
}

std::string serverName(const std::string &service, int number)
{
    std::array<char, 16> digits{};
    std::snprintf(digits.data(), digits.size(), "-%02d", number + 1);
    return service + digits.data();
}

} // namespace

Fleet::Fleet(const FleetOptions &options, Clock &clock)
    : m_options(options)
    , m_clock(clock)
{
    for (int service = 0; service < options.services; ++service) {
        const std::string name = serviceName(service);
        m_addresses.emplace(name, false);
        for (int number = 0; number < options.servers; ++number) {
            Server server;
            server.service = name;
            const bool isLast = service + 1 == options.services && number + 1 == options.servers;
            server.drain = isLast ? options.longDrain : options.drain;
            m_servers.emplace(serverName(name, number), std::move(server));
        }
    }
}

std::vector<ObjectId> Fleet::services() const
{
    std::vector<ObjectId> names;
    MutexLock lock(m_mutex);
    for (const auto &[name, isThere] : m_addresses)
        names.push_back(name);
    return names;
}

std::vector<ObjectId> Fleet::servers() const
{
    std::vector<ObjectId> names;
    MutexLock lock(m_mutex);
    for (const auto &[name, server] : m_servers)
        names.push_back(name);
    return names;
}

std::vector<ObjectId> Fleet::serversOf(const ObjectId &service) const
{
    std::vector<ObjectId> names;
    MutexLock lock(m_mutex);
    for (const auto &[name, server] : m_servers) {
        if (server.service == service)
            names.push_back(name);
    }
    return names;
}

ObjectId Fleet::serviceOf(std::string_view server)
{
    return ObjectId(server.substr(0, server.rfind('-')));
}

// The load balancer

bool Fleet::hasAddress(const ObjectId &service) const
{
    MutexLock lock(m_mutex);
    const auto address = m_addresses.find(service);
    return address != m_addresses.end() && address->second;
}

void Fleet::setAddress(const ObjectId &service, bool isThere)
{
    MutexLock lock(m_mutex);
    m_addresses[service] = isThere;
}

std::vector<Fleet::Member> Fleet::members(const ObjectId &service) const
{
    std::vector<Member> members;
    MutexLock lock(m_mutex);
    for (const auto &[name, server] : m_servers) {
        if (server.service == service && server.weight)
            members.push_back({name, *server.weight});
    }
    return members;
}

void Fleet::setMember(const Member &member)
{
    MutexLock lock(m_mutex);
    const auto server = m_servers.find(member.id);
    if (server == m_servers.end())
        return;
    if (server->second.weight.value_or(0) > 0 && member.weight == 0)
        server->second.drained = later(m_clock.now(), server->second.drain);
    server->second.weight = member.weight;
}

void Fleet::removeMember(const std::string &server)
{
    MutexLock lock(m_mutex);
    const auto found = m_servers.find(server);
    if (found != m_servers.end())
        found->second.weight.reset();
}

int Fleet::sessions(std::string_view server) const
{
    MutexLock lock(m_mutex);
    const Server *const found = find(server);
    return found ? sessionsOf(*found) : 0;
}

int Fleet::sessionsOf(const Server &server) const
{
    if (!server.weight)
        return 0;
    if (*server.weight > 0)
        return BusySessions;
    const Duration left = server.drained - m_clock.now();
    if (left <= Duration::zero())
        return 0;
    return static_cast<int>(1 + (BusySessions - 1) * left / server.drain);
}

// The servers

const Fleet::Server *Fleet::find(std::string_view server) const
{
    const auto found = m_servers.find(server);
    return found == m_servers.end() ? nullptr : &found->second;
}

bool Fleet::isReady(std::string_view server) const
{
    MutexLock lock(m_mutex);
    const Server *const found = find(server);
    return found && found->isReady;
}

WaitEnd Fleet::restart(std::string_view server, const std::stop_token &stop)
{
    begin(server);
    const WaitEnd end = waitFor(m_clock, m_options.restart, stop);
    MutexLock lock(m_mutex);
    const auto found = m_servers.find(server);
    if (found == m_servers.end())
        return end;
    found->second.isReady = true;
    if (end == WaitEnd::TimeIsUp)
        found->second.round = m_round;
    m_changed.emplace_back(server);
    return end;
}

void Fleet::begin(std::string_view server)
{
    MutexLock lock(m_mutex);
    const auto found = m_servers.find(server);
    if (found == m_servers.end())
        return;
    m_cutSessions += sessionsOf(found->second);
    found->second.drained = m_clock.now();
    found->second.isReady = false;
    m_changed.emplace_back(server);
}

int Fleet::cutSessions() const
{
    MutexLock lock(m_mutex);
    return m_cutSessions;
}

std::uint64_t Fleet::round() const
{
    MutexLock lock(m_mutex);
    return m_round;
}

std::vector<ObjectId> Fleet::takeChanged()
{
    MutexLock lock(m_mutex);
    beginRoundIfDue();
    return std::exchange(m_changed, {});
}

void Fleet::beginRoundIfDue()
{
    const auto isThere = [round = m_round](const auto &one) {
        return one.second.round == round && one.second.weight.value_or(0) > 0;
    };
    const bool areAllThere = std::all_of(m_servers.begin(), m_servers.end(), isThere);
    const TimePoint now = m_clock.now();
    if (m_options.pause == Duration::zero() || !areAllThere)
        m_nextRound = later(now, m_round == 0 ? FirstPause : m_options.pause);
    if (now < m_nextRound)
        return;
    ++m_round;
    for (const auto &[name, server] : m_servers)
        m_changed.push_back(name);
}

} // namespace qontroller::simulatedfleet
