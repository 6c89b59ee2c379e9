// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/serviceadapter.h"

namespace qontroller {

namespace {

constexpr std::string_view FilePrefix = "file of server ";
constexpr const char *Understood = "understood";

} // namespace

ObjectFolder::Result<Expectation> ServiceAdapter::expectation(const ConsistEmployer &employer) const
{
    return m_folder->all().map([&](const ObjectFolder::Entries &entries) {
        return expectationOf(serviceOf(employer), entries,
                             [&](std::string_view id) { return employer.mayServe(id); });
    });
}

ConsistItems<Resource> ServiceAdapter::expectedEmployers(const ConsistEmployer &employer)
{
    const auto expected = expectation(employer);
    if (!expected)
        return tl::unexpected(expected.error());
    const Service &service = serviceOf(employer);
    std::vector<Resource> resources{{BackendPrefix + service.backend, There}};
    if (!service.frontend.empty())
        resources.push_back({FrontendPrefix + service.frontend, Open});
    for (const auto &[id, problem] : expected->problems)
        resources.push_back({std::string(FilePrefix) + id, Understood});
    return resources;
}

ConsistItems<Resource> ServiceAdapter::currentEmployers(const ConsistEmployer &employer)
{
    if (employer.isGoing) // backends and frontends are the configuration's, not ours
        return std::vector<Resource>();
    const auto expected = expectation(employer);
    if (!expected)
        return tl::unexpected(expected.error());
    auto resources = resourcesOf(serviceOf(employer), employer);
    for (const auto &[id, problem] : expected->problems) {
        if (resources)
            resources->push_back({std::string(FilePrefix) + id, problem});
    }
    return resources;
}

Applied ServiceAdapter::createEmployers(const ConsistEmployer &,
                                        const std::vector<Resource> &resources)
{
    return Applied::each(resources, [&](const Resource &resource) -> std::optional<Error> {
        if (resource.id.starts_with(FilePrefix)) // it was mended meanwhile
            return std::nullopt;
        return whyMissing(resource);
    });
}

Applied ServiceAdapter::updateEmployers(const ConsistEmployer &employer,
                                        const std::vector<Resource> &resources)
{
    const auto expected = expectation(employer);
    if (!expected)
        return Applied::aborted(expected.error().message);
    return Applied::each(resources, [&](const Resource &resource) -> std::optional<Error> {
        if (!resource.id.starts_with(FilePrefix))
            return mend(resource, employer);
        const auto found = expected->problems.find(resource.id.substr(FilePrefix.size()));
        if (found == expected->problems.end())
            return std::nullopt;
        return Error(found->second + "; until it is mended the server stays as it is");
    });
}

Applied ServiceAdapter::deleteEmployers(const ConsistEmployer &,
                                        const std::vector<Resource> &resources)
{
    return Applied::all(resources);
}

ConsistItems<Member> ServiceAdapter::expectedEmployees(const ConsistEmployer &employer)
{
    auto expected = expectation(employer);
    if (!expected)
        return tl::unexpected(std::move(expected.error()));
    if (expected->unknown.empty())
        return std::move(expected->members);
    auto current = currentEmployees(employer);
    if (!current)
        return current;
    for (const std::string &id : expected->unknown) {
        for (Member &member : *current) {
            if (member.id != memberId(serviceOf(employer).backend, id))
                continue;
            if (!employer.mayServe(id) || member.traffic == Member::Traffic::Leaving)
                member.traffic = Member::Traffic::Off;
            expected->members.push_back(member);
        }
    }
    return std::move(expected->members);
}

std::string ServiceAdapter::statusOfEmployee(const Member &member) const
{
    const bool isOn = member.traffic == Member::Traffic::On;
    std::string text = isOn ? "gets traffic" : "gets no traffic";
    if (!member.address.empty())
        text += ", " + member.address + ", weight " + std::to_string(member.weight);
    return text;
}

} // namespace qontroller
