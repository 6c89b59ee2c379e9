// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/controllerparts.h"
#include "core/base/callforeign.h"
#include "core/controller/incidents.h"
#include "core/controller/recorder.h"
#include "core/controller/stoprequests.h"
#include "core/queue/workqueue.h"

#include <memory>
#include <optional>
#include <string>

namespace qontroller {

/// Does one attempt after the other for one worker: lock, storage, handler.
///
/// Whatever foreign code throws, refuses or loses ends here, as a RunResult. Used
/// by one thread.
class AttemptRunner final
{
public:
    /// \a stops asks an attempt to stop that loses its lock; \a handlerTimeout as in
    /// ControllerOptions.
    AttemptRunner(WorkQueue &queue, const ControllerParts &parts, Recorder &recorder,
                  Incidents &incidents, std::shared_ptr<StopRequests> stops, Clock &clock,
                  std::string_view controller, Duration handlerTimeout, int worker);

    struct Ended
    {
        RunResult result;
        TimePoint at; ///< after the lock was given back: the next run's time begins here
    };
    [[nodiscard]] Ended run(const Lease &lease);

private:
    [[nodiscard]] RunResult runLocked(Run &run);
    /// Why the run has no lock; nothing: it has.
    [[nodiscard]] std::optional<std::string> acquire(Run &run);
    /// What a locker has thrown, as a text; a shortage is the controller's as well.
    [[nodiscard]] std::string noLock(Thrown what);
    [[nodiscard]] RunResult reconcile(Run &run, Existence existence);
    /// Asks the storage, and does what follows from its answer.
    [[nodiscard]] RunResult ask(Run &run, const Attempt &attempt);
    [[nodiscard]] RunResult add(Run &run, const std::shared_ptr<const void> &object,
                                const Attempt &attempt);
    [[nodiscard]] RunResult remove(Run &run, const Attempt &attempt);
    /// Whether the object is gone for all that is known after a storage call of \a asked that
    /// gave \a answer, Found or Assumed.
    [[nodiscard]] bool isGoneBy(Duration asked, Fetched<void>::Kind answer, const Attempt &attempt);
    /// Gives how long the call took.
    Duration record(Measure succeeded, Measure failed, bool success);

    WorkQueue &m_queue;
    const ControllerParts &m_parts;
    Recorder &m_recorder;
    Incidents &m_incidents;
    std::shared_ptr<StopRequests> m_stops;
    Clock &m_clock;
    std::string m_controller;
    Duration m_handlerTimeout;      // 0: none
    ObjectId m_id;                  // of the attempt under way
    const Lease *m_lease = nullptr; // of the attempt under way
    TimePoint m_mark;               // when its last step ended
    int m_worker;
};

} // namespace qontroller
