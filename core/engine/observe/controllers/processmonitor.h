// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace qontroller {

/// The process of an isolated controller at this moment.
struct ProcessStatus
{
    bool isIsolated = false;    ///< false: in the host's own process; the rest means nothing
    int pid = 0;                ///< 0: none runs now
    std::uint64_t restarts = 0; ///< starts after the first
};

/// Something that happened to it.
struct ProcessNote
{
    TimePoint time;
    std::string text;
    bool isTrouble = false; ///< it ended in no good order
};

/// Why there is no process that takes calls.
struct ProcessAbsence
{
    std::string text; ///< one sentence
    Duration wait{};  ///< until it is worth another try
};

/// Where a controller learns of the process that its parts are in. Thread-safe.
class ProcessMonitor
{
public:
    virtual ~ProcessMonitor() = default;
    [[nodiscard]] virtual ProcessStatus status() const = 0;
    /// What happened since the last call, oldest first.
    [[nodiscard]] virtual std::vector<ProcessNote> takeNotes() = 0;
    /// Waits until the process takes calls, which after a crash may last. Why there is none, once
    /// \a stop is requested or no other process comes.
    [[nodiscard]] virtual std::optional<ProcessAbsence> awaitRunning(
        const std::stop_token &stop) = 0;
    /// No more attempts come: the process is to end soon, whatever else it does. Does not wait.
    virtual void end() = 0;
    /// … at once, with all that it does: its calls return. Does not wait for it either.
    virtual void endNow() = 0;
    /// Waits for the end that has begun, and for its note, until \a deadline.
    virtual void awaitEnd(TimePoint deadline) = 0;
};

} // namespace qontroller
