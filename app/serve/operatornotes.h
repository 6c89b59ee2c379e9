// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/serve/hostjournal.h"
#include "core/base/threads/mutex.h"
#include "core/engine/host/host.h"
#include "core/engine/jobs/jobs.h"
#include "core/engine/jobs/ownjobs.h"
#include "core/remote/server/caller.h"
#include "core/remote/server/callerplaces.h"
#include "core/remote/server/operatorlog.h"

#include <cstdint>
#include <memory>
#include <string>

namespace qontroller {

/// What operators ask a host for, from wherever they do: runs their jobs, and writes down, in the
/// log and for those who ask later, who asked for what and what came of jobs. Thread-safe. Destroy
/// it before the host: jobs that have not ended are stopped.
class OperatorNotes final
{
public:
    /// \a orders: how \a host gets its commands. What operators say is kept in \a journal; null:
    /// nowhere. All outlive it.
    OperatorNotes(Host &host, ControlPort &orders, HostJournal *journal);

    /// How commands of operators reach the host.
    [[nodiscard]] ControlPort &orders() { return m_orders; }
    [[nodiscard]] Jobs &jobs() { return m_jobs; }
    /// The same for a front end in this program.
    [[nodiscard]] JobPort &ownJobs() { return m_ownJobs; }
    /// Its operator: the user who runs the program.
    [[nodiscard]] const remote::Caller &own() const { return m_own; }
    [[nodiscard]] const remote::OperatorLog &log() const { return m_log; }

    /// No \a ticket: nothing came of it, or it ends by itself.
    void note(const remote::Caller &caller, const Command &command, Ticket ticket);
    void noteRefusal(const remote::Caller &caller, const std::string &what);
    /// That there was no room for what \a caller asked for, or that they are too slow: in the log
    /// alone, for many may say the same.
    void noteNoRoom(const remote::Caller &caller, const std::string &what) const;
    /// What the control server has refused and left out, for metrics.
    [[nodiscard]] const std::shared_ptr<remote::ControlCounts> &counts() const { return m_counts; }
    /// What came of what \a caller asked for.
    void noteDone(const remote::Caller &caller, const std::string &what);
    void noteDone(const std::string &who, const std::string &what);
    /// What came of commands, and which pauses ended by themselves.
    void take(const Delta &delta);
    /// What the journal has of earlier lives is told of, too.
    void readJournal();
    /// Goes on with jobs that earlier lives have begun.
    void goOnWithJobs();

    /// Writes down what came of what \a who asked for, and is of no single controller: not in the
    /// log, which says it elsewhere.
    void note(const std::string &who, const std::string &text);

private:
    /// If \a command, of an operator, names a number of workers, that is to stay.
    void endTemporaryWorkers(const Command &command);
    void notePauseEnd(const std::string &controller, const EventRecord &end);
    void noteJob(const NotedJob &job);
    void noteWorkers(const Jobs::WorkersAgain &again);
    void write(OperatorLine line, std::uint64_t runs = 0);
    /// For those who ask later, now or in another life.
    void keep(OperatorLine line, std::uint64_t runs = 0);
    /// What has come of lines since the last call.
    void keepResults();

    Host &m_host;
    ControlPort &m_orders;
    HostJournal *const m_journal;
    const std::shared_ptr<remote::ControlCounts> m_counts;
    const remote::Caller m_own;
    remote::OperatorLog m_log;
    Jobs m_jobs;
    OwnJobs m_ownJobs;
    Mutex m_mutex;
    std::uint64_t m_resultsKept QONTROLLER_GUARDED_BY(m_mutex) = 0; ///< OperatorLine::changed
};

} // namespace qontroller
