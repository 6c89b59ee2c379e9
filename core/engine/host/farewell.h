// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"

#include <memory>

namespace qontroller {

class Controller;

/// Destroys one controller after its last use: on the thread that removes it, not on that
/// of a front end that happened to look at it last, since foreign parts may take long to
/// end. Thread-safe.
class Farewell
{
public:
    /// The last use of \a controller is over: leaves it to the thread that expects it, or
    /// destroys it here.
    void leave(Controller *controller);
    /// From now on leave() only hands over; take() follows.
    void expect();
    /// Waits for leave(), which hands the controller over: to be destroyed without a lock.
    [[nodiscard]] std::unique_ptr<Controller> take();

private:
    Mutex m_mutex;
    Condition m_left;
    Controller *m_controller QONTROLLER_GUARDED_BY(m_mutex) = nullptr;
    bool m_isExpected QONTROLLER_GUARDED_BY(m_mutex) = false;
};

} // namespace qontroller
