// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerd/crashbackoff.h"
#include "app/session/livesession.h"
#include "app/session/sessionrequests.h"

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace qontroller {

/// Gives a host that runs another session: one that an operator sends, or the session's file, read
/// again. Says in the log what comes of it. For the program's thread, but for port() and
/// isApplied().
class SessionKeeper
{
public:
    struct Settings
    {
        std::string file;           ///< of the session; empty: there is none
        std::string whyNot;         ///< no other session can be had; empty: one can
        std::function<void()> wake; ///< see SessionRequests
        /// Told what came of a request; by whom it was.
        std::function<void(const std::string &who, const std::string &text)> note;
        LiveSession::WasLost wasLost;
        HostJournal *journal = nullptr; ///< null: none is kept
        /// Given the session that holds by now. May be empty.
        std::function<void(const Session &)> holds = {};
    };

    /// \a session runs, or is about to. \a backOff starts some of it later. All of them outlive it.
    SessionKeeper(Settings settings, const Session &session, Host &host, PluginCatalogue &plugins,
                  ConsistRuntime &consist, CrashBackOff &backOff);

    [[nodiscard]] SessionPort &port() { return m_requests; }

    /// Null: it does not belong to the session.
    [[nodiscard]] const SessionController *find(const std::string &controller) const
    {
        return m_live.find(controller);
    }

    /// Asks for what the session's file says by now.
    void readAgain();
    /// Goes on with what is under way.
    void work();
    /// When to call work() again.
    [[nodiscard]] TimePoint next() const;
    /// Nothing is applied any more.
    void close() { m_settings.whyNot = "the host stops"; }
    /// \a controller could not be started.
    void noteFailed(const std::string &controller, const std::string &why);
    /// What port() tells of session and plugins is up to date.
    void publish();

    /// The last session that was asked for was applied. Thread-safe.
    [[nodiscard]] bool isApplied() const { return m_isApplied; }
    /// It was, and no controller of it has failed to start.
    [[nodiscard]] bool isWhole() const { return m_isApplied && m_live.failed().empty(); }

private:
    /// What is asked of it now.
    struct Task
    {
        ApplyNumber number = 0; ///< 0: readAgain()
        std::string who;
        std::string file; ///< begins sentences on what is wrong; empty: whoever asked knows
    };
    [[nodiscard]] SessionReading readingOf(const std::string &json) const;
    void begin(const SessionRequests::Request &request);
    void save(const SessionRequests::Request &request);
    void apply(Task task, const SessionReading &wanted);
    void follow();
    void end();
    void logSteps();
    void noteNotApplied(const std::string &why);
    void noteNotSaved();

    Settings m_settings;
    PluginCatalogue &m_plugins;
    ConsistRuntime &m_consist;
    CrashBackOff &m_backOff;
    SessionRequests m_requests;
    LiveSession m_live;
    bool m_isToReadAgain = false;
    std::optional<Task> m_task;
    std::size_t m_logged = 0;          ///< steps of it
    std::vector<std::string> m_absent; ///< consist controllers, as publish() has told
    std::atomic<bool> m_isApplied = true;
    std::string m_whyNotApplied; ///< empty: it is
    std::string m_notSaved;      ///< what of it the file does not have; empty: nothing
};

} // namespace qontroller
