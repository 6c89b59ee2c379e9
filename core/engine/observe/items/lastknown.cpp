// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/items/lastknown.h"

#include <utility>

namespace qontroller {

void LastKnown::add(KnownItem item)
{
    MutexLock lock(m_mutex);
    m_items.push_back(std::move(item));
}

void LastKnown::pause(const KnownPause &pause)
{
    MutexLock lock(m_mutex);
    m_pause = pause;
}

void LastKnown::goOn(const KnownWave &wave)
{
    MutexLock lock(m_mutex);
    m_wave = wave;
}

void LastKnown::read(KnownSink &sink)
{
    MutexLock lock(m_mutex);
    sink.pause(m_pause);
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
    m_pause = {};
    m_wave = {};
}

} // namespace qontroller
