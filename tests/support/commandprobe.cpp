// SPDX-License-Identifier: LGPL-3.0-or-later
// A command for the tests of commands: does as its first argument says.
#include <dirent.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace {

void print(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (written < 0)
            ::_exit(111);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

std::string readInput()
{
    std::string all;
    std::array<char, 65536> buffer{};
    ssize_t got = 0;
    while ((got = ::read(STDIN_FILENO, buffer.data(), buffer.size())) > 0)
        all.append(buffer.data(), static_cast<std::size_t>(got));
    return all;
}

std::string field(std::string_view text)
{
    return std::string(text) + '\0';
}

/// Arguments, variables that begin with QONTROLLER_ or PROBE_, folder, input: each with a zero byte behind.
int echo(int count, char **arguments)
{
    std::string all;
    for (int i = 1; i < count; ++i)
        all += field(arguments[i]);
    for (char **each = environ; *each; ++each) {
        if (std::strncmp(*each, "QONTROLLER_", 11) == 0 || std::strncmp(*each, "PROBE_", 6) == 0)
            all += field(*each);
    }
    std::array<char, 4096> folder{};
    all += field(::getcwd(folder.data(), folder.size()));
    print(all + field(readInput()));
    return 0;
}

/// What the child inherited: descriptors, blocked and ignored signals, group.
int inherited()
{
    std::string text;
    DIR *folder = ::opendir("/proc/self/fd");
    int count = 0;
    while (const dirent *entry = ::readdir(folder))
        count += entry->d_name[0] != '.' && std::atoi(entry->d_name) != ::dirfd(folder) ? 1 : 0;
    ::closedir(folder);
    sigset_t blocked;
    ::sigprocmask(SIG_SETMASK, nullptr, &blocked);
    int strange = 0;
    for (int signal = 1; signal < 32; ++signal) {
        struct sigaction action
        {
        };
        ::sigaction(signal, nullptr, &action);
        strange += ::sigismember(&blocked, signal) == 1 || action.sa_handler != SIG_DFL ? 1 : 0;
    }
    std::printf("%d descriptors, %d strange signals, %s group\n", count, strange,
                ::getpgrp() == ::getpid() ? "own" : "foreign");
    return 0;
}

[[noreturn]] void standStill()
{
    while (true)
        ::pause();
}

int hang(bool stubborn)
{
    if (stubborn)
        std::signal(SIGTERM, SIG_IGN);
    print(std::to_string(::getpid()) + '\n');
    standStill();
}

/// Two processes that ignore SIGTERM and hold the output; says their numbers.
int family()
{
    std::signal(SIGTERM, SIG_IGN);
    const pid_t child = ::fork();
    if (child == 0)
        standStill();
    print(std::to_string(::getpid()) + ' ' + std::to_string(child) + '\n');
    standStill();
}

/// Ends, but leaves a child behind: one that holds the output, or not.
int leave(bool holdsOutput, bool ownGroup)
{
    const pid_t child = ::fork();
    if (child == 0) {
        if (ownGroup)
            ::setsid();
        if (!holdsOutput) {
            ::close(STDOUT_FILENO);
            ::close(STDERR_FILENO);
        }
        standStill();
    }
    print(std::to_string(child) + '\n');
    return 0;
}

int flood(std::size_t size)
{
    const std::string chunk(1 << 16, 'x');
    while (size > 0) {
        const std::size_t some = size < chunk.size() ? size : chunk.size();
        print(std::string_view(chunk).substr(0, some));
        size -= some;
    }
    return 0;
}

} // namespace

int main(int count, char **arguments)
{
    const std::string_view what = count > 1 ? arguments[1] : "";
    const char *more = count > 2 ? arguments[2] : "";
    if (what == "echo")
        return echo(count, arguments);
    if (what == "inherited")
        return inherited();
    if (what == "hang" || what == "stubborn")
        return hang(what == "stubborn");
    if (what == "family")
        return family();
    if (what == "leave" || what == "daemon" || what == "session")
        return leave(what != "daemon", what == "session");
    if (what == "flood")
        return flood(std::strtoul(more, nullptr, 10));
    if (what == "copy") {
        print(readInput());
        return 0;
    }
    if (what == "deaf") {
        ::close(STDIN_FILENO);
        return 0;
    }
    if (what == "raise")
        return std::raise(std::atoi(more));
    return 99;
}
