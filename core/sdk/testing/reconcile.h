// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/reconciler.h"

#include <memory>
#include <stop_token>

namespace qontroller::test {

/// A first attempt for \a id, which outlives it. Fields of it may be set before it is used: an
/// attempt for what lists show no longer has `isMissing`.
[[nodiscard]] Attempt attemptFor(const ObjectId &id, std::stop_token stop = {});
Attempt attemptFor(ObjectId &&id, std::stop_token stop = {}) = delete; // it would not outlive it

/// Does with one id what an attempt of the engine does: asks the storage, then adds what exists or
/// removes what is gone. What is ignored is done. A storage that failed and an exception are the
/// outcome that the engine makes of them. Calls what is given on this thread, and does not throw.
[[nodiscard]] Outcome reconcile(Reconciler &reconciler, const Attempt &attempt);

/// … in a first attempt for \a id.
[[nodiscard]] Outcome reconcile(Reconciler &reconciler, const ObjectId &id);

} // namespace qontroller::test
