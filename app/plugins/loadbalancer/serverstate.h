// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/error.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What HAProxy's runtime API shows. Pure: text in, values out.
namespace qontroller::loadbalancer {

/// One server in one backend.
struct ServerState
{
    /// Whether it takes new sessions.
    enum class Admission : std::uint8_t {
        Ready,
        Drain, ///< those that are bound to it by persistence alone
        Maint, ///< none
    };

    std::string backend;
    std::string name;    ///< HAProxy's
    std::string address; ///< with its port
    Admission admission = Admission::Ready;
    unsigned weight = 0;
    std::uint64_t sessions = 0; ///< open ones, and those that wait for it in its queue
    bool isChecked = false;     ///< HAProxy looks whether it is there
    bool isDown = false;    ///< … and has not found it: whatever it is admitted to, it gets none
    std::string check = {}; ///< what the last look found, as "L4CON"
    std::uint64_t falls = 0; ///< how often it was found down since HAProxy's start

    /// The check has looked and not found it.
    [[nodiscard]] bool isMissed() const
    {
        return isChecked && isDown && !check.empty() && !check.ends_with("OK") && check != "INI";
    }

    friend bool operator==(const ServerState &, const ServerState &) = default;
};

/// A frontend or a backend.
struct ProxyState
{
    enum class Side : std::uint8_t {
        Frontend,
        Backend,
    };

    Side side = Side::Backend;
    std::string name;
    std::string status; ///< "OPEN", "PAUSED", "STOP" of a frontend; "UP", "DOWN" of a backend

    friend bool operator==(const ProxyState &, const ProxyState &) = default;
};

template<class T>
using Parsed = tl::expected<T, Error>;

/// `show servers state`, all but the sessions and what the check found.
[[nodiscard]] Parsed<std::vector<ServerState>> parseServers(std::string_view text);
/// `show stat` of servers: the sessions and what the check found, by backend and name.
struct ServerActivity
{
    std::uint64_t sessions = 0;
    std::string check;
    std::uint64_t falls = 0;
};
using Sessions = std::map<std::pair<std::string, std::string>, ServerActivity>;
[[nodiscard]] Parsed<Sessions> parseSessions(std::string_view text);
/// `show stat` of frontends and backends.
[[nodiscard]] Parsed<std::vector<ProxyState>> parseProxies(std::string_view text);
/// `show info`: what is another one for another process.
[[nodiscard]] Parsed<std::string> parseLife(std::string_view text);

} // namespace qontroller::loadbalancer
