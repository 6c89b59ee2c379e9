// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QThreadPool>
#include <QtCore/QTimer>

#include "app/alarms/alarmwatch.h"
#include "app/consist/consistruntime.h"
#include "app/qontroller/ownhost.h"
#include "app/qontroller/sessionjournal.h"
#include "app/serve/operatornotes.h"
#include "app/session/livesession.h"
#include "app/session/session.h"
#include "app/session/sessionrequests.h"
#include "core/engine/host/host.h"
#include "core/engine/journal/journaledcontrol.h"
#include "core/plugins/load/plugincatalogue.h"
#include "ui/applicationport.h"

#include <memory>
#include <set>
#include <string>

namespace qontroller {

/// What the window asks for, done with the host and the plugins.
///
/// Remembers what each running controller was started with, so that a session can
/// be saved. For the GUI thread; \a host outlives it.
class Application final : public ui::ApplicationPort
{
public:
    enum class Journal : unsigned char {
        Kept, ///< once there is a session's file
        Off,
    };
    /// Consist controllers keep their store in \a stateFolder, and so does the \a journal; empty:
    /// nowhere. Windows that it opens are given \a passedOn of its own command line.
    Application(Host &host, PluginSearch search, std::string stateFolder, QStringList passedOn = {},
                Journal journal = Journal::Kept);

    [[nodiscard]] QList<ui::PluginInfo> plugins() const override;
    ui::PluginInfo inspect(const QString &file) override;
    ui::Result decide(ui::PluginDecision decision, const ui::PluginInfo &plugin) override;
    void enterSafeMode() override { m_plugins.enterSafeMode(); }
    [[nodiscard]] QStringList notices() const override;
    [[nodiscard]] QList<ui::ParameterError> validate(
        const ui::StartRequest &request) const override;
    ui::Result start(const ui::StartRequest &request) override;
    [[nodiscard]] QString sessionFile() const override { return m_sessionFile; }
    ui::Result openSession(const QString &file) override;
    void applySession(HostId host, const QString &file, ApplyMode mode, ApplyTold told) override;
    void readParameters(HostId host, const QString &controller, ParametersTold told) override;
    void applyParameters(HostId host, const ui::ParameterChange &change, ApplyMode mode,
                         ApplyTold told) override;
    [[nodiscard]] bool hasUnsavedChanges() const override;
    ui::Result saveSession(const QString &file) override;
    [[nodiscard]] const HostLinks &hosts() const override { return m_shown; }
    /// In a window of its own, which outlives this one.
    ui::Result connectTo(const QString &address) override;
    [[nodiscard]] QList<ui::HostHere> hostsHere() const override;
    void askHealth(const QString &address, HealthTold told) override;
    ui::Result showDemonstration() override;
    void disconnectFrom(HostId) override {}

    /// Starts every controller of \a session or none. \a origin begins the sentence of
    /// a failure: the session's file.
    ui::Result startSession(const Session &session, const std::string &origin);

    /// For front ends elsewhere: what they ask for is done in the GUI thread. Up to date within a
    /// second from the first call on.
    [[nodiscard]] SessionPort &sessionPort();

    /// This program's host listens at \a path: no window is for it besides.
    void setOwnSocket(const std::string &path) { m_ownSocket = path; }

    /// For front ends elsewhere, and for the end of the program.
    [[nodiscard]] OperatorNotes &operators() { return m_operators; }

    /// What runs now, as a session that would start the same again. Controllers that
    /// no plugin made are left out.
    [[nodiscard]] Session runningSession() const;

    /// For any thread. Null before the first consist controller.
    [[nodiscard]] std::shared_ptr<consist::LifecyclePort> lifecycle() const
    {
        return m_consist.mover();
    }
    /// For any thread. Nothing before the first consist controller.
    [[nodiscard]] std::optional<consist::LifecycleCounts> consistCounts() const
    {
        return m_consist.counts();
    }

    /// For any thread: see ConsistRuntime.
    [[nodiscard]] std::vector<std::string> finishConsistCalls(TimePoint deadline) const
    {
        return m_consist.finishCalls(deadline);
    }

    [[nodiscard]] AlarmWatch &alarms() { return m_alarms; }
    [[nodiscard]] JournalPort &journal() { return m_journal.journal().port(); }
    /// For any thread; nothing: none is kept.
    [[nodiscard]] std::optional<JournalHealth> journalHealth()
    {
        return m_journal.journal().health();
    }
    /// As HostJournal::isKept().
    [[nodiscard]] bool isJournalKept() { return m_journal.journal().isKept(); }

    /// For an end that runs no destructors; see PluginCatalogue::releaseMarks().
    void releaseMarks() { m_plugins.releaseMarks(); }

private:
    /// This program once more, with \a arguments besides those that it passes on.
    ui::Result startOther(const QStringList &arguments, const QString &done);
    [[nodiscard]] bool isRunning(const std::string &name) const;
    [[nodiscard]] JsonProblems checkLocker(const ui::StartRequest &request) const;
    [[nodiscard]] JsonProblems findTakenNames(const Session &session) const;
    ui::Result add(const Session &session, std::vector<ControllerSpec> specs);
    /// The journal is that of \a file's session from now on.
    [[nodiscard]] tl::expected<void, Error> follow(const QString &file);
    /// What alarms is as the session has it by now.
    void followAlarms();
    void stayWithSession();

    /// Of a session that is to be applied.
    struct Origin
    {
        QString file; ///< is the session's from then on; empty: it stays what it was
        std::string who;
    };
    [[nodiscard]] ui::RunningParameters parametersOf(const QString &controller) const;
    /// As runningSession(), without what operators have changed since.
    [[nodiscard]] Session sessionAsGiven() const;
    /// What of it could not be started and is in \a left is not tried again.
    void apply(const SessionReading &wanted, const Origin &origin, ApplyMode mode,
               const ApplyTold &told, const std::set<std::string> &left = {});
    void advance(const Origin &origin, const Session &wanted, const ApplyTold &told);
    void takeRequests();
    /// What operators have changed to stay goes into the session's file, because \a who asks.
    ApplyStatus saveOptions(const std::string &who);
    void publish();

    Host &m_host;
    SessionJournal m_journal;
    JournaledControl m_ordersOfWindow; ///< which waits for no disk
    JournaledControl m_orders;         ///< … and what others do
    OperatorNotes m_operators;
    PluginCatalogue m_plugins;
    ConsistRuntime m_consist;
    QString m_sessionFile;
    Session m_saved; ///< as it was read or written last
    LiveSession m_live;
    const OwnHostOnly m_shown;
    const QStringList m_passedOn;
    std::string m_ownSocket;
    SessionRequests m_requests;
    AlarmWatch m_alarms;
    QTimer m_publishing;
    QObject m_later;         ///< what is called later goes with it
    QThreadPool m_questions; ///< to other hosts
};

} // namespace qontroller
