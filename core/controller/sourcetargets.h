// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/controllerparts.h"
#include "core/controller/incidents.h"
#include "core/controller/listbatch.h"
#include "core/queue/workqueue.h"

#include <atomic>
#include <functional>
#include <memory>

namespace qontroller {

/// Where a SourceLoop takes what its source says. Called from the list thread and
/// the watch thread.
class SourceTarget
{
public:
    virtual ~SourceTarget() = default;
    virtual void beginList() = 0;
    virtual void listed(const ListBatch &batch) = 0;
    virtual void endList(const ListResult &result) = 0;
    virtual void event(EventType type, std::string_view id, Version version) = 0;
    virtual void log(EventRecord::Kind kind, Said said) = 0;
};

/// Opens the queue's gate when every source has had its first list. A partial one
/// will do: nothing is concluded from what it does not show, and a source that can
/// never see everything would hold all work up for ever.
class StartGate
{
public:
    StartGate(WorkQueue &queue, std::size_t sources)
        : m_queue(queue)
        , m_missing(sources)
    {}
    /// One more source is ready. Call it once for each.
    void arrive();

private:
    WorkQueue &m_queue;
    std::atomic<std::size_t> m_missing;
};

/// The controller's own objects: presence and absence are concluded here.
class PrimaryTarget final : public SourceTarget
{
public:
    PrimaryTarget(WorkQueue &queue, const ControllerOptions &options, StartGate &gate)
        : m_queue(queue)
        , m_options(options)
        , m_gate(gate)
    {}

    void beginList() override;
    void listed(const ListBatch &batch) override;
    void endList(const ListResult &result) override;
    void event(EventType type, std::string_view id, Version version) override;
    void log(EventRecord::Kind kind, Said said) override;

private:
    WorkQueue &m_queue;
    const ControllerOptions m_options;
    StartGate &m_gate;
    bool m_synced = false; // list thread only
};

/// Objects that belong to the controller's own: a change queues their owners.
class RelatedTarget final : public SourceTarget
{
public:
    RelatedTarget(WorkQueue &queue, OwnerRelation &owners, StartGate &gate, Incidents &incidents,
                  std::stop_token stop)
        : m_queue(queue)
        , m_owners(owners)
        , m_gate(gate)
        , m_incidents(incidents)
        , m_stop(std::move(stop))
    {}

    void beginList() override {}
    void listed(const ListBatch &batch) override;
    void endList(const ListResult &result) override;
    void event(EventType type, std::string_view id, Version version) override;
    void log(EventRecord::Kind kind, Said said) override;

private:
    void queueOwners(std::string_view id, Cause cause);

    WorkQueue &m_queue;
    OwnerRelation &m_owners;
    StartGate &m_gate;
    Incidents &m_incidents;
    std::stop_token m_stop;
    bool m_synced = false; // list thread only
};

} // namespace qontroller
