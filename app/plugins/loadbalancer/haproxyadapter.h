// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/loadbalancer/haproxy.h"
#include "app/plugins/loadbalancer/serviceadapter.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace qontroller::loadbalancer {

/// Keeps the servers of services in HAProxy as their files and gates say.
///
/// A service's servers are those whose ServerName says so, in any backend. All others are left
/// alone: those of the configuration and those that others added.
class HaproxyAdapter final : public ServiceAdapter
{
public:
    /// A drain and what goes is looked at again after \a lookInterval. \a socket names the HAProxy.
    HaproxyAdapter(std::string controllerName, std::shared_ptr<ObjectFolder> folder,
                   std::shared_ptr<const Haproxy> haproxy, std::string socket,
                   Duration lookInterval)
        : ServiceAdapter(std::move(controllerName), std::move(folder))
        , m_haproxy(std::move(haproxy))
        , m_socket(std::move(socket))
        , m_lookInterval(lookInterval)
    {}
    ~HaproxyAdapter() override;
    HaproxyAdapter(const HaproxyAdapter &) = delete;
    HaproxyAdapter &operator=(const HaproxyAdapter &) = delete;

    [[nodiscard]] ConsistItems<Member> currentEmployees(const ConsistEmployer &) override;
    Applied createEmployees(const ConsistEmployer &, const std::vector<Member> &) override;
    Applied updateEmployees(const ConsistEmployer &, const std::vector<Member> &) override;
    Applied deleteEmployees(const ConsistEmployer &, const std::vector<Member> &) override;
    [[nodiscard]] bool isAvailable(const Member &) const override;
    [[nodiscard]] std::string statusOfEmployee(const Member &) const override;

private:
    using MakePlan = std::function<Plan(const Member &, const ServerPath &, const ServerState *)>;

    [[nodiscard]] ConsistItems<Resource> resourcesOf(const Service &,
                                                     const ConsistEmployer &) override;
    void noteGone(const ObjectId &service) override;
    /// Another server may have the same address, ours or not.
    [[nodiscard]] tl::expected<Hindrances, Error> hindrances(
        const ConsistEmployer &, const std::vector<Member> &members) const override;
    [[nodiscard]] Error whyMissing(const Resource &) const override;
    [[nodiscard]] std::optional<Error> mend(const Resource &, const ConsistEmployer &) override;

    Applied apply(const ConsistEmployer &, const std::vector<Member> &, const MakePlan &) const;

    std::shared_ptr<const Haproxy> m_haproxy;
    const std::string m_socket;
    Duration m_lookInterval;
};

} // namespace qontroller::loadbalancer
