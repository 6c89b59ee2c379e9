// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/load/crashnotes.h"

#include "core/base/files/leftfile.h"
#include "core/base/threads/ownedthread.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>

#include <unistd.h>

namespace qontroller {

namespace {

constexpr std::size_t MostFiles = 1024;
constexpr std::array Fatal{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGSYS};
constexpr const char *Exit = "exit()\n";

/// A descriptor + 1, so that the table is empty from the start; 0: free.
std::array<std::atomic<int>, MostFiles> s_files;
std::array<struct sigaction, Fatal.size()> s_before;
std::atomic<int> s_run = -1;
constinit thread_local const std::atomic<int> *t_suspect = nullptr;

/// For signal handlers, which must not translate or look up anything.
const char *lineOf(int signal)
{
    switch (signal) {
    case SIGSEGV: return "SIGSEGV\n";
    case SIGBUS: return "SIGBUS\n";
    case SIGILL: return "SIGILL\n";
    case SIGFPE: return "SIGFPE\n";
    case SIGABRT: return "SIGABRT\n";
    default: return "SIGSYS\n";
    }
}

/// Async-signal-safe.
void writeLine(int descriptor, const char *line)
{
    [[maybe_unused]] const auto written = ::write(descriptor, line, std::strlen(line));
}

/// Async-signal-safe.
void note(const char *line)
{
    if (t_suspect) {
        if (const int file = *t_suspect; file >= 0)
            writeLine(file, line);
        return;
    }
    if (OwnedThread::isCurrent())
        return;
    for (const std::atomic<int> &file : s_files) {
        if (const int used = file; used > 0)
            writeLine(used - 1, line);
    }
}

/// Async-signal-safe. One write: threads that crash at once do not mix their lines, and none ends
/// the process with half of another's note in the file.
void noteInRun(const char *line)
{
    const int run = s_run;
    if (run < 0 || (t_suspect && *t_suspect >= 0))
        return;
    std::array<char, 512> all{}; // of a longer name, what fits in
    std::size_t size = 0;
    const auto add = [&](const char *text) {
        const std::size_t length = std::min(std::strlen(text), all.size() - 1 - size);
        std::memcpy(all.data() + size, text, length);
        size += length;
    };
    add(line);
    if (const char *work = OwnedThread::currentWork())
        add(work);
    all[size] = '\n';
    [[maybe_unused]] const auto written = ::write(run, all.data(), size + 1);
}

/// Async-signal-safe. What raised the signal does it again, unless somebody has sent it.
void takeFatal(int signal, siginfo_t *info, void *)
{
    const int before = errno;
    note(lineOf(signal));
    noteInRun(lineOf(signal));
    leftfile::remove();
    for (std::size_t i = 0; i < Fatal.size(); ++i) {
        if (Fatal[i] == signal)
            ::sigaction(signal, &s_before[i], nullptr);
    }
    if (info->si_code <= 0)
        ::raise(signal);
    errno = before;
}

void install()
{
    struct sigaction action
    {
    };
    action.sa_sigaction = takeFatal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (std::size_t i = 0; i < Fatal.size(); ++i)
        ::sigaction(Fatal[i], &action, &s_before[i]);
}

void installOnce()
{
    static std::once_flag installed;
    std::call_once(installed, install);
}

bool hasSecondStack()
{
    stack_t now{};
    return ::sigaltstack(nullptr, &now) == 0 && (now.ss_flags & SS_DISABLE) == 0;
}

} // namespace

bool crashnotes::open(int descriptor)
{
    installOnce();
    return std::ranges::any_of(s_files, [descriptor](std::atomic<int> &file) {
        int empty = 0;
        return file.compare_exchange_strong(empty, descriptor + 1);
    });
}

void crashnotes::close(int descriptor)
{
    for (std::atomic<int> &file : s_files) {
        int used = descriptor + 1;
        if (file.compare_exchange_strong(used, 0))
            return;
    }
}

void crashnotes::setRun(int descriptor)
{
    installOnce();
    s_run = descriptor;
}

void crashnotes::noteExit()
{
    note(Exit);
    leftfile::remove();
}

SuspectCall::SuspectCall(const std::atomic<int> &descriptor)
    : m_before(t_suspect)
{
    t_suspect = &descriptor;
    if (hasSecondStack())
        return;
    m_stack = std::make_unique<std::array<std::byte, StackSize>>();
    stack_t second{};
    second.ss_sp = m_stack->data();
    second.ss_size = StackSize;
    if (::sigaltstack(&second, nullptr) != 0)
        m_stack.reset();
}

SuspectCall::~SuspectCall()
{
    t_suspect = m_before;
    if (!m_stack)
        return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    ::sigaltstack(&none, nullptr);
}

} // namespace qontroller
