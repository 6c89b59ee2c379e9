// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/host/host.h"
#include "core/jobs/jobs.h"
#include "core/jobs/ownjobs.h"
#include "core/remote/server/caller.h"
#include "core/remote/server/operatorlog.h"

#include <string>

namespace qontroller {

/// What operators ask a host for, from wherever they do: runs their jobs, and writes down, in the
/// log and for those who ask later, who asked for what and what came of jobs. Thread-safe. Destroy
/// it before the host: jobs that have not ended are stopped.
class OperatorDesk final
{
public:
    explicit OperatorDesk(Host &host);

    [[nodiscard]] Jobs &jobs() { return m_jobs; }
    /// The same for a front end in this program, whose operator is the user who runs it.
    [[nodiscard]] JobPort &ownJobs() { return m_ownJobs; }
    [[nodiscard]] const remote::OperatorLog &log() const { return m_log; }

    void note(const remote::Caller &caller, const Command &command);
    void noteRefusal(const remote::Caller &caller, const std::string &what);
    /// What came of what \a caller asked for.
    void noteDone(const remote::Caller &caller, const std::string &what);
    /// Writes down what came of what \a who asked for, and is of no single controller: not in the
    /// log, which says it elsewhere.
    void note(const std::string &who, const std::string &text);

private:
    void noteJob(const JobStatus &job);
    void write(remote::OperatorEntry entry);

    Host &m_host;
    remote::OperatorLog m_log;
    Jobs m_jobs;
    OwnJobs m_ownJobs;
};

} // namespace qontroller
