// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/conformance/faults/faults.h"
#include "app/conformance/harness/dice.h"
#include "app/conformance/harness/instance.h"
#include "core/base/threads/mutex.h"

#include <map>
#include <memory>
#include <string>

namespace qontroller::conformance {

/// A plugin's reconciler on a bad day: its get fails, its calls are asked to stop half-way.
/// Remembers what went wrong for each object.
class FaultyReconciler final : public Reconciler
{
public:
    FaultyReconciler(Instance instance, const Faults &faults, std::uint64_t seed)
        : m_instance(std::move(instance))
        , m_faults(faults)
        , m_dice(seed)
    {}

    Fetched<void> get(const Attempt &attempt) override;
    Outcome add(const std::shared_ptr<const void> &object, const Attempt &attempt) override;
    Outcome remove(const Attempt &attempt) override;

    /// What the last call for \a id said that was the plugin's own word; empty if it was content.
    [[nodiscard]] std::string lastTrouble(const ObjectId &id) const;

private:
    /// How long after its beginning a call is asked to stop; negative: not at all.
    [[nodiscard]] Duration cutAfter();
    [[nodiscard]] Outcome finish(const Attempt &attempt,
                                 const std::function<Outcome(const Attempt &)> &call);

    Instance m_instance;
    const Faults m_faults;
    mutable Mutex m_mutex;
    Dice m_dice QONTROLLER_GUARDED_BY(m_mutex);
    std::map<ObjectId, std::string> m_troubles QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::conformance
