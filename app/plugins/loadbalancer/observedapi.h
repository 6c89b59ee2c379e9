// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"
#include "core/engine/api/error.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace qontroller::loadbalancer {

/// A server as another system's API shows it.
struct ObservedServer
{
    std::string name; ///< the id of the server's file
    bool hasTraffic = false;
    std::uint64_t sessions = 0;

    friend bool operator==(const ObservedServer &, const ObservedServer &) = default;
};

/// An HTTP API that tells which servers a backend has: `GET URL/backends/BACKEND` answers with
/// `[{"name": "s1", "traffic": true, "sessions": 0}, …]`, or with status 404. Thread-safe.
class ObservedApi
{
public:
    ObservedApi(std::string url, Duration timeout)
        : m_url(std::move(url))
        , m_timeout(timeout)
    {}

    /// Nothing where there is no such backend.
    [[nodiscard]] tl::expected<std::optional<std::vector<ObservedServer>>, Error> servers(
        const std::string &backend, const std::stop_token &stop) const;

    [[nodiscard]] const std::string &url() const { return m_url; }

private:
    std::string m_url;
    Duration m_timeout;
};

} // namespace qontroller::loadbalancer
