// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/sdk/testing/scriptedlocker.h"
#include "enginerig.h"

namespace qontroller::test {

/// One object, `a`, whose lock is asked for.
struct LockedRig : EngineRig
{
    LockedRig()
    {
        locker = testLocker;
        source->put("a");
    }
    std::shared_ptr<ScriptedLocker> testLocker = std::make_shared<ScriptedLocker>();
};

} // namespace qontroller::test
