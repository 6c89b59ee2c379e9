// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"
#include "core/members/consist/consistoptions.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// What the files of the folder say. Plain values; see service.json and server.json.
namespace qontroller::loadbalancer {

using Labels = std::map<std::string, std::string>;

/// An employer: a backend, and which servers belong into it.
struct Service
{
    Labels selector; ///< empty: selects nothing
    std::string backend;
    std::string frontend;   ///< empty: none is looked after
    std::uint16_t port = 0; ///< of servers whose address names none; 0: each has to
    /// How often the load balancer looks whether a server is there. Zero: never.
    Duration check = std::chrono::seconds(1);

    friend bool operator==(const Service &, const Service &) = default;
};

/// Where a server listens.
struct ServerAddress
{
    std::string ip;         ///< as inet_ntop() writes it
    std::uint16_t port = 0; ///< 0: that of the service

    friend bool operator==(const ServerAddress &, const ServerAddress &) = default;
};

/// An employee.
struct Server
{
    Labels labels;
    ServerAddress address;
    bool isReady = false;
    unsigned weight = 100; ///< 1 to 256
    std::vector<WantedOperation> operations;

    friend bool operator==(const Server &, const Server &) = default;
};

enum class ObjectKind : std::uint8_t {
    Unknown, ///< the file does not say
    Service,
    Server,
};

/// What is known of one file.
struct FolderObject
{
    ObjectKind kind = ObjectKind::Unknown;
    /// Its last good state: the present one if there is no problem.
    std::variant<std::monostate, Service, Server> good;
    /// What is wrong with the file as it is now, as a sentence that begins with its name. Empty:
    /// nothing.
    std::string problem;

    [[nodiscard]] const Service *service() const { return std::get_if<Service>(&good); }
    [[nodiscard]] const Server *server() const { return std::get_if<Server>(&good); }
};

/// Whether each label of \a selector is among \a labels. An empty selector selects nothing.
[[nodiscard]] bool selects(const Labels &selector, const Labels &labels);

} // namespace qontroller::loadbalancer
