// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerd/lostprocesses.h"

namespace qontroller {

void LostProcesses::look(const ControllerDelta &controller)
{
    for (const EventRecord &event : controller.events) {
        if (event.kind != EventRecord::Kind::Process)
            continue;
        if (event.said.kind == Said::Kind::ProcessLost)
            m_names.insert(controller.name);
        else
            m_names.erase(controller.name);
    }
}

} // namespace qontroller
