// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/control/commandoutcome.h"
#include "core/engine/control/operatorline.h"
#include "core/engine/observe/events/eventrecord.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

namespace qontroller::remote {

/// What operators asked for, as far as the host knows: the last Most of it. Thread-safe.
class OperatorLog
{
public:
    static constexpr std::size_t Most = 1000;

    /// Its number from then on. \a runs: how many it asks for.
    std::uint64_t add(OperatorLine line, std::uint64_t runs = 0);
    /// Another command takes that of \a ticket back.
    void noteTakenBack(Ticket ticket);
    /// From before those that are there, oldest first.
    void addEarlier(std::vector<OperatorLine> lines);
    /// What an event tells of the command that its ticket names: how a run has ended, or what the
    /// engine remarks. It may come before the command's line.
    void note(const EventRecord &event);
    /// Oldest first; those whose OperatorLine::changed is more than \a after.
    [[nodiscard]] std::vector<OperatorLine> lines(std::uint64_t after = 0) const;

private:
    mutable Mutex m_mutex;
    std::deque<OperatorLine> m_lines QONTROLLER_GUARDED_BY(m_mutex);
    /// What has come of a command.
    struct Outcome : CommandOutcome
    {
        std::uint64_t changed = 0;
    };

    void dropOldestLocked() QONTROLLER_REQUIRES(m_mutex);

    std::map<Ticket, Outcome> m_outcomes QONTROLLER_GUARDED_BY(m_mutex); // of lines
    // Of tickets without a line: those of jobs, and those of which the line is under way.
    std::map<Ticket, Outcome> m_early QONTROLLER_GUARDED_BY(m_mutex);
    std::uint64_t m_changes QONTROLLER_GUARDED_BY(m_mutex) = 0;
};

} // namespace qontroller::remote
