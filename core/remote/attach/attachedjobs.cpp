// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/attach/attachedjobs.h"

#include <utility>

namespace qontroller::remote {

HostJob AttachedJobs::here(JobAnswer answer, const Attachment::Connection &from) const
{
    const Duration shift = m_host->clock().now() - answer.now;
    answer.job.startedAt += shift;
    if (answer.job.hasEnded())
        answer.job.endedAt += shift;
    return {{from.run, answer.job.id}, std::move(answer.job)};
}

std::string AttachedJobs::otherRun() const
{
    return m_host->status().name + " was started anew since: nothing was done";
}

JobPort::Answer AttachedJobs::prepare(JobRequest request)
{
    const Attachment::ConnectionPtr used = m_host->connection();
    for (JobObjects &each : request.objects) {
        if (used && m_host->connectionTo(each.controller) != used)
            return tl::unexpected(NoJob{otherRun()});
    }
    auto job = m_host->ask(used, [&request](HostCalls &calls) {
        return calls.startJob(request, JobStart::Prepared);
    });
    if (!job)
        return tl::unexpected(NoJob{std::move(job.error().sentence)});
    return here(*std::move(job), *used);
}

JobPort::Answer AttachedJobs::askOf(const JobKey &key, Asked asked)
{
    const Attachment::ConnectionPtr used = m_host->connection();
    if (used && used->run != key.of)
        return tl::unexpected(NoJob{otherRun()});
    auto job = m_host->ask(used, [&](HostCalls &calls) { return (calls.*asked)(key.id); });
    if (!job)
        return tl::unexpected(NoJob{std::move(job.error().sentence), job.error().isUnknown});
    return here(*std::move(job), *used);
}

JobPort::Answer AttachedJobs::begin(const JobKey &key)
{
    return askOf(key, &HostCalls::beginJob);
}

JobPort::Answer AttachedJobs::stop(const JobKey &key)
{
    return askOf(key, &HostCalls::stopJob);
}

tl::expected<int, NoJob> AttachedJobs::setWorkersFor(ControllerId controller, int workers,
                                                     Duration time)
{
    const Attachment::ConnectionPtr used = m_host->connection();
    if (used && m_host->connectionTo(controller) != used)
        return tl::unexpected(NoJob{otherRun()});
    return m_host
        ->ask(used,
              [&](HostCalls &calls) { return calls.setWorkersFor(controller, workers, time); })
        .map_error([](const RemoteError &error) {
            return NoJob{error.sentence, error.isUnknown};
        });
}

std::vector<HostJob> AttachedJobs::jobs()
{
    std::vector<HostJob> jobs;
    if (const Attachment::ConnectionPtr used = m_host->connection()) {
        auto all = m_host->ask(used, [](HostCalls &calls) { return calls.jobs(); });
        for (JobAnswer &each : all ? *all : std::vector<JobAnswer>())
            jobs.push_back(here(std::move(each), *used));
    }
    return jobs;
}

} // namespace qontroller::remote
