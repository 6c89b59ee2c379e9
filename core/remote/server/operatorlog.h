// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

namespace qontroller::remote {

/// What an operator asked for.
struct OperatorEntry
{
    WallTime at;
    std::string who;
    std::string controller; ///< empty: no single one
    std::string text;       ///< what, how many, and what came of it
    bool isRefused = false; ///< whoever asked may only look
};

/// What operators asked for since the start of the host: the last Most of it. Thread-safe.
class OperatorLog
{
public:
    static constexpr std::size_t Most = 1000;

    void add(OperatorEntry entry);
    /// Oldest first.
    [[nodiscard]] std::vector<OperatorEntry> entries() const;

private:
    mutable Mutex m_mutex;
    std::deque<OperatorEntry> m_entries QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::remote
