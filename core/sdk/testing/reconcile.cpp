// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/testing/reconcile.h"

#include "core/base/faults/callforeign.h"

#include <utility>

namespace qontroller::test {

namespace {

Outcome reconcileUnguarded(Reconciler &reconciler, const Attempt &attempt)
{
    using Kind = Fetched<void>::Kind;
    const Fetched<void> fetched = reconciler.get(attempt);
    switch (fetched.kind()) {
    case Kind::Assumed:
        if (attempt.isMissing)
            return reconciler.remove(attempt);
        [[fallthrough]];
    case Kind::Found: return reconciler.add(fetched.object(), attempt);
    case Kind::Gone: return reconciler.remove(attempt);
    case Kind::Ignored: return Outcome::done();
    case Kind::Failed: break;
    }
    return Outcome::retry(fetched.error());
}

} // namespace

Attempt attemptFor(const ObjectId &id, std::stop_token stop)
{
    return {.id = id, .controller = "test", .number = 1, .fence = 0, .stop = std::move(stop)};
}

Outcome reconcile(Reconciler &reconciler, const Attempt &attempt)
{
    auto outcome = callForeign([&] { return reconcileUnguarded(reconciler, attempt); });
    if (outcome)
        return *std::move(outcome);
    return outcome.error().isShortage() ? Outcome::shortage(std::move(outcome.error().text))
                                        : Outcome::retry(std::move(outcome.error().text));
}

Outcome reconcile(Reconciler &reconciler, const ObjectId &id)
{
    return reconcile(reconciler, attemptFor(id));
}

} // namespace qontroller::test
