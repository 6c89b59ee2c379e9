// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/loadbalancer/objectfolder.h"
#include "core/engine/api/owners.h"
#include "core/engine/api/storage.h"

#include <memory>
#include <utility>

namespace qontroller::loadbalancer {

/// Reads services. A file that is wrong is a failed attempt with its sentence: nothing is done to
/// the backend then.
class ServiceStorage final : public Storage<Service>
{
public:
    explicit ServiceStorage(std::shared_ptr<ObjectFolder> folder)
        : m_folder(std::move(folder))
    {}
    Fetched<Service> get(const Attempt &attempt) override;

private:
    std::shared_ptr<ObjectFolder> m_folder;
};

/// The services that select a server, or may do so as long as its content is not known.
class ServicesOfServer final : public OwnerRelation
{
public:
    explicit ServicesOfServer(std::shared_ptr<ObjectFolder> folder)
        : m_folder(std::move(folder))
    {}
    std::vector<ObjectId> ownersOf(const ObjectId &id, std::stop_token stop) override;

private:
    std::shared_ptr<ObjectFolder> m_folder;
};

} // namespace qontroller::loadbalancer
