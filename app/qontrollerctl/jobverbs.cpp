// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/jobverbs.h"

#include "app/qontrollerctl/asking.h"
#include "app/qontrollerctl/journalverb.h"
#include "app/qontrollerctl/jsonanswer.h"
#include "app/qontrollerctl/snapshot.h"
#include "app/qontrollerctl/texttable.h"
#include "core/base/text/readabletext.h"
#include "core/engine/jobs/eligibility.h"
#include "core/engine/jobs/job.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <map>
#include <utility>

#include <unistd.h>

namespace qontroller {

namespace {

std::string objects(std::uint64_t count)
{
    return std::to_string(count) + (count == 1 ? " object" : " objects");
}

tl::expected<std::vector<JobObjects>, CtlProblem> namedObjects(const CtlLine &line, CtlHost host)
{
    const auto snapshot = takeSnapshot(host.ports);
    if (!snapshot)
        return tl::unexpected(snapshot.error());
    std::map<ControllerId, Ids> named;
    for (std::size_t i = 1; i < line.words.size(); ++i) {
        auto object = findObject(*snapshot, line.words[i], host);
        if (!object)
            return tl::unexpected(object.error());
        if (auto problem = whyNotSteered(*snapshot->find(object->controllerName)))
            return tl::unexpected(*std::move(problem));
        named[object->controller].push_back(std::move(object->id));
    }
    std::vector<JobObjects> objects;
    for (auto &[controller, ids] : named)
        objects.push_back({controller, std::move(ids)});
    return objects;
}

tl::expected<JobRequest, CtlProblem> requestOf(const CtlLine &line, CtlHost host, ItemVerb verb)
{
    const bool isNamed = line.words.size() > 1;
    if (isNamed == !line.filter.empty())
        return tl::unexpected(
            CtlProblem{CtlStatus::Refused, line.verb()
                                               + " needs objects or --filter, as in qontrollerctl "
                                               + line.verb() + " photos/a.jpg"});
    JobRequest request{verb, {}, line.filter, line.pace, {line.span, line.reason}};
    if (!isNamed)
        return request;
    auto named = namedObjects(line, host);
    if (!named)
        return tl::unexpected(named.error());
    request.objects = *std::move(named);
    return request;
}

void writeJob(JsonWriter &writer, const JobStatus &job)
{
    writer.beginObject().key("job").value(jsonNumber(job.id));
    writer.key("verb").value(jsonText(factsOf(job.verb).name));
    writer.key("state").value(jsonText(name(job.state)));
    writer.key("who").value(jsonText(job.who));
    writer.key("eligible").value(jsonNumber(job.eligible));
    writer.key("skipped").beginArray();
    for (const JobSkipped &each : job.skipped) {
        writer.beginObject().key("count").value(jsonNumber(each.count));
        writer.key("why").value(jsonText(each.why)).endObject();
    }
    writer.endArray();
    writer.key("blocked").beginArray();
    for (const JobSkipped &each : job.blocked) {
        writer.beginObject().key("count").value(jsonNumber(each.count));
        writer.key("why").value(jsonText(each.why)).endObject();
    }
    writer.endArray();
    writer.key("done").beginObject();
    writer.key("given").value(jsonNumber(job.given));
    writer.key("succeeded").value(jsonNumber(job.succeeded));
    writer.key("failed").value(jsonNumber(job.failed));
    writer.key("notRun").value(jsonNumber(job.notRun));
    writer.key("skippedSince").value(jsonNumber(job.skippedSince));
    writer.key("underWay").value(jsonNumber(underWay(job))).endObject().endObject();
}

std::string skippedText(const JobStatus &job)
{
    std::string text;
    for (const JobSkipped &each : job.skipped)
        text += std::to_string(each.count) + " skipped: " + readableText(each.why) + '\n';
    return text;
}

/// Whether the end of \a job is waited for, unless nothing comes of it. What asks for no runs is
/// done by then, and no restart forgets it.
bool isAwaited(const CtlLine &line, const JobStatus &job)
{
    return !line.dryRun && (line.wait || (!factsOf(job.verb).asksForRuns && job.pace <= 0));
}

std::string report(const CtlLine &line, const JobStatus &job)
{
    if (line.isJson()) {
        JsonWriter writer(JsonWriter::Style::Line);
        writeJob(writer, job);
        return writer.text().toStdString() + '\n';
    }
    std::string text = (line.dryRun ? "would " : "") + line.verb() + ' ' + objects(job.eligible);
    const bool isGivenUp = isAwaited(line, job) && isBlocked(job);
    if (isGivenUp || (line.wait && job.hasEnded()))
        text += ": " + resultText(job);
    if (job.state == JobState::Stopped && !line.dryRun)
        text += ", stopped";
    else if (job.state == JobState::Running)
        text += ", job " + std::to_string(job.id) + (isGivenUp ? " goes on" : "");
    text += '\n';
    if (const std::string anew = pausedAnewText(job, job.startedAt); !anew.empty())
        text += anew + '\n';
    for (const std::string &blocked : blockedTexts(job))
        text += blocked + '\n';
    return text + skippedText(job);
}

bool isNothingMeant(const JobStatus &job)
{
    return std::ranges::all_of(job.skipped,
                               [](const JobSkipped &each) { return each.why == NotKnownReason; });
}

/// How many were skipped for a reason that \a counts says yes to.
template<class Counts>
std::uint64_t skippedFor(const JobStatus &job, Counts counts)
{
    std::uint64_t number = 0;
    for (const JobSkipped &each : job.skipped)
        number += counts(each.why) ? each.count : 0;
    return number;
}

/// What the program ends with: what failed goes before what is not known. Each object that is named
/// is meant, of what a filter finds a part suffices; what is so already is well.
CtlStatus statusOf(const CtlLine &line, const JobStatus &job)
{
    const std::uint64_t unknown = skippedFor(job, [](const std::string &why) {
        return why == NotKnownReason || why == NoIdReason;
    });
    const std::uint64_t soAlready = skippedFor(job, [](const std::string &why) {
        return why == PausedReason || why == NotPausedReason;
    });
    const std::uint64_t skipped = skippedFor(job, [](const std::string &) { return true; });
    const bool isNamed = line.filter.empty();
    const bool isAllSkipped = job.eligible == 0 && soAlready == 0;
    const std::uint64_t paused = skippedFor(job, [](const std::string &why) {
        return why == ResumeReason;
    });
    if (isAwaited(line, job) && isBlocked(job))
        return CtlStatus::Failed;
    if (line.wait && !line.dryRun && paused > 0) // which cannot run
        return CtlStatus::Failed;
    const bool isOver = job.hasEnded() && (line.wait || !factsOf(job.verb).asksForRuns);
    if (isOver && !line.dryRun
        && (job.failed + job.notRun + job.skippedSince > 0 || job.given < job.eligible))
        return CtlStatus::Failed;
    if (skipped > unknown + soAlready && (isNamed || isAllSkipped))
        return CtlStatus::Failed;
    return unknown > 0 && isNamed ? CtlStatus::NotKnown : CtlStatus::Well;
}

CtlProblem nothingMeant(const JobStatus &job)
{
    const bool isUnknown = !job.skipped.empty();
    return {CtlStatus::NotKnown, isUnknown ? "there is no such object: nothing was done"
                                           : "no object matches: nothing was done"};
}

std::string whatOf(const JobStatus &job)
{
    std::string text = std::string(factsOf(job.verb).name) + ' '
                       + (job.filter.empty() ? objects(job.eligible) : job.filter);
    for (const std::string &blocked : blockedTexts(job))
        text += "; " + blocked;
    return text;
}

/// Says at a terminal what is waited for: at the beginning, then what has changed, now and then;
/// what cannot run at once.
class Waiting
{
public:
    void tell(const JobStatus &job)
    {
        const auto now = std::chrono::steady_clock::now();
        const bool isNews = now >= m_next || job.blocked != m_blocked;
        if (job.hasEnded() || !isNews || ::isatty(STDERR_FILENO) == 0)
            return;
        m_next = now + Interval;
        m_blocked = job.blocked;
        std::string text = "job " + std::to_string(job.id) + ": waits for "
                           + objects(underWay(job) + job.eligible - job.given);
        for (const std::string &blocked : blockedTexts(job))
            text += "; " + readableText(blocked);
        std::fprintf(stderr, "%s\n", text.c_str());
    }

private:
    static constexpr auto Interval = std::chrono::seconds(2);

    std::chrono::steady_clock::time_point m_next{};
    std::vector<JobSkipped> m_blocked;
};

/// The job of \a line, begun unless there is a reason not to.
tl::expected<JobStatus, CtlProblem> beginAsked(const CtlLine &line, CtlHost host,
                                               const JobRequest &request)
{
    const auto prepared = host.calls.startJob(request, remote::JobStart::Prepared);
    if (!prepared)
        return tl::unexpected(problemOf(prepared.error()));
    const JobStatus &job = prepared->job;
    const bool isNothing = job.eligible == 0;
    // Objects that are named are meant; those that a filter found are asked for.
    const bool asks = !line.yes && !line.filter.empty() && !isNothing && !line.dryRun;
    if (!asks && !isNothing && !line.dryRun) {
        const auto begun = host.calls.beginJob(job.id);
        return begun ? tl::expected<JobStatus, CtlProblem>(begun->job)
                     : tl::unexpected(problemOf(begun.error()));
    }
    if (asks && isConfirmed(line.verb() + ' ' + objects(job.eligible))) {
        const auto begun = host.calls.beginJob(job.id);
        return begun ? tl::expected<JobStatus, CtlProblem>(begun->job)
                     : tl::unexpected(problemOf(begun.error()));
    }
    if (const auto stopped = host.calls.stopJob(job.id); !stopped)
        return tl::unexpected(problemOf(stopped.error()));
    if (asks)
        return tl::unexpected(notConfirmed(line.verb() + ' ' + objects(job.eligible)));
    return job;
}

} // namespace

CtlAnswer steerItems(const CtlLine &line, CtlHost host, ItemVerb verb)
{
    const auto request = requestOf(line, host, verb);
    if (!request)
        return tl::unexpected(request.error());
    auto job = beginAsked(line, host, *request);
    if (!job)
        return tl::unexpected(job.error());
    if (job->eligible == 0 && !line.dryRun && isNothingMeant(*job))
        return tl::unexpected(nothingMeant(*job));
    if (isAwaited(line, *job) && job->state == JobState::Running) {
        Waiting waiting;
        const auto ended = host.calls.followJob(job->id, [&waiting](const JobStatus &now) {
            waiting.tell(now);
            return !isBlocked(now);
        });
        if (!ended)
            return tl::unexpected(problemOf(ended.error()));
        *job = ended->job;
    }
    if (const CtlStatus status = statusOf(line, *job); status != CtlStatus::Well)
        return tl::unexpected(CtlProblem{status, report(line, *job), Shown::AsAnswer});
    return line.dryRun ? report(line, *job) : ifKept(host, report(line, *job));
}

CtlAnswer showJobs(const CtlLine &line, CtlHost host)
{
    const auto jobs = host.calls.jobs();
    if (!jobs)
        return tl::unexpected(problemOf(jobs.error()));
    if (line.isJson())
        return jsonList(line.output, "jobs", *jobs,
                        [](JsonWriter &writer, const remote::JobAnswer &each) {
                            writeJob(writer, each.job);
                        });
    TextTable table({{"JOB", TextTable::Align::Right},
                     {"STATE"},
                     {"WHO"},
                     {"AGO", TextTable::Align::Right},
                     {"DONE", TextTable::Align::Right},
                     {"FAILED", TextTable::Align::Right},
                     {"SKIPPED", TextTable::Align::Right, true},
                     {.name = "WHAT", .fit = TextTable::Fit::Below}});
    for (const auto &[job, now] : *jobs)
        table.add(
            {std::to_string(job.id), std::string(name(job.state)), job.who,
             spanInWords(now - job.startedAt),
             std::to_string(endedOf(job) - job.skippedSince) + '/' + std::to_string(job.eligible),
             std::to_string(job.failed), std::to_string(job.skippedSince), whatOf(job)});
    return table.text(widthFor(line.output));
}

CtlAnswer stopJob(const CtlLine &line, CtlHost host)
{
    JobId id = 0;
    const std::string text = line.words.size() == 2 ? line.words[1] : std::string();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return tl::unexpected(CtlProblem{CtlStatus::Refused,
                                         "stop needs the number of a job, as in qontrollerctl stop "
                                         "7: qontrollerctl jobs shows them"});
    if (line.dryRun)
        return "would stop job " + text + '\n';
    const auto job = host.calls.stopJob(id);
    if (!job)
        return tl::unexpected(problemOf(job.error()));
    if (line.isJson())
        return ifKept(host, report(line, job->job));
    return ifKept(host, "job " + text + ' ' + std::string(name(job->job.state)) + ": "
                            + std::to_string(endedOf(job->job)) + " of "
                            + objects(job->job.eligible) + " ended: " + resultText(job->job)
                            + '\n');
}

} // namespace qontroller
