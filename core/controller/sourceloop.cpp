// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/controller/sourceloop.h"

#include "core/base/text.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <utility>

namespace qontroller {

namespace {

/// How long the first list waits for a watch to stand.
constexpr Duration WatchPatience = std::chrono::seconds(1);
/// A watch that ends sooner is not taken up again at once.
constexpr Duration ShortWatch = std::chrono::seconds(1);
/// A longer interval is as good as none, and would run over the clock.
constexpr Duration LongestInterval = std::chrono::hours(24 * 3650);

} // namespace

/// What the source's watch() talks to.
class SourceLoop::WatchPort final : public WatchSink
{
public:
    WatchPort(SourceLoop &loop, bool isFromNowOn)
        : m_loop(loop)
        , m_isFromNowOn(isFromNowOn)
    {}
    void ready() override { m_loop.watchReady(m_isFromNowOn); }
    void event(EventType type, std::string_view id, Version version) override
    {
        if (isValidId(id))
            return m_loop.m_target.event(type, id, version);
        m_loop.m_incidents.refuseIds(1);
        if (!m_hasRefused.exchange(true)) // said once for a watch
            m_loop.m_target.log(EventRecord::Kind::IdsRefused, Said::idsRefused(1, id));
    }
    void cursor(std::string_view cursor) override
    {
        MutexLock lock(m_loop.m_mutex);
        m_loop.m_cursor = std::string(cursor);
        m_loop.setError(m_loop.m_watchError, {});
    }
    void missed(std::string_view why) override
    {
        if (m_loop.requestList(Wanted::BySource)) // else it was said since the last list
            m_loop.m_target.log(EventRecord::Kind::WatchError,
                                {Said::Kind::ChangesMissed, cutText(why)});
    }
    void error(std::string_view what) override
    {
        m_loop.m_target.log(EventRecord::Kind::WatchError, cutText(what));
    }

private:
    SourceLoop &m_loop;
    const bool m_isFromNowOn;
    std::atomic<bool> m_hasRefused = false;
};

SourceLoop::SourceLoop(ListerWatcher &source, SourceTarget &target, Calls &calls,
                       Recorder &recorder, Incidents &incidents, Clock &clock,
                       Duration resyncInterval, Owner owner)
    : m_source(source)
    , m_target(target)
    , m_calls(calls)
    , m_recorder(recorder)
    , m_incidents(incidents)
    , m_clock(clock)
    , m_owner(std::move(owner))
    , m_random(static_cast<std::minstd_rand::result_type>(clock.now().time_since_epoch().count()))
    , m_interval(resyncInterval)
{}

void SourceLoop::start()
{
    m_listThread = OwnedThread(m_owner(), [this] { runLists(); });
}

void SourceLoop::begin()
{
    MutexLock lock(m_mutex);
    m_mayBegin = true;
    m_changed.notifyAll();
}

void SourceLoop::stop()
{
    MutexLock lock(m_mutex);
    m_stopping = true;
    m_changed.notifyAll();
}

void SourceLoop::join(TimePoint deadline)
{
    static_cast<void>(m_listThread.join(m_clock, deadline)); // it may have been about to start …
    OwnedThread *watchThread = nullptr;
    {
        MutexLock lock(m_mutex);
        watchThread = &m_watchThread; // after stop() nobody else starts or joins it
    }
    static_cast<void>(watchThread->join(m_clock, deadline));
}

void SourceLoop::runLists()
{
    {
        MutexLock lock(m_mutex);
        while (!m_mayBegin && !stopping())
            m_changed.wait(lock);
    }
    if (stopping())
        return;
    startWatch();
    if (m_mode == WatchMode::Live)
        waitForWatch();
    SourceBackOff failures;
    SourceBackOff requests;
    while (!stopping()) {
        const Listed listed = listOnce();
        const TimePoint now = m_clock.now();
        const bool asked = listed.wanted == Wanted::BySource;
        waitForNextList(now, listed.worked ? Duration::zero() : failures.next(now),
                        asked ? requests.next(now) : Duration::zero());
    }
}

// Here and not in the constructor: a plugin that blocks blocks nobody but itself.
void SourceLoop::startWatch()
{
    auto mode = callForeign([this] {
        const Calls::Scope call(m_calls, ForeignCall::WatchMode);
        return m_source.watchMode();
    });
    std::string problem = mode ? makeWatchThread(*mode) : take(std::move(mode.error()));
    MutexLock lock(m_mutex);
    if (!problem.empty())
        setError(m_watchError, std::move(problem));
}

std::string SourceLoop::makeWatchThread(WatchMode mode)
{
    std::string why;
    {
        MutexLock lock(m_mutex);
        if (mode == WatchMode::None || stopping())
            return {};
        m_mode = mode;
        try {
            m_watchThread = OwnedThread(m_owner(), [this] { runWatch(); });
            return {};
        } catch (const std::system_error &error) {
            m_mode = WatchMode::None;
            why = error.code().message();
        }
    }
    static_cast<void>(m_incidents.meetShortage("no thread for a watch: " + why, m_clock.now()));
    return "cannot start its thread: " + why;
}

SourceLoop::Listed SourceLoop::listOnce()
{
    Wanted wanted = Wanted::InTime;
    {
        MutexLock lock(m_mutex);
        wanted = std::exchange(m_wanted, Wanted::InTime);
        m_listBegan = true;
    }
    m_target.beginList();
    ListBatch batch(m_target);
    const TimePoint started = m_clock.now();
    auto listed = callForeign([&] {
        const Calls::Scope call(m_calls, ForeignCall::List);
        return m_source.list(batch, call.stop());
    });
    batch.flush();
    if (const Said &refused = batch.refused(); refused.number > 0) {
        m_incidents.refuseIds(refused.number);
        m_target.log(EventRecord::Kind::IdsRefused, refused);
    }

    ListResult result = listed ? std::move(*listed)
                               : ListResult::failed(take(std::move(listed.error())));
    if (stopping() && result.kind() == ListResult::Kind::Complete)
        result = ListResult::partial("the controller stops"); // it may have been cut short
    const bool failed = result.kind() == ListResult::Kind::Failed;
    m_recorder.record(failed ? Measure::ListFailed : Measure::ListOk, m_clock.now() - started, 0);
    m_target.endList(result);

    MutexLock lock(m_mutex);
    setError(m_listError, failed ? result.text() : std::string());
    takeCursor(result);
    m_changed.notifyAll();
    return {!failed, wanted};
}

// A list that is not complete has no cursor, and if none ever has one, a watch from now on
// is better than none: then watchReady() asks for the list that finds what came between.
void SourceLoop::takeCursor(const ListResult &result)
{
    if (m_mode != WatchMode::FromCursor || (m_cursor && !m_cursor->empty()))
        return;
    if (result.kind() == ListResult::Kind::Complete)
        m_cursor = result.text();
    else if (result.kind() == ListResult::Kind::Partial)
        m_cursor.emplace();
}

void SourceLoop::waitForWatch()
{
    const TimePoint deadline = m_clock.now() + WatchPatience;
    MutexLock lock(m_mutex);
    while (!m_watchStood && !stopping() && m_clock.now() < deadline)
        m_clock.waitUntil(m_changed, lock, deadline);
}

// A back-off holds whatever happens to the interval meanwhile and whatever the source
// asks for; 0 means none. The pause is the least until a list that the source asks for.
void SourceLoop::waitForNextList(TimePoint base, Duration backOff, Duration pause)
{
    const double spread = std::uniform_real_distribution<double>(-0.1, 0.1)(m_random);
    MutexLock lock(m_mutex);
    while (m_wanted != Wanted::Now && !stopping()) {
        auto wait = std::chrono::duration_cast<Duration>(std::min(m_interval, LongestInterval)
                                                         * (1 + spread));
        if (m_wanted == Wanted::BySource)
            wait = std::min(wait, pause);
        const TimePoint deadline = base + (backOff > Duration::zero() ? backOff : wait);
        if (m_clock.now() >= deadline)
            return;
        m_clock.waitUntil(m_changed, lock, deadline);
    }
}

void SourceLoop::runWatch()
{
    SourceBackOff backOff;
    while (!stopping()) {
        const auto cursor = waitForCursor();
        if (!cursor)
            return;
        setWatchState(WatchState::Starting);
        const TimePoint started = m_clock.now();
        const WatchEnd end = watchOnce(*cursor);
        if (!stopping())
            afterWatch(end, started, backOff);
    }
}

WatchEnd SourceLoop::watchOnce(const std::string &cursor)
{
    WatchPort port(*this, cursor.empty());
    if (m_mode == WatchMode::FromCursor)
        setWatchState(WatchState::Live);
    auto end = callForeign([&] {
        const Calls::Scope call(m_calls, ForeignCall::Watch);
        return m_source.watch(port, cursor, call.stop());
    });
    return end ? std::move(*end) : WatchEnd::failed(take(std::move(end.error())));
}

void SourceLoop::afterWatch(const WatchEnd &end, TimePoint started, SourceBackOff &backOff)
{
    const TimePoint now = m_clock.now();
    const bool failed = end.kind() == WatchEnd::Kind::Failed;
    {
        MutexLock lock(m_mutex);
        m_watchState = WatchState::Retrying;
        setError(m_watchError, failed ? end.error() : std::string());
        const bool hasNoCursor = m_mode == WatchMode::FromCursor && m_cursor && m_cursor->empty();
        if (end.kind() == WatchEnd::Kind::CursorExpired || hasNoCursor) {
            m_cursor.reset();
            want(Wanted::BySource);
        }
        m_changed.notifyAll();
    }
    m_target.log(EventRecord::Kind::WatchEnded, failed ? Said(end.error())
                     : end.kind() == WatchEnd::Kind::Closed ? Said::Kind::ClosedBySource
                                                            : Said::Kind::CursorExpired);
    if (failed || now - started < ShortWatch)
        waitUntil(now + backOff.next(now));
}

std::optional<std::string> SourceLoop::waitForCursor()
{
    if (m_mode != WatchMode::FromCursor)
        return std::string();
    MutexLock lock(m_mutex);
    while (!m_cursor && !stopping())
        m_changed.wait(lock);
    return stopping() ? std::nullopt : m_cursor;
}

void SourceLoop::waitUntil(TimePoint deadline)
{
    MutexLock lock(m_mutex);
    while (!stopping() && m_clock.now() < deadline)
        m_clock.waitUntil(m_changed, lock, deadline);
}

std::string SourceLoop::take(Thrown what)
{
    if (what.isShortage()) // lists and watches have a back-off of their own
        static_cast<void>(m_incidents.meetShortage(what.text, m_clock.now()));
    return std::move(what.text);
}

void SourceLoop::watchReady(bool isFromNowOn)
{
    MutexLock lock(m_mutex);
    // Between the lists so far and now changes went unseen, unless a cursor bridges the gap.
    if (m_listBegan && isFromNowOn)
        want(Wanted::BySource);
    m_watchStood = true;
    m_watchState = WatchState::Live;
    setError(m_watchError, {});
    m_changed.notifyAll();
}

void SourceLoop::resyncNow()
{
    requestList(Wanted::Now);
}

bool SourceLoop::requestList(Wanted wanted)
{
    MutexLock lock(m_mutex);
    const bool isFirst = m_wanted == Wanted::InTime;
    want(wanted);
    m_changed.notifyAll();
    return isFirst;
}

void SourceLoop::want(Wanted wanted)
{
    m_wanted = std::max(m_wanted, wanted);
}

void SourceLoop::setResyncInterval(Duration interval)
{
    MutexLock lock(m_mutex);
    m_interval = interval;
    m_changed.notifyAll();
}

void SourceLoop::setWatchState(WatchState state)
{
    MutexLock lock(m_mutex);
    m_watchState = state;
}

void SourceLoop::setError(std::string &slot, std::string error)
{
    if (!error.empty())
        m_errorAt = m_clock.now();
    slot = std::move(error);
}

SourceLoop::Status SourceLoop::status() const
{
    MutexLock lock(m_mutex);
    return {m_watchState, m_listError, m_watchError, m_errorAt};
}

} // namespace qontroller
