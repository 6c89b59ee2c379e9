// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/run.h"

#include "core/engine/queue/workqueue.h"

#include "core/base/faults/requireoneof.h"
#include "core/base/text/text.h"

#include <algorithm>

namespace qontroller {

namespace {

/// Bytes of the word or two that an author has for an event.
constexpr std::size_t LongestNotice = 64;

} // namespace

void Run::begin(const Runs::Taken &taken)
{
    m_item = taken.item;
    m_startedAt = taken.item->queueSince;
    m_waited = taken.waited;
    m_attempt = taken.item->errors + 1;
    m_cause = attemptCauseOf(taken.item->runCauses);
    m_lastError = taken.item->lastErrorText();
    m_existence = taken.item->existence;
    if (taken.item->extra)
        m_lastObject = taken.item->extra->object;
}

void Run::begin(const Hand::Entry &entry)
{
    m_item = entry.item;
    m_startedAt = entry.startedAt;
    m_waited = ageOf(entry.readySince, entry.startedAt);
    m_attempt = 1;
    m_cause = entry.cause; // it has no last error, and is present: as at the construction
}

void Run::end()
{
    MutexLock lock(m_mutex);
    m_queue = nullptr;
}

void Run::progress(std::uint64_t done, std::uint64_t total)
{
    MutexLock lock(m_mutex);
    if (m_queue)
        m_queue->setProgress(*this, done, total);
}

void Run::event(std::string_view kind, std::string_view text)
{
    MutexLock lock(m_mutex);
    if (!m_queue || !m_reports->takesNotice())
        return;
    std::string notice = cutText(kind, LongestNotice);
    std::string kept = cutText(text);
    m_queue->update<Runs>([&](Runs &runs, TimePoint now) {
        runs.notice(*m_item, std::move(notice), std::move(kept), now);
    });
}

void Run::log(LogLevel level, std::string_view text)
{
    requireOneOf("log()", "LogLevel", level, LogLevel::Error);
    MutexLock lock(m_mutex);
    if (m_queue)
        m_reports->log(level, m_item->id(), text);
}

void Run::count(std::string_view name, double add)
{
    MutexLock lock(m_mutex);
    if (m_queue)
        m_reports->count(m_item->id(), name, add);
}

void Run::gauge(std::string_view name, double value)
{
    MutexLock lock(m_mutex);
    if (m_queue)
        m_reports->gauge(m_item->id(), name, value);
}

void Run::requeue(std::string_view id)
{
    MutexLock lock(m_mutex);
    if (!m_queue)
        return;
    const bool isKnown = m_queue->update<Intake>(
        [id](Intake &intake, TimePoint now) { return intake.lookAt(id, Cause::Handler, now); });
    if (!isKnown)
        m_reports->missRequeue();
}

void Run::keep(std::string_view text)
{
    requireKeepable(text);
    KeptText kept(text);
    MutexLock lock(m_mutex);
    if (!m_queue || kept == (keepsAnother() ? m_kept : m_keptBefore))
        return;
    m_kept = kept;
    m_keeps.store(true, std::memory_order_release);
    m_queue->update<Runs>([&](Runs &runs, TimePoint) { runs.keep(*m_item, std::move(kept)); });
}

KeptText Run::kept()
{
    MutexLock lock(m_mutex);
    return keepsAnother() ? m_kept : m_keptBefore;
}

bool Run::lose(Loss loss)
{
    MutexLock lock(m_mutex);
    if (!m_queue || m_loss.load(std::memory_order_relaxed) >= loss)
        return false;
    m_loss.store(loss, std::memory_order_release);
    return true;
}

RunningCall Run::call() const
{
    return {m_call.load(std::memory_order_acquire),
            {},
            m_callSince.load(std::memory_order_relaxed)};
}

void Run::enter(ForeignCall call, TimePoint since)
{
    m_callSince.store(since, std::memory_order_relaxed);
    m_call.store(call, std::memory_order_release);
}

void Run::setDeadline(TimePoint deadline)
{
    MutexLock lock(m_mutex);
    m_timeout = deadline;
    m_deadline.store(deadline, std::memory_order_release);
}

void Run::setLeaseEnd(TimePoint until, TimePoint now)
{
    MutexLock lock(m_mutex);
    if (!m_queue || m_releaseStop.stop_possible())
        return;
    m_leaseEnd.store(until, std::memory_order_release);
    if (isOverdue())
        return;
    const TimePoint last = until == TimePoint::max() ? until : until - leaseMargin(until - now);
    m_deadline.store(std::min(m_timeout, last), std::memory_order_release);
}

std::optional<std::stop_source> Run::passDeadline(TimePoint now)
{
    MutexLock lock(m_mutex);
    if (!m_queue || deadline() > now || isOverdue())
        return std::nullopt;
    m_isOverdue.store(true, std::memory_order_release);
    return m_releaseStop.stop_possible() ? m_releaseStop : m_stop;
}

std::stop_source Run::currentStop()
{
    MutexLock lock(m_mutex);
    return m_releaseStop.stop_possible() ? m_releaseStop : m_stop;
}

std::stop_token Run::beginRelease(TimePoint deadline)
{
    std::stop_source stop;
    std::stop_token token = stop.get_token();
    MutexLock lock(m_mutex);
    m_releaseStop = std::move(stop);
    m_deadline.store(deadline, std::memory_order_release);
    m_isOverdue.store(false, std::memory_order_release);
    return token;
}

} // namespace qontroller
