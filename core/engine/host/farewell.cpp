// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/host/farewell.h"

#include "core/engine/controller/controller.h"

#include <memory>
#include <utility>

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

std::unique_ptr<Controller> Farewell::take()
{
    MutexLock lock(m_mutex);
    while (!m_controller)
        m_left.wait(lock);
    return std::unique_ptr<Controller>(std::exchange(m_controller, nullptr));
}

} // namespace qontroller
