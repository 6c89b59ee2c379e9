// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "enginerig.h"

#include <atomic>
#include <utility>

namespace qontroller::test {

/// A rig whose handlers wait for the latch, or until they are asked to stop.
struct HeldHandlers : EngineRig
{
    explicit HeldHandlers(int workers = 4, Outcome whenAsked = Outcome::done())
    {
        options.workers = workers;
        probe->onAdd([this, whenAsked = std::move(whenAsked)](const Attempt &attempt) {
            if (held.wait(attempt.stop))
                return Outcome::done();
            ++askedToStop;
            return whenAsked;
        });
    }
    [[nodiscard]] bool isBusy(int handlers)
    {
        return eventually([&] { return held.waiting() == handlers; });
    }
    /// Starts with one object and waits until it runs.
    [[nodiscard]] bool startWithOneRunning(const ObjectId &object = "a")
    {
        source->put(object);
        start();
        return isBusy(1);
    }

    Latch &held = latch();
    std::atomic<int> askedToStop = 0;
};

} // namespace qontroller::test
