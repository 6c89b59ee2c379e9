// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/lockkeeper.h"

#include "core/engine/controller/deadlinewatch.h"

#include <algorithm>
#include <utility>

namespace qontroller {

namespace {

/// Asked again after \a wait; zero: after the back-off.
RunResult refused(std::string why, Duration wait = {})
{
    return {Outcome::wait(std::move(why), wait), Ran::LockRefused};
}

/// The locker broke, which is an error of the attempt.
RunResult failed(const std::string &why, bool threw = false)
{
    return {Outcome::retry("no lock could be got: " + why), Ran::LockFailed, threw};
}

RunResult threw(Thrown what)
{
    if (what.isShortage())
        return {Outcome::shortage(std::move(what.text)), Ran::LockFailed};
    return failed(what.text, true);
}

/// Zero if it is not known.
Duration retryAfter(const LockResult &answer)
{
    return answer.retryAfter() ? std::max(*answer.retryAfter(), Duration(1)) : Duration::zero();
}

} // namespace

LockKeeper::LockKeeper(ObjectLocker &locker, WorkQueue &queue, std::shared_ptr<StopRequests> stops,
                       DeadlineWatch &deadlines, Clock &clock, Duration handlerTimeout)
    : m_locker(locker)
    , m_queue(queue)
    , m_deadlines(deadlines)
    , m_clock(clock)
    , m_longestRelease(handlerTimeout > Duration::zero() ? handlerTimeout : LongestRelease)
    , m_news(std::make_shared<LockNews>(queue, std::move(stops), clock))
    , m_outage(queue)
{}

std::optional<RunResult> LockKeeper::acquire(Run &run, const ObjectId &id, TimePoint begun)
{
    run.enter(ForeignCall::Acquire, begun);
    auto answer = callForeign(
        [&] { return m_locker.acquire(id, m_news->sinkFor(run, id), run.stop().get_token()); });
    const TimePoint now = m_clock.now();
    constexpr const char *Call = "acquire() of ObjectLocker";
    if (!answer) // it says nothing of the service
        return threw({orUnsaid(std::move(answer.error().text), Call), answer.error().kind});
    if (answer->kind() == LockResult::Kind::Away) {
        std::string why = orUnsaid(answer->text(), Call);
        const Duration wait = m_outage.meet(why, begun, now);
        return RunResult{Outcome::wait(std::move(why), wait), Ran::LockAway};
    }
    m_outage.answered(begun, now);
    if (answer->isGranted())
        return take(run, id, answer->take(), now);
    if (answer->kind() == LockResult::Kind::Failed)
        return failed(orUnsaid(answer->text(), Call));
    return refused(answer->text(), retryAfter(*answer));
}

std::optional<RunResult> LockKeeper::take(Run &run, const ObjectId &id,
                                          std::unique_ptr<ObjectLock> lock, TimePoint now)
{
    if (!lock)
        return failed("acquire() of ObjectLocker granted one and gave none");
    ObjectLock &taken = *lock;
    run.setLock(std::move(lock));
    TimePoint until = TimePoint::max();
    const auto asked = callForeign([&] {
        run.setFence(taken.fence());
        until = m_clock.fromSteadyClock(taken.validUntil());
        return true;
    });
    if (!asked) {
        release(run, id);
        return threw(asked.error());
    }
    if (until <= now) {
        release(run, id);
        return failed("its lease was over when it was granted");
    }
    run.setLeaseEnd(until, now);
    if (run.loss() == Loss::Lock) {
        release(run, id);
        return failed("it was lost when it was granted");
    }
    m_deadlines.expect(run.deadline());
    return std::nullopt;
}

void LockKeeper::release(Run &run, const ObjectId &id)
{
    const TimePoint now = m_clock.now();
    run.enter(ForeignCall::Release, now);
    const std::stop_token stop = run.beginRelease(later(now, m_longestRelease));
    m_deadlines.expect(run.deadline());
    const auto lock = run.takeLock();
    const auto released = callForeign([&] { return lock->release(stop); });
    const bool isDone = released && !*released;
    if (isDone || run.loss() == Loss::Lock) // what was lost need not be given back
        return;
    ++m_notReleased;
    const std::string why = orUnsaid(released ? cutText((*released)->message)
                                              : released.error().text,
                                     "release() of ObjectLock");
    m_queue.update<Runs>([&](Runs &runs, TimePoint at) {
        runs.log(EventRecord::Kind::LockNotReleased, id, why, at);
    });
}

} // namespace qontroller
