// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/source/sourceprogress.h"

#include <algorithm>
#include <utility>

namespace qontroller {

namespace {

/// How long the first list waits for a watch to stand.
constexpr Duration WatchPatience = std::chrono::seconds(1);
/// A watch that ends sooner is not taken up again at once.
constexpr Duration ShortWatch = std::chrono::seconds(1);
/// How often it is looked whether a list in time still has to wait.
constexpr Duration BusyInterval = std::chrono::milliseconds(200);
/// A longer interval is as good as none, and would run over the clock.
constexpr Duration LongestInterval = std::chrono::hours(24 * 3650);

} // namespace

SourceProgress::SourceProgress(Clock &clock, Duration interval)
    : m_clock(clock)
    , m_random(static_cast<std::minstd_rand::result_type>(clock.now().time_since_epoch().count()))
    , m_interval(interval)
{}

void SourceProgress::begin()
{
    MutexLock lock(m_mutex);
    m_mayBegin = true;
    m_changed.notifyAll();
}

void SourceProgress::stop()
{
    MutexLock lock(m_mutex);
    m_stopping = true;
    m_changed.notifyAll();
}

void SourceProgress::setInterval(Duration interval)
{
    MutexLock lock(m_mutex);
    m_interval = interval;
    m_changed.notifyAll();
}

void SourceProgress::setMode(WatchMode mode)
{
    MutexLock lock(m_mutex);
    m_mode = mode;
}

WatchMode SourceProgress::mode() const
{
    MutexLock lock(m_mutex);
    return m_mode;
}

bool SourceProgress::want(Wanted wanted)
{
    MutexLock lock(m_mutex);
    const bool isFirst = m_wanted == Wanted::InTime;
    m_wanted = std::max(m_wanted, wanted);
    m_changed.notifyAll();
    return isFirst;
}

void SourceProgress::waitToBegin()
{
    MutexLock lock(m_mutex);
    while (!m_mayBegin && !stopping())
        m_changed.wait(lock);
}

void SourceProgress::runLists(const std::function<bool()> &startWatch,
                              const std::function<bool()> &listOnce,
                              const std::function<bool()> &isBusy)
{
    bool isStarted = startWatch();
    waitForWatch();
    while (!stopping()) {
        const Wanted reason = beginList();
        isStarted = isStarted || startWatch();
        const bool worked = listOnce();
        waitForNextList(worked, reason);
        if (worked && isBusy)
            waitWhile(isBusy);
    }
}

void SourceProgress::runWatches(const std::function<WatchEnd(const std::string &)> &watchOnce)
{
    while (const auto cursor = waitForCursor()) {
        const TimePoint started = m_clock.now();
        const WatchEnd end = watchOnce(*cursor);
        if (!stopping())
            endWatch(end, started);
    }
}

void SourceProgress::waitForWatch()
{
    const TimePoint deadline = m_clock.now() + WatchPatience;
    MutexLock lock(m_mutex);
    while (m_mode == WatchMode::Live && !m_watchStood && !stopping() && m_clock.now() < deadline)
        m_clock.waitUntil(m_changed, lock, deadline);
}

SourceProgress::Wanted SourceProgress::beginList()
{
    MutexLock lock(m_mutex);
    m_listBegan = true;
    return std::exchange(m_wanted, Wanted::InTime);
}

// A list that is not complete has no cursor, and if none ever has one, a watch from now on
// is better than none: then watchReady() asks for the list that finds what came between.
void SourceProgress::endList(const ListResult &result)
{
    MutexLock lock(m_mutex);
    if (m_mode != WatchMode::FromCursor || (m_cursor && !m_cursor->empty()))
        return;
    if (result.kind() == ListResult::Kind::Complete)
        m_cursor = result.text();
    else if (result.kind() == ListResult::Kind::Partial)
        m_cursor.emplace();
    m_changed.notifyAll();
}

// A back-off holds whatever happens to the interval meanwhile and whatever the source asks for.
void SourceProgress::waitForNextList(bool worked, Wanted reason)
{
    const TimePoint base = m_clock.now();
    const Duration backOff = worked ? Duration::zero() : m_listFailures.next(base);
    const Duration pause = reason == Wanted::BySource ? m_requests.next(base) : Duration::zero();
    const double spread = std::uniform_real_distribution<double>(0.9, 1.1)(m_random);
    MutexLock lock(m_mutex);
    while (m_wanted != Wanted::Now && !stopping()) {
        auto wait = std::chrono::duration_cast<Duration>(std::min(m_interval, LongestInterval)
                                                         * spread);
        if (m_wanted == Wanted::BySource)
            wait = std::min(wait, pause);
        const TimePoint deadline = base + (worked ? wait : backOff);
        if (m_clock.now() >= deadline)
            return;
        m_clock.waitUntil(m_changed, lock, deadline);
    }
}

// Nobody tells when it is over. Whoever ends the program then has to see it first.
void SourceProgress::waitWhile(const std::function<bool()> &isBusy)
{
    for (int rests = isBusy() ? 0 : 1; rests < 2; rests = isBusy() ? 0 : rests + 1) {
        MutexLock lock(m_mutex);
        if (m_wanted != Wanted::InTime || stopping())
            return;
        m_clock.waitUntil(m_changed, lock, m_clock.now() + BusyInterval);
    }
}

std::optional<std::string> SourceProgress::waitForCursor()
{
    MutexLock lock(m_mutex);
    if (m_mode != WatchMode::FromCursor)
        return stopping() ? std::nullopt : std::optional(std::string());
    while (!m_cursor && !stopping())
        m_changed.wait(lock);
    return stopping() ? std::nullopt : m_cursor;
}

void SourceProgress::watchReady(bool isFromNowOn)
{
    MutexLock lock(m_mutex);
    // Between the lists so far and now changes went unseen, unless a cursor bridges the gap.
    if (m_listBegan && isFromNowOn)
        m_wanted = std::max(m_wanted, Wanted::BySource);
    m_watchStood = true;
    m_changed.notifyAll();
}

void SourceProgress::setCursor(std::string_view cursor)
{
    MutexLock lock(m_mutex);
    m_cursor = std::string(cursor);
}

void SourceProgress::endWatch(const WatchEnd &end, TimePoint started)
{
    const TimePoint now = m_clock.now();
    const bool failed = end.kind() == WatchEnd::Kind::Failed;
    const bool mayGoOn = !failed && now - started >= ShortWatch;
    const TimePoint next = mayGoOn ? now : now + m_watchFailures.next(now);
    MutexLock lock(m_mutex);
    const bool hasNoCursor = m_mode == WatchMode::FromCursor && m_cursor && m_cursor->empty();
    if (end.kind() == WatchEnd::Kind::CursorExpired || hasNoCursor) {
        m_cursor.reset();
        m_wanted = std::max(m_wanted, Wanted::BySource);
        m_changed.notifyAll();
    }
    while (!stopping() && m_clock.now() < next)
        m_clock.waitUntil(m_changed, lock, next);
}

} // namespace qontroller
