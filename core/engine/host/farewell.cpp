// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/host/farewell.h"

#include "core/engine/controller/controller.h"

#include <memory>

namespace qontroller {

void Farewell::leave(Controller *controller)
{
    std::unique_ptr<Controller> last(controller); // destroyed without the lock
    MutexLock lock(m_mutex);
    if (!m_isExpected)
        return;
    m_controller = last.release();
    m_left.notifyAll();
}

void Farewell::expect()
{
    MutexLock lock(m_mutex);
    m_isExpected = true;
}

void Farewell::take()
{
    std::unique_ptr<Controller> last; // destroyed without the lock
    MutexLock lock(m_mutex);
    while (!m_controller)
        m_left.wait(lock);
    last.reset(m_controller);
    m_controller = nullptr;
}

} // namespace qontroller
