// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/controllerparts.h"
#include "core/base/callforeign.h"
#include "core/controller/incidents.h"
#include "core/controller/recorder.h"
#include "core/queue/workqueue.h"

#include <string>

namespace qontroller {

/// Does one attempt after the other for one worker: lock, storage, handler.
///
/// Whatever foreign code throws, refuses or loses ends here, as a RunResult. Used
/// by one thread.
class AttemptRunner final : private ProgressSink
{
public:
    AttemptRunner(WorkQueue &queue, const ControllerParts &parts, Recorder &recorder,
                  Incidents &incidents, Clock &clock, std::string_view controller, int worker);

    struct Ended
    {
        RunResult result;
        TimePoint at;
    };
    [[nodiscard]] Ended run(const Lease &lease);

private:
    [[nodiscard]] RunResult runLocked(const Lease &lease);
    [[nodiscard]] RunResult reconcile(bool deleted, std::uint64_t fence);
    [[nodiscard]] RunResult add(const Attempt &attempt);
    [[nodiscard]] RunResult handle(const std::shared_ptr<const void> &object, const Attempt &attempt);
    [[nodiscard]] RunResult remove(const Attempt &attempt);
    /// What has no lock is asked again soon; a shortage is the controller's as well.
    [[nodiscard]] RunResult noLock(Thrown what);
    void record(Measure succeeded, Measure failed, bool success);
    void progress(std::uint64_t done, std::uint64_t total) override;

    WorkQueue &m_queue;
    const ControllerParts &m_parts;
    Recorder &m_recorder;
    Incidents &m_incidents;
    Clock &m_clock;
    std::string m_controller;
    ObjectId m_id;                 // of the attempt under way
    const Lease *m_lease = nullptr; // of the attempt under way
    TimePoint m_mark;              // when its last step ended
    int m_worker;
};

} // namespace qontroller
