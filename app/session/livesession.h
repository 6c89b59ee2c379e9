// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/consist/consistruntime.h"
#include "app/serve/hostjournal.h"
#include "app/session/assemble.h"
#include "app/session/session.h"
#include "core/engine/control/sessionport.h"
#include "core/engine/host/host.h"
#include "core/plugins/load/plugincatalogue.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace qontroller {

/// The session that a host runs, and the way from it to another one.
///
/// A controller that is the same in both goes on untouched. Options that a controller takes while
/// it runs are changed there, and only those that differ between the two: what an operator has
/// changed besides stays. One that starts anew is told what the old one knew, as long as its plugin
/// is the same: pauses, what is held or kept, removals that are owed. Everything that is to stop
/// has ended before anything is started, so that no two controllers work on the same objects.
///
/// For the thread that owns the plugins. Nothing here waits.
class LiveSession
{
public:
    /// Whether \a controller, which has just been removed, was not stopped in order.
    using WasLost = std::function<bool(const std::string &controller)>;

    /// All of them outlive it. Without a \a journal nothing is kept for another life. An empty
    /// \a wasLost: each that has been removed was stopped in order.
    LiveSession(Host &host, PluginCatalogue &plugins, ConsistRuntime &consist, HostJournal *journal,
                WasLost wasLost = {}, Clock &clock = SteadyClock::instance());

    /// \a controller belongs to the session. It was just started, or will be.
    void take(const SessionController &controller);
    /// … and so do \a alarms.
    void take(AlarmSettings alarms) { m_alarms = std::move(alarms); }
    [[nodiscard]] const AlarmSettings &alarms() const { return m_alarms; }
    /// What ought to run.
    [[nodiscard]] Session session() const;
    /// Null: it does not belong to the session.
    [[nodiscard]] const SessionController *find(const std::string &name) const;
    /// The options that \a controller was started with or given since by apply().
    [[nodiscard]] ControllerOptions optionsOf(const SessionController &controller) const;
    /// What operators have changed to stay of \a running, which the session has.
    [[nodiscard]] QJsonObject changedOptions(const ControllerStatus &running) const;
    /// The file has the options of \a saved by now: they are the session's own.
    void keep(const SessionController &saved);
    /// Writes what operators have changed to stay into \a file as it is by now, which is the
    /// session's: all of it, or nothing and why.
    [[nodiscard]] ApplyStatus save(const std::string &file);

    /// What apply() would do: nothing, while the journal cannot be written. Makes the parts of what
    /// it would start, and drops them.
    /// \a waiting names controllers of the session that somebody else starts later.
    [[nodiscard]] ApplyStatus plan(const SessionReading &wanted,
                                   const std::set<std::string> &waiting = {});
    /// Does what plan() gives: changes at once, the rest in advance(). None is under way.
    const ApplyStatus &apply(const SessionReading &wanted,
                             const std::set<std::string> &waiting = {});
    /// Starts the next controller if its time has come.
    const ApplyStatus &advance();
    /// \a controller of the session could not be started by somebody else.
    void noteFailed(const std::string &controller, const std::string &why)
    {
        m_failed.insert_or_assign(controller, why);
    }
    /// Controllers of the session that could not be started, and why.
    [[nodiscard]] const std::map<std::string, std::string> &failed() const { return m_failed; }
    /// Whether \a controller of the session ought to run and does not: it could not be started, or
    /// its turn comes.
    [[nodiscard]] bool isOwed(const std::string &controller) const;
    /// Whose turn comes.
    [[nodiscard]] std::vector<std::string> awaited() const;
    /// advance() is to be called again: soon if isWaiting(), else at once.
    [[nodiscard]] bool isUnderWay() const { return !m_status.hasEnded; }
    /// … for something that has not stopped yet.
    [[nodiscard]] bool isWaiting() const { return isUnderWay() && isAnyLeaving(); }
    /// Of the last apply().
    [[nodiscard]] const ApplyStatus &status() const { return m_status; }

private:
    /// A controller of the session, and what its plugins were given.
    struct Member
    {
        SessionController controller;
        PluginInput input;
    };
    struct Differences
    {
        std::vector<SessionStep> steps;
        std::set<std::string> untouched;
    };
    /// What a controller leaves to the one that starts in its place.
    struct Legacy
    {
        Member member;
        ControllerOptions given;   ///< by the session
        ControllerOptions running; ///< … and what an operator has made of them
        std::shared_ptr<LastKnown> known;
    };
    /// As in a session, by controller.
    using OptionChanges = std::map<std::string, QJsonObject>;
    [[nodiscard]] OptionChanges changesToStay() const;
    [[nodiscard]] std::vector<std::string> whyNotSaved(const std::string &file,
                                                       const QByteArray &text,
                                                       const OptionChanges &changes) const;
    /// Why the journal would not know of another session, as a sentence; empty: it would.
    [[nodiscard]] std::string whyNotKept() const;
    [[nodiscard]] const Member *member(const std::string &name) const;
    /// By name, at one moment.
    using Running = std::map<std::string, ControllerStatus>;
    [[nodiscard]] Running runningNow() const;
    [[nodiscard]] Differences differences(const Session &wanted,
                                          const std::set<std::string> &waiting) const;
    [[nodiscard]] std::optional<SessionStep> differenceOf(
        const SessionController &wanted, const Running &running,
        const std::set<std::string> &waiting) const;
    [[nodiscard]] std::string whyAnew(const Member &now, const SessionController &wanted) const;
    /// Whether an id means the same to \a wanted. A secret may have changed.
    [[nodiscard]] bool hasSameObjects(const Member &before, const SessionController &wanted) const;
    /// What of \a running ends if its controller is made \a wanted (null: nothing); or is empty.
    [[nodiscard]] std::string lossOf(const ControllerStatus &running,
                                     const SessionController *wanted) const;
    /// That a number of workers of \a running, which \a journal says is for a time, ends if its
    /// controller is made \a wanted (null: nothing); or is empty.
    [[nodiscard]] std::string endedTimeOf(const ControllerStatus &running,
                                          const SessionController *wanted,
                                          const JournalStatus &journal) const;
    void stop(const SessionStep &step, const ControllerStatus &running);
    /// Gives \a spec what the one before left to it; null if there is none.
    [[nodiscard]] std::shared_ptr<LastKnown> inherit(ControllerSpec &spec);
    void change(SessionStep &step, const Running &running, const SessionController &wanted);
    [[nodiscard]] bool isLeaving(const std::string &controller) const;
    [[nodiscard]] bool isAnyLeaving() const;
    void endStops();
    void end();
    void start(SessionStep &step);

    Host &m_host;
    PluginCatalogue &m_plugins;
    ConsistRuntime &m_consist;
    HostJournal *const m_journal;
    const WasLost m_wasLost;
    Clock &m_clock;
    std::vector<Member> m_members; ///< in the order of the session
    AlarmSettings m_alarms;
    std::map<std::string, std::string> m_failed; ///< sentences by controller
    std::map<std::string, Legacy> m_legacies;    ///< by controller, until it has started
    ApplyStatus m_status;
    TimePoint m_stopEnd; ///< what has not stopped then has failed to
};

} // namespace qontroller
