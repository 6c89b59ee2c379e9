// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/attemptrunner.h"

namespace qontroller {

namespace {

/// To look again costs the queue's lock. What changes during a shorter call might as well
/// have changed a moment after it.
constexpr Duration SlowCall = std::chrono::microseconds(100);

constexpr const char *Get = "get() of Storage";
constexpr const char *Add = "add() of Handler";
constexpr const char *Remove = "remove() of Handler";

RunResult threw(Thrown what, Ran ran, const char *call)
{
    what.text = orUnsaid(std::move(what.text), call);
    if (what.isShortage())
        return {Outcome::shortage(std::move(what.text)), ran, false};
    return {Outcome::retry(std::move(what.text)), ran, true};
}

/// An outcome of a failure or a wait that has no text names the call that it came from.
Outcome withWords(Outcome outcome, const char *call)
{
    if (!outcome.text().empty())
        return outcome;
    switch (outcome.kind()) {
    case Outcome::Kind::Retry: return Outcome::retry(orUnsaid({}, call));
    case Outcome::Kind::Park: return Outcome::park(orUnsaid({}, call));
    case Outcome::Kind::Shortage: return Outcome::shortage(orUnsaid({}, call), outcome.delay());
    case Outcome::Kind::Wait:
        return Outcome::wait(std::string(call) + " did not say for what", outcome.delay());
    case Outcome::Kind::Done:
    case Outcome::Kind::RequeueAfter: break;
    }
    return outcome;
}

/// What follows if nothing more may be called in \a run, for what happened before it: the right
/// to its id was lost, which is said of the whole run, or it is to stop. Else nothing.
std::optional<RunResult> endOf(const Run &run, TimePoint now)
{
    const Loss loss = run.lossAt(now);
    if (loss != Loss::None)
        return RunResult{Outcome::done(), loss == Loss::Lock ? Ran::LockLost : Ran::Disowned};
    if (run.stop().stop_requested() || run.deadline() <= now) // which is asked for soon
        return RunResult{Outcome::retry("it had to stop before its handler was called"), Ran::Get};
    return std::nullopt;
}

} // namespace

// What the parts of an isolated controller call an object is a call under way there.
AttemptRunner::AttemptRunner(WorkQueue &queue, const ControllerSpec &spec, Recorder &recorder,
                             Incidents &incidents, AttemptReports &reports, LockKeeper *locks,
                             Clock &clock, int worker)
    : m_queue(queue)
    , m_spec(spec)
    , m_reconciler(*spec.parts.reconciler)
    , m_recorder(recorder)
    , m_incidents(incidents)
    , m_reports(reports)
    , m_locks(locks)
    , m_clock(clock)
    , m_worker(worker)
    , m_keepsObjects(spec.options.keepLastObject && !spec.process)
{}

AttemptRunner::Ended AttemptRunner::run(const Lease &lease)
{
    Run &run = lease.run();
    m_lease = &lease;
    m_id.assign(lease.id());
    m_mark = run.startedAt();
    run.reportTo(m_reports);
    m_recorder.record(Measure::Queue, run.waited(), m_worker);
    RunResult result = begin(run);
    run.enter(ForeignCall::None, m_mark);
    if (m_spec.known && (run.keepsAnother() || !run.keptBefore().isEmpty()))
        awaitKeptText(run, result);
    if (result.outcome.kind() == Outcome::Kind::Shortage) {
        const Duration wait = m_incidents.meetShortage(result.outcome.text(), m_mark);
        result.outcome = Outcome::shortage(std::move(result.outcome).text(), wait);
    }
    m_recorder.record(Measure::Work, m_mark - run.startedAt(), m_worker);
    return {std::move(result), m_mark};
}

// What has succeeded would not be told its text again: the next life would make it anew.
void AttemptRunner::awaitKeptText(const Run &run, RunResult &result)
{
    const std::string why = m_spec.known->awaitKeptText(m_lease->key(), run.keepsAnother());
    m_mark = m_clock.now();
    if (!why.empty() && result.ran == Ran::Add && !result.outcome.isError())
        result.outcome = Outcome::shortage("what is kept of it is not on disk: " + why);
}

// A process that has to start again may take longer than a handler: its objects wait, so their
// time begins after it, and no lock is held meanwhile.
RunResult AttemptRunner::begin(Run &run)
{
    if (m_spec.process) {
        auto absent = m_spec.process->awaitRunning(run.stop().get_token());
        m_mark = m_clock.now();
        if (absent)
            return {Outcome::wait(std::move(absent->text), absent->wait), Ran::Get};
    }
    if (m_spec.options.handlerTimeout > Duration::zero())
        run.setDeadline(later(m_mark, m_spec.options.handlerTimeout));
    return m_locks ? runLocked(run) : reconcile(run, run.existence());
}

RunResult AttemptRunner::runLocked(Run &run)
{
    auto without = m_locks->acquire(run, m_id, m_mark);
    m_mark = m_clock.now();
    if (without)
        return *std::move(without);
    RunResult result = reconcile(run, m_queue.existence(*m_lease));
    const Loss before = run.lossAt(m_mark);
    m_locks->release(run, m_id);
    m_mark = m_clock.now();
    if (before == Loss::Lock || run.loss() == Loss::Lock)
        result.ran = Ran::LockLost;
    return result;
}

RunResult AttemptRunner::reconcile(Run &run, Existence existence)
{
    const bool isMissing = existence == Existence::Missing;
    Attempt attempt{m_id,
                    m_spec.name,
                    run.attempt(),
                    run.fence(),
                    run.stop().get_token(),
                    run.shared_from_this(),
                    isMissing,
                    run.cause(),
                    run.lastError(),
                    m_clock.onSteadyClock(run.deadline())};
    attempt.kept = run.keptBefore().text();
    return existence == Existence::Deleted ? remove(run, attempt) : ask(run, attempt);
}

RunResult AttemptRunner::ask(Run &run, Attempt &attempt, Asked before)
{
    using Kind = Fetched<void>::Kind;
    if (auto end = endOf(run, m_mark))
        return *std::move(end);
    run.enter(ForeignCall::Get, m_mark);
    auto fetched = callForeign([&] { return m_reconciler.get(attempt); });
    const bool success = fetched && fetched->kind() != Kind::Failed;
    const Duration asked = record(Measure::StorageOk, Measure::StorageFailed, success);
    if (!fetched)
        return threw(fetched.error(), Ran::Get, Get);
    switch (fetched->kind()) {
    case Kind::Found:
    case Kind::Assumed:
        if (m_keepsObjects)
            run.keepObject(fetched->object());
        if (!isGoneBy(asked, fetched->kind(), attempt)) {
            RunResult result = add(run, fetched->object(), attempt);
            result.generation = fetched->generation();
            return result;
        }
        fetched = tl::unexpected(Thrown()); // what the storage gave ends before the removal
        return remove(run, attempt);
    case Kind::Gone:
        switch (m_queue.mayRemove(*m_lease, before == Asked::Once)) {
        case WorkQueue::Removal::Allowed: return remove(run, attempt);
        case WorkQueue::Removal::Withheld: return {Outcome::done(), Ran::Held, false};
        case WorkQueue::Removal::Doubted: break;
        }
        attempt.isMissing = false;
        return ask(run, attempt, Asked::Once);
    case Kind::Ignored: return {Outcome::done(), Ran::Get};
    case Kind::Failed: break;
    }
    return {withWords(Outcome::retry(fetched->error()), Get), Ran::Get};
}

bool AttemptRunner::isGoneBy(Duration asked, Fetched<void>::Kind answer, const Attempt &attempt)
{
    const bool isKnown = answer == Fetched<void>::Kind::Found;
    const bool isToBeRemoved = attempt.isMissing && !isKnown;
    if (asked < SlowCall && !isToBeRemoved)
        return false;
    const Existence now = m_queue.existence(*m_lease);
    return now == Existence::Deleted || (now == Existence::Missing && !isKnown);
}

RunResult AttemptRunner::add(Run &run, const std::shared_ptr<const void> &object,
                             const Attempt &attempt)
{
    if (m_spec.known && m_spec.known->awaitKept(m_lease->key()))
        m_mark = m_clock.now();
    if (auto end = endOf(run, m_mark))
        return *std::move(end);
    run.enter(ForeignCall::Add, m_mark);
    auto outcome = callForeign([&] { return m_reconciler.add(object, attempt); });
    record(Measure::AddOk, Measure::AddFailed, outcome && !outcome->isError());
    return outcome ? RunResult{withWords(std::move(*outcome), Add), Ran::Add}
                   : threw(outcome.error(), Ran::Add, Add);
}

RunResult AttemptRunner::remove(Run &run, Attempt &attempt)
{
    if (auto end = endOf(run, m_mark))
        return *std::move(end);
    run.enter(ForeignCall::Remove, m_mark);
    attempt.lastObject = run.lastObject();
    const KeptText kept = run.kept(); // get() may have left another
    attempt.kept = kept.text();
    auto outcome = callForeign([&] { return m_reconciler.remove(attempt); });
    record(Measure::RemoveOk, Measure::RemoveFailed, outcome && !outcome->isError());
    return outcome ? RunResult{withWords(std::move(*outcome), Remove), Ran::Remove}
                   : threw(outcome.error(), Ran::Remove, Remove);
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
