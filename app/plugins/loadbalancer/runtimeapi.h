// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"
#include "core/base/threads/clock.h"
#include "core/engine/api/error.h"

#include <tl/expected.hpp>

#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

namespace qontroller::loadbalancer {

/// HAProxy's runtime API on a UNIX socket: one command on one connection, and its answer.
///
/// Each call ends when the answer is there, when its timeout has passed or when its stop is
/// requested. An error is a sentence that names the socket. Any number of threads.
class RuntimeApi
{
public:
    /// \a socket is the path in `stats socket`. \a clock outlives this.
    RuntimeApi(std::string socket, Duration timeout, Clock &clock = SteadyClock::instance())
        : m_socket(std::move(socket))
        , m_timeout(timeout)
        , m_clock(clock)
    {}

    template<class T>
    using Result = tl::expected<T, Error>;

    /// What HAProxy answers to \a command, without empty lines at the end. That it refuses is an
    /// answer, too.
    [[nodiscard]] Result<std::string> ask(std::string_view command,
                                          const std::stop_token &stop) const;
    /// … to a command that shows a table. One that was cut off is an error: what is missing there
    /// would count as gone.
    [[nodiscard]] Result<std::string> show(std::string_view command,
                                           const std::stop_token &stop) const;

    /// A connection on which nothing is asked: it hangs up when the process ends, and now and
    /// then when HAProxy finds it idle.
    [[nodiscard]] Result<UniqueFd> connect() const;

    [[nodiscard]] const std::string &socket() const { return m_socket; }

private:
    class Conversation;
    [[nodiscard]] Result<std::string> exchange(std::string_view command,
                                               const std::stop_token &stop) const;
    [[nodiscard]] Error failure(std::string_view what) const;

    std::string m_socket;
    Duration m_timeout;
    Clock &m_clock;
};

} // namespace qontroller::loadbalancer
