// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/alarms/alarms.h"

#include <QtCore/QByteArray>

#include <atomic>
#include <cstdint>
#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace qontroller {

/// Tells a command of alarms that begin and end: as JSON on its standard input, at most once a
/// minute, so several at once. What it could not be told it is told with the next. Thread-safe.
class AlarmNotices
{
public:
    static constexpr Duration Pause = std::chrono::minutes(1);
    /// A command that takes longer is ended.
    static constexpr Duration TimeLimit = std::chrono::seconds(30);
    /// … and at the end of the program, which it holds up.
    static constexpr Duration EndLimit = std::chrono::seconds(5);

    /// \a host is the name of the host. \a clock outlives this.
    AlarmNotices(std::string host, Clock &clock);
    /// Ends a command under way, or tells one of what waits.
    ~AlarmNotices();
    AlarmNotices(const AlarmNotices &) = delete;
    AlarmNotices &operator=(const AlarmNotices &) = delete;

    /// A program and its arguments; empty: nobody is told from now on.
    void setCommand(std::vector<std::string> command);
    /// An end is told of only where the begin was.
    void tell(const Alarms::News &news);
    /// How often the command could not be told.
    [[nodiscard]] std::uint64_t failures() const { return m_failures; }

private:
    struct Notice
    {
        Alarm alarm;
        bool hasEnded = false;
    };
    using Key = std::pair<std::string, std::string>; // rule and key
    using Notices = std::map<Key, Notice>;

    void run();
    /// What it could not be told is for the next call.
    void callOnce(const std::vector<std::string> &command, Notices notices);
    void endWell();
    /// Why not, as a sentence; empty: the command was told.
    [[nodiscard]] std::string give(const std::vector<std::string> &command, const Notices &notices,
                                   Duration limit, const std::stop_token &stop);
    [[nodiscard]] QByteArray textOf(const Notices &notices) const;

    const std::string m_host;
    Clock &m_clock;
    std::atomic<std::uint64_t> m_failures = 0;
    Mutex m_mutex;
    Condition m_changed;
    std::vector<std::string> m_command QONTROLLER_GUARDED_BY(m_mutex);
    Notices m_notices QONTROLLER_GUARDED_BY(m_mutex);    // that the command is to be told of
    std::set<Key> m_told QONTROLLER_GUARDED_BY(m_mutex); // that fire, as far as it knows
    std::stop_source m_end;
    std::thread m_thread;
};

} // namespace qontroller
