// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/conformance/faults/faultyreconciler.h"
#include "app/conformance/faults/faultysource.h"
#include "app/conformance/harness/bench.h"
#include "core/engine/host/host.h"

#include <memory>
#include <string>

namespace qontroller::conformance {

/// An instance in the real engine, with faults between the two. Runs until its end.
class EngineRun
{
public:
    EngineRun(Bench &bench, const World &world, const Faults &faults, Dice &dice);
    ~EngineRun();
    EngineRun(const EngineRun &) = delete;
    EngineRun &operator=(const EngineRun &) = delete;

    [[nodiscard]] ControllerStatus status() const { return m_host.status().front(); }
    /// Until the source was listed \a more times, but not longer than \a limit.
    void awaitLists(unsigned more, Duration limit) const;
    /// Asks for a description while the engine works, as a window does.
    void describe(const ObjectId &id) { m_instance.describe(id); }
    /// The end of a sentence on \a id: what its last call said, if it was not content.
    [[nodiscard]] std::string lastWord(const ObjectId &id) const;

private:
    Notes &m_notes;
    Instance m_instance;
    std::shared_ptr<FaultySource> m_source;
    std::shared_ptr<FaultyReconciler> m_reconciler;
    Host m_host;
};

} // namespace qontroller::conformance
