// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/control/command.h"
#include "core/engine/control/commandoutcome.h"
#include "core/engine/control/keptjob.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Commands on many objects, as values.
namespace qontroller {

/// Objects of one controller.
struct JobObjects
{
    ControllerId controller = 0;
    Ids ids;
    /// As the job froze them, one for each of the ids; empty: it is for whatever they are in.
    Spells spells = {};
};

/// What is asked for.
struct JobRequest
{
    ItemVerb verb = ItemVerb::Requeue;
    std::vector<JobObjects> objects; ///< that are meant
    std::string filter;              ///< … if none are named: what it finds when the job is made
    double pace = 0;                 ///< objects a second; 0: as fast as it goes
    PauseTerms terms;                ///< of pauses
};

enum class JobState : std::uint8_t {
    Prepared, ///< its set is frozen, and nothing is done before begin()
    Running,
    Ended,
    Stopped, ///< before its end, by an operator or with the host
};
inline constexpr int JobStateCount = 4;

[[nodiscard]] std::string_view name(JobState state);

/// Objects that were paused when a job was to pause them: their pauses end anew.
struct PausedAnew
{
    std::uint64_t count = 0;
    std::uint64_t endless = 0; ///< of these: an operator was to resume them
    TimePoint first;           ///< of the others: the first pause would have ended
    TimePoint last;            ///< … and the last
    friend bool operator==(const PausedAnew &, const PausedAnew &) = default;
};

/// How far a job is.
struct JobStatus : JobProgress
{
    JobId id = 0;
    ItemVerb verb = ItemVerb::Requeue;
    JobState state = JobState::Prepared;
    std::string who; ///< asked for it
    std::string filter;
    std::string controller; ///< whose objects they are; empty: of several, or of none
    /// All that are eligible, as `photos/a.jpg`, if they are so few; else empty.
    std::vector<std::string> objects;
    static constexpr std::size_t MostObjects = 3;
    double pace = 0;
    TimePoint startedAt;
    TimePoint endedAt;               ///< TimePoint{}: it goes on
    std::uint64_t eligible = 0;      ///< objects when it was made
    PausedAnew pausedAnew;
    PauseTerms terms; ///< of pauses
    /// Of those under way, or whose turn waits for their controller or the host's next life: their
    /// runs cannot begin now, and why, as of a second ago; most first.
    std::vector<JobSkipped> blocked;
    /// Runs that may be under way: beyond it the next wait for the end of others.
    static constexpr std::uint64_t MostUnderWay = 10'000;

    [[nodiscard]] bool hasEnded() const
    {
        return state == JobState::Ended || state == JobState::Stopped;
    }
    friend bool operator==(const JobStatus &, const JobStatus &) = default;
};

/// … and which objects it is about, for who writes it down.
struct NotedJob : JobStatus
{
    /// The first of those that are eligible, as OperatorLine::ids; of several controllers as
    /// `photos/a.jpg`.
    Ids ids;
    static constexpr std::size_t MostEnds = 3;
    /// The first whose runs have failed, or did not come about: `a.jpg: no room`.
    std::vector<std::string> unwell;
};
/// `a.jpg: no room; b.jpg: no room; and 4 more`; empty: no run has failed.
[[nodiscard]] std::string unwellText(const NotedJob &job);

/// `2 were paused already, for 10m more: now for 2h`, where \a now is what the host's clock says;
/// empty: there are none.
[[nodiscard]] std::string pausedAnewText(const JobStatus &job, TimePoint now);

/// Of those whose turn it was: their runs have not ended. When a job is stopped such runs go on,
/// and how they end is not counted any more.
[[nodiscard]] constexpr std::uint64_t underWay(const JobStatus &job)
{
    const std::uint64_t known = job.succeeded + job.failed + job.notRun + job.skippedSince;
    return job.given > known ? job.given - known : 0; // a host elsewhere may say anything
}

/// Of which the end is known.
[[nodiscard]] constexpr std::uint64_t endedOf(const JobStatus &job)
{
    return job.given - underWay(job);
}

/// How many of them there are.
[[nodiscard]] std::uint64_t blockedOf(const JobStatus &job);

/// Why a job gives nothing more in this life of its host.
inline constexpr std::string_view HostStopsReason = "the host stops";

/// Whether nothing more comes of the job before a person does something, or the host starts again:
/// all that is under way cannot begin, or the host stops.
[[nodiscard]] bool isBlocked(const JobStatus &job);

/// `1 cannot run now: paused: resume first`, one for each reason.
[[nodiscard]] std::vector<std::string> blockedTexts(const JobStatus &job);

/// `11 succeeded, 1 failed, 2 skipped since`; of one that was stopped also `3 still running`.
[[nodiscard]] std::string resultText(const JobStatus &job);

/// What is told of it in operator logs.
[[nodiscard]] OutcomeParts partsOf(const JobStatus &job);

/// What was asked for: `requeue 12 objects of the filter state:failed`, `pause photos/a.jpg for
/// 10m: audit`.
[[nodiscard]] std::string orderText(const JobStatus &job);

/// `requeue 12 objects of the filter state:failed (2 skipped: paused: resume first): 11 succeeded,
/// 1 failed`, for logs. Few objects are named: `pause photos/a.jpg`.
[[nodiscard]] std::string describe(const JobStatus &job);

} // namespace qontroller
