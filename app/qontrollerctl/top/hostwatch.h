// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/top/topmodel.h"
#include "core/base/files/wakefd.h"
#include "core/base/threads/mutex.h"
#include "core/remote/client/hostcalls.h"
#include "core/remote/client/remotehost.h"

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace qontroller::top {

/// What came since it was taken last.
struct News
{
    Link link;
    std::vector<Answer> answers;       ///< oldest first
    std::vector<std::string> outcomes; ///< of commands, as sentences
};

/// Asks one host the same question every second, in a thread of its own, so that a host that does
/// not answer holds nothing up. When it is not reached, a new connection is tried after a pause
/// that grows. Its functions are for one thread.
class HostWatch final
{
public:
    static constexpr Duration Interval = std::chrono::seconds(1);
    /// Before a connection is tried again; doubled up to the longest.
    static constexpr Duration FirstPause = std::chrono::milliseconds(500);
    static constexpr Duration LongestPause = std::chrono::seconds(10);

    /// \a sort as `items` has it. \a wake is woken when there is news, and outlives this.
    HostWatch(remote::Address address, std::string sort, const WakeFd &wake);
    /// Ends what the host is asked.
    ~HostWatch();
    HostWatch(const HostWatch &) = delete;
    HostWatch &operator=(const HostWatch &) = delete;

    /// At once, and every second from then on, in the place of what was asked before.
    void ask(const Question &question);
    /// Once, before the next question. If the host has come to be lost: never.
    void steer(Steering steering);
    /// Throws what the thread has thrown.
    [[nodiscard]] News take();

private:
    struct Connection
    {
        std::unique_ptr<remote::RemoteHost> host;
        std::unique_ptr<remote::HostCalls> calls;
        std::uint64_t run = 0;

        void close() const;
        [[nodiscard]] CtlHost both() const { return {*host, *calls}; }
    };
    using ConnectionPtr = std::shared_ptr<const Connection>;

    void run();
    /// Waits until there is something to do; false: it is over.
    bool waitForWork();
    [[nodiscard]] ConnectionPtr reach();
    void steerAll(const Connection &connection);
    void askOnce(const Connection &connection);
    void lose(const CtlProblem &problem);
    void tell(std::string outcome) QONTROLLER_REQUIRES(m_mutex);

    const remote::Address m_address;
    const std::string m_sort;
    const WakeFd &m_wake;
    Clock &m_clock = SteadyClock::instance();
    std::stop_source m_end;
    Mutex m_mutex;
    Condition m_changed;
    News m_news QONTROLLER_GUARDED_BY(m_mutex);
    Question m_question QONTROLLER_GUARDED_BY(m_mutex);
    std::vector<Steering> m_steerings QONTROLLER_GUARDED_BY(m_mutex);
    TimePoint m_due QONTROLLER_GUARDED_BY(m_mutex);            ///< the next question or connection
    ConnectionPtr m_connection QONTROLLER_GUARDED_BY(m_mutex); ///< null: there is none
    std::uint64_t m_runs QONTROLLER_GUARDED_BY(m_mutex) = 0;
    Duration m_pause QONTROLLER_GUARDED_BY(m_mutex) = FirstPause;
    std::exception_ptr m_thrown QONTROLLER_GUARDED_BY(m_mutex);
    std::thread m_thread; // last: it uses the rest
};

} // namespace qontroller::top
