// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/program/signals.h"

#include "core/base/files/descriptors.h"
#include "core/base/files/leftfile.h"
#include "core/base/files/uniquefd.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace qontroller {

namespace {

constexpr std::array Handled{SIGINT, SIGTERM, SIGHUP, SIGALRM};

/// How long the program's thread has after a second signal before the handler ends the program.
constexpr unsigned LastSeconds = 2;

/// For the handler, which can be given nothing. Reading end, writing end.
std::array<int, 2> s_pipe{-1, -1};
volatile std::sig_atomic_t s_taken = 0; ///< the first one that asks for the end; 0: none has
volatile std::sig_atomic_t s_hangUpIsWord = 0;
volatile std::sig_atomic_t s_last = 0;
volatile std::sig_atomic_t s_hangUpCame = 0;  ///< before there was a pipe
volatile std::sig_atomic_t s_hadTerminal = 0; ///< when SIGHUP began to be kept

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
    const bool ends = number != SIGHUP || s_hangUpIsWord == 0;
    if (ends && s_taken != 0) {
        s_last = number;
        ::alarm(LastSeconds);
    } else if (ends) {
        s_taken = number;
    }
    errno = before;
}

/// The program's thread has not heard the second signal: it stands still somewhere.
void endNow(int)
{
    leftfile::remove();
    ::_exit(128 + s_last);
}

void install(int signal, void (*handler)(int))
{
    struct sigaction action
    {
    };
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    ::sigaction(signal, &action, nullptr);
}

bool isHandledBy(int signal, void (*handler)(int))
{
    struct sigaction action
    {
    };
    return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == handler;
}

/// What \a signal is left to where it is taken.
void (*handlerOf(int signal))(int)
{
    return signal == SIGALRM ? endNow : takeSignal;
}

bool hasTerminal()
{
    return UniqueFd(::open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY)).get() >= 0;
}

/// Async-signal-safe.
void noteHangUp(int number)
{
    const int before = errno;
    if (s_hadTerminal != 0 && !hasTerminal()) {
        install(SIGHUP, SIG_DFL);
        ::raise(number); // ends the program when this handler returns
    }
    s_hangUpCame = 1;
    errno = before;
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

void keepHangUp()
{
    s_hadTerminal = hasTerminal() ? 1 : 0;
    if (!isHandledBy(SIGHUP, SIG_IGN))
        install(SIGHUP, noteHangUp);
}

Signals::Signals(HangUp hangUp)
    : m_hadTerminal(hasTerminal() || s_hadTerminal != 0)
    , m_takesHangUp(!isHandledBy(SIGHUP, SIG_IGN)) // as nohup sets it
{
    if (::pipe2(s_pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        throw std::system_error(errno, std::generic_category(), "no pipe for signals");
    for (int &end : s_pipe) {
        if (const int high = highDuplicate(end); high != end)
            ::close(std::exchange(end, high));
    }
    s_taken = 0;
    s_hangUpIsWord = hangUp == HangUp::IsWord ? 1 : 0;
    static_cast<void>(takeAgain());
    if (s_hangUpCame != 0 && hangUp == HangUp::IsWord)
        writeByte(SIGHUP);
    s_hangUpCame = 0;
}

Signals::~Signals()
{
    ::alarm(0);
    for (const int signal : Handled) {
        if (isHandledBy(signal, handlerOf(signal)))
            install(signal, SIG_DFL);
    }
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

std::string Signals::takeAgain() const
{
    std::string names;
    for (const int signal : Handled) {
        const bool isOurs = signal != SIGHUP || m_takesHangUp;
        if (!isOurs || isHandledBy(signal, handlerOf(signal)))
            continue;
        install(signal, handlerOf(signal));
        names.append(names.empty() ? "SIG" : ", SIG").append(::sigabbrev_np(signal));
    }
    return names;
}

void Signals::wake()
{
    writeByte(0);
}

bool Signals::hasLostTerminal() const
{
    return m_hadTerminal && !hasTerminal();
}

std::optional<int> askedEnd()
{
    const int signal = s_taken;
    return signal == 0 ? std::nullopt : std::optional(signal);
}

int Signals::descriptor() const
{
    return s_pipe[0];
}

} // namespace qontroller
