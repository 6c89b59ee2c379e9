// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/serviceadapter.h"

namespace qontroller::loadbalancer {

namespace {

constexpr std::string_view FilePrefix = "file of server ";
constexpr const char *Understood = "understood";
constexpr std::string_view DrainPrefix = "drain of server ";
constexpr const char *Possible = "possible";
constexpr const char *Impossible = "not possible";

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
    auto hindered = hindrances(employer, expected->members);
    if (!hindered)
        return tl::unexpected(std::move(hindered.error()));
    for (const auto &[id, why] : *hindered)
        resources.push_back({std::string(DrainPrefix) + id, Possible});
    for (const Member &member : expected->members)
        hindered->try_emplace(member.name);
    for (const std::string &id : expected->unknown) {
        const auto problem = expected->problems.find(id);
        hindered->try_emplace(id, problem == expected->problems.end() ? std::string()
                                                                      : problem->second);
    }
    MutexLock lock(m_mutex);
    m_drains[employer.id] = *std::move(hindered);
    return resources;
}

bool ServiceAdapter::hasService(const ObjectId &service) const
{
    const auto entry = m_folder->find(service);
    return entry && entry->object && entry->object->service();
}

ServiceAdapter::Hindrances ServiceAdapter::noted(const ConsistEmployer &employer) const
{
    MutexLock lock(m_mutex);
    const auto found = m_drains.find(employer.id);
    Hindrances all = found == m_drains.end() ? Hindrances() : found->second;
    std::erase_if(all, [](const auto &one) { return one.second.empty(); });
    return all;
}

std::optional<Error> ServiceAdapter::whyNotDrained(std::string_view id) const
{
    MutexLock lock(m_mutex);
    bool isKnown = false;
    for (const auto &[service, members] : m_drains) {
        const auto found = members.find(id);
        if (found == members.end())
            continue;
        if (!found->second.empty())
            return Error(found->second);
        isKnown = true;
    }
    if (isKnown)
        return std::nullopt;
    return Error("no service of " + std::string(id) + " has been looked at yet");
}

ConsistItems<Resource> ServiceAdapter::currentEmployers(const ConsistEmployer &employer)
{
    if (employer.isGoing) { // backends and frontends are the configuration's, not ours
        noteGone(employer.id);
        MutexLock lock(m_mutex);
        m_drains.erase(employer.id);
        return std::vector<Resource>();
    }
    const auto expected = expectation(employer);
    if (!expected)
        return tl::unexpected(expected.error());
    auto resources = resourcesOf(serviceOf(employer), employer);
    for (const auto &[id, problem] : expected->problems) {
        if (resources)
            resources->push_back({std::string(FilePrefix) + id, problem});
    }
    for (const auto &[id, why] : noted(employer)) {
        if (resources && !expected->problems.contains(id)) // said of its file already
            resources->push_back({std::string(DrainPrefix) + id, Impossible});
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
    const Hindrances hindered = noted(employer);
    return Applied::each(resources, [&](const Resource &resource) -> std::optional<Error> {
        if (resource.id.starts_with(DrainPrefix))
            return Error(hindered.at(resource.id.substr(DrainPrefix.size())));
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

} // namespace qontroller::loadbalancer
