// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/faults/callforeign.h"
#include "core/engine/controller/controllerspec.h"
#include "core/engine/controller/incidents.h"
#include "core/engine/controller/lockkeeper.h"
#include "core/engine/controller/recorder.h"
#include "core/engine/queue/workqueue.h"

#include <memory>

namespace qontroller {

/// Does one attempt after the other for one worker: lock, storage, handler.
///
/// Whatever foreign code throws, refuses or loses ends here, as a RunResult. Used
/// by one thread.
class AttemptRunner final
{
public:
    /// All outlive it. \a locks may be null: its lease is the lock.
    AttemptRunner(WorkQueue &queue, const ControllerSpec &spec, Recorder &recorder,
                  Incidents &incidents, AttemptReports &reports, LockKeeper *locks, Clock &clock,
                  int worker);

    struct Ended
    {
        RunResult result;
        TimePoint at; ///< after the lock was given back: the next run's time begins here
    };
    [[nodiscard]] Ended run(const Lease &lease);

private:
    /// What has succeeded waits for the text that it has left to be on disk.
    void awaitKeptText(const Run &run, RunResult &result);
    /// … once the process of the parts, if they have one, takes calls.
    [[nodiscard]] RunResult begin(Run &run);
    [[nodiscard]] RunResult runLocked(Run &run);
    [[nodiscard]] RunResult reconcile(Run &run, Existence existence);
    enum class Asked : unsigned char {
        Never,
        Once, ///< since then its source has said that it is there
    };
    /// Asks the storage, and does what follows from its answer.
    [[nodiscard]] RunResult ask(Run &run, Attempt &attempt, Asked before = Asked::Never);
    [[nodiscard]] RunResult add(Run &run, const std::shared_ptr<const void> &object,
                                const Attempt &attempt);
    [[nodiscard]] RunResult remove(Run &run, Attempt &attempt);
    /// Whether the object is gone for all that is known after a storage call of \a asked that
    /// gave \a answer, Found or Assumed.
    [[nodiscard]] bool isGoneBy(Duration asked, Fetched<void>::Kind answer, const Attempt &attempt);
    /// Gives how long the call took.
    Duration record(Measure succeeded, Measure failed, bool success);

    WorkQueue &m_queue;
    const ControllerSpec &m_spec;
    Reconciler &m_reconciler;
    Recorder &m_recorder;
    Incidents &m_incidents;
    AttemptReports &m_reports;
    LockKeeper *m_locks;
    Clock &m_clock;
    ObjectId m_id;                  // of the attempt under way
    const Lease *m_lease = nullptr; // of the attempt under way
    TimePoint m_mark;               // when its last step ended
    int m_worker;
    bool m_keepsObjects;
};

} // namespace qontroller
