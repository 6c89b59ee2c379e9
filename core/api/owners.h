// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/objectid.h"

#include <stop_token>
#include <vector>

namespace qontroller {

/// Tells which of a controller's objects depend on an object of another source:
/// a change of that one queues its owners. Called from several threads; may throw.
class OwnerRelation
{
public:
    virtual ~OwnerRelation() = default;
    /// The ids of the controller that \a id belongs to; none: it is of no interest.
    [[nodiscard]] virtual std::vector<ObjectId> ownersOf(const ObjectId &id,
                                                         std::stop_token stop) = 0;
};

} // namespace qontroller
