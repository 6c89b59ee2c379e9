// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/supervised.h"

#include "app/plugins/process/notedprocess.h"
#include "core/base/text/duration.h"
#include "core/plugins/process/earlierlife.h"

#include <algorithm>
#include <csignal>
#include <utility>

namespace qontroller::supervision {

namespace {

/// How often a process is looked at of which nothing else is to be expected: for its output.
constexpr Duration LookInterval = std::chrono::seconds(5);
/// The same while the rest of what a process said is written after its end.
constexpr Duration RestInterval = std::chrono::seconds(1);

std::int64_t nowInMilliseconds()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

} // namespace

Supervised::Supervised(ObjectId id, const StateFolder &state, OutputTools &tools, Clock &clock)
    : m_id(std::move(id))
    , m_state(state)
    , m_clock(clock)
    , m_output(m_id, state, tools, clock)
{
    static_cast<void>(whyNotKnown()); // the first step says why
}

std::optional<std::string> Supervised::whyNotKnown()
{
    if (m_isKnown)
        return std::nullopt;
    const auto record = m_state.load(m_id);
    if (!record)
        return record.error();
    m_isKnown = true;
    if (*record)
        adopt(**record);
    return std::nullopt;
}

void Supervised::adopt(const StartRecord &record)
{
    auto found = findNoted(record);
    if (!found) {
        if (record.isOfThisBoot()) // else the computer was off
            m_news.emplace_back("nobody knows how: it ended while no host saw to it");
        m_state.forget(m_id);
        return;
    }
    if (isAnothers(record))
        return;
    const auto age = std::chrono::milliseconds(
        std::max<std::int64_t>(0, nowInMilliseconds() - record.startedAt));
    m_startedAt = m_clock.now() - age;
    m_startedAtMs = record.startedAt;
    m_isRemembered = record.process == found->process && record.folder == m_state.path();
    m_start = record.start;
    m_digest = record.digest;
    m_restarts = record.restarts;
    m_grace = record.grace;
    m_resetAfter = record.resetAfter;
    m_output.adopt(record.log);
    m_run = std::make_unique<RunningProcess>(found->process, std::move(found->end));
}

// The note here is a copy, and nobody needs it.
bool Supervised::isAnothers(const StartRecord &record)
{
    const std::string original = m_state.originalOf(record);
    if (original.empty())
        return false;
    m_left.push_back(whyLeftAlone(record, original));
    m_state.forget(m_id);
    return true;
}

std::optional<Outcome> Supervised::keep(const ProcessSpec &spec)
{
    look();
    if (auto why = whyNotKnown())
        return Outcome::retry(*std::move(why));
    if (!m_run) {
        const bool isNew = !m_lastEnd || m_digest != spec.digest;
        return isNew ? start(spec) : startAgain(spec);
    }
    if (m_askedAt || m_digest != spec.digest)
        return end("the process with the former spec to end", whyNotWanted(true));
    m_grace = spec.grace;
    m_resetAfter = spec.restart.resetAfter;
    if (auto why = whyNotRemembered())
        return Outcome::retry(*std::move(why));
    if (m_run->isStopped())
        return Outcome::wait("it to go on: a signal has stopped it, and kill -CONT -"
                                 + std::to_string(m_run->process().pid) + " lets it go on",
                             LookInterval);
    m_isReady = m_isReady || !spec.readiness.isGiven();
    if (!spec.readiness.isGiven())
        return untilTheNextLook();
    return m_clock.now() < m_probeAt ? std::optional(untilTheNextLook()) : std::nullopt;
}

std::string Supervised::whyNotWanted(bool hasSpec) const
{
    if (!m_run || !m_run->isAdopted())
        return {};
    if (m_digest.empty())
        return "it ran without a note in the state folder, so nothing says by which spec: it is "
               "ended";
    return hasSpec ? "it was found to run by a former spec: it is ended, and started by this one"
                   : "it was found to run, and has no spec: it is ended";
}

Outcome Supervised::stop(const std::string &why)
{
    look();
    if (auto problem = whyNotKnown())
        return Outcome::retry(*std::move(problem));
    return m_run ? end("the process to end", why) : restOfOutput();
}

Outcome Supervised::restOfOutput()
{
    return m_output.close() ? Outcome::done()
                            : Outcome::wait("the rest of its output to be written", RestInterval);
}

// After the end the writer still has something to do.
void Supervised::look()
{
    takeEnd();
    m_whyNotWritten = m_output.whyNotWritten();
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
    else
        m_news.push_back(m_lastEnd->text() + ", after it had run for "
                         + spanInWords(m_endedAt - m_startedAt));
    if (m_digest.empty())
        adoptNext();
}

// Where one had lost its note, another may have, too.
void Supervised::adoptNext()
{
    static_cast<void>(m_state.noteWhatIsLost(m_id)); // else the next host finds it
    m_isKnown = false;
    static_cast<void>(whyNotKnown()); // the next step says why
}

ProcessNews Supervised::takeNews()
{
    return {std::exchange(m_news, {}), std::exchange(m_asked, {}), std::exchange(m_left, {}),
            m_output.takeNews()};
}

Outcome Supervised::startAgain(const ProcessSpec &spec)
{
    const auto decision = decideRestart(spec.restart, *m_lastEnd, m_restarts,
                                        m_clock.now() - m_endedAt);
    switch (decision.kind) {
    case RestartDecision::Kind::Start: return restart(spec);
    case RestartDecision::Kind::Rest: return restOfOutput();
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
    auto child = launchNoted(spec);
    if (!child)
        return std::move(child.error());
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

// Without a note the next host would start it once more.
tl::expected<std::unique_ptr<ChildProcess>, Outcome> Supervised::launchNoted(
    const ProcessSpec &spec)
{
    auto ends = m_output.open(spec.log);
    if (!ends)
        return tl::unexpected(ends.error().outcome());
    m_start = m_state.nextStart(m_id);
    const auto noted = m_state.save(m_id, {{},
                                           m_start,
                                           StateFolder::bootId(),
                                           spec.digest,
                                           m_restarts,
                                           nowInMilliseconds(),
                                           spec.grace,
                                           spec.restart.resetAfter,
                                           spec.log});
    if (!noted)
        return tl::unexpected(noted.error().outcome());
    auto child = launch(spec, m_id, *std::move(ends), lifeMark(m_start));
    if (child)
        return std::move(*child);
    m_state.forget(m_id);
    return tl::unexpected(child.error().outcome());
}

// A note that is put in the place of ours is of something else.
bool Supervised::isNoted() const
{
    const auto note = m_state.load(m_id);
    if (!note || !*note)
        return !note; // what cannot be read now was not lost
    return (*note)->start == m_start && (*note)->process == m_run->process()
           && (*note)->folder == m_state.path();
}

std::optional<std::string> Supervised::whyNotRemembered()
{
    if (m_isRemembered && isNoted())
        return std::nullopt;
    const bool wasLost = std::exchange(m_isRemembered, false);
    const auto saved = m_state.save(m_id, {m_run->process(), m_start, StateFolder::bootId(),
                                           m_digest, m_restarts, m_startedAtMs, m_grace,
                                           m_resetAfter, m_output.options()});
    m_isRemembered = saved.has_value();
    if (wasLost && m_isRemembered)
        m_output.say("its note had gone from the state folder, and is written anew");
    if (m_isRemembered)
        return std::nullopt;
    return saved.error().text + "; the process runs, but its number is not noted";
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
    if (m_whyNotWritten)
        return m_whyNotWritten->outcome();
    const Duration untilProbe = m_probeAt - m_clock.now();
    const Duration next = untilProbe > Duration::zero() ? std::min(untilProbe, LookInterval)
                                                        : LookInterval;
    return m_isReady ? Outcome::requeueAfter(next)
                     : Outcome::wait("it to be ready: " + m_whyNotReady, next);
}

// A stopped process gets to its SIGTERM only when it goes on.
Outcome Supervised::end(const std::string &awaited, const std::string &why)
{
    const TimePoint now = m_clock.now();
    if (!m_askedAt) {
        m_askedAt = now;
        if (!why.empty())
            say(why);
        m_run->signalGroup(SIGTERM);
        m_run->signalGroup(SIGCONT);
    }
    const Duration passed = now - *m_askedAt;
    if (passed >= m_grace)
        m_run->signalGroup(SIGKILL);
    return Outcome::wait(awaited, passed >= m_grace ? std::chrono::seconds(1) : m_grace - passed);
}

std::string Supervised::describeRun() const
{
    const bool isStopped = m_run->isStopped();
    const std::string_view state = isStopped ? "stopped by a signal" : "running";
    std::string ready = "yes";
    if (isStopped)
        ready = "no, a signal has stopped it";
    else if (!m_isReady)
        ready = "no, " + m_whyNotReady;
    const Duration age = m_clock.now() - m_startedAt;
    return "state: " + std::string(m_askedAt ? "ending" : state)
           + "\npid: " + std::to_string(m_run->process().pid)
           + "\nadopted: " + (m_run->isAdopted() ? "yes" : "no") + "\nup for: "
           + formatDuration(std::chrono::floor<std::chrono::seconds>(age)) + "\nready: " + ready;
}

std::string Supervised::describe() const
{
    std::string text = m_run ? describeRun() : "state: not running";
    text += "\nrestarts in a row: " + std::to_string(m_restarts);
    if (m_lastEnd)
        text += "\nlast end: " + m_lastEnd->text();
    text += m_output.describe();
    return text + '\n';
}

} // namespace qontroller::supervision
