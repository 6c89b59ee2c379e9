// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/servicestorage.h"

namespace qontroller::loadbalancer {

Fetched<Service> ServiceStorage::get(const Attempt &attempt)
{
    const auto entry = m_folder->find(attempt.id);
    if (!entry)
        return Fetched<Service>::failed(entry.error());
    const auto &object = entry->object;
    if (!object || object->kind == ObjectKind::Server)
        return Fetched<Service>::gone();
    if (!object->problem.empty())
        return Fetched<Service>::failed(object->problem);
    return Fetched<Service>::found(std::shared_ptr<const Service>(object, object->service()));
}

std::vector<ObjectId> ServicesOfServer::ownersOf(const ObjectId &id, std::stop_token)
{
    std::vector<ObjectId> owners;
    const auto entries = m_folder->all();
    if (!entries)
        return owners;
    const auto changed = entries->find(id);
    if (changed == entries->end()) // those that know it from before look at it
        return owners;
    const Server *const server = changed->second.object->server();
    for (const auto &[owner, entry] : *entries) {
        const Service *const service = entry.object->service();
        if (service && !service->selector.empty()
            && (!server || selects(service->selector, server->labels)))
            owners.push_back(owner);
    }
    return owners;
}

} // namespace qontroller::loadbalancer
