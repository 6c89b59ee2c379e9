// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/jobs/job.h"

#include "core/base/text/duration.h"

#include <algorithm>
#include <chrono>

namespace qontroller {

namespace {

std::string objects(std::uint64_t count)
{
    return std::to_string(count) + (count == 1 ? " object" : " objects");
}

} // namespace

std::string_view name(JobState state)
{
    switch (state) {
    case JobState::Prepared: return "prepared";
    case JobState::Running: return "running";
    case JobState::Ended: return "ended";
    case JobState::Stopped: return "stopped";
    }
    return {};
}

std::string pausedAnewText(const JobStatus &job, TimePoint now)
{
    const PausedAnew &anew = job.pausedAnew;
    if (anew.count == 0)
        return {};
    const auto left = [now](TimePoint end) {
        const auto seconds = std::chrono::ceil<std::chrono::seconds>(end - now);
        return formatDuration(std::max(Duration::zero(), Duration(seconds)));
    };
    std::string before = anew.endless > 0 ? "without an end" : "";
    if (anew.endless < anew.count) {
        before += (before.empty() ? "for " : " or for ") + left(anew.first);
        if (anew.last - anew.first >= std::chrono::seconds(1))
            before += " to " + left(anew.last);
        before += " more";
    }
    return std::to_string(anew.count) + (anew.count == 1 ? " was" : " were") + " paused already, "
           + before + ": now "
           + (job.terms.expiry ? "for " + lengthInWords(*job.terms.expiry)
                               : std::string("without an end"));
}

std::uint64_t blockedOf(const JobStatus &job)
{
    std::uint64_t count = 0;
    for (const JobSkipped &each : job.blocked)
        count += each.count;
    return count;
}

bool isBlocked(const JobStatus &job)
{
    if (std::ranges::find(job.blocked, HostStopsReason, &JobSkipped::why) != job.blocked.end())
        return job.state == JobState::Running;
    const std::uint64_t pending = underWay(job);
    const bool isGiven = job.given >= job.eligible || pending >= JobStatus::MostUnderWay;
    return job.state == JobState::Running && pending > 0 && isGiven && blockedOf(job) >= pending;
}

std::vector<std::string> blockedTexts(const JobStatus &job)
{
    std::vector<std::string> texts;
    for (const JobSkipped &each : job.blocked)
        texts.push_back(std::to_string(each.count) + " cannot run now: " + each.why);
    return texts;
}

std::string resultText(const JobStatus &job)
{
    std::string text = std::to_string(job.succeeded) + " succeeded, " + std::to_string(job.failed)
                       + " failed";
    const auto add = [&text](std::uint64_t count, const char *what) {
        if (count > 0)
            text += ", " + std::to_string(count) + what;
    };
    add(job.notRun, " not run");
    add(job.skippedSince, " skipped since");
    add(job.state == JobState::Stopped ? underWay(job) : 0, " still running");
    return text;
}

/// The objects by their names, or how many a filter has found.
std::string subjectOf(const JobStatus &job)
{
    std::string names;
    for (const std::string &each : job.objects)
        names += (names.empty() ? "" : ", ") + each;
    if (!names.empty())
        return names;
    return objects(job.eligible) + (job.filter.empty() ? "" : " of the filter " + job.filter);
}

std::string unwellText(const NotedJob &job)
{
    std::string text;
    for (const std::string &each : job.unwell)
        text += (text.empty() ? "" : "; ") + each;
    const std::uint64_t all = job.failed + job.notRun;
    const std::uint64_t more = all - std::min<std::uint64_t>(all, job.unwell.size());
    if (more > 0 && !text.empty())
        text += "; and " + std::to_string(more) + " more";
    return text;
}

OutcomeParts partsOf(const JobStatus &job)
{
    using Kind = OutcomePart::Kind;
    OutcomeParts parts;
    if (!job.hasEnded())
        parts.push_back({Kind::Ended, endedOf(job), job.eligible});
    const auto add = [&parts](std::uint64_t count, Kind kind) {
        if (count > 0)
            parts.push_back({kind, count});
    };
    add(job.succeeded, Kind::Done);
    add(job.failed, Kind::Failed);
    add(job.notRun, Kind::NotRun);
    add(job.state == JobState::Stopped ? underWay(job) : 0, Kind::StillRunning);
    for (const JobSkipped &each : job.skipped)
        parts.push_back({Kind::Skipped, each.count, 0, each.why});
    if (job.state == JobState::Stopped)
        parts.push_back({Kind::Stopped, job.eligible - job.given});
    return parts;
}

std::string orderText(const JobStatus &job)
{
    return withTerms(std::string(factsOf(job.verb).name) + ' ' + subjectOf(job), job.terms);
}

std::string describe(const JobStatus &job)
{
    std::string text = orderText(job);
    for (const JobSkipped &each : job.skipped)
        text += (&each == &job.skipped.front() ? " (" : ", ") + std::to_string(each.count)
                + " skipped: " + each.why;
    if (!job.skipped.empty())
        text += ')';
    if (const std::string anew = pausedAnewText(job, job.startedAt); !anew.empty())
        text += "; " + anew;
    if (!job.hasEnded())
        return text;
    text += ": " + resultText(job);
    if (job.state == JobState::Stopped)
        text += ", stopped after " + std::to_string(job.given);
    return text;
}

} // namespace qontroller
