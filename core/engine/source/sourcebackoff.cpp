// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/source/sourcebackoff.h"

#include <algorithm>

namespace qontroller {

namespace {

constexpr Duration Shortest = std::chrono::milliseconds(800);
constexpr Duration Longest = std::chrono::seconds(30);
constexpr Duration LongWithout = std::chrono::minutes(2);

} // namespace

Duration SourceBackOff::next(TimePoint now)
{
    const bool isFirst = m_wait == Duration::zero() || now - m_lastFailure > LongWithout;
    m_lastFailure = now;
    m_wait = isFirst ? Shortest : std::min(2 * m_wait, Longest);
    return m_wait;
}

} // namespace qontroller
