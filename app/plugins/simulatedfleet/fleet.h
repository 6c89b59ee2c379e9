// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"
#include "core/base/threads/wait.h"
#include "core/engine/api/objectid.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller::simulatedfleet {

/// What a simulated fleet is like. Plain values; see simulatedfleet.json.
struct FleetOptions
{
    int services = 3;
    int servers = 8;                               ///< of each service
    int maxUnavailable = 1;                        ///< of each service
    Duration restart = std::chrono::seconds(3);    ///< how long a restart takes
    Duration drain = std::chrono::seconds(2);      ///< how long open sessions last
    Duration longDrain = std::chrono::seconds(30); ///< … on the very last server
    Duration drainDeadline = std::chrono::seconds(20);
    Duration pause = std::chrono::seconds(20); ///< between two rounds of restarts; 0: no rounds
};

/// Services, their servers, and the load balancer in front of them, which only pretend to be
/// there. Round after round every server asks to be restarted. Thread-safe.
class Fleet
{
public:
    /// One server as its load balancer has it.
    struct Member
    {
        std::string id;
        int weight = 0; ///< 0: no new sessions

        friend bool operator==(const Member &, const Member &) = default;
    };

    /// \a clock outlives it.
    Fleet(const FleetOptions &options, Clock &clock);

    [[nodiscard]] const FleetOptions &options() const { return m_options; }
    [[nodiscard]] Clock &clock() const { return m_clock; }

    [[nodiscard]] std::vector<ObjectId> services() const;
    [[nodiscard]] std::vector<ObjectId> servers() const;
    [[nodiscard]] std::vector<ObjectId> serversOf(const ObjectId &service) const;
    /// "web" of "web-03".
    [[nodiscard]] static ObjectId serviceOf(std::string_view server);

    // What the load balancer is asked to do

    [[nodiscard]] bool hasAddress(const ObjectId &service) const;
    void setAddress(const ObjectId &service, bool isThere);
    [[nodiscard]] std::vector<Member> members(const ObjectId &service) const;
    void setMember(const Member &member);
    void removeMember(const std::string &server);
    /// Of sessions that were open when its weight became 0 some may still go on.
    [[nodiscard]] int sessions(std::string_view server) const;

    // The servers

    /// Not while it restarts.
    [[nodiscard]] bool isReady(std::string_view server) const;
    /// Takes FleetOptions::restart, and cuts the sessions that are open.
    [[nodiscard]] WaitEnd restart(std::string_view server, const std::stop_token &stop);
    /// By all restarts.
    [[nodiscard]] int cutSessions() const;
    /// Every server asks to be restarted in each round, once. 0: none has begun.
    [[nodiscard]] std::uint64_t round() const;

    /// Servers that have changed since the last call: restarted, or asking for a restart. A new
    /// round begins when all had the last one and the pause is over.
    [[nodiscard]] std::vector<ObjectId> takeChanged();

private:
    struct Server
    {
        ObjectId service;
        bool isReady = true;
        std::uint64_t round = 0;   ///< of its last restart
        std::optional<int> weight; ///< nothing: the load balancer does not have it
        TimePoint drained;         ///< when its last session ends, while the weight is 0
        Duration drain{};
    };

    [[nodiscard]] int sessionsOf(const Server &server) const QONTROLLER_REQUIRES(m_mutex);
    [[nodiscard]] const Server *find(std::string_view server) const QONTROLLER_REQUIRES(m_mutex);
    void begin(std::string_view server); ///< its restart
    void beginRoundIfDue() QONTROLLER_REQUIRES(m_mutex);

    const FleetOptions m_options;
    Clock &m_clock;
    mutable Mutex m_mutex;
    std::map<std::string, Server, std::less<>> m_servers QONTROLLER_GUARDED_BY(m_mutex);
    std::map<ObjectId, bool> m_addresses QONTROLLER_GUARDED_BY(m_mutex);
    int m_cutSessions QONTROLLER_GUARDED_BY(m_mutex) = 0;
    std::uint64_t m_round QONTROLLER_GUARDED_BY(m_mutex) = 0;
    TimePoint m_nextRound QONTROLLER_GUARDED_BY(m_mutex);
    std::vector<ObjectId> m_changed QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::simulatedfleet
