// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/haproxyadapter.h"

#include "app/plugins/loadbalancer/servername.h"
#include "app/plugins/loadbalancer/serviceclaims.h"

#include <algorithm>
#include <string_view>

namespace qontroller::loadbalancer {

namespace {

constexpr Duration AnyInterval{1};
/// How soon a backend that is missing is looked for again, at the latest.
constexpr Duration BackendInterval = std::chrono::seconds(5);

/// Where \a member of \a employer is in HAProxy.
ServerPath pathOf(const ObjectId &employer, const Member &member)
{
    const std::string backend = member.id.substr(0, member.id.find('/'));
    return backend + '/' + ServerName{employer, member.name}.text();
}

const ServerState *find(const std::vector<ServerState> &servers, const ServerPath &path)
{
    const auto found = std::find_if(servers.begin(), servers.end(), [&](const auto &server) {
        return server.backend + '/' + server.name == path;
    });
    return found == servers.end() ? nullptr : &*found;
}

/// Why \a member cannot be drained while \a twin has its address.
std::string hindrance(const Member &member, const ServerState &twin)
{
    const std::string cure = ServerName::fromText(twin.name)
                                 ? "give each server an address of its own"
                                 : "take it out of HAProxy's configuration and reload HAProxy";
    return "HAProxy has another server at " + member.address + ", \"" + twin.backend + '/'
           + twin.name + "\", which stays in traffic whatever is drained here: " + cure
           + "; before that no operation on " + member.name + " begins";
}

} // namespace

HaproxyAdapter::~HaproxyAdapter()
{
    ServiceClaims::ofThisProcess().releaseAll(this);
}

void HaproxyAdapter::noteGone(const ObjectId &service)
{
    ServiceClaims::ofThisProcess().release(m_socket, service, this);
}

ConsistItems<Member> HaproxyAdapter::currentEmployees(const ConsistEmployer &employer)
{
    const auto other = ServiceClaims::ofThisProcess().claim(m_socket, employer.id,
                                                            {controllerName(), this});
    if (other) {
        return tl::unexpected(
            Error("the controller " + *other + " keeps a service " + employer.id
                  + " at the HAProxy of " + m_socket
                  + " already, and each would take out the other's servers: give one of the two "
                    "files another name"));
    }
    const auto servers = m_haproxy->servers(employer.attempt.stop);
    if (!servers)
        return tl::unexpected(servers.error());
    std::vector<Member> members;
    for (const ServerState &server : *servers) {
        const auto name = ServerName::fromText(server.name);
        if (!name || name->service != employer.id)
            continue;
        members.push_back({memberId(server.backend, name->server), name->server, server.address,
                           server.weight, trafficOf(server),
                           server.isChecked ? AnyInterval : Duration::zero(),
                           server.isMissed() ? meaningOfCheck(server.check) : std::string()});
    }
    return members;
}

Applied HaproxyAdapter::createEmployees(const ConsistEmployer &employer,
                                        const std::vector<Member> &members)
{
    return apply(employer, members, planFor);
}

Applied HaproxyAdapter::updateEmployees(const ConsistEmployer &employer,
                                        const std::vector<Member> &members)
{
    return apply(employer, members, planFor);
}

Applied HaproxyAdapter::deleteEmployees(const ConsistEmployer &employer,
                                        const std::vector<Member> &members)
{
    return apply(employer, members,
                 [](const Member &, const ServerPath &path, const ServerState *now) {
                     return planToRemove(path, now);
                 });
}

Applied HaproxyAdapter::apply(const ConsistEmployer &employer, const std::vector<Member> &members,
                              const MakePlan &makePlan) const
{
    const std::stop_token &stop = employer.attempt.stop;
    const auto servers = m_haproxy->servers(stop);
    if (!servers)
        return Applied::aborted(servers.error().message);
    Applied applied;
    for (const Member &member : members) {
        const ServerPath path = pathOf(employer.id, member);
        const Plan plan = makePlan(member, path, find(*servers, path));
        std::optional<std::string> refusal;
        for (std::size_t i = 0; i < plan.orders.size() && !refusal; ++i) {
            auto answer = m_haproxy->obey(plan.orders[i], stop);
            if (!answer) { // the others would wait for it in vain as well
                applied.error = std::move(answer.error());
                return applied;
            }
            refusal = *std::move(answer);
        }
        if (!refusal && !plan.obstacle.empty())
            refusal = plan.obstacle;
        // It is said of the backend, once, and HaproxyWatch tells when there is one.
        if (refusal && refusal->ends_with("No such backend."))
            applied.lookAgain = BackendInterval;
        else if (refusal)
            applied.failed.push_back({member.id, *std::move(refusal)});
        else if (plan.isLast)
            applied.succeeded.push_back(member.id);
        else
            applied.lookAgain = m_lookInterval;
    }
    return applied;
}

bool HaproxyAdapter::isAvailable(const Member &member) const
{
    return member.missed.empty();
}

std::string HaproxyAdapter::statusOfEmployee(const Member &member) const
{
    if (member.traffic != Member::Traffic::On || isAvailable(member))
        return ServiceAdapter::statusOfEmployee(member);
    return "down, gets no traffic: HAProxy's check does not find it (" + member.missed + "), "
           + member.address + ", weight " + std::to_string(member.weight);
}

ConsistItems<Resource> HaproxyAdapter::resourcesOf(const Service &service,
                                                   const ConsistEmployer &employer)
{
    const auto proxies = m_haproxy->proxies(employer.attempt.stop);
    if (!proxies)
        return tl::unexpected(proxies.error());
    std::vector<Resource> resources;
    for (const ProxyState &proxy : *proxies) {
        if (proxy.side == ProxyState::Side::Backend && proxy.name == service.backend)
            resources.push_back({BackendPrefix + proxy.name, There});
        if (proxy.side == ProxyState::Side::Frontend && proxy.name == service.frontend) {
            resources.push_back(
                {FrontendPrefix + proxy.name, proxy.status == "OPEN" ? Open : proxy.status});
        }
    }
    return resources;
}

tl::expected<HaproxyAdapter::Hindrances, Error> HaproxyAdapter::hindrances(
    const ConsistEmployer &employer, const std::vector<Member> &members) const
{
    const auto servers = m_haproxy->servers(employer.attempt.stop);
    if (!servers)
        return tl::unexpected(servers.error());
    std::multimap<std::string_view, const ServerState *> byAddress;
    for (const ServerState &server : *servers) {
        const bool isInUse = server.admission != ServerState::Admission::Maint;
        if (isInUse && server.backend == serviceOf(employer).backend)
            byAddress.emplace(server.address, &server);
    }
    Hindrances hindrances;
    for (const Member &member : members) {
        const auto [begin, end] = byAddress.equal_range(member.address);
        const auto twin = std::find_if(begin, end, [&](const auto &one) {
            const auto name = ServerName::fromText(one.second->name);
            return !name || name->server != member.name || !hasService(name->service);
        });
        if (twin != end)
            hindrances[member.name] = hindrance(member, *twin->second);
    }
    return hindrances;
}

Error HaproxyAdapter::whyMissing(const Resource &resource) const
{
    return Error("HAProxy has no " + resource.id
                 + ": add it to its configuration and reload HAProxy, for it cannot be added to one"
                   " that runs");
}

std::optional<Error> HaproxyAdapter::mend(const Resource &resource, const ConsistEmployer &employer)
{
    const Order order{"enable " + resource.id, {"All sockets are already enabled"}};
    const auto refusal = m_haproxy->obey(order, employer.attempt.stop);
    if (!refusal)
        return refusal.error();
    return *refusal ? std::optional(Error(**refusal)) : std::nullopt;
}

} // namespace qontroller::loadbalancer
