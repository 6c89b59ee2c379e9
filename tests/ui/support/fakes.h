// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/jobcommander.h"
#include "ui/applicationport.h"

#include "core/engine/control/controlport.h"
#include "core/members/consist/lifecycleport.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

namespace qontroller::test {

/// Remembers what it was told.
class FakeControl final : public ControlPort
{
public:
    Ticket submit(Command command) override
    {
        undone.push_back(std::exchange(command.undoes, 0));
        commands.push_back(std::move(command));
        return commands.size();
    }
    std::vector<Command> commands;
    std::vector<Ticket> undone; ///< Command::undoes, which `commands` do without
};

/// Jobs that a test writes. Thread-safe: the window asks in threads of its own. All objects that it
/// is asked for are eligible, but those of which skip() was told.
class FakeJobs final : public JobPort
{
public:
    /// The next \a count objects that are asked for are left out, \a why.
    void skip(std::uint64_t count, const std::string &why);
    /// From now on nothing is prepared; empty: it is.
    void refuse(const std::string &sentence);
    /// Jobs of \a host do not begin until another one hangs; 0: none does.
    void hang(HostId host);
    /// A job of another front end.
    JobKey add(JobStatus job, HostId host = 0);
    void edit(const JobKey &key, const std::function<void(JobStatus &)> &change);
    /// All its objects succeed.
    void finish(const JobKey &key);
    void forget(const JobKey &key);

    /// What was asked for, and of whom.
    [[nodiscard]] std::vector<std::pair<HostId, JobRequest>> requests() const;
    /// Nothing: there is no such job.
    [[nodiscard]] std::optional<JobStatus> find(const JobKey &key) const;
    /// The one that was asked for last; nothing if none was.
    [[nodiscard]] std::optional<HostJob> last() const;

    Answer prepare(HostId host, JobRequest request);
    Answer prepare(JobRequest request) override { return prepare(0, std::move(request)); }
    Answer begin(const JobKey &key) override;
    Answer stop(const JobKey &key) override;
    tl::expected<int, NoJob> setWorkersFor(ControllerId controller, int workers,
                                           Duration time) override;
    std::vector<HostJob> jobs() override;

    /// What was asked of workers for a time; they go back to 4.
    struct WorkersAsked
    {
        ControllerId controller = 0;
        int workers = 0;
        Duration time{};
        friend bool operator==(const WorkersAsked &, const WorkersAsked &) = default;
    };
    [[nodiscard]] std::vector<WorkersAsked> workersAsked() const;

private:
    std::vector<WorkersAsked> m_workers;
    Answer change(const JobKey &key, JobState state);

    mutable std::mutex m_mutex;
    std::vector<HostJob> m_jobs;
    std::vector<std::pair<HostId, JobRequest>> m_requests;
    std::optional<JobSkipped> m_skipped;
    std::string m_refusal;
    std::condition_variable m_released;
    HostId m_hung = 0;
    JobId m_lastId = 0;
};

/// The program's own host, or hosts elsewhere, as a test has them: all obey one control, and those
/// that have no feed of their own are in one.
class FakeHosts final : public HostLinks
{
public:
    FakeHosts();
    FakeHosts(Feed &feed, ControlPort &control)
        : FakeHosts()
    {
        serve(feed, control);
    }
    ~FakeHosts() override;

    /// Both outlive it. Before the window is there.
    void serve(Feed &feed, ControlPort &control);

    /// One that is connected, in its first run.
    HostStatus &add(const std::string &name);
    /// … and what its controllers are of.
    static HostRun runOf(const HostStatus &host) { return {host.id, host.run}; }

    std::vector<HostLinkPtr> links() const override;

    /// From now on the journal of \a host is so; before there is none.
    void keep(HostId host, JournalStatus journal);
    /// From now on \a host says this of alarms, and what its journal needs.
    void alarm(HostId host, AlarmStatus alarms);
    /// What was asked of it, `acknowledge photos/held`, oldest first.
    QStringList acknowledgements() const;
    /// … is answered with this from now on; empty: it is done.
    void refuseAcknowledgements(const std::string &why);
    /// … and its operator log has \a line, too.
    void log(HostId host, OperatorLine line);
    /// From now on \a host does not answer what is asked of an item.
    void mute(HostId host) { m_mute = host; }
    /// How often it has not.
    [[nodiscard]] int unanswered() const { return m_unanswered; }

    bool isElsewhere = false;    ///< also while there are none
    std::vector<HostStatus> all; ///< elsewhere; none: the program's own is shown
    FakeJobs jobs;
    std::map<HostId, Feed *> feeds; ///< of those that have one of their own
    std::map<HostId, std::shared_ptr<consist::LifecyclePort>> lifecycles; ///< some have none
    QList<HostId> tried;

private:
    class Link;
    class PartOfFeed;
    class PartOfJobs;
    class PartOfAlarms;

    HostLinkPtr linkTo(HostId host) const;

    std::map<HostId, JournalStatus> m_journals;
    std::map<HostId, AlarmStatus> m_alarms;
    QStringList m_acknowledgements;
    std::string m_whyNotAcknowledged;
    std::map<HostId, std::vector<OperatorLine>> m_operatorLogs;
    Feed *m_feed = nullptr;
    ControlPort *m_control = nullptr;
    mutable std::mutex m_mutex;
    mutable std::atomic<HostId> m_first = 0;
    std::atomic<HostId> m_mute = 0;
    std::atomic<int> m_unanswered = 0;
    mutable std::map<HostId, HostLinkPtr> m_links; ///< as long as they are shown
};

/// As if a host had found the same.
[[nodiscard]] ui::JobCommander::Prepared prepared(ui::FrozenScope scope);

/// A program with three plugins: a good one, one that is refused, and a locker.
class FakeApplication final : public ui::ApplicationPort
{
public:
    FakeApplication();
    /// The same, with \a feed and \a control behind its hosts.
    FakeApplication &with(Feed &feed, ControlPort &control)
    {
        shown.serve(feed, control);
        return *this;
    }

    QList<ui::PluginInfo> plugins() const override { return known; }
    ui::PluginInfo inspect(const QString &file) override;
    ui::Result decide(ui::PluginDecision decision, const ui::PluginInfo &plugin) override;
    void enterSafeMode() override { safe = true; }
    QStringList notices() const override { return noticed; }
    QList<ui::ParameterError> validate(const ui::StartRequest &request) const override;
    ui::Result start(const ui::StartRequest &request) override;
    QString sessionFile() const override { return session; }
    ui::Result openSession(const QString &file) override;
    void applySession(HostId host, const QString &file, ApplyMode mode, ApplyTold told) override
    {
        applied.push_back({host, file, mode});
        applyTold = std::move(told);
    }
    /// Answers the last applySession(), which may be asked again meanwhile.
    void tellApply(const ApplyStatus &status) const
    {
        const ApplyTold told = applyTold;
        told(status);
    }
    void readParameters(HostId host, const QString &controller, ParametersTold told) override
    {
        parametersAsked += {host, controller};
        parametersTold = std::move(told);
    }
    void applyParameters(HostId host, const ui::ParameterChange &change, ApplyMode mode,
                         ApplyTold told) override
    {
        applied.push_back({host, change.controller, mode});
        changes += change;
        applyTold = std::move(told);
    }
    bool hasUnsavedChanges() const override { return unsaved; }
    ui::Result saveSession(const QString &file) override;
    const HostLinks &hosts() const override { return shown; }
    ui::Result connectTo(const QString &address) override;
    void disconnectFrom(HostId host) override { disconnected += host; }
    QList<ui::HostHere> hostsHere() const override { return here; }
    void askHealth(const QString &address, HealthTold told) override
    {
        healthTold[address] = std::move(told);
    }
    ui::Result showDemonstration() override
    {
        ++demonstrations;
        return ui::Result::done();
    }

    struct Applied
    {
        HostId host;
        QString file; ///< or the controller whose parameters change
        ApplyMode mode;
    };
    FakeHosts shown;
    FakeJobs &hostJobs = shown.jobs;
    std::vector<Applied> applied;
    ApplyTold applyTold; ///< of the last of them
    QList<ui::ParameterChange> changes;
    QList<std::pair<HostId, QString>> parametersAsked;
    ParametersTold parametersTold; ///< of the last who asked
    QList<ui::PluginInfo> known;
    QList<ui::StartRequest> started;
    QList<std::pair<ui::PluginDecision, QString>> decided; ///< with the file
    ui::Result startResult = ui::Result::done();
    QStringList noticed;
    bool safe = false;
    QStringList opened;
    QStringList saved;
    QString session;
    bool unsaved = false;
    ui::Result connectResult = ui::Result::done();
    QList<ui::HostHere> here;
    std::map<QString, HealthTold> healthTold; ///< of the last who asked
    int demonstrations = 0;
    QStringList connected;
    QList<HostId> disconnected;
    std::function<QList<ui::ParameterError>(const ui::StartRequest &)> validator;
};

/// The schema of a folder mirror, with a parameter of every kind.
[[nodiscard]] QJsonObject everySchema();
[[nodiscard]] QJsonObject lockerSchema();

} // namespace qontroller::test
