// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/process/processstat.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <filesystem>
#include <sstream>
#include <string>
#include <system_error>

namespace qontroller {

namespace {

/// The whole of it at once, or nothing: a process that ends meanwhile is an error to read.
std::string readStat(pid_t pid)
{
    const UniqueFd file(
        ::open(("/proc/" + std::to_string(pid) + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 4096> text{};
    const ssize_t size = file ? ::read(file.get(), text.data(), text.size()) : -1;
    return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : std::string();
}

void skip(std::istream &fields, int count)
{
    std::string skipped;
    for (int i = 0; i < count; ++i)
        fields >> skipped;
}

} // namespace

std::optional<ProcessStat> processStat(pid_t pid)
{
    const std::string text = readStat(pid);
    const std::size_t name = text.rfind(')'); // the name before it may hold anything
    if (name == std::string::npos)
        return std::nullopt;
    std::istringstream fields(text.substr(name + 1));
    char state = 'X';
    pid_t parent = 0;
    ProcessStat stat;
    fields >> state >> parent >> stat.group >> stat.session;
    skip(fields, 15);
    fields >> stat.startTime;
    skip(fields, 27);
    std::uint64_t environmentBegin = 0;
    std::uint64_t environmentEnd = 0;
    fields >> environmentBegin >> environmentEnd;
    if (!fields || state == 'Z' || state == 'X')
        return std::nullopt;
    stat.isStopped = state == 'T' || state == 't';
    stat.hasNoEnvironment = environmentEnd != 0 && environmentBegin == environmentEnd;
    return stat;
}

void forEachProcess(const std::function<void(pid_t)> &visit)
{
    std::error_code error;
    for (std::filesystem::directory_iterator it("/proc", error), end; !error && it != end;
         it.increment(error)) {
        const std::string name = it->path().filename().string();
        const char *const last = name.data() + name.size();
        pid_t pid = 0;
        const auto [read, problem] = std::from_chars(name.data(), last, pid);
        if (problem == std::errc() && read == last)
            visit(pid);
    }
}

// The header of glibc 2.36 declares its function for C only.
UniqueFd openProcess(pid_t pid)
{
    return UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
}

} // namespace qontroller
