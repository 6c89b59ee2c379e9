// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/knownbatch.h"

#include "core/base/text/text.h"

#include <utility>

namespace qontroller {

void KnownBatch::add(KnownItem item)
{
    if (!m_refused.passes(item.id))
        return;
    for (std::string *text : {&item.text, &item.error, &item.pauseReason})
        *text = cutText(std::move(*text));
    m_items.push_back(std::move(item));
    if (m_items.size() == MostItems)
        flush();
}

void KnownBatch::pause(const KnownPause &pause)
{
    if (!pause.isPaused)
        return;
    const Moment at = m_clock.moment();
    const TimePoint end = pause.until == WallTime{} ? TimePoint::max()
                                                    : at.timeToCome(pause.until, pause.since);
    m_queue.update<Orders>([&](Orders &orders, TimePoint) {
        orders.pause(end, cutText(pause.reason), at.pastOf(pause.since));
    });
}

void KnownBatch::goOn(const KnownWave &wave)
{
    const Moment moment = m_clock.moment();
    m_queue.update<Restore>([&](Restore &restore, TimePoint) { restore.goOn(wave, moment); });
}

void KnownBatch::flush()
{
    const Moment moment = m_clock.moment();
    m_queue.update<Restore>([&](Restore &restore, TimePoint) {
        for (const KnownItem &item : m_items)
            restore.add(item, moment);
    });
    m_items.clear();
}

void KnownBatch::end(Incidents &incidents)
{
    flush();
    m_queue.update<Restore>([](Restore &restore, TimePoint now) { restore.end(now); });
    if (m_refused.number() == 0)
        return;
    incidents.refuseIds(m_refused.number());
    m_queue.update<Orders>([this](Orders &orders, TimePoint now) {
        orders.log(EventRecord::Kind::IdsRefused, m_refused.said(), now);
    });
}

} // namespace qontroller
