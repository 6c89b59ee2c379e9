// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/simulatedfleet/fleetadapter.h"

namespace qontroller::simulatedfleet {

namespace {

constexpr int FullWeight = 100;
/// What the load balancer says of a server that has sessions and gets no new ones: so it differs
/// from what is expected until the last of them has ended.
constexpr int Draining = -1;
constexpr Duration LookAgain = std::chrono::milliseconds(500);

} // namespace

ConsistItems<FleetAddress> FleetAdapter::expectedEmployers(const ConsistEmployer &employer)
{
    return std::vector<FleetAddress>{{employer.id}};
}

ConsistItems<FleetAddress> FleetAdapter::currentEmployers(const ConsistEmployer &employer)
{
    if (m_fleet->hasAddress(employer.id))
        return std::vector<FleetAddress>{{employer.id}};
    return std::vector<FleetAddress>{};
}

Applied FleetAdapter::createEmployers(const ConsistEmployer &, const std::vector<FleetAddress> &all)
{
    return Applied::each(all, [&](const FleetAddress &one) { m_fleet->setAddress(one.id, true); });
}

Applied FleetAdapter::updateEmployers(const ConsistEmployer &, const std::vector<FleetAddress> &all)
{
    return Applied::all(all); // an address has nothing that could differ
}

Applied FleetAdapter::deleteEmployers(const ConsistEmployer &, const std::vector<FleetAddress> &all)
{
    return Applied::each(all, [&](const FleetAddress &one) { m_fleet->setAddress(one.id, false); });
}

ConsistItems<Fleet::Member> FleetAdapter::expectedEmployees(const ConsistEmployer &employer)
{
    std::vector<Fleet::Member> members;
    for (const ObjectId &server : m_fleet->serversOf(employer.id)) {
        const bool serves = m_fleet->isReady(server) && employer.mayServe(server);
        members.push_back({server, serves ? FullWeight : 0});
    }
    return members;
}

ConsistItems<Fleet::Member> FleetAdapter::currentEmployees(const ConsistEmployer &employer)
{
    std::vector<Fleet::Member> members = m_fleet->members(employer.id);
    for (Fleet::Member &member : members) {
        if (member.weight == 0 && m_fleet->sessions(member.id) > 0)
            member.weight = Draining;
    }
    return members;
}

Applied FleetAdapter::createEmployees(const ConsistEmployer &,
                                      const std::vector<Fleet::Member> &all)
{
    return Applied::each(all, [&](const Fleet::Member &one) { m_fleet->setMember(one); });
}

Applied FleetAdapter::updateEmployees(const ConsistEmployer &,
                                      const std::vector<Fleet::Member> &all)
{
    Applied applied;
    for (const Fleet::Member &member : all) {
        m_fleet->setMember(member);
        if (member.weight > 0 || m_fleet->sessions(member.id) == 0)
            applied.succeeded.push_back(member.id);
        else
            applied.lookAgain = LookAgain;
    }
    return applied;
}

Applied FleetAdapter::deleteEmployees(const ConsistEmployer &,
                                      const std::vector<Fleet::Member> &all)
{
    return Applied::each(all, [&](const Fleet::Member &one) { m_fleet->removeMember(one.id); });
}

std::string FleetAdapter::statusOfEmployer(const FleetAddress &address) const
{
    return "address " + address.id + ".example";
}

std::string FleetAdapter::statusOfEmployee(const Fleet::Member &member) const
{
    const std::string weight = "weight " + std::to_string(std::max(member.weight, 0));
    if (!m_fleet->isReady(member.id))
        return weight + ", restarting";
    return weight + ", " + std::to_string(m_fleet->sessions(member.id)) + " sessions";
}

} // namespace qontroller::simulatedfleet
