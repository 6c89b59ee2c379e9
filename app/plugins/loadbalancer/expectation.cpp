// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/expectation.h"

#include "app/plugins/loadbalancer/objectfile.h"

#include <algorithm>

namespace qontroller::loadbalancer {

namespace {

Member memberOf(const Service &service, const std::string &id, const Server &server, bool mayServe)
{
    ServerAddress address = server.address;
    if (address.port == 0)
        address.port = service.port;
    const bool isOn = server.isReady && mayServe;
    return {memberId(service.backend, id),
            id,
            textOf(address),
            server.weight,
            isOn ? Member::Traffic::On : Member::Traffic::Off,
            service.check};
}

/// Of servers with one address none can be drained, for the other has its traffic.
void setAsideTwins(Expectation &expectation)
{
    std::map<std::string, std::vector<std::string>> byAddress;
    for (const Member &member : expectation.members)
        byAddress[member.address].push_back(member.name);
    std::erase_if(byAddress, [](const auto &one) { return one.second.size() < 2; });
    for (const auto &[address, names] : byAddress) {
        for (const std::string &name : names) {
            const std::string &other = name == names.front() ? names[1] : names.front();
            expectation.problems.try_emplace(name, name + ".json: address: " + address
                                                       + " is that of " + other
                                                       + " as well: give each server its own");
            expectation.unknown.push_back(name);
        }
    }
    std::erase_if(expectation.members,
                  [&](const Member &member) { return byAddress.contains(member.address); });
}

} // namespace

std::string memberId(std::string_view backend, std::string_view server)
{
    return std::string(backend).append(1, '/').append(server);
}

Expectation expectationOf(const Service &service, const ObjectFolder::Entries &entries,
                          const std::function<bool(std::string_view)> &mayServe)
{
    Expectation expectation;
    if (service.selector.empty())
        return expectation;
    for (const auto &[id, entry] : entries) {
        const FolderObject &object = *entry.object;
        const Server *const server = object.server();
        if (object.kind == ObjectKind::Service
            || (server && !selects(service.selector, server->labels)))
            continue;
        if (!object.problem.empty())
            expectation.problems[id] = object.problem;
        if (!server) {
            expectation.unknown.push_back(id);
        } else if (server->address.port == 0 && service.port == 0) {
            // What is wrong with the file now comes before what its last good state lacks.
            expectation.problems
                .try_emplace(id, id
                                     + ".json: address: must have a port, as in \"127.0.0.1:9001\","
                                       " for the service says none");
            expectation.unknown.push_back(id);
        } else {
            expectation.members.push_back(memberOf(service, id, *server, mayServe(id)));
        }
    }
    setAsideTwins(expectation);
    return expectation;
}

} // namespace qontroller::loadbalancer
