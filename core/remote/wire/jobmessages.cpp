// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/wire/jobmessages.h"

#include "core/base/text/text.h"

namespace qontroller::remote {

namespace {

v1::JobRequest::Verb wireVerb(ItemVerb verb) // 0 is none
{
    return static_cast<v1::JobRequest::Verb>(static_cast<int>(verb) + 1);
}

std::optional<ItemVerb> readVerb(v1::JobRequest::Verb verb)
{
    if (verb < 1 || verb > static_cast<int>(itemVerbs().size()))
        return std::nullopt;
    return static_cast<ItemVerb>(verb - 1);
}

} // namespace

void write(const JobRequest &request, v1::JobRequest &message)
{
    message.set_verb(wireVerb(request.verb));
    for (const JobObjects &each : request.objects) {
        v1::JobRequest::Objects &objects = *message.add_objects();
        objects.set_controller(each.controller.number);
        *objects.mutable_ids() = {each.ids.begin(), each.ids.end()};
    }
    message.set_filter(request.filter);
    message.set_pace(request.pace);
    if (request.terms.expiry)
        message.set_expiry(nanoseconds(*request.terms.expiry));
    message.set_reason(request.terms.reason);
}

std::optional<JobRequest> read(const v1::JobRequest &message)
{
    const auto verb = readVerb(message.verb());
    if (!verb)
        return std::nullopt;
    JobRequest request;
    request.verb = *verb;
    for (const v1::JobRequest::Objects &each : message.objects())
        request.objects.push_back({each.controller(), {each.ids().begin(), each.ids().end()}});
    request.filter = message.filter();
    request.pace = message.pace();
    if (message.has_expiry())
        request.terms.expiry = toDuration(message.expiry());
    request.terms.reason = cutText(message.reason());
    return request;
}

void write(const JobStatus &job, v1::Job &message)
{
    message.set_id(job.id);
    message.set_verb(wireVerb(job.verb));
    message.set_state(static_cast<v1::JobState>(job.state));
    message.set_who(job.who);
    message.set_filter(job.filter);
    message.set_pace(job.pace);
    message.set_started_at(nanoseconds(job.startedAt));
    message.set_ended_at(nanoseconds(job.endedAt));
    message.set_eligible(job.eligible);
    for (const JobSkipped &each : job.skipped) {
        v1::Job::Skipped &skipped = *message.add_skipped();
        skipped.set_count(each.count);
        skipped.set_why(each.why);
    }
    for (const JobSkipped &each : job.blocked) {
        v1::Job::Skipped &blocked = *message.add_blocked();
        blocked.set_count(each.count);
        blocked.set_why(each.why);
    }
    message.set_given(job.given);
    message.set_succeeded(job.succeeded);
    message.set_failed(job.failed);
    message.set_not_run(job.notRun);
    message.set_controller(job.controller);
    message.set_skipped_since(job.skippedSince);
    for (const std::string &each : job.objects)
        message.add_objects(each);
    if (job.terms.expiry)
        message.set_expiry(nanoseconds(*job.terms.expiry));
    message.set_reason(job.terms.reason);
    if (job.pausedAnew.count == 0)
        return;
    v1::PausedAnew &anew = *message.mutable_paused_anew();
    anew.set_count(job.pausedAnew.count);
    anew.set_endless(job.pausedAnew.endless);
    anew.set_first(nanoseconds(job.pausedAnew.first));
    anew.set_last(nanoseconds(job.pausedAnew.last));
}

JobStatus read(const v1::Job &message, HostClock clock)
{
    JobStatus job;
    job.id = message.id();
    job.verb = readVerb(message.verb()).value_or(ItemVerb::Requeue);
    job.state = toEnum(message.state(), JobStateCount, JobState::Running);
    job.who = message.who();
    job.filter = message.filter();
    job.pace = message.pace();
    job.startedAt = clock.time(message.started_at());
    job.endedAt = clock.time(message.ended_at());
    job.eligible = message.eligible();
    for (const v1::Job::Skipped &each : message.skipped())
        job.skipped.push_back({each.count(), each.why()});
    for (const v1::Job::Skipped &each : message.blocked())
        job.blocked.push_back({each.count(), each.why()});
    job.given = message.given();
    job.succeeded = message.succeeded();
    job.failed = message.failed();
    job.notRun = message.not_run();
    job.controller = message.controller();
    job.skippedSince = message.skipped_since();
    job.objects.assign(message.objects().begin(), message.objects().end());
    if (message.has_expiry())
        job.terms.expiry = toDuration(message.expiry());
    job.terms.reason = message.reason();
    const v1::PausedAnew &anew = message.paused_anew();
    job.pausedAnew = {anew.count(), anew.endless(), clock.time(anew.first()),
                      clock.time(anew.last())};
    return job;
}

} // namespace qontroller::remote
