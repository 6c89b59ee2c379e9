// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/reconciler.h"
#include "core/plugins/isolation/engine/callbroker.h"

#include <memory>
#include <utility>

namespace qontroller::isolation {

/// Storage and handler in the process. One message asks for `get` and `add`, and both
/// answer: the process is woken up once for an item.
///
/// An attempt begins when there is a process (ProcessMonitor::awaitRunning()). Where there is none
/// after all it ends with Outcome::wait and costs nothing. If the process ends during one, that is
/// Outcome::retry, since it may be the object's fault; or Outcome::wait if the process was ended
/// because of another call, and Outcome::shortage if the host had no more for it.
class RemoteReconciler final : public Reconciler
{
public:
    explicit RemoteReconciler(std::shared_ptr<CallBroker> calls)
        : m_calls(std::move(calls))
    {}

    Fetched<void> get(const Attempt &attempt) override;
    Outcome add(const std::shared_ptr<const void> &object, const Attempt &attempt) override;
    Outcome remove(const Attempt &attempt) override;

private:
    std::shared_ptr<CallBroker> m_calls;
};

} // namespace qontroller::isolation
