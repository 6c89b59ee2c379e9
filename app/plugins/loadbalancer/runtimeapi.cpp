// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/runtimeapi.h"

#include "core/base/faults/shortage.h"
#include "core/base/files/stopfd.h"
#include "core/base/files/unixsocket.h"
#include "core/base/text/text.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <optional>
#include <system_error>

namespace qontroller::loadbalancer {

namespace {

/// Of ten thousand servers it is 10 MiB.
constexpr std::size_t LongestAnswer = std::size_t{64} << 20;

/// A shortage of the host is no fault of HAProxy: it is thrown. Else `errno` stays what it was.
void throwIfShort(const char *what)
{
    const int code = errno;
    if (isShortage(code) && code != EAGAIN)
        throw HostShortage(std::string(what) + ": " + std::generic_category().message(code));
}

/// Of an answer, in a sentence about it; bytes.
constexpr std::size_t LongestQuote = 200;

std::string firstWords(std::string_view command)
{
    constexpr std::size_t Longest = 80;
    return '"' + std::string(command.substr(0, Longest)) + '"';
}

} // namespace

/// One connection in non-blocking mode, until its deadline.
class RuntimeApi::Conversation
{
public:
    Conversation(const RuntimeApi &api, UniqueFd connection, const StopFd &stop)
        : m_api(api)
        , m_connection(std::move(connection))
        , m_stop(stop)
        , m_deadline(later(api.m_clock.now(), api.m_timeout))
    {}

    /// Nothing, or what went wrong.
    std::optional<std::string> send(std::string_view text)
    {
        while (!text.empty()) {
            const ssize_t size = ::send(m_connection.get(), text.data(), text.size(), MSG_NOSIGNAL);
            if (size > 0)
                text.remove_prefix(static_cast<std::size_t>(size));
            else if (auto problem = waitAfterError(POLLOUT))
                return problem;
        }
        return std::nullopt;
    }
    std::optional<std::string> receive(std::string &answer)
    {
        std::array<char, 16 << 10> buffer{};
        for (;;) {
            const ssize_t size = ::recv(m_connection.get(), buffer.data(), buffer.size(), 0);
            if (size == 0)
                return std::nullopt;
            if (size > 0)
                answer.append(buffer.data(), static_cast<std::size_t>(size));
            else if (auto problem = waitAfterError(POLLIN))
                return problem;
            if (answer.size() > LongestAnswer)
                return "has answered more than 64 MiB without an end: is it a HAProxy?";
        }
    }

private:
    std::optional<std::string> waitAfterError(short events)
    {
        if (errno == EINTR)
            return std::nullopt;
        if (errno != EAGAIN)
            return "has closed the connection: " + std::generic_category().message(errno);
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(m_deadline
                                                                       - m_api.m_clock.now());
        std::array<pollfd, 2> waiting{{{m_connection.get(), events, 0}, {m_stop.get(), POLLIN, 0}}};
        const int ready = left.count() <= 0 ? 0
                                            : ::poll(waiting.data(), waiting.size(),
                                                     static_cast<int>(left.count()));
        if (ready == 0)
            return "has not answered within " + formatDuration(m_api.m_timeout);
        if ((waiting[1].revents & POLLIN) != 0)
            return "has not answered before the attempt was asked to stop";
        return std::nullopt;
    }

    const RuntimeApi &m_api;
    UniqueFd m_connection;
    const StopFd &m_stop;
    TimePoint m_deadline;
};

Error RuntimeApi::failure(std::string_view what) const
{
    return Error("HAProxy at \"" + m_socket + "\" " + std::string(what));
}

RuntimeApi::Result<UniqueFd> RuntimeApi::connect() const
{
    const auto address = socketAddress(m_socket);
    if (!address)
        return tl::unexpected(
            failure("cannot be reached: the path is longer than a socket's may be"));
    UniqueFd connection(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!connection)
        throwIfShort("there is no descriptor left");
    const int error = connection ? connectSocket(*address, connection.get()) : errno;
    if (error != 0)
        return tl::unexpected(
            failure("cannot be reached: " + std::generic_category().message(error)));
    return connection;
}

RuntimeApi::Result<std::string> RuntimeApi::ask(std::string_view command,
                                                const std::stop_token &stop) const
{
    return exchange(command, stop).map([](std::string answer) {
        answer.resize(answer.find_last_not_of('\n') + 1);
        return answer;
    });
}

RuntimeApi::Result<std::string> RuntimeApi::show(std::string_view command,
                                                 const std::stop_token &stop) const
{
    auto answer = exchange(command, stop);
    if (answer && !answer->ends_with("\n\n"))
        return tl::unexpected(failure("did not answer to the end (" + firstWords(command)
                                      + "): " + cutText(*answer, LongestQuote)));
    return answer;
}

RuntimeApi::Result<std::string> RuntimeApi::exchange(std::string_view command,
                                                     const std::stop_token &stop) const
{
    auto connection = connect();
    if (!connection)
        return tl::unexpected(std::move(connection.error()));
    const StopFd whenStopped(stop);
    if (!whenStopped)
        throwIfShort("there is no descriptor left");
    Conversation conversation(*this, std::move(*connection), whenStopped);
    std::string answer;
    auto problem = conversation.send(std::string(command) + '\n');
    if (!problem)
        problem = conversation.receive(answer);
    if (problem)
        return tl::unexpected(failure(*problem + " (" + firstWords(command) + ')'));
    return answer;
}

} // namespace qontroller::loadbalancer
