// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/control/operatorline.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace qontroller::remote {

/// What operators asked for, as far as the host knows: the last Most of it. Thread-safe.
class OperatorLog
{
public:
    static constexpr std::size_t Most = 1000;

    void add(OperatorLine line);
    /// From before those that are there, oldest first.
    void addEarlier(std::vector<OperatorLine> lines);
    /// Oldest first; those that came into the log after number \a after.
    [[nodiscard]] std::vector<OperatorLine> lines(std::uint64_t after = 0) const;

private:
    mutable Mutex m_mutex;
    std::deque<OperatorLine> m_lines QONTROLLER_GUARDED_BY(m_mutex);
    std::uint64_t m_last QONTROLLER_GUARDED_BY(m_mutex) = 0; // number
};

} // namespace qontroller::remote
