// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/controller/sourcebackoff.h"

#include "core/queue/rules.h"

namespace qontroller {

Duration SourceBackOff::next(TimePoint now)
{
    if (m_failures > 0 && now - m_lastFailure > std::chrono::minutes(2))
        m_failures = 0;
    m_lastFailure = now;
    return backOff(++m_failures, std::chrono::milliseconds(800), std::chrono::seconds(30));
}

} // namespace qontroller
