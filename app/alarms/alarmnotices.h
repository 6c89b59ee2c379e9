// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/alarms/alarms.h"

#include <QtCore/QByteArray>

#include <atomic>
#include <cstdint>
#include <map>
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

    /// \a host is the name of the host. \a clock outlives this.
    AlarmNotices(std::string host, Clock &clock);
    /// Ends a command under way.
    ~AlarmNotices();
    AlarmNotices(const AlarmNotices &) = delete;
    AlarmNotices &operator=(const AlarmNotices &) = delete;

    /// A program and its arguments; empty: nobody is told from now on.
    void setCommand(std::vector<std::string> command);
    void tell(const Alarms::News &news);
    /// How often the command could not be told.
    [[nodiscard]] std::uint64_t failures() const { return m_failures; }

private:
    struct Notice
    {
        Alarm alarm;
        bool hasEnded = false;
    };
    using Notices = std::map<std::pair<std::string, std::string>, Notice>; // by rule and key

    void run();
    /// Why not, as a sentence; empty: the command was told.
    [[nodiscard]] std::string give(const std::vector<std::string> &command, const Notices &notices);
    [[nodiscard]] QByteArray textOf(const Notices &notices) const;

    const std::string m_host;
    Clock &m_clock;
    std::atomic<std::uint64_t> m_failures = 0;
    Mutex m_mutex;
    Condition m_changed;
    std::vector<std::string> m_command QONTROLLER_GUARDED_BY(m_mutex);
    Notices m_notices QONTROLLER_GUARDED_BY(m_mutex); // that the command is to be told of
    std::stop_source m_end;
    std::thread m_thread;
};

} // namespace qontroller
