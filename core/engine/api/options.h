// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"

#include <optional>
#include <string>

namespace qontroller {

/// How one controller runs. Plain values; see validate().
struct ControllerOptions
{
    /// Handlers that run at once. 0 is the same as paused. 0 to 10 000.
    int workers = 4;

    /// A full list follows the last after this, ±10 %. At least 10 ms.
    Duration resyncInterval = std::chrono::seconds(30);

    /// Attempts after the first that failed, before the object is *failed*. 0 or more.
    int maxRetries = 5;

    /// A parked object whose source gives neither versions nor events is tried again by the
    /// first list after this, for nothing else would notice that it was mended. 0: ten times
    /// resyncInterval.
    Duration parkedRetryInterval = Duration::zero();

    /// The first retry waits this long, each further one twice as long …
    Duration backoffBase = std::chrono::milliseconds(5);
    /// … but never longer than this. At least backoffBase.
    Duration backoffMax = std::chrono::seconds(1000);

    /// Retries that may start each second, over all objects, once the burst is
    /// used up. More than 0.
    double retryRate = 10;
    /// Retries that may start at once after a quiet time. At least 1.
    int retryBurst = 100;

    /// After this an attempt is asked to stop and shown as *stuck*. The time in which the machine
    /// is suspended counts. 0: never.
    Duration handlerTimeout = Duration::zero();

    /// An object that a complete list no longer shows is removed. Off: only a
    /// Deleted event removes.
    bool detectDeletions = true;

    /// A list that would remove more than 10 objects and more than 10 % of the known ones, or all
    /// of them, removes none: their removals are held until an operator removes or keeps
    /// them, or their source names them again.
    bool massDeletionGuard = true;

    /// Operator before event before retry before resync. Off: first in, first out.
    bool priorities = true;

    /// An object that has waited longer shares every eighth turn with others like it, the oldest
    /// first, so nothing starves. More than 0.
    Duration ageing = std::chrono::seconds(5);

    /// What the storage gave last is kept for Attempt::lastObject: one object for each id, in
    /// memory, for as long as the id is known. No effect in a process of its own.
    bool keepLastObject = false;

    /// Field by field.
    friend bool operator==(const ControllerOptions &, const ControllerOptions &) = default;
};

/// ControllerOptions::parkedRetryInterval as it counts. More than 0.
[[nodiscard]] Duration parkedRetryOf(const ControllerOptions &options);

/// What is wrong with \a options: a line for each field, which begins with the field's name
/// in the session file; nothing if all is well.
[[nodiscard]] std::optional<std::string> validate(const ControllerOptions &options);

} // namespace qontroller
