// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/host/lastknown.h"

#include <utility>

namespace qontroller {

void LastKnown::add(KnownItem item)
{
    MutexLock lock(m_mutex);
    m_items.push_back(std::move(item));
}

void LastKnown::pause(WallTime until, std::string reason)
{
    MutexLock lock(m_mutex);
    m_pause = {until, std::move(reason)};
}

void LastKnown::goOn(const KnownWave &wave)
{
    MutexLock lock(m_mutex);
    m_wave = wave;
}

void LastKnown::read(KnownSink &sink)
{
    MutexLock lock(m_mutex);
    if (m_pause)
        sink.pause(m_pause->until, m_pause->reason);
    sink.goOn(m_wave);
    for (const KnownItem &item : m_items)
        sink.add(item);
}

void LastKnown::becomeOfOthers()
{
    MutexLock lock(m_mutex);
    std::deque<KnownItem> left;
    for (const KnownItem &item : m_items) {
        if (auto other = ofOtherObjects(item))
            left.push_back(*std::move(other));
    }
    m_items.swap(left);
    m_wave = {};
}

void LastKnown::clear()
{
    MutexLock lock(m_mutex);
    std::deque<KnownItem>().swap(m_items);
    m_pause.reset();
    m_wave = {};
}

} // namespace qontroller
