// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/supervised.h"

#include "app/plugins/process/logfile.h"
#include "core/base/duration.h"

#include <algorithm>
#include <csignal>
#include <utility>

namespace qontroller::supervision {

namespace {

/// How often a process is looked at of which nothing else is to be expected: for its log.
constexpr Duration LookInterval = std::chrono::seconds(5);

std::int64_t nowInMilliseconds()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

} // namespace

Supervised::Supervised(ObjectId id, const StateFolder &state, Clock &clock)
    : m_id(std::move(id))
    , m_state(state)
    , m_clock(clock)
{
    adopt();
}

void Supervised::adopt()
{
    const auto record = m_state.load(m_id);
    if (!record)
        return;
    UniqueFd fd = record->bootId == StateFolder::bootId() ? openProcess(record->process)
                                                          : UniqueFd();
    if (!fd) {
        m_state.forget(m_id);
        return;
    }
    const auto age = std::chrono::milliseconds(
        std::max<std::int64_t>(0, nowInMilliseconds() - record->startedAt));
    m_startedAt = m_clock.now() - age;
    m_startedAtMs = record->startedAt;
    m_isRemembered = true;
    m_digest = record->digest;
    m_restarts = record->restarts;
    m_run = std::make_unique<RunningProcess>(record->process, std::move(fd));
}

std::optional<Outcome> Supervised::keep(const ProcessSpec &spec)
{
    takeEnd();
    if (!m_run) {
        const bool isNew = !m_lastEnd || m_digest != spec.digest;
        return isNew ? start(spec) : startAgain(spec);
    }
    if (m_askedAt || m_digest != spec.digest)
        return end(m_grace, "the process with the former spec to end");
    m_grace = spec.grace;
    m_resetAfter = spec.restart.resetAfter;
    if (auto why = whyNotRemembered())
        return Outcome::retry(*std::move(why));
    if (!rotateLog(m_state.log(m_id), spec.logSize, spec.logCount))
        return Outcome::retry("the log \"" + m_state.log(m_id) + "\" cannot be rotated");
    if (!spec.readiness.isGiven()) {
        m_isReady = true;
        return Outcome::requeueAfter(LookInterval);
    }
    return m_clock.now() < m_probeAt ? std::optional(untilTheNextLook()) : std::nullopt;
}

Outcome Supervised::stop()
{
    takeEnd();
    return m_run ? end(m_grace, "the process to end") : Outcome::done();
}

void Supervised::takeEnd()
{
    if (!m_run || !m_run->hasEnded())
        return;
    m_lastEnd = m_run->reap();
    m_endedAt = m_clock.now();
    if (m_endedAt - m_startedAt >= m_resetAfter)
        m_restarts = 0;
    m_run.reset();
    m_isReady = false;
    m_state.forget(m_id);
    if (std::exchange(m_askedAt, std::nullopt))
        m_lastEnd.reset(); // we wanted it: no reason to wait
}

Outcome Supervised::startAgain(const ProcessSpec &spec)
{
    const auto decision = decideRestart(spec.restart, *m_lastEnd, m_restarts,
                                        m_clock.now() - m_endedAt);
    switch (decision.kind) {
    case RestartDecision::Kind::Start: return restart(spec);
    case RestartDecision::Kind::Rest: return Outcome::done();
    case RestartDecision::Kind::Wait:
        return Outcome::wait("the next start, after it " + m_lastEnd->sentence(), decision.delay);
    case RestartDecision::Kind::GiveUp: break;
    }
    const std::string how = m_lastEnd->sentence();
    m_lastEnd.reset(); // the next to ask wants a new try
    return Outcome::park("it ended " + std::to_string(std::exchange(m_restarts, 0) + 1)
                         + " times in a row; at last it " + how
                         + ": look into its log, mend it and requeue it");
}

// One that the host has no room for was none.
Outcome Supervised::restart(const ProcessSpec &spec)
{
    ++m_restarts;
    Outcome outcome = start(spec);
    m_restarts -= outcome.kind() == Outcome::Kind::Shortage;
    return outcome;
}

Outcome Supervised::start(const ProcessSpec &spec)
{
    if (m_digest != spec.digest)
        m_restarts = 0;
    auto child = launch(spec, m_id, m_state.log(m_id));
    if (!child)
        return child.error().isShortage ? Outcome::shortage(child.error().text)
                                        : Outcome::retry(child.error().text);
    m_run = std::make_unique<RunningProcess>(*std::move(child));
    m_digest = spec.digest;
    m_grace = spec.grace;
    m_resetAfter = spec.restart.resetAfter;
    m_startedAt = m_clock.now();
    m_failedProbes = 0;
    m_isReady = !spec.readiness.isGiven();
    m_whyNotReady = "it has just started";
    m_startedAtMs = nowInMilliseconds();
    m_isRemembered = false;
    m_probeAt = m_startedAt;
    if (auto why = whyNotRemembered())
        return Outcome::retry(*std::move(why));
    return m_isReady ? Outcome::requeueAfter(LookInterval)
                     : Outcome::wait("it to be ready", spec.readiness.interval);
}

std::optional<std::string> Supervised::whyNotRemembered()
{
    if (m_isRemembered)
        return std::nullopt;
    const auto saved = m_state.save(m_id, {m_run->process(), StateFolder::bootId(), m_digest,
                                           m_restarts, m_startedAtMs});
    m_isRemembered = saved.has_value();
    if (m_isRemembered)
        return std::nullopt;
    return saved.error() + "; the process runs, but no later host would know it";
}

Outcome Supervised::takeReadiness(const ReadinessProbe &readiness,
                                  const std::optional<std::string> &whyNot)
{
    m_failedProbes = whyNot ? m_failedProbes + 1 : 0;
    if (!whyNot)
        m_isReady = true;
    else if (m_failedProbes >= readiness.failureThreshold)
        m_isReady = false;
    m_whyNotReady = whyNot.value_or(std::string());
    m_probeAt = m_clock.now() + readiness.interval;
    return untilTheNextLook();
}

Outcome Supervised::untilTheNextLook() const
{
    const Duration next = std::min(m_probeAt - m_clock.now(), LookInterval);
    return m_isReady ? Outcome::requeueAfter(next)
                     : Outcome::wait("it to be ready: " + m_whyNotReady, next);
}

// A stopped process gets to its SIGTERM only when it goes on.
Outcome Supervised::end(Duration grace, const std::string &why)
{
    const TimePoint now = m_clock.now();
    if (!m_askedAt) {
        m_askedAt = now;
        m_run->signalGroup(SIGTERM);
        m_run->signalGroup(SIGCONT);
    }
    const Duration passed = now - *m_askedAt;
    if (passed >= grace)
        m_run->signalGroup(SIGKILL);
    return Outcome::wait(why, passed >= grace ? std::chrono::seconds(1) : grace - passed);
}

std::string Supervised::describe() const
{
    std::string text = m_run ? "state: " + std::string(m_askedAt ? "ending" : "running") + "\npid: "
                                   + std::to_string(m_run->process().pid) + "\nadopted: "
                                   + (m_run->isAdopted() ? "yes" : "no") + "\nup for: "
                                   + formatDuration(std::chrono::floor<std::chrono::seconds>(
                                       m_clock.now() - m_startedAt))
                                   + "\nready: " + (m_isReady ? "yes" : "no, " + m_whyNotReady)
                             : "state: not running";
    text += "\nrestarts in a row: " + std::to_string(m_restarts);
    if (m_lastEnd)
        text += "\nlast end: " + m_lastEnd->text();
    return text + '\n';
}

} // namespace qontroller::supervision
