// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/control/command.h"
#include "core/engine/controller/incidents.h"
#include "core/engine/controller/sourceloop.h"
#include "core/engine/controller/workerpool.h"
#include "core/engine/observe/events/said.h"
#include "core/engine/queue/workqueue.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace qontroller {

/// What an operator's commands do to one controller, and the options that they change.
/// Thread-safe.
class ControllerCommands
{
public:
    using Sources = std::vector<std::unique_ptr<SourceLoop>>;

    /// It uses them in its calls alone; \a sources is complete before the first command.
    ControllerCommands(ControllerOptions options, WorkQueue &queue, WorkerPool &pool,
                       const Sources &sources, Incidents &incidents);

    /// Lets \a action take effect; what is the host's part does nothing here.
    /// \a note: see Command.
    void apply(const Action &action, Ticket ticket, const std::optional<std::string> &note = {});

    /// Says in the event log what an operator should know of the effect of \a ticket.
    void say(Ticket ticket, Said said);

    /// As changed since the start.
    [[nodiscard]] ControllerOptions options() const;

    /// The ids that the mass-deletion guard holds.
    [[nodiscard]] std::vector<ObjectId> held();

private:
    struct Apply;

    WorkQueue &m_queue;
    WorkerPool &m_pool;
    const Sources &m_sources;
    Incidents &m_incidents;
    Mutex m_changeMutex; // held from a change of options until it has taken effect
    mutable Mutex m_optionsMutex;
    ControllerOptions m_options QONTROLLER_GUARDED_BY(m_optionsMutex);
};

} // namespace qontroller
