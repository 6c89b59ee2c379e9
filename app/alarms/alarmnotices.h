// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/alarms/alarms.h"

#include <QtCore/QByteArray>

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace qontroller {

/// Tells a command of alarms that begin and end: as JSON on its standard input, at most once a
/// minute, so several at once. It compares what fires with what the command was told, in this life
/// or in an earlier one: so what it could not be told it is told with the next call, and what has
/// ended and begun again in between not at all. Thread-safe.
class AlarmNotices
{
public:
    static constexpr Duration Pause = std::chrono::minutes(1);
    /// A command that takes longer is ended.
    static constexpr Duration TimeLimit = std::chrono::seconds(30);
    /// … and at the end of the program, which it holds up.
    static constexpr Duration EndLimit = std::chrono::seconds(5);

    /// \a host is the name of the host. \a clock outlives this. \a news is called by a thread of
    /// this after told() has become another one.
    AlarmNotices(
        std::string host, Clock &clock, std::function<void()> news = [] {});
    /// Ends a command under way, or tells one of what waits.
    ~AlarmNotices();
    AlarmNotices(const AlarmNotices &) = delete;
    AlarmNotices &operator=(const AlarmNotices &) = delete;

    /// A program and its arguments; empty: nobody is told from now on. Another one is told of all
    /// that fires.
    void setCommand(std::vector<std::string> command);
    /// What an earlier life has told, before the first call of follow().
    void restore(const std::vector<KeptAlarms::Told> &told);
    [[nodiscard]] std::vector<KeptAlarms::Told> told() const;
    /// Those of \a firing fire, and those that are \a awaited may fire still. To be called again
    /// and again.
    void follow(const std::vector<Alarm> &firing, std::set<Alarms::Key> awaited);
    /// How often the command could not be told.
    [[nodiscard]] std::uint64_t failures() const { return m_failures; }

private:
    struct Notice
    {
        Alarm alarm;
        bool hasEnded = false;
    };
    using Key = Alarms::Key;
    using Notices = std::map<Key, Notice>;
    using Command = std::vector<std::string>;

    /// What others than the command were told.
    void forgetOthers() QONTROLLER_REQUIRES(m_mutex);
    /// What the command is to be told of now.
    [[nodiscard]] Notices due() const QONTROLLER_REQUIRES(m_mutex);
    /// Begins the thread, unless it runs.
    void begin() QONTROLLER_REQUIRES(m_mutex);
    void run();
    void callOnce(const Command &command, const Notices &notices);
    void noteTold(const Command &command, const Notices &notices);
    void endWell();
    /// Why not, as a sentence; empty: the command was told.
    [[nodiscard]] std::string give(const Command &command, const Notices &notices, Duration limit,
                                   const std::stop_token &stop);
    [[nodiscard]] QByteArray textOf(const Notices &notices) const;

    const std::string m_host;
    Clock &m_clock;
    std::atomic<std::uint64_t> m_failures = 0;
    const std::function<void()> m_news;
    mutable Mutex m_mutex;
    Condition m_changed;
    Command m_command QONTROLLER_GUARDED_BY(m_mutex);
    std::map<Key, Alarm> m_firing QONTROLLER_GUARDED_BY(m_mutex);
    std::set<Key> m_awaited QONTROLLER_GUARDED_BY(m_mutex);
    std::map<Key, Alarm> m_told QONTROLLER_GUARDED_BY(m_mutex); // that fire, as far as it knows
    std::int64_t m_who QONTROLLER_GUARDED_BY(m_mutex) = 0;      // was told of them
    std::stop_source m_end;
    std::thread m_thread;
};

} // namespace qontroller
