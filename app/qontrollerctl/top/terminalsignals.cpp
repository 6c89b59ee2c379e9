// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/top/terminalsignals.h"

#include <cerrno>
#include <cstring>
#include <system_error>

#include <sys/signalfd.h>

namespace qontroller::top {

TerminalSignals::TerminalSignals()
{
    sigset_t ours{};
    ::sigemptyset(&ours);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP})
        ::sigaddset(&ours, number);
    m_fd.reset(::signalfd(-1, &ours, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!m_fd)
        throw std::system_error(errno, std::generic_category(), "signals cannot be read");
    ::pthread_sigmask(SIG_BLOCK, &ours, &m_before);
}

TerminalSignals::~TerminalSignals()
{
    ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

std::optional<int> TerminalSignals::take()
{
    signalfd_siginfo info{};
    if (::read(m_fd.get(), &info, sizeof info) != sizeof info)
        return std::nullopt;
    return static_cast<int>(info.ssi_signo);
}

std::string signalName(int number)
{
    return std::string("SIG") + ::sigabbrev_np(number);
}

} // namespace qontroller::top
