// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/loadbalancer/plan.h"
#include "app/plugins/loadbalancer/runtimeapi.h"
#include "app/plugins/loadbalancer/serverstate.h"

#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace qontroller::loadbalancer {

/// A HAProxy that runs: what it has, and orders for it. An error means that nothing is known.
/// Any number of threads.
class Haproxy
{
public:
    explicit Haproxy(RuntimeApi api)
        : m_api(std::move(api))
    {}

    template<class T>
    using Result = RuntimeApi::Result<T>;

    /// Of all backends. Sessions are read after the rest, so one without any had none at a time
    /// when it was already admitted as it says here.
    [[nodiscard]] Result<std::vector<ServerState>> servers(const std::stop_token &stop) const;
    [[nodiscard]] Result<std::vector<ProxyState>> proxies(const std::stop_token &stop) const;
    /// Another text for another process.
    [[nodiscard]] Result<std::string> life(const std::stop_token &stop) const;

    /// What HAProxy says why it does not obey; nothing if it does.
    [[nodiscard]] Result<std::optional<std::string>> obey(const Order &order,
                                                          const std::stop_token &stop) const;

    /// See RuntimeApi::connect().
    [[nodiscard]] Result<UniqueFd> lifeline() const { return m_api.connect(); }

private:
    RuntimeApi m_api;
};

} // namespace qontroller::loadbalancer
