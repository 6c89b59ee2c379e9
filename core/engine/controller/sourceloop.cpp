// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/sourceloop.h"

#include "core/base/faults/requireoneof.h"
#include "core/base/text/duration.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <utility>

namespace qontroller {

namespace {

/// How long a watch may take until it stands. Lists find what it misses meanwhile, by default
/// after as long: so it is told of once an operator would wait for a change longer than without it.
constexpr Duration ReadyPatience = std::chrono::seconds(30);

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
        requireOneOf("event()", "EventType", type, EventType::Deleted);
        if (isValidId(id))
            return m_loop.m_target.event(type, id, version);
        m_loop.m_incidents.refuseIds(1);
        if (!m_hasRefused.exchange(true)) // said once for a watch
            m_loop.m_target.log(EventRecord::Kind::IdsRefused, Said::idsRefused(1, id));
    }
    void cursor(std::string_view cursor) override
    {
        m_loop.m_progress.setCursor(cursor);
        MutexLock lock(m_loop.m_mutex);
        m_loop.setWatchError({});
    }
    void missed(std::string_view why) override
    {
        if (m_loop.m_progress.want(Wanted::BySource)) // else it was said since the last list
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

SourceLoop::SourceLoop(const std::string &controller, ListerWatcher &source, SourceTarget &target,
                       Calls &calls, Recorder &recorder, Incidents &incidents, Clock &clock,
                       Duration resyncInterval, Owner owner, std::function<bool()> isBusy)
    : m_controller(controller)
    , m_source(source)
    , m_target(target)
    , m_calls(calls)
    , m_recorder(recorder)
    , m_incidents(incidents)
    , m_clock(clock)
    , m_owner(std::move(owner))
    , m_isBusy(std::move(isBusy))
    , m_progress(clock, resyncInterval)
    , m_lists(clock.now())
{}

void SourceLoop::start()
{
    m_listThread = OwnedThread(m_owner(), [this] { runLists(); });
}

void SourceLoop::begin()
{
    m_progress.begin();
}

void SourceLoop::stop()
{
    m_progress.stop();
}

void SourceLoop::join(TimePoint deadline)
{
    static_cast<void>(m_listThread.join(m_clock, deadline)); // it may have been about to start …
    OwnedThread *watchThread = nullptr;
    {
        MutexLock lock(m_mutex);
        watchThread = &m_watchThread; // after stop() no other thread starts or joins it
    }
    static_cast<void>(watchThread->join(m_clock, deadline));
}

void SourceLoop::runLists()
{
    OwnedThread::setCurrentWork(m_controller.c_str());
    m_progress.waitToBegin();
    if (m_progress.stopping())
        return;
    m_progress.runLists([this] { return startWatch(); }, [this] { return listOnce(); }, m_isBusy);
}

// Here and not in the constructor: a plugin that blocks holds up nothing but itself.
bool SourceLoop::startWatch()
{
    auto mode = callForeign([this] {
        const Calls::Scope call(m_calls, ForeignCall::WatchMode);
        return m_source.watchMode();
    });
    std::string problem = mode ? makeWatchThread(*mode)
                               : orUnsaid(take(std::move(mode.error())),
                                          "watchMode() of ListerWatcher");
    if (problem.empty())
        return true;
    MutexLock lock(m_mutex);
    setWatchError(std::move(problem));
    return false;
}

std::string SourceLoop::makeWatchThread(WatchMode mode)
{
    std::string why;
    {
        MutexLock lock(m_mutex);
        if (mode == WatchMode::None || m_progress.stopping())
            return {};
        m_progress.setMode(mode);
        try {
            m_watchThread = OwnedThread(m_owner(), [this] { runWatch(); });
            return {};
        } catch (const std::system_error &error) {
            m_progress.setMode(WatchMode::None);
            why = error.code().message();
        }
    }
    static_cast<void>(m_incidents.meetShortage("no thread for a watch: " + why, m_clock.now()));
    return "cannot start its thread: " + why;
}

bool SourceLoop::listOnce()
{
    const TimePoint started = m_clock.now();
    {
        MutexLock lock(m_mutex);
        m_lists.begin(started);
    }
    m_target.beginList();
    ListBatch batch(m_target);
    ListResult result = callList(batch);
    if (auto taken = callForeign([&batch] { batch.flush(); }); !taken) // no memory for new objects
        result = ListResult::failed(take(std::move(taken.error())));
    if (const Said &refused = batch.refused(); refused.number > 0) {
        m_incidents.refuseIds(refused.number);
        m_target.log(EventRecord::Kind::IdsRefused, refused);
    }

    if (m_progress.stopping() && result.concludes())
        result = ListResult::partial("the controller stops"); // it may have been cut short
    const bool failed = result.kind() == ListResult::Kind::Failed;
    m_recorder.record(failed ? Measure::ListFailed : Measure::ListOk, m_clock.now() - started, 0);
    m_target.endList(result);
    m_progress.endList(result);
    endList(result, batch.objects()); // it counts once the watch knows its cursor
    if (!failed)
        m_target.openGate();
    return !failed;
}

std::string SourceLoop::callTakeOver()
{
    if (!m_takesOver.exchange(false))
        return {};
    auto taken = callForeign([&] {
        const Calls::Scope call(m_calls, ForeignCall::List);
        m_source.takeOver();
    });
    return taken ? std::string()
                 : orUnsaid(take(std::move(taken.error())), "takeOver() of ListerWatcher");
}

ListResult SourceLoop::callList(ListBatch &batch)
{
    if (std::string error = callTakeOver(); !error.empty())
        return ListResult::failed(std::move(error));
    auto listed = callForeign([&] {
        const Calls::Scope call(m_calls, ForeignCall::List);
        return m_source.list(batch, call.stop());
    });
    constexpr const char *Call = "list() of ListerWatcher";
    if (!listed)
        return ListResult::failed(orUnsaid(take(std::move(listed.error())), Call));
    const bool isUnsaid = listed->text().empty();
    if (isUnsaid && listed->kind() == ListResult::Kind::Failed)
        return ListResult::failed(orUnsaid({}, Call));
    if (isUnsaid && listed->kind() == ListResult::Kind::Partial)
        return ListResult::partial(std::string(Call) + " does not say why", listed->below());
    return std::move(*listed);
}

void SourceLoop::endList(const ListResult &result, std::size_t objects)
{
    std::optional<ListRecord::News> news;
    {
        MutexLock lock(m_mutex);
        if (m_progress.stopping())
            return m_lists.cancel();
        const TimePoint now = m_clock.now();
        news = m_lists.end(result, objects, now);
        if (result.kind() == ListResult::Kind::Failed)
            m_errorAt = now;
    }
    if (news)
        m_target.log(news->kind, std::move(news->said));
}

void SourceLoop::runWatch()
{
    OwnedThread::setCurrentWork(m_controller.c_str());
    m_progress.runWatches([this](const std::string &cursor) {
        setWatchState(WatchState::Starting);
        WatchEnd end = watchOnce(cursor);
        if (!m_progress.stopping())
            afterWatch(end);
        return end;
    });
}

WatchEnd SourceLoop::watchOnce(const std::string &cursor)
{
    WatchPort port(*this, cursor.empty());
    if (m_progress.mode() == WatchMode::FromCursor)
        setWatchState(WatchState::Live);
    auto end = callForeign([&] {
        const Calls::Scope call(m_calls, ForeignCall::Watch);
        return m_source.watch(port, cursor, call.stop());
    });
    constexpr const char *Call = "watch() of ListerWatcher";
    if (!end)
        return WatchEnd::failed(orUnsaid(take(std::move(end.error())), Call));
    const bool isUnsaid = end->kind() == WatchEnd::Kind::Failed && end->error().empty();
    return isUnsaid ? WatchEnd::failed(orUnsaid({}, Call)) : std::move(*end);
}

void SourceLoop::afterWatch(const WatchEnd &end)
{
    const bool failed = end.kind() == WatchEnd::Kind::Failed;
    {
        MutexLock lock(m_mutex);
        m_watchState = WatchState::Retrying;
        setWatchError(failed ? end.error() : std::string());
    }
    m_target.log(EventRecord::Kind::WatchEnded, failed ? Said(end.error())
                                                : end.kind() == WatchEnd::Kind::Closed
                                                    ? Said::Kind::ClosedBySource
                                                    : Said::Kind::CursorExpired);
}

std::string SourceLoop::take(Thrown what)
{
    if (what.isShortage()) // lists and watches have a back-off of their own
        static_cast<void>(m_incidents.meetShortage(what.text, m_clock.now()));
    return std::move(what.text);
}

void SourceLoop::watchReady(bool isFromNowOn)
{
    {
        MutexLock lock(m_mutex);
        m_watchState = WatchState::Live;
        setWatchError({});
    }
    m_progress.watchReady(isFromNowOn); // a list may follow at once, and finds it so
}

void SourceLoop::resyncNow()
{
    m_progress.want(Wanted::Now);
}

void SourceLoop::takeOver()
{
    m_takesOver = true;
    resyncNow();
}

void SourceLoop::setResyncInterval(Duration interval)
{
    m_progress.setInterval(interval);
}

void SourceLoop::setWatchState(WatchState state)
{
    MutexLock lock(m_mutex);
    m_watchState = state;
    m_watchBeganAt = m_clock.now();
}

void SourceLoop::setWatchError(std::string error)
{
    if (!error.empty())
        m_errorAt = m_clock.now();
    m_watchError = std::move(error);
}

SourceLoop::Status SourceLoop::status() const
{
    MutexLock lock(m_mutex);
    const std::string why = whyNotReady();
    if (!m_watchError.empty() || why.empty())
        return {m_watchState, m_lists.status(), m_watchError, m_errorAt};
    return {m_watchState, m_lists.status(), why, m_watchBeganAt + ReadyPatience};
}

std::string SourceLoop::whyNotReady() const
{
    if (m_watchState != WatchState::Starting)
        return {};
    const Duration sinceBegin = m_clock.now() - m_watchBeganAt;
    if (sinceBegin < ReadyPatience)
        return {};
    return "watch() has run for " + spanInWords(sinceBegin) + " and has not called ready()";
}

void SourceLoop::addTo(Counters &counters) const
{
    MutexLock lock(m_mutex);
    m_lists.addTo(counters);
}

} // namespace qontroller
