// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/common/absences.h"

#include "core/base/threads/wait.h"

#include <algorithm>

namespace qontroller {

namespace {

constexpr TimePoint NotAway = TimePoint::max();

} // namespace

void Absences::noteThere(const std::string &name)
{
    MutexLock lock(m_mutex);
    m_awaySince[name] = NotAway;
}

bool Absences::hasGone(const std::string &name)
{
    MutexLock lock(m_mutex);
    const auto file = m_awaySince.find(name);
    if (file == m_awaySince.end())
        return true;
    if (m_untold.contains(name) || !isOver(file->second))
        return false;
    m_awaySince.erase(file);
    return true;
}

bool Absences::isAwayForLong(const std::string &name)
{
    MutexLock lock(m_mutex);
    return isOver(m_awaySince.emplace(name, NotAway).first->second);
}

bool Absences::isOver(TimePoint &since) const
{
    const TimePoint now = m_clock.now();
    if (since == NotAway)
        since = now;
    return now >= later(since, m_patience);
}

void Absences::forget(const std::string &name)
{
    MutexLock lock(m_mutex);
    m_awaySince.erase(name);
}

bool Absences::await(const std::stop_token &stop)
{
    const auto due = lastDue();
    if (due)
        static_cast<void>(waitUntil(m_clock, *due, stop));
    return due.has_value();
}

std::vector<std::string> Absences::known() const
{
    std::vector<std::string> names;
    MutexLock lock(m_mutex);
    for (const auto &[name, since] : m_awaySince)
        names.push_back(name);
    return names;
}

std::optional<TimePoint> Absences::expect(const std::string &name)
{
    const TimePoint now = m_clock.now();
    MutexLock lock(m_mutex);
    if (m_patience == Duration::zero() || !m_awaySince.contains(name))
        return std::nullopt;
    ++m_untold[name];
    return later(now, m_patience);
}

void Absences::release(const std::string &name, bool hasGone)
{
    MutexLock lock(m_mutex);
    if (hasGone) // whatever other watches have still to say
        m_awaySince.erase(name);
    const auto untold = m_untold.find(name);
    if (untold != m_untold.end() && --untold->second == 0)
        m_untold.erase(untold);
}

std::optional<TimePoint> Absences::lastDue() const
{
    std::optional<TimePoint> last;
    MutexLock lock(m_mutex);
    for (const auto &[name, since] : m_awaySince) {
        if (since != NotAway && !m_untold.contains(name))
            last = std::max(last.value_or(since), later(since, m_patience));
    }
    return last;
}

} // namespace qontroller
