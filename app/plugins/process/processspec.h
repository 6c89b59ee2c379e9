// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace qontroller::supervision {

/// When a process is started again after its end.
struct RestartPolicy
{
    enum class When : unsigned char {
        Always,
        OnFailure, ///< any end but exit status 0
        Never,
    };

    static constexpr Duration ShortestBase = std::chrono::milliseconds(100);

    When when = When::Always;
    Duration base = std::chrono::seconds(1); ///< before the first restart in a row, doubling …
    Duration max = std::chrono::minutes(1);  ///< … up to this
    unsigned limit = 0;                      ///< restarts in a row; 0: as many as it takes
    Duration resetAfter = std::chrono::minutes(1); ///< a run so long ends the row
};

/// How to find out whether a process is ready; one of them, or none.
struct ReadinessProbe
{
    std::vector<std::string> command; ///< ready if it ends with status 0
    std::string tcpHost;              ///< ready if it accepts a connection
    std::uint16_t tcpPort = 0;
    std::string http; ///< a URL: ready if it answers with a status from 200 to 399
    Duration interval = std::chrono::seconds(5);
    Duration timeout = std::chrono::seconds(2);
    unsigned failureThreshold = 3; ///< a ready process is unready after so many in a row

    [[nodiscard]] bool isGiven() const
    {
        return !command.empty() || !tcpHost.empty() || !http.empty();
    }
};

/// setrlimit() of a process; nothing: that of this program.
struct ResourceLimits
{
    std::optional<std::uint64_t> memory; ///< bytes of address space
    std::optional<std::uint64_t> files;  ///< open at once
    std::optional<std::uint64_t> core;   ///< bytes of a core dump
    std::optional<std::uint64_t> cpu;    ///< seconds of processor time
};

/// Where standard output and error of a process go.
struct LogOptions
{
    enum class To : unsigned char {
        File,    ///< NAME.log in the state folder
        Journal, ///< of systemd
        Discard,
    };

    To to = To::File;
    std::uint64_t size = std::uint64_t{10} << 20; ///< bytes of a file; then it is rotated
    unsigned count = 5;                           ///< rotated logs that are kept

    friend bool operator==(const LogOptions &, const LogOptions &) = default;
};

/// One process that should run. Plain values; see processspec.json.
struct ProcessSpec
{
    std::vector<std::string> command; ///< a program and its arguments
    std::map<std::string, std::string> environment;
    std::string workingDirectory; ///< empty: that of this program
    RestartPolicy restart;
    ReadinessProbe readiness;
    ResourceLimits limits;
    LogOptions log;
    Duration grace = std::chrono::seconds(10); ///< from SIGTERM to SIGKILL

    // Of secrets that the file refers to neither has more than the reference.
    std::string digest;                ///< of all of it: another one means a restart
    std::string text;                  ///< the JSON with its defaults, for people
    std::vector<std::string> warnings; ///< sentences; of secrets that are too short to be hidden
};

} // namespace qontroller::supervision
