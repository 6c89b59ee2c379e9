// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/controllerparts.h"
#include "core/engine/controller/calls.h"
#include "core/engine/controller/incidents.h"
#include "core/engine/controller/listbatch.h"
#include "core/engine/controller/refusedids.h"
#include "core/engine/queue/workqueue.h"

#include <functional>
#include <utility>
#include <vector>

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
    /// The list that has ended has not failed, and it is counted: what waited for a first one may
    /// begin.
    virtual void openGate() = 0;
    virtual void event(EventType type, std::string_view id, Version version) = 0;
    virtual void log(EventRecord::Kind kind, Said said) = 0;
    /// Objects that are known because of it.
    [[nodiscard]] virtual std::size_t known() const = 0;
};

/// The controller's own objects: presence and absence are concluded here. The first list
/// that did not fail opens the queue's gate, a partial one too: nothing is concluded from
/// what it does not show, and a source that can never see everything would hold all work
/// up for ever.
class PrimaryTarget final : public SourceTarget
{
public:
    /// \a options gives those of the moment.
    PrimaryTarget(WorkQueue &queue, std::function<ControllerOptions()> options)
        : m_queue(queue)
        , m_options(std::move(options))
    {}

    void beginList() override;
    void listed(const ListBatch &batch) override;
    void endList(const ListResult &result) override;
    void openGate() override;
    void event(EventType type, std::string_view id, Version version) override;
    void log(EventRecord::Kind kind, Said said) override;
    [[nodiscard]] std::size_t known() const override;

private:
    WorkQueue &m_queue;
    const std::function<ControllerOptions()> m_options;
    std::vector<Intake::Listed> m_portion; // that listed() passes on
};

/// Objects that belong to the controller's own: a change queues their owners. Nothing
/// else depends on such a source, so nothing waits for it, not even for its first list.
class RelatedTarget final : public SourceTarget
{
public:
    RelatedTarget(WorkQueue &queue, OwnerRelation &owners, Incidents &incidents, Calls &calls)
        : m_queue(queue)
        , m_owners(owners)
        , m_incidents(incidents)
        , m_calls(calls)
    {}

    void beginList() override {}
    void listed(const ListBatch &batch) override;
    void endList(const ListResult &) override {}
    void openGate() override {}
    void event(EventType type, std::string_view id, Version version) override;
    void log(EventRecord::Kind kind, Said said) override;
    [[nodiscard]] std::size_t known() const override { return 0; }

private:
    /// What is wrong with the owners of a portion of objects, to be said once.
    struct Refusals
    {
        RefusedIds ids;
        std::size_t failed = 0; ///< calls
        std::string first = {}; ///< … and what the first of them said
    };
    void queueOwners(std::string_view id, Cause cause, Refusals &refusals);
    void say(const Refusals &refusals);

    WorkQueue &m_queue;
    OwnerRelation &m_owners;
    Incidents &m_incidents;
    Calls &m_calls;
};

} // namespace qontroller
