// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/loadbalancer/haproxy.h"
#include "app/plugins/loadbalancer/objectfolder.h"
#include "core/engine/api/listerwatcher.h"
#include "core/engine/api/owners.h"

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace qontroller::loadbalancer {

/// The backends of HAProxy as a related source: one changes with HAProxy's process, which forgets
/// all servers that were added, and with the servers of services in it.
///
/// HAProxy does not tell of changes, so it is asked every interval. A connection that hangs up
/// tells of the end of the process at once; then it is asked more often until it is back.
class HaproxyWatch final : public ListerWatcher, public OwnerRelation
{
public:
    HaproxyWatch(std::shared_ptr<ObjectFolder> folder, std::shared_ptr<const Haproxy> haproxy,
                 Duration interval)
        : m_folder(std::move(folder))
        , m_haproxy(std::move(haproxy))
        , m_interval(interval)
    {}

    ListResult list(ListSink &sink, std::stop_token stop) override;
    WatchMode watchMode() const override { return WatchMode::Live; }
    WatchEnd watch(WatchSink &sink, const std::string &cursor, std::stop_token stop) override;

    /// The services that have \a backend.
    std::vector<ObjectId> ownersOf(const ObjectId &backend, std::stop_token stop) override;

private:
    using Versions = std::map<std::string, Version>;
    [[nodiscard]] Haproxy::Result<Versions> versions(const std::stop_token &stop) const;

    std::shared_ptr<ObjectFolder> m_folder;
    std::shared_ptr<const Haproxy> m_haproxy;
    Duration m_interval;
};

} // namespace qontroller::loadbalancer
