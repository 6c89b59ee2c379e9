// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/errands.h"

#include "core/base/threads/wait.h"

namespace qontroller::consist {

namespace {

/// Programs that operate on employees run for minutes, and a quota lets few of them run at once.
constexpr int ThreadCount = 4;

} // namespace

Errands::Errands()
{
    for (int i = 0; i < ThreadCount; ++i)
        m_threads.emplace_back([this](const std::stop_token &stop) { loop(stop); });
}

Errands::~Errands()
{
    for (std::jthread &thread : m_threads)
        thread.request_stop();
}

void Errands::add(Errand errand, IfUnderWay ifUnderWay)
{
    {
        MutexLock lock(m_mutex);
        const auto [standing, isNew] = m_standing.try_emplace({errand.employee, errand.question});
        if (!isNew) {
            if (standing->second.isUnderWay && ifUnderWay == IfUnderWay::Again)
                standing->second.again = std::move(errand);
            return;
        }
        m_waiting.push_back(std::move(errand));
    }
    m_came.notifyOne();
}

void Errands::loop(const std::stop_token &stop)
{
    const WakeOnStop wake(stop, m_mutex, m_came);
    while (const auto errand = take(stop)) {
        errand->call(stop);
        noteEnd({errand->employee, errand->question});
    }
}

std::optional<Errand> Errands::take(const std::stop_token &stop)
{
    MutexLock lock(m_mutex);
    while ((m_waiting.empty() || m_isClosed) && !stop.stop_requested())
        m_came.wait(lock);
    if (stop.stop_requested())
        return std::nullopt;
    Errand errand = std::move(m_waiting.front());
    m_waiting.pop_front();
    m_standing.at({errand.employee, errand.question}).isUnderWay = true;
    return errand;
}

bool Errands::isIdle() const
{
    MutexLock lock(m_mutex);
    return m_standing.empty();
}

std::vector<Errands::Name> Errands::underWay() const
{
    std::vector<Name> names;
    for (const auto &[name, standing] : m_standing) {
        if (standing.isUnderWay)
            names.push_back(name);
    }
    return names;
}

std::vector<std::pair<EmployeeKey, Question>> Errands::close(Clock &clock, TimePoint deadline)
{
    MutexLock lock(m_mutex);
    m_isClosed = true;
    while (!underWay().empty() && clock.now() < deadline)
        clock.waitUntil(m_ended, lock, deadline);
    return underWay();
}

void Errands::noteEnd(const Name &name)
{
    {
        MutexLock lock(m_mutex);
        const auto standing = m_standing.find(name);
        auto again = std::move(standing->second.again);
        if (!again) {
            m_standing.erase(standing);
            m_ended.notifyAll();
            return;
        }
        standing->second = {};
        m_waiting.push_back(std::move(*again));
        m_ended.notifyAll();
    }
    m_came.notifyOne();
}

} // namespace qontroller::consist
