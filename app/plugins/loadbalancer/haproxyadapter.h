// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/loadbalancer/haproxy.h"
#include "app/plugins/loadbalancer/serviceadapter.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace qontroller {

/// Keeps the servers of services in HAProxy as their files and gates say.
///
/// A service's servers are those whose ServerName says so, in any backend. All others are left
/// alone: those of the configuration and those that somebody else added.
class HaproxyAdapter final : public ServiceAdapter
{
public:
    /// A drain and what goes is looked at again after \a lookInterval.
    HaproxyAdapter(std::string controllerName, std::shared_ptr<ObjectFolder> folder,
                   std::shared_ptr<const Haproxy> haproxy, Duration lookInterval)
        : ServiceAdapter(std::move(controllerName), std::move(folder))
        , m_haproxy(std::move(haproxy))
        , m_lookInterval(lookInterval)
    {}

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
    /// A server that is not ours may have the same address.
    [[nodiscard]] tl::expected<Hindrances, Error> hindrances(
        const ConsistEmployer &, const std::vector<Member> &members) const override;
    [[nodiscard]] Error whyMissing(const Resource &) const override;
    [[nodiscard]] std::optional<Error> mend(const Resource &, const ConsistEmployer &) override;

    Applied apply(const ConsistEmployer &, const std::vector<Member> &, const MakePlan &) const;

    std::shared_ptr<const Haproxy> m_haproxy;
    Duration m_lookInterval;
};

} // namespace qontroller
