// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/controller/attemptrunner.h"

namespace qontroller {

namespace {

/// To look again costs the queue's lock. What changes during a shorter call might as well
/// have changed a moment after it.
constexpr Duration SlowCall = std::chrono::microseconds(100);

RunResult threw(Thrown what, Ran ran)
{
    if (what.isShortage())
        return {Outcome::Shortage(std::move(what.text)), ran, false};
    return {Outcome::Retry(std::move(what.text)), ran, true};
}

/// Nothing more is called: the right to it was lost before, which is said of the whole run.
RunResult lostBefore(Loss loss)
{
    return {Outcome::Done(), loss == Loss::Lock ? Ran::LockLost : Ran::Disowned};
}

} // namespace

AttemptRunner::AttemptRunner(WorkQueue &queue, const ControllerParts &parts, Recorder &recorder,
                             Incidents &incidents, std::shared_ptr<StopRequests> stops,
                             Clock &clock, std::string_view controller, Duration handlerTimeout,
                             int worker)
    : m_queue(queue)
    , m_parts(parts)
    , m_recorder(recorder)
    , m_incidents(incidents)
    , m_stops(std::move(stops))
    , m_clock(clock)
    , m_controller(controller)
    , m_handlerTimeout(handlerTimeout)
    , m_worker(worker)
{}

AttemptRunner::Ended AttemptRunner::run(const Lease &lease)
{
    Run &run = lease.run();
    m_lease = &lease;
    m_id.assign(lease.id());
    m_mark = run.startedAt();
    m_recorder.record(Measure::Queue, run.waited(), m_worker);

    RunResult result = m_parts.locker ? runLocked(run) : reconcile(run, run.existence());
    run.enter(ForeignCall::None, m_mark);
    if (result.outcome.kind() == Outcome::Kind::Shortage) {
        const Duration wait = m_incidents.meetShortage(result.outcome.text(), m_mark);
        result.outcome = Outcome::Shortage(std::move(result.outcome).text(), wait);
    }
    m_recorder.record(Measure::Work, m_mark - run.startedAt(), m_worker);
    return {std::move(result), m_mark};
}

RunResult AttemptRunner::runLocked(Run &run)
{
    auto refusal = acquire(run);
    m_mark = m_clock.now();
    if (refusal)
        return {Outcome::Wait(std::move(*refusal), {}), Ran::LockRefused};
    RunResult result = reconcile(run, m_queue.existence(*m_lease));
    run.enter(ForeignCall::Release, m_mark);
    run.releaseLock();
    m_mark = m_clock.now();
    if (run.loss() == Loss::Lock)
        result.ran = Ran::LockLost;
    return result;
}

std::optional<std::string> AttemptRunner::acquire(Run &run)
{
    run.enter(ForeignCall::Acquire, m_mark);
    auto lost = [run = run.shared_from_this(), stops = m_stops, id = m_id] {
        if (run->lose(Loss::Lock))
            stops->request(run->stop(), id);
    };
    auto asked = callForeign(
        [&] { return m_parts.locker->acquire(m_id, std::move(lost), run.stop().get_token()); });
    if (!asked)
        return noLock(std::move(asked.error()));
    if (!asked->isGranted())
        return asked->holder().empty() ? asked->error() : asked->holder();

    auto lock = asked->take();
    auto fence = callForeign([&lock] { return lock->fence(); });
    if (!fence)
        return noLock(std::move(fence.error()));
    run.setLock(std::move(lock), *fence);
    return std::nullopt;
}

std::string AttemptRunner::noLock(Thrown what)
{
    if (what.isShortage())
        static_cast<void>(m_incidents.meetShortage(what.text, m_clock.now()));
    return std::move(what.text);
}

RunResult AttemptRunner::reconcile(Run &run, Existence existence)
{
    const bool isMissing = existence == Existence::Missing;
    const bool mayBeLong = m_handlerTimeout == Duration::zero();
    const Attempt attempt{m_id,
                          m_controller,
                          run.attempt(),
                          run.fence(),
                          run.stop().get_token(),
                          run.shared_from_this(),
                          isMissing,
                          run.cause(),
                          run.lastError(),
                          mayBeLong ? TimePoint::max() : later(run.startedAt(), m_handlerTimeout)};
    return existence == Existence::Deleted ? remove(run, attempt) : ask(run, attempt);
}

RunResult AttemptRunner::ask(Run &run, const Attempt &attempt)
{
    using Kind = Fetched<void>::Kind;
    if (const Loss loss = run.loss(); loss != Loss::None)
        return lostBefore(loss);
    run.enter(ForeignCall::Get, m_mark);
    auto fetched = callForeign([&] { return m_parts.reconciler->get(attempt); });
    const bool success = fetched && fetched->kind() != Kind::Failed;
    const Duration asked = record(Measure::StorageOk, Measure::StorageFailed, success);
    if (!fetched)
        return threw(fetched.error(), Ran::Nothing);
    switch (fetched->kind()) {
    case Kind::Found:
    case Kind::Assumed:
        if (!isGoneBy(asked, fetched->kind(), attempt))
            return add(run, fetched->object(), attempt);
        fetched = tl::unexpected(Thrown()); // what the storage gave ends before the removal
        return remove(run, attempt);
    case Kind::Gone:
        return m_queue.mayRemove(*m_lease) ? remove(run, attempt)
                                           : RunResult{Outcome::Done(), Ran::Held, false};
    case Kind::Ignored: return {Outcome::Done(), Ran::Nothing};
    case Kind::Failed: break;
    }
    return {Outcome::Retry(fetched->error()), Ran::Nothing};
}

bool AttemptRunner::isGoneBy(Duration asked, Fetched<void>::Kind answer, const Attempt &attempt)
{
    const bool isKnown = answer == Fetched<void>::Kind::Found;
    if (attempt.isMissing && !isKnown)
        return true;
    if (asked < SlowCall)
        return false;
    const Existence now = m_queue.existence(*m_lease);
    return now == Existence::Deleted || (now == Existence::Missing && !isKnown);
}

RunResult AttemptRunner::add(Run &run, const std::shared_ptr<const void> &object,
                             const Attempt &attempt)
{
    if (const Loss loss = run.loss(); loss != Loss::None)
        return lostBefore(loss);
    run.enter(ForeignCall::Add, m_mark);
    auto outcome = callForeign([&] { return m_parts.reconciler->add(object, attempt); });
    record(Measure::AddOk, Measure::AddFailed, outcome && !outcome->isError());
    return outcome ? RunResult{std::move(*outcome), Ran::Add} : threw(outcome.error(), Ran::Add);
}

RunResult AttemptRunner::remove(Run &run, const Attempt &attempt)
{
    if (const Loss loss = run.loss(); loss != Loss::None)
        return lostBefore(loss);
    run.enter(ForeignCall::Remove, m_mark);
    auto outcome = callForeign([&] { return m_parts.reconciler->remove(attempt); });
    record(Measure::RemoveOk, Measure::RemoveFailed, outcome && !outcome->isError());
    return outcome ? RunResult{std::move(*outcome), Ran::Remove} : threw(outcome.error(), Ran::Remove);
}

Duration AttemptRunner::record(Measure succeeded, Measure failed, bool success)
{
    const TimePoint now = m_clock.now();
    const Duration took = now - m_mark;
    m_recorder.record(success ? succeeded : failed, took, m_worker);
    m_mark = now;
    return took;
}

} // namespace qontroller
