// SPDX-License-Identifier: LGPL-3.0-or-later
#include <QtCore/QDebug>

#include "app/plugins/loadbalancer/loadbalancerparts.h"

#include "app/plugins/loadbalancer/describemembers.h"
#include "app/plugins/loadbalancer/folderlister.h"
#include "app/plugins/loadbalancer/foldermarks.h"
#include "app/plugins/loadbalancer/haproxyadapter.h"
#include "app/plugins/loadbalancer/haproxywatch.h"
#include "app/plugins/loadbalancer/observedadapter.h"
#include "app/plugins/loadbalancer/servicestorage.h"
#include "core/engine/api/functions.h"
#include "core/members/consist/consistparts.h"

#include <stdexcept>

namespace qontroller::loadbalancer {

namespace {

using Folder = std::shared_ptr<ObjectFolder>;

Labels labelsOf(ObjectFolder &folder, std::string_view id)
{
    const auto entry = folder.find(ObjectId(id));
    if (!entry)
        throw std::runtime_error(entry.error().message);
    const Server *const server = entry->object ? entry->object->server() : nullptr;
    return server ? server->labels : Labels();
}

/// What was drained by a file that cannot be read would not come back before it is mended. One
/// without a file is on its way out.
std::optional<Error> mayBegin(ObjectFolder &folder, const ServiceAdapter &adapter,
                              std::string_view id)
{
    const auto entry = folder.find(ObjectId(id));
    if (!entry)
        return entry.error();
    if (!entry->object)
        return std::nullopt;
    const std::string &problem = entry->object->problem;
    return problem.empty() ? adapter.whyNotDrained(id) : Error(problem);
}

/// A file that is wrong asks for nothing and takes nothing back.
tl::expected<std::vector<WantedOperation>, Error> operationsOf(ObjectFolder &folder,
                                                               std::string_view id)
{
    const auto entry = folder.find(ObjectId(id));
    if (!entry)
        return tl::unexpected(entry.error());
    if (entry->object && !entry->object->problem.empty())
        return tl::unexpected(Error(entry->object->problem));
    const Server *const server = entry->object ? entry->object->server() : nullptr;
    return server ? server->operations : std::vector<WantedOperation>();
}

SourceMemory memoryOf(const std::shared_ptr<FolderLister> &lister)
{
    return {[lister](const std::string &text) { lister->restore(text); },
            [lister] { return lister->memory(); }};
}

ConsistOptions consistOptionsOf(const LoadBalancerOptions &options, const Folder &folder,
                                const std::shared_ptr<ServiceAdapter> &adapter)
{
    ConsistOptions consist;
    consist.employeeKind = options.employeeKind;
    consist.preCheck = options.preCheck;
    consist.postCheck = options.postCheck;
    consist.drainDeadline = options.drainDeadline;
    for (const auto &[type, command] : options.operate)
        consist.operate[type].command = command;
    consist.labelsOf = [folder](std::string_view id) { return labelsOf(*folder, id); };
    consist.mayBegin = [folder, adapter](std::string_view id) {
        return mayBegin(*folder, *adapter, id);
    };
    consist.mayWork = [folder] {
        auto claimed = folder->mark().claim({}); // perhaps before the first list
        return claimed ? std::nullopt : std::optional(Error(std::move(claimed.error())));
    };
    consist.operationsOf = [folder](std::string_view id) { return operationsOf(*folder, id); };
    consist.deleteEmployee = [folder](std::string_view id) {
        return folder->removeServer(ObjectId(id));
    };
    const auto servers = std::make_shared<FolderLister>(folder, ObjectKind::Server);
    consist.employees.push_back(
        {{}, servers, std::make_shared<ServicesOfServer>(folder), {}, memoryOf(servers)});
    return consist;
}

/// Asks \a adapter outside of a pass: no gate is known there, so all count as open.
std::shared_ptr<Describer> describerOf(const std::shared_ptr<ServiceAdapter> &adapter,
                                       const std::shared_ptr<ServiceStorage> &storage)
{
    const auto ask = [=](const ObjectId &id, const std::stop_token &stop, auto question) {
        const Attempt attempt{id, {}, 1, 0, stop};
        const auto service = storage->get(attempt);
        if (service.kind() != Fetched<Service>::Kind::Found) {
            const std::string &why = service.error().message;
            return why.empty() ? std::string("absent\n") : why + '\n';
        }
        ConsistEmployer employer{id, attempt, service.object()};
        const std::string record = adapter->recordOf(employer);
        employer.record = record;
        return describe(((*adapter).*question)(employer));
    };
    return makeDescriber(
        [=](const ObjectId &id, const std::stop_token &stop) {
            return ask(id, stop, &ServiceAdapter::expectedEmployees);
        },
        [=](const ObjectId &id, const std::stop_token &stop) {
            return ask(id, stop, &ServiceAdapter::currentEmployees);
        });
}

ControllerParts makeParts(const LoadBalancerOptions &options, const Folder &folder,
                          const std::shared_ptr<ServiceAdapter> &adapter)
{
    const auto storage = std::make_shared<ServiceStorage>(folder);
    const auto services = std::make_shared<FolderLister>(folder, ObjectKind::Service);
    ConsistOptions consist = consistOptionsOf(options, folder, adapter);
    consist.employerMemory = memoryOf(services);
    ControllerParts parts = makeConsistController<ServiceAdapter, Service>(adapter, services,
                                                                           storage,
                                                                           std::move(consist));
    parts.describer = describerOf(adapter, storage);
    return parts;
}

ControllerParts makeHaproxyParts(const LoadBalancerOptions &options, const Folder &folder)
{
    const auto haproxy = std::make_shared<const Haproxy>(
        RuntimeApi(options.socket, options.timeout));
    ControllerParts parts = makeParts(options, folder,
                                      std::make_shared<HaproxyAdapter>(options.controller, folder,
                                                                       haproxy, options.socket,
                                                                       options.lookInterval));
    const auto watch = std::make_shared<HaproxyWatch>(folder, haproxy, options.pollInterval);
    parts.related.push_back({watch, watch});
    return parts;
}

ControllerParts makeObservedParts(const LoadBalancerOptions &options, const Folder &folder)
{
    qWarning("%s: the adapter \"observed\" of load-balancer is experimental",
             options.controller.c_str());
    return makeParts(options, folder,
                     std::make_shared<ObservedAdapter>(options.controller, folder,
                                                       ObservedApi(options.url, options.timeout),
                                                       options.lookInterval));
}

} // namespace

ControllerParts makeLoadBalancerParts(const LoadBalancerOptions &options)
{
    const auto folder = std::make_shared<ObjectFolder>(options.folder, options.deletionDelay,
                                                       FolderMarks::ofThisProcess()
                                                           .of(options.folder, options.mark));
    return options.adapter == LoadBalancerOptions::Adapter::Haproxy
               ? makeHaproxyParts(options, folder)
               : makeObservedParts(options, folder);
}

} // namespace qontroller::loadbalancer
