// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/attempt.h"
#include "core/engine/api/outcome.h"

namespace qontroller {

/// Makes the world match one object.
///
/// Level-triggered: it is told which object, never what happened to it, and may
/// be called again for the same state at any time, so both functions must be
/// idempotent. Called from several threads at once, for one id from one at a
/// time. May throw: that is `Outcome::retry` with the exception's text.
template<class T>
class Handler
{
public:
    virtual ~Handler() = default;

    /// The object exists: make it so.
    virtual Outcome add(const T &object, const Attempt &attempt) = 0;

    /// The object is gone: clean up after it. It may never have been added.
    virtual Outcome remove(const Attempt &attempt) = 0;
};

} // namespace qontroller
