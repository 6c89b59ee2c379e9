// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/isolation/engine/callbroker.h"

#include "core/plugins/isolation/engine/inseconds.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace qontroller::isolation {

using namespace std::chrono_literals;

namespace {

/// So that a call that waits for a restart comes when it has begun.
constexpr Duration Afterwards = 50ms;
constexpr Duration TryAgain = 250ms;

} // namespace

CallBroker::CallBroker(Duration cancelPatience, Clock &clock, WakeFd &wakeUp)
    : m_cancelPatience(cancelPatience)
    , m_clock(clock)
    , m_wakeUp(wakeUp)
{}

tl::expected<std::shared_ptr<Child>, Unavailable> CallBroker::awaitProcess(
    Patience patience, const std::stop_token &stop)
{
    std::optional<std::stop_callback<std::function<void()>>> onStop;
    MutexLock lock(m_mutex);
    while ((m_state == State::Starting && patience != Patience::None)
           || (m_state == State::BackingOff && patience == Patience::ForRestart)) {
        if (!onStop) { // outside the lock: it may run at once
            lock.unlock();
            onStop.emplace(stop, [this] {
                MutexLock inner(m_mutex);
                m_changed.notifyAll();
            });
            lock.lock();
            continue;
        }
        if (stop.stop_requested())
            break;
        m_changed.wait(lock);
    }
    if (m_state != State::Open || m_isRefusing)
        return tl::unexpected(unavailable());
    return m_child;
}

tl::expected<CallBroker::Lent, Unavailable> CallBroker::lend(Patience patience,
                                                             const std::stop_token &stop)
{
    auto child = awaitProcess(patience, stop);
    if (!child)
        return tl::unexpected(std::move(child.error()));
    auto connection = (*child)->lend();
    if (connection)
        return Lent{std::move(*child), std::move(*connection)};
    const Child::NoConnection &why = connection.error();
    if (why.isItsFault)
        accuse(*child, why.text, {});
    return tl::unexpected(Unavailable{"its process " + why.text, TryAgain, !why.isItsFault});
}

Unavailable CallBroker::unavailable() const
{
    if (m_state == State::Starting)
        return {"its process starts", TryAgain};
    if (m_state != State::BackingOff)
        return {"its process comes to its end with its controller", TryAgain};
    const Duration wait = std::max(m_nextStart - m_clock.now(), Duration::zero());
    return {"its process starts again in " + inSeconds(wait), wait + Afterwards};
}

void CallBroker::accuse(const std::shared_ptr<Child> &child, const std::string &why,
                        std::optional<CallNumber> culprit)
{
    {
        MutexLock lock(m_mutex);
        if (m_child != child)
            return;
        if (culprit)
            m_accused.insert(*culprit);
        if (m_killAt != TimePoint::max())
            return;
        m_accusation = "it " + why;
        m_killAt = m_clock.now() + Child::ClosingToEnd;
    }
    m_wakeUp.wake();
}

Failure CallBroker::fail(const Lent &lent, const std::string &why)
{
    const CallNumber call = lent.connection.callNumber();
    accuse(lent.child, why, call);
    ChildEnd end = lent.child->awaitEnd();
    const auto fault = end.isShortage      ? Failure::Fault::Host
                       : end.accuses(call) ? Failure::Fault::Own
                                           : Failure::Fault::Another;
    return {std::move(end.sentence), fault};
}

void CallBroker::cancel(const Lent &lent, Grace grace)
{
    lent.child->cancel(lent.connection.callNumber());
    if (grace == Grace::Unlimited)
        return;
    {
        MutexLock lock(m_mutex);
        if (m_child != lent.child)
            return;
        m_cancelled.emplace(lent.connection.callNumber(), m_clock.now() + m_cancelPatience);
    }
    m_wakeUp.wake();
}

void CallBroker::returned(const Lent &lent)
{
    MutexLock lock(m_mutex);
    if (m_child == lent.child)
        m_cancelled.erase(lent.connection.callNumber());
}

void CallBroker::open(std::shared_ptr<Child> child)
{
    MutexLock lock(m_mutex);
    m_child = std::move(child);
    m_state = State::Open;
    m_changed.notifyAll();
}

void CallBroker::close()
{
    setState(State::Starting);
}

void CallBroker::closeUntil(TimePoint nextStart)
{
    MutexLock lock(m_mutex);
    m_nextStart = nextStart;
    m_state = State::BackingOff;
    m_changed.notifyAll();
}

void CallBroker::closeForGood()
{
    setState(State::Over);
}

void CallBroker::setState(State state)
{
    MutexLock lock(m_mutex);
    m_child.reset();
    m_state = state;
    m_changed.notifyAll();
}

void CallBroker::refuseCalls()
{
    MutexLock lock(m_mutex);
    m_isRefusing = true;
}

void CallBroker::noteWatch()
{
    MutexLock lock(m_mutex);
    m_hasWatched = true;
}

bool CallBroker::hasWatched() const
{
    MutexLock lock(m_mutex);
    return m_hasWatched;
}

TimePoint CallBroker::nextDeadline() const
{
    MutexLock lock(m_mutex);
    TimePoint next = m_killAt;
    for (const auto &[call, deadline] : m_cancelled)
        next = std::min(next, deadline);
    return next;
}

bool CallBroker::mustKill(TimePoint endBy)
{
    MutexLock lock(m_mutex);
    const TimePoint now = m_clock.now();
    bool late = false;
    for (const auto &[call, deadline] : m_cancelled) {
        if (deadline > now)
            continue;
        late = true;
        m_accused.insert(call);
    }
    if (m_killAt == TimePoint::max() && (late || endBy <= now)) {
        m_killAt = now;
        m_accusation = late ? "an attempt went on for " + inSeconds(m_cancelPatience)
                                  + " after it was asked to stop"
                            : "it went on after its controller had stopped";
    }
    return m_killAt <= now;
}

ChildEnd CallBroker::condemnedEnd() const
{
    MutexLock lock(m_mutex);
    return {"its process was ended because " + m_accusation, m_accused};
}

void CallBroker::forget()
{
    MutexLock lock(m_mutex);
    m_accusation.clear();
    m_accused.clear();
    m_killAt = TimePoint::max();
    m_cancelled.clear();
}

} // namespace qontroller::isolation
