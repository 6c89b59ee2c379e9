// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/serve/processmetrics.h"

#include "app/serve/metricfamily.h"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

namespace qontroller {

namespace {

using prometheus::MetricType;

class Families
{
public:
    /// \a value nothing: it could not be read.
    void add(const char *name, const char *help, MetricType type, std::optional<double> value)
    {
        if (value)
            m_all.push_back(metricFamily(name, help, type, *value));
    }
    [[nodiscard]] std::vector<prometheus::MetricFamily> take() { return std::move(m_all); }

private:
    std::vector<prometheus::MetricFamily> m_all;
};

/// The \a index th number of \a text, from 0.
std::optional<double> numberAt(const std::string &text, int index)
{
    std::istringstream words(text);
    std::string skipped;
    for (int i = 0; i < index; ++i)
        words >> skipped;
    double number = 0;
    return words >> number ? std::optional(number) : std::nullopt;
}

std::optional<std::string> contentOf(const char *path)
{
    std::ifstream file(path);
    std::string content{std::istreambuf_iterator<char>(file), {}};
    return file ? std::optional(std::move(content)) : std::nullopt;
}

/// Of `/proc/self/statm`.
std::optional<double> pages(int index)
{
    const auto statm = contentOf("/proc/self/statm");
    const auto count = statm ? numberAt(*statm, index) : std::nullopt;
    return count ? std::optional(*count * double(::sysconf(_SC_PAGESIZE))) : std::nullopt;
}

double secondsOf(const timeval &time)
{
    return double(time.tv_sec) + double(time.tv_usec) / 1e6;
}

std::optional<double> cpuSeconds()
{
    rusage used{};
    if (::getrusage(RUSAGE_SELF, &used) != 0)
        return std::nullopt;
    return secondsOf(used.ru_utime) + secondsOf(used.ru_stime);
}

/// Since 1970: the computer's start, and how long after it the process began.
std::optional<double> startSeconds()
{
    constexpr int AfterName = 19; // of the fields of stat, behind the name, which may have blanks
    const std::string mark = "\nbtime ";
    const auto all = contentOf("/proc/stat");
    const auto own = contentOf("/proc/self/stat");
    const std::size_t boot = all ? all->find(mark) : std::string::npos;
    const std::size_t nameEnd = own ? own->rfind(')') : std::string::npos;
    if (boot == std::string::npos || nameEnd == std::string::npos)
        return std::nullopt;
    const auto bootTime = numberAt(all->substr(boot + mark.size()), 0);
    const auto ticks = numberAt(own->substr(nameEnd + 1), AfterName);
    if (!bootTime || !ticks)
        return std::nullopt;
    return *bootTime + *ticks / double(::sysconf(_SC_CLK_TCK));
}

std::optional<double> openDescriptors()
{
    std::error_code error;
    const std::filesystem::directory_iterator all("/proc/self/fd", error);
    if (error)
        return std::nullopt;
    return double(std::distance(begin(all), end(all)) - 1); // the look itself has one
}

std::optional<double> mostDescriptors()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return std::nullopt;
    return double(limit.rlim_cur);
}

} // namespace

std::vector<prometheus::MetricFamily> processMetrics()
{
    Families families;
    families.add("process_cpu_seconds_total",
                 "User and system CPU time that the process has spent.", MetricType::Counter,
                 cpuSeconds());
    families.add("process_start_time_seconds", "When the process began, in seconds since 1970.",
                 MetricType::Gauge, startSeconds());
    families.add("process_resident_memory_bytes", "Memory that the process has.", MetricType::Gauge,
                 pages(1));
    families.add("process_virtual_memory_bytes", "Addresses that the process has.",
                 MetricType::Gauge, pages(0));
    families.add("process_open_fds", "Descriptors that are open.", MetricType::Gauge,
                 openDescriptors());
    families.add("process_max_fds", "Descriptors that may be open.", MetricType::Gauge,
                 mostDescriptors());
    return families.take();
}

} // namespace qontroller
