// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/places.h"

#include <algorithm>
#include <utility>

namespace qontroller {

Places::Places(const ControllerOptions &options, TimePoint start)
    : m_ready(options.priorities ? Priorities::Banded : Priorities::Fifo, options.ageing)
    , m_bucket(options.retryRate, options.retryBurst)
    , m_wheel(start)
{}

void Places::delay(Item &item, Place place, Duration wait, TimePoint now)
{
    // What an author asks of a source far away must not run over the clock.
    constexpr Duration Longest = std::chrono::hours(24 * 3650);
    item.due = now + std::clamp(wait, Duration::zero(), Longest);
    m_wheel.add(item, place);
}

void Places::pushRetry(Item &item, TimePoint now)
{
    m_ready.pushRetry(item, now);
    limitRetries(now);
    item.due = now + m_bucket.waitFor(m_ready.retries()); // others may take what is left of a burst
}

void Places::takeOut(Item &item)
{
    if (isReady(item.place))
        m_ready.remove(item);
    else if (isDelayed(item.place))
        m_wheel.remove(item);
}

Item &Places::pop(TimePoint now)
{
    const std::size_t retries = m_ready.retries();
    const bool lastIsDue = m_lastIsDue && m_ready.hasLast();
    Item *item = lastIsDue ? m_ready.popLast() : m_ready.pop(now, m_retries);
    if (m_ready.retries() < retries) {
        m_bucket.take();
        limitRetries(now);
    }
    m_holdBack.started(now);
    m_shortage.started(m_running, now);
    return *item;
}

Item *Places::popPlain(TimePoint now)
{
    const bool isFree = m_gateOpen && !m_pause.isOn() && !m_holdBack.isOn() && m_shortage.isOver()
                        && !m_ready.hasLast();
    return isFree ? m_ready.popPlain(now, m_retries) : nullptr;
}

TimePoint Places::nextDue() const
{
    TimePoint due = m_wheel.nextDue();
    if (m_pause.isOn())
        due = std::min(due, m_pause.until());
    else if (m_retries == Retries::Wait && m_ready.retries() > 0)
        due = std::min(due, m_bucket.nextToken());
    if (!m_pause.isOn() && !m_lastIsDue)
        due = std::min(due, lastDue());
    if (!m_pause.isOn() && !m_ready.isEmpty())
        due = std::min({due, m_holdBack.nextStart(), m_shortage.nextTry(m_running)});
    return due;
}

std::size_t Places::takeable() const
{
    if (!m_gateOpen || m_pause.isOn())
        return 0;
    return std::min(m_holdBack.limit(mayStart()), m_shortage.left(m_running));
}

std::size_t Places::mayStart() const
{
    const std::size_t others = m_ready.size() - limited() - m_ready.hasLast();
    const bool isAlone = others == 0 && m_running == 0;
    return others + (m_ready.hasLast() && (isAlone || m_lastIsDue));
}

TimePoint Places::lastDue() const
{
    return m_ready.hasLast() ? later(m_ready.lastSince(), LongestBurst) : TimePoint::max();
}

void Places::limitRetries(TimePoint now)
{
    if (m_ready.retries() > 0)
        m_retries = m_bucket.hasToken(now) ? Retries::MayStart : Retries::Wait;
}

void Places::setRetryRate(double rate, int burst, TimePoint now)
{
    m_bucket.setRate(rate, burst, now);
    limitRetries(now);
}

} // namespace qontroller
