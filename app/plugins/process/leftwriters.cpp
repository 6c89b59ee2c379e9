// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/leftwriters.h"

#include <utility>

namespace qontroller::supervision {

void LeftWriters::add(std::unique_ptr<RunningProcess> writer)
{
    if (!writer)
        return;
    MutexLock lock(m_mutex);
    m_writers.push_back(std::move(writer));
}

void LeftWriters::reapEnded()
{
    MutexLock lock(m_mutex);
    std::erase_if(m_writers, [](const std::unique_ptr<RunningProcess> &writer) {
        if (!writer->hasEnded())
            return false;
        static_cast<void>(writer->reap());
        return true;
    });
}

} // namespace qontroller::supervision
