// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/objectid.h"

#include <stop_token>
#include <vector>

namespace qontroller {

/// Tells which of a controller's objects depend on an object of another source: a change of that
/// one queues its owners. Called from several threads; may throw.
///
/// An *owner* here is the object that has to be handled again, whatever the relation is. Readers
/// who come from Kubernetes: this is the function of `handler.EnqueueRequestsFromMapFunc`, with
/// which a controller `Watches()` another type. `Owns()` and `ownerReferences` are the special case
/// in which the id of the owner stands in the other object; nothing is deleted because of it. What
/// is deleted with its owner is the work of the collector in core/sdk/kit.
class OwnerRelation
{
public:
    virtual ~OwnerRelation() = default;
    /// The ids of the controller that \a id belongs to; none: it is of no interest.
    [[nodiscard]] virtual std::vector<ObjectId> ownersOf(const ObjectId &id,
                                                         std::stop_token stop) = 0;
};

} // namespace qontroller
