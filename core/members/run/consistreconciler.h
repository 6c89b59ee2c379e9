// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/api/reconciler.h"
#include "core/members/consist/consistparts.h"
#include "core/members/consist/pass.h"
#include "core/members/run/keptguard.h"
#include "core/members/run/operationmover.h"

#include <map>
#include <memory>
#include <string>

namespace qontroller::consist {

/// Makes a pass over an employer of each of its runs.
class ConsistReconciler final : public Reconciler
{
public:
    /// \a employers reads them.
    ConsistReconciler(std::shared_ptr<Reconciler> employers,
                      std::shared_ptr<const ConsistParts> parts, std::string controller,
                      std::shared_ptr<OperationMover> mover)
        : m_employers(std::move(employers))
        , m_parts(std::move(parts))
        , m_controller(std::move(controller))
        , m_mover(std::move(mover))
        , m_ledger(m_mover->store().ledgerOf(m_controller))
    {}

    Fetched<void> get(const Attempt &attempt) override { return m_employers->get(attempt); }
    Outcome add(const std::shared_ptr<const void> &object, const Attempt &attempt) override
    {
        return pass({attempt.id, attempt, object, false}).outcome;
    }
    Outcome remove(const Attempt &attempt) override;

private:
    [[nodiscard]] MemberWatch::Sighting sightingOf(const EmployeeKey &key) const;
    [[nodiscard]] PassResult pass(const ConsistEmployer &employer);

    std::shared_ptr<Reconciler> m_employers;
    std::shared_ptr<const ConsistParts> m_parts;
    std::string m_controller;
    std::shared_ptr<OperationMover> m_mover;
    std::unique_ptr<Ledger> m_ledger;
    Mutex m_mutex;
    std::map<ObjectId, KeptGuard> m_guards QONTROLLER_GUARDED_BY(m_mutex); // of employers
};

} // namespace qontroller::consist
