// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

namespace qontroller {

/// How long to leave a source alone after a failure, or after a list that it asked
/// for: 800 ms, doubling to 30 s, from the start again after 2 min without one. Not
/// thread-safe.
class SourceBackOff
{
public:
    /// Notes a failure at \a now.
    [[nodiscard]] Duration next(TimePoint now);

private:
    TimePoint m_lastFailure;
    Duration m_wait = Duration::zero(); // the last; zero: there was none
};

} // namespace qontroller
