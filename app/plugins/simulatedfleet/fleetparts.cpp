// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/simulatedfleet/fleetparts.h"

#include "app/plugins/simulatedfleet/fleetadapter.h"
#include "core/engine/api/functions.h"
#include "core/members/consist/consistparts.h"

#include <algorithm>

namespace qontroller::simulatedfleet {

namespace {

/// How often the servers are looked at.
constexpr Duration LookInterval = std::chrono::milliseconds(100);

using Names = std::vector<ObjectId> (Fleet::*)() const;

ListFunction listing(const std::shared_ptr<Fleet> &fleet, Names names)
{
    return [fleet, names](ListSink &sink, const std::stop_token &) {
        for (const ObjectId &name : (*fleet.*names)())
            sink.add(name);
        return ListResult::complete();
    };
}

WatchEnd watchServers(Fleet &fleet, WatchSink &sink, const std::stop_token &stop)
{
    sink.ready();
    while (waitFor(fleet.clock(), LookInterval, stop) == WaitEnd::TimeIsUp) {
        for (const ObjectId &server : fleet.takeChanged())
            sink.event(EventType::Modified, server);
    }
    return WatchEnd::closed();
}

EmployeeSource serversOf(const std::shared_ptr<Fleet> &fleet)
{
    EmployeeSource source;
    source.listerWatcher = makeListerWatcher(listing(fleet, &Fleet::servers),
                                             [fleet](WatchSink &sink, const std::string &,
                                                     const std::stop_token &stop) {
                                                 return watchServers(*fleet, sink, stop);
                                             });
    source.employers = makeOwners([](const ObjectId &server, const std::stop_token &) {
        return std::vector<ObjectId>{Fleet::serviceOf(server)};
    });
    return source;
}

std::vector<WantedOperation> wishesOf(const Fleet &fleet)
{
    const std::uint64_t round = fleet.round();
    if (round == 0)
        return {};
    return {{"restart-" + std::to_string(round), "restart"}};
}

ConsistOptions optionsOf(const std::shared_ptr<Fleet> &fleet)
{
    ConsistOptions options;
    options.employeeKind = "server";
    options.preCheck.maxUnavailable = EmployeeShare{
        static_cast<unsigned>(fleet->options().maxUnavailable)};
    options.drainDeadline = fleet->options().drainDeadline;
    options.employees.push_back(serversOf(fleet));
    options.operationsOf =
        [fleet](std::string_view) -> tl::expected<std::vector<WantedOperation>, Error> {
        return wishesOf(*fleet);
    };
    options.operate["restart"].call = [fleet](std::string_view server,
                                              const std::stop_token &stop) {
        const bool isDone = fleet->restart(server, stop) == WaitEnd::TimeIsUp;
        return isDone ? std::nullopt : std::optional(Error("the restart was stopped"));
    };
    return options;
}

} // namespace

ControllerParts makeFleetParts(const std::shared_ptr<Fleet> &fleet, const std::string &name)
{
    const auto storage = makeStorage<std::string>([fleet](const Attempt &attempt) {
        const auto services = fleet->services();
        if (std::find(services.begin(), services.end(), attempt.id) == services.end())
            return Fetched<std::string>::gone();
        return Fetched<std::string>::found(std::make_shared<const std::string>(attempt.id));
    });
    return makeConsistController<FleetAdapter, std::string>(std::make_shared<FleetAdapter>(fleet,
                                                                                           name),
                                                            makeListerWatcher(
                                                                listing(fleet, &Fleet::services)),
                                                            storage, optionsOf(fleet));
}

} // namespace qontroller::simulatedfleet
