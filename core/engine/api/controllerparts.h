// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/describer.h"
#include "core/engine/api/listerwatcher.h"
#include "core/engine/api/objectid.h"
#include "core/engine/api/objectlocker.h"
#include "core/engine/api/owners.h"
#include "core/engine/api/reconciler.h"

#include <memory>
#include <vector>

namespace qontroller {

struct ConsistParts;

/// Another source whose objects belong to the controller's own.
struct RelatedSource
{
    /// Lists and watches the other objects. Their ids are not those of the controller.
    std::shared_ptr<ListerWatcher> listerWatcher;
    /// Which ids of the controller an id of this source belongs to.
    std::shared_ptr<OwnerRelation> owners;
};

/// What makes up a controller. All parts outlive the controller's threads.
struct ControllerParts
{
    /// Required.
    std::shared_ptr<ListerWatcher> listerWatcher;
    /// Required.
    std::shared_ptr<Reconciler> reconciler;
    /// Null: within this host only.
    std::shared_ptr<ObjectLocker> locker;
    /// May be null.
    std::shared_ptr<Describer> describer;
    /// More sources, whose objects belong to those of the controller.
    std::vector<RelatedSource> related;
    /// Of the object that comes after bursts; empty: there is none. It is listed as all objects
    /// are, and its handler is called only while no other object is ready or being handled, or
    /// after 10 s: for what has to be done once for many, as one reload for fifty hosts. The
    /// handlers of the others ask for it (Attempt::requeue()).
    ObjectId afterBurst = {};
    /// Of a consist controller: see makeConsistController(). Else null.
    std::shared_ptr<const ConsistParts> consist = nullptr;
};

} // namespace qontroller
