// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/jobs/ownjobs.h"

#include <utility>

namespace qontroller {

namespace {

HostJob hostJob(JobStatus job)
{
    return {{{}, job.id}, std::move(job)};
}

JobPort::Answer answerOf(std::optional<JobStatus> job, const JobKey &key)
{
    if (!job)
        return tl::unexpected(NoJob{"there is no job " + std::to_string(key.id) + " (any more)"});
    return hostJob(*std::move(job));
}

} // namespace

JobPort::Answer OwnJobs::prepare(JobRequest request)
{
    auto job = m_jobs.prepare(std::move(request), m_who);
    if (!job)
        return tl::unexpected(NoJob{std::move(job.error().sentence)});
    return hostJob(*std::move(job));
}

JobPort::Answer OwnJobs::begin(const JobKey &key)
{
    return answerOf(m_jobs.begin(key.id), key);
}

JobPort::Answer OwnJobs::stop(const JobKey &key)
{
    return answerOf(m_jobs.stop(key.id), key);
}

tl::expected<int, NoJob> OwnJobs::setWorkersFor(ControllerId controller, int workers, Duration time)
{
    if (m_note)
        m_note({controller, setWorkers(workers), "for " + formatDuration(time)});
    return m_jobs.setWorkersFor(controller, workers, time, m_who)
        .map_error([](const std::string &why) { return NoJob{why}; });
}

std::vector<HostJob> OwnJobs::jobs()
{
    std::vector<HostJob> all;
    for (JobStatus &job : m_jobs.list())
        all.push_back(hostJob(std::move(job)));
    return all;
}

} // namespace qontroller
