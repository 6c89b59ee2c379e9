// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"
#include "core/engine/observe/controllers/processmonitor.h"

#include <cstddef>
#include <deque>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace qontroller::isolation {

/// What happened to a process, until it is asked for. The oldest go when it is not. Thread-safe.
class ProcessNotes
{
public:
    static constexpr std::size_t Most = 100;

    /// \a clock outlives it.
    explicit ProcessNotes(Clock &clock)
        : m_clock(clock)
    {}

    void add(std::string text) { add({m_clock.now(), std::move(text)}); }
    /// \a text says that the process ended in no good order.
    void addTrouble(std::string text) { add({m_clock.now(), std::move(text), true}); }

    /// What was added since the last call, oldest first.
    [[nodiscard]] std::vector<ProcessNote> take()
    {
        MutexLock lock(m_mutex);
        std::vector<ProcessNote> notes(std::make_move_iterator(m_notes.begin()),
                                       std::make_move_iterator(m_notes.end()));
        m_notes.clear();
        return notes;
    }

private:
    void add(ProcessNote note)
    {
        MutexLock lock(m_mutex);
        if (m_notes.size() == Most)
            m_notes.pop_front();
        m_notes.push_back(std::move(note));
    }

    Clock &m_clock;
    Mutex m_mutex;
    std::deque<ProcessNote> m_notes QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::isolation
