// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/process/runningprocess.h"
#include "core/base/threads/mutex.h"

#include <memory>
#include <vector>

namespace qontroller::supervision {

/// Writers of logs that go on although their process is no longer supervised: something that it has
/// started still holds the pipe. They are reaped when they have ended. Thread-safe.
class LeftWriters final
{
public:
    void add(std::unique_ptr<RunningProcess> writer);
    void reapEnded();

private:
    Mutex m_mutex;
    std::vector<std::unique_ptr<RunningProcess>> m_writers QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::supervision
