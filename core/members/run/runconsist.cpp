// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/runconsist.h"

#include "core/base/faults/callforeign.h"
#include "core/members/run/consistreconciler.h"
#include "core/members/run/employeewatch.h"
#include "core/members/run/employersource.h"

namespace qontroller::consist {

namespace {

/// Ends a controller's membership at the mover with its parts.
class Membership
{
public:
    Membership(std::shared_ptr<OperationMover> mover, std::string controller)
        : m_mover(std::move(mover))
        , m_controller(std::move(controller))
    {}
    ~Membership() { m_mover->leave(m_controller); }
    Membership(const Membership &) = delete;
    Membership &operator=(const Membership &) = delete;

private:
    std::shared_ptr<OperationMover> m_mover;
    std::string m_controller;
};

/// \a part, which keeps \a membership as long as it lives.
template<class T>
std::shared_ptr<T> keeping(std::shared_ptr<T> part, std::shared_ptr<Membership> membership)
{
    using Both = std::pair<std::shared_ptr<T>, std::shared_ptr<Membership>>;
    T *const raw = part.get();
    const auto both = std::make_shared<Both>(std::move(part), std::move(membership));
    return std::shared_ptr<T>(both, raw);
}

} // namespace

tl::expected<ControllerParts, Error> runConsist(ControllerParts parts,
                                                const std::shared_ptr<OperationMover> &mover)
{
    const auto consist = parts.consist;
    if (auto complaint = validate(consist->options))
        return tl::unexpected(Error(std::move(*complaint)));
    auto name = callForeign([&] { return consist->adapter->controllerName(); });
    if (!name)
        return tl::unexpected(Error("its adapter does not say its name: " + name.error().text));
    if (name->empty())
        return tl::unexpected(
            Error("controllerName() of its adapter must be unique within the host "
                  "and the same after a restart, but is empty"));
    const auto nudges = std::make_shared<Nudges>();
    const std::shared_ptr<const ConsistOptions> options(consist, &consist->options);
    if (!mover->join(*name, options, nudges))
        return tl::unexpected(Error("a consist controller of the name \"" + *name
                                    + "\" runs already: its marks would be mixed up"));
    const auto membership = std::make_shared<Membership>(mover, *name);
    const std::shared_ptr<ConsistStore> store(mover, &mover->store());
    const std::shared_ptr<FirstLooks> firstLooks(mover, &mover->firstLooks());
    parts.listerWatcher = std::make_shared<EmployerSource>(std::move(parts.listerWatcher), *name,
                                                           store, firstLooks, *options);
    parts.reconciler =
        keeping<Reconciler>(std::make_shared<ConsistReconciler>(std::move(parts.reconciler),
                                                                consist, *name, mover),
                            membership);
    for (const EmployeeSource &source : options->employees) {
        const auto watch = std::make_shared<EmployeeWatch>(source, *name, consist, mover);
        parts.related.push_back({watch, watch});
    }
    parts.related.push_back({nudges, nudges});
    parts.consist = nullptr;
    return parts;
}

} // namespace qontroller::consist
