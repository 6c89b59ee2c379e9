// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/attempt.h"
#include "core/base/mutex.h"

#include <utility>
#include <vector>

namespace qontroller::test {

/// Keeps how far an attempt said it was: give it to Attempt::progressSink. Thread-safe.
class RecordingProgress final : public ProgressSink
{
public:
    using Report = std::pair<std::uint64_t, std::uint64_t>; ///< done, of how many

    void progress(std::uint64_t done, std::uint64_t total) override
    {
        MutexLock lock(m_mutex);
        m_reports.emplace_back(done, total);
    }
    [[nodiscard]] std::vector<Report> reports() const
    {
        MutexLock lock(m_mutex);
        return m_reports;
    }

private:
    mutable Mutex m_mutex;
    std::vector<Report> m_reports QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::test
