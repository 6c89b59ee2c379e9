// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/controllerparts.h"
#include "core/members/consist/anyadapter.h"
#include "core/members/consist/consistadmission.h"
#include "core/members/consist/consistoptions.h"

#include <memory>
#include <utility>

namespace qontroller {

/// What makes a controller a consist controller. The host has the rest: its store, its passes.
struct ConsistParts
{
    /// Required.
    std::shared_ptr<AnyConsistAdapter> adapter;
    ConsistOptions options;
    /// May be null.
    std::shared_ptr<ConsistAdmission> admission;
};

namespace consistdetail {

/// Reads employers. A host that runs no passes says so at each of them.
template<class T>
class EmployerHandler final : public Handler<T>
{
public:
    Outcome add(const T &, const Attempt &) override { return noHost(); }
    Outcome remove(const Attempt &) override { return noHost(); }

private:
    static Outcome noHost() { return Outcome::park("this host cannot run consist controllers"); }
};

} // namespace consistdetail

/// The parts of a controller whose objects are employers. \a employers finds them, \a storage
/// reads them: what it gives is ConsistEmployer::object. None is null. The controller's locker,
/// its describer and related sources may be added to what comes back.
template<class Adapter, class T>
[[nodiscard]] ControllerParts makeConsistController(
    std::shared_ptr<Adapter> adapter, std::shared_ptr<ListerWatcher> employers,
    std::shared_ptr<Storage<T>> storage, ConsistOptions options,
    std::shared_ptr<ConsistAdmission> admission = {})
{
    ControllerParts parts;
    parts.listerWatcher = std::move(employers);
    parts.reconciler = makeReconciler<T>(std::move(storage),
                                         std::make_shared<consistdetail::EmployerHandler<T>>());
    parts.consist = std::make_shared<const ConsistParts>(
        ConsistParts{eraseAdapter(std::move(adapter)), std::move(options), std::move(admission)});
    return parts;
}

} // namespace qontroller
