// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/plugins/programs/programend.h"
#include "eventually.h"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

/// What tests of commands share.
namespace qontroller::test {

/// The probe with \a words; see commandprobe.cpp.
[[nodiscard]] inline Invocation probe(std::vector<std::string> words)
{
    words.insert(words.begin(), COMMAND_PROBE);
    return {COMMAND_PROBE, std::move(words), {}, {}};
}

[[nodiscard]] inline Invocation shell(const std::string &script)
{
    return {"/bin/sh", {"sh", "-c", script}, {"PATH=/usr/bin:/bin"}, {}};
}

[[nodiscard]] inline std::ptrdiff_t openDescriptors()
{
    const std::filesystem::directory_iterator fds("/proc/self/fd");
    return std::distance(begin(fds), end(fds));
}

/// Whether this process has a child, dead or alive.
[[nodiscard]] inline bool hasChildren()
{
    siginfo_t info{};
    return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

/// Whether the process \a pid runs; a dead one that is not reaped does not.
[[nodiscard]] inline bool isAlive(long pid)
{
    std::ifstream stream("/proc/" + std::to_string(pid) + "/stat");
    std::string all;
    std::getline(stream, all); // fails without a word if the process ends meanwhile
    const std::size_t end = all.rfind(')');
    return end != std::string::npos && end + 2 < all.size() && all[end + 2] != 'Z'
           && all[end + 2] != 'X';
}

/// The numbers that a command printed, separated by blanks.
[[nodiscard]] inline std::vector<long> numbersIn(const std::string &text)
{
    std::vector<long> numbers;
    const char *at = text.c_str();
    char *end = nullptr;
    for (long number = std::strtol(at, &end, 10); end != at; number = std::strtol(at, &end, 10)) {
        numbers.push_back(number);
        at = end;
    }
    return numbers;
}

} // namespace qontroller::test
