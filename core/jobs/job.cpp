// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/jobs/job.h"

namespace qontroller {

namespace {

std::string objects(std::uint64_t count)
{
    return std::to_string(count) + (count == 1 ? " object" : " objects");
}

} // namespace

std::string_view name(JobVerb verb)
{
    switch (verb) {
    case JobVerb::Requeue: return "requeue";
    case JobVerb::Pause: return "pause";
    case JobVerb::Resume: return "resume";
    case JobVerb::Discard: return "discard";
    case JobVerb::Confirm: return "confirm";
    case JobVerb::Refuse: return "refuse";
    }
    return {};
}

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

std::string describe(const JobStatus &job)
{
    std::string text = std::string(name(job.verb)) + ' ' + objects(job.eligible);
    for (const JobSkipped &each : job.skipped)
        text += (&each == &job.skipped.front() ? " (" : ", ") + std::to_string(each.count)
                + " skipped: " + each.why;
    if (!job.skipped.empty())
        text += ')';
    if (!job.hasEnded())
        return text;
    text += ": " + std::to_string(job.succeeded) + " succeeded, " + std::to_string(job.failed)
            + " failed";
    if (job.notRun > 0)
        text += ", " + std::to_string(job.notRun) + " not run";
    if (job.state == JobState::Stopped)
        text += ", stopped after " + std::to_string(job.given);
    return text;
}

} // namespace qontroller
