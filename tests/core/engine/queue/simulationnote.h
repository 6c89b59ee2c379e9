// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "simulation.h"

#include <sstream>

namespace qontroller::test {

template<class... Parts>
void Simulation::note(const Parts &...parts)
{
    if (!m_tracing)
        return;
    std::ostringstream line;
    line << std::chrono::duration_cast<std::chrono::milliseconds>(m_clock.now().time_since_epoch())
                .count()
         << " ms ";
    (line << ... << parts);
    m_trace.push_back(line.str());
}

} // namespace qontroller::test
