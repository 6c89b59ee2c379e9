// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/controller/attemptrunner.h"

#include <atomic>

namespace qontroller {

namespace {

RunResult threw(Thrown what, Ran ran)
{
    if (what.isShortage())
        return {Outcome::Shortage(std::move(what.text)), ran, false};
    return {Outcome::Retry(std::move(what.text)), ran, true};
}

} // namespace

AttemptRunner::AttemptRunner(WorkQueue &queue, const ControllerParts &parts, Recorder &recorder,
                             Incidents &incidents, Clock &clock, std::string_view controller,
                             int worker)
    : m_queue(queue)
    , m_parts(parts)
    , m_recorder(recorder)
    , m_incidents(incidents)
    , m_clock(clock)
    , m_controller(controller)
    , m_worker(worker)
{}

AttemptRunner::Ended AttemptRunner::run(const Lease &lease)
{
    m_lease = &lease;
    m_id.assign(lease.id());
    m_mark = lease.takenAt();
    m_recorder.record(Measure::Queue, lease.waited(), m_worker);

    RunResult result = m_parts.locker ? runLocked(lease) : reconcile(lease.deleted(), 0);
    if (result.ran == Ran::LockRefused)
        m_mark = m_clock.now();
    if (result.outcome.kind() == Outcome::Kind::Shortage) {
        const Duration wait = m_incidents.meetShortage(result.outcome.text(), m_mark);
        result.outcome = Outcome::Shortage(std::move(result.outcome).text(), wait);
    }
    m_recorder.record(Measure::Work, m_mark - lease.takenAt(), m_worker);
    return {std::move(result), m_mark};
}

RunResult AttemptRunner::runLocked(const Lease &lease)
{
    const auto lost = std::make_shared<std::atomic<bool>>(false);
    auto whenLost = [lost, stop = lease.stop()]() mutable {
        lost->store(true);
        stop.request_stop();
    };
    auto asked = callForeign([&] {
        return m_parts.locker->acquire(m_id, std::move(whenLost), lease.stop().get_token());
    });
    if (!asked)
        return noLock(std::move(asked.error()));
    if (!asked->isGranted()) {
        const std::string &why = asked->holder().empty() ? asked->error() : asked->holder();
        return {Outcome::Wait(why, {}), Ran::LockRefused};
    }

    const std::unique_ptr<ObjectLock> lock = asked->take();
    auto fence = callForeign([&lock] { return lock->fence(); });
    if (!fence)
        return noLock(std::move(fence.error()));
    m_mark = m_clock.now();
    RunResult result = reconcile(m_queue.isDeleted(lease), *fence);
    if (lost->load())
        result.ran = Ran::LockLost;
    return result;
}

RunResult AttemptRunner::noLock(Thrown what)
{
    if (what.isShortage())
        static_cast<void>(m_incidents.meetShortage(what.text, m_clock.now()));
    return {Outcome::Wait(std::move(what.text), {}), Ran::LockRefused};
}

RunResult AttemptRunner::reconcile(bool deleted, std::uint64_t fence)
{
    const Attempt attempt{m_id, m_controller, m_lease->attempt(), fence,
                          m_lease->stop().get_token(), this};
    return deleted ? remove(attempt) : add(attempt);
}

RunResult AttemptRunner::add(const Attempt &attempt)
{
    using Kind = Fetched<void>::Kind;
    const auto fetched = callForeign([&] { return m_parts.reconciler->get(attempt); });
    const bool success = fetched && fetched->kind() != Kind::Failed;
    record(Measure::StorageOk, Measure::StorageFailed, success);
    if (!fetched)
        return threw(fetched.error(), Ran::Nothing);
    switch (fetched->kind()) {
    case Kind::Found: return handle(fetched->object(), attempt);
    case Kind::Gone:
        return m_queue.mayRemove(*m_lease) ? remove(attempt)
                                           : RunResult{Outcome::Done(), Ran::Held, false};
    case Kind::Ignored: return {Outcome::Done(), Ran::Nothing};
    case Kind::Failed: break;
    }
    return {Outcome::Retry(fetched->error()), Ran::Nothing};
}

RunResult AttemptRunner::handle(const std::shared_ptr<const void> &object, const Attempt &attempt)
{
    auto outcome = callForeign([&] { return m_parts.reconciler->add(object, attempt); });
    record(Measure::AddOk, Measure::AddFailed, outcome && !outcome->isError());
    return outcome ? RunResult{std::move(*outcome), Ran::Add} : threw(outcome.error(), Ran::Add);
}

RunResult AttemptRunner::remove(const Attempt &attempt)
{
    auto outcome = callForeign([&] { return m_parts.reconciler->remove(attempt); });
    record(Measure::RemoveOk, Measure::RemoveFailed, outcome && !outcome->isError());
    return outcome ? RunResult{std::move(*outcome), Ran::Remove} : threw(outcome.error(), Ran::Remove);
}

void AttemptRunner::record(Measure succeeded, Measure failed, bool success)
{
    const TimePoint now = m_clock.now();
    m_recorder.record(success ? succeeded : failed, now - m_mark, m_worker);
    m_mark = now;
}

void AttemptRunner::progress(std::uint64_t done, std::uint64_t total)
{
    m_queue.setProgress(*m_lease, done, total);
}

} // namespace qontroller
