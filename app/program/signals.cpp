// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/program/signals.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace qontroller {

namespace {

constexpr std::array Handled{SIGINT, SIGTERM};

/// For the handler, which can be given nothing. Reading end, writing end.
std::array<int, 2> s_pipe{-1, -1};

void writeByte(int number)
{
    const auto byte = static_cast<unsigned char>(number);
    // A full pipe has signals enough to tell.
    [[maybe_unused]] const auto written = ::write(s_pipe[1], &byte, 1);
}

/// Async-signal-safe.
void takeSignal(int number)
{
    const int before = errno;
    writeByte(number);
    errno = before;
}

void install(void (*handler)(int))
{
    struct sigaction action
    {
    };
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    for (const int signal : Handled)
        ::sigaction(signal, &action, nullptr);
}

/// -1: for ever.
int millisecondsUntil(TimePoint deadline)
{
    if (deadline == TimePoint::max())
        return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline
                                                                   - SteadyClock::instance().now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 3'600'000));
}

} // namespace

Signals::Signals()
{
    if (::pipe2(s_pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        throw std::system_error(errno, std::generic_category(), "no pipe for signals");
    install(takeSignal);
}

Signals::~Signals()
{
    install(SIG_DFL);
    for (int &end : s_pipe)
        ::close(std::exchange(end, -1));
}

std::optional<int> Signals::wait(TimePoint deadline)
{
    pollfd waited{s_pipe[0], POLLIN, 0};
    if (::poll(&waited, 1, millisecondsUntil(deadline)) <= 0)
        return std::nullopt;
    unsigned char byte = 0;
    if (::read(s_pipe[0], &byte, 1) != 1 || byte == 0)
        return std::nullopt;
    return byte;
}

void Signals::wake()
{
    writeByte(0);
}

int Signals::descriptor() const
{
    return s_pipe[0];
}

} // namespace qontroller
