// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/jobs/jobport.h"
#include "core/engine/jobs/jobs.h"

#include <functional>

namespace qontroller {

/// The jobs of a host in this program, for a front end in it. Thread-safe.
class OwnJobs final : public JobPort
{
public:
    /// Writes down what is asked for and is no job.
    using Note = std::function<void(const Command &command)>;

    /// \a jobs outlives it. \a who asks for what is asked for here.
    OwnJobs(Jobs &jobs, std::string who, Note note = {})
        : m_jobs(jobs)
        , m_who(std::move(who))
        , m_note(std::move(note))
    {}

    [[nodiscard]] Answer prepare(JobRequest request) override;
    [[nodiscard]] Answer begin(const JobKey &key) override;
    [[nodiscard]] Answer stop(const JobKey &key) override;
    [[nodiscard]] tl::expected<int, NoJob> setWorkersFor(ControllerId controller, int workers,
                                                         Duration time) override;
    [[nodiscard]] std::vector<HostJob> jobs() override;

private:
    Jobs &m_jobs;
    const std::string m_who;
    const Note m_note;
};

} // namespace qontroller
