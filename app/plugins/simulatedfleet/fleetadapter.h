// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/simulatedfleet/fleet.h"
#include "core/members/consist/consistadapter.h"

#include <memory>
#include <string>
#include <vector>

namespace qontroller::simulatedfleet {

/// The address of a service.
struct FleetAddress
{
    std::string id;

    friend bool operator==(const FleetAddress &, const FleetAddress &) = default;
};

/// Brings the services of a fleet and their servers into its load balancer.
///
/// A server whose gate is closed, or that is not ready, keeps its place with weight 0. It counts
/// as one that still has traffic until its last session has ended.
class FleetAdapter final : public ConsistAdapter<FleetAddress, Fleet::Member>
{
public:
    FleetAdapter(std::shared_ptr<Fleet> fleet, std::string name)
        : m_fleet(std::move(fleet))
        , m_name(std::move(name))
    {}

    std::string controllerName() const override { return m_name; }

    ConsistItems<FleetAddress> expectedEmployers(const ConsistEmployer &employer) override;
    ConsistItems<FleetAddress> currentEmployers(const ConsistEmployer &employer) override;
    Applied createEmployers(const ConsistEmployer &employer,
                            const std::vector<FleetAddress> &all) override;
    Applied updateEmployers(const ConsistEmployer &employer,
                            const std::vector<FleetAddress> &all) override;
    Applied deleteEmployers(const ConsistEmployer &employer,
                            const std::vector<FleetAddress> &all) override;

    ConsistItems<Fleet::Member> expectedEmployees(const ConsistEmployer &employer) override;
    ConsistItems<Fleet::Member> currentEmployees(const ConsistEmployer &employer) override;
    Applied createEmployees(const ConsistEmployer &employer,
                            const std::vector<Fleet::Member> &all) override;
    Applied updateEmployees(const ConsistEmployer &employer,
                            const std::vector<Fleet::Member> &all) override;
    Applied deleteEmployees(const ConsistEmployer &employer,
                            const std::vector<Fleet::Member> &all) override;

    bool servesTraffic(const Fleet::Member &member) const override { return member.weight > 0; }
    std::string statusOfEmployer(const FleetAddress &address) const override;
    std::string statusOfEmployee(const Fleet::Member &member) const override;

private:
    std::shared_ptr<Fleet> m_fleet;
    std::string m_name;
};

} // namespace qontroller::simulatedfleet
