// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/loadbalancer/observedapi.h"
#include "app/plugins/loadbalancer/serviceadapter.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace qontroller::loadbalancer {

/// Watches a load balancer that another system keeps, and holds marks until that has happened
/// which the files and gates ask for. Experimental.
///
/// What is known of a member is whether it has traffic; its address and its weight are that
/// system's. One that is not there has none.
class ObservedAdapter final : public ServiceAdapter
{
public:
    ObservedAdapter(std::string controllerName, std::shared_ptr<ObjectFolder> folder,
                    ObservedApi api, Duration lookInterval)
        : ServiceAdapter(std::move(controllerName), std::move(folder))
        , m_api(std::move(api))
        , m_lookInterval(lookInterval)
    {}

    /// The backend: what is left of a service that is gone has to be asked for.
    [[nodiscard]] std::string recordOf(const ConsistEmployer &) override;

    [[nodiscard]] ConsistItems<Member> expectedEmployees(const ConsistEmployer &) override;
    [[nodiscard]] ConsistItems<Member> currentEmployees(const ConsistEmployer &) override;
    Applied createEmployees(const ConsistEmployer &, const std::vector<Member> &) override;
    Applied updateEmployees(const ConsistEmployer &, const std::vector<Member> &) override;
    Applied deleteEmployees(const ConsistEmployer &, const std::vector<Member> &) override;

private:
    [[nodiscard]] ConsistItems<Resource> resourcesOf(const Service &,
                                                     const ConsistEmployer &) override;
    [[nodiscard]] tl::expected<Hindrances, Error> hindrances(
        const ConsistEmployer &, const std::vector<Member> &) const override
    {
        return {}; // the other system's business
    }
    [[nodiscard]] Error whyMissing(const Resource &) const override;
    [[nodiscard]] std::optional<Error> mend(const Resource &, const ConsistEmployer &) override;

    /// For these it is enough to get no traffic: whether they are there does not matter.
    Applied withoutTraffic(const std::vector<Member> &members) const;

    ObservedApi m_api;
    Duration m_lookInterval;
};

} // namespace qontroller::loadbalancer
