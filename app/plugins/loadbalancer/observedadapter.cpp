// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/observedadapter.h"

namespace qontroller::loadbalancer {

namespace {

Member::Traffic trafficOf(const ObservedServer &server)
{
    if (server.hasTraffic)
        return Member::Traffic::On;
    return server.sessions > 0 ? Member::Traffic::Leaving : Member::Traffic::Off;
}

} // namespace

std::string ObservedAdapter::recordOf(const ConsistEmployer &employer)
{
    return serviceOf(employer).backend;
}

ConsistItems<Member> ObservedAdapter::expectedEmployees(const ConsistEmployer &employer)
{
    auto members = ServiceAdapter::expectedEmployees(employer);
    if (members) {
        for (Member &member : *members) {
            member.address.clear();
            member.weight = 0;
            member.check = Duration::zero(); // that system's business
        }
    }
    return members;
}

ConsistItems<Member> ObservedAdapter::currentEmployees(const ConsistEmployer &employer)
{
    const std::string backend(employer.record);
    const auto servers = m_api.servers(backend, employer.attempt.stop);
    if (!servers)
        return tl::unexpected(servers.error());
    std::vector<Member> members;
    for (const ObservedServer &server : servers->value_or(std::vector<ObservedServer>()))
        members.push_back({memberId(backend, server.name), server.name, {}, 0, trafficOf(server)});
    return members;
}

Applied ObservedAdapter::createEmployees(const ConsistEmployer &,
                                         const std::vector<Member> &members)
{
    return withoutTraffic(members);
}

Applied ObservedAdapter::updateEmployees(const ConsistEmployer &, const std::vector<Member> &)
{
    return Applied::observeOnly(m_lookInterval);
}

Applied ObservedAdapter::deleteEmployees(const ConsistEmployer &,
                                         const std::vector<Member> &members)
{
    return withoutTraffic(members);
}

Applied ObservedAdapter::withoutTraffic(const std::vector<Member> &members) const
{
    Applied applied;
    for (const Member &member : members) {
        if (member.traffic == Member::Traffic::Off)
            applied.succeeded.push_back(member.id);
        else
            applied.lookAgain = m_lookInterval;
    }
    return applied;
}

ConsistItems<Resource> ObservedAdapter::resourcesOf(const Service &service,
                                                    const ConsistEmployer &employer)
{
    const auto servers = m_api.servers(service.backend, employer.attempt.stop);
    if (!servers)
        return tl::unexpected(servers.error());
    std::vector<Resource> resources;
    if (*servers)
        resources.push_back({BackendPrefix + service.backend, There});
    if (!service.frontend.empty()) // that system's own, too
        resources.push_back({FrontendPrefix + service.frontend, Open});
    return resources;
}

Error ObservedAdapter::whyMissing(const Resource &resource) const
{
    return Error(m_api.url() + " knows no " + resource.id
                 + ": it is for its own system to make it");
}

std::optional<Error> ObservedAdapter::mend(const Resource &, const ConsistEmployer &)
{
    return std::nullopt;
}

} // namespace qontroller::loadbalancer
