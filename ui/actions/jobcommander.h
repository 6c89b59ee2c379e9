// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/actions/donewords.h"
#include "ui/actions/logplace.h"
#include "ui/state/jobsfeed.h"

namespace qontroller::ui {

class OperatorLogModel;

/// Has hosts do what takes long or cannot be taken back: as jobs, which freeze their sets before
/// the operator is asked, and go on without this window. One job for each host. Writes down what
/// was begun here, and what came of it.
class JobCommander final : public QObject
{
    Q_OBJECT

public:
    /// More objects than this are requeued by a job, and so many each second, so that they do not
    /// hit what they failed on all at once.
    static constexpr std::size_t ManyObjects = 50;

    JobCommander(JobsFeed &feed, OperatorLogModel &log, const LiveState &state,
                 QObject *parent = nullptr);

    /// Whether jobs do \a scope, and not commands.
    [[nodiscard]] static bool isFor(const FrozenScope &scope);

    /// What the hosts have frozen.
    struct Prepared
    {
        std::shared_ptr<const FrozenScope> scope; ///< as it was asked for
        HostJobs jobs;
        std::uint64_t eligible = 0;
        double pace = 0; ///< objects a second; 0: as fast as it goes
        Skipped skipped;
    };
    /// Has the set frozen; \a ask is called when that is done, unless there is nothing to do.
    void prepare(FrozenScope scope, std::function<void(const Prepared &)> ask);
    void begin(const Prepared &prepared);
    /// The operator does not want it.
    void drop(const Prepared &prepared);
    /// \a workers of \a id, for \a time; then they go back.
    void setWorkersFor(ControllerId id, int workers, Duration time);
    /// One of any front end.
    void stop(const JobKey &key);

signals:
    /// What was done, for people.
    void done(const QString &sentence);
    /// Something was not done, and why.
    void refused(const QString &sentence);

private:
    /// What was begun here and goes on.
    struct Begun
    {
        Prepared what;
        int entry = 0;                     ///< of the operator log
        std::map<HostId, int> missed = {}; ///< how often in a row it did not know a job of it
    };

    /// Of jobs of which only \a what was begun; %1 is why.
    [[nodiscard]] static QString notBegun(const Prepared &what, bool isUnknown);
    void follow(Prepared prepared, const std::vector<JobPort::Answer> &answers);
    /// \a host was asked.
    void lookAtAll(HostId host);
    /// False: it has ended.
    [[nodiscard]] bool look(Begun &begun, HostId host, const HostJobs &jobs);
    void sayBegun(const Prepared &what);
    void sayEnd(const Prepared &what);
    [[nodiscard]] bool isReached(HostId host) const;
    [[nodiscard]] LogPlace placeOf(const FrozenScope &scope) const;

    JobsFeed &m_feed;
    OperatorLogModel &m_log;
    const LiveState &m_state;
    std::vector<Begun> m_begun;
    bool m_isPreparing = false;
};

} // namespace qontroller::ui
