// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <absl/container/flat_hash_map.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>

namespace qontroller::benchmarks {

/// The yardstick: a work queue as one writes it in ten minutes, with client-go's
/// rules and nothing else. Figures of ours are given as a ratio to it, measured in
/// the same process, so that they can be compared from machine to machine.
class PlainQueue
{
public:
    void add(const std::string &id)
    {
        std::lock_guard lock(m_mutex);
        State &state = m_states[id];
        if (state.dirty)
            return;
        state.dirty = true;
        if (state.processing)
            return;
        m_ready.push_back(id);
        m_condition.notify_one();
    }

    /// Empty once closed and drained.
    std::string take()
    {
        std::unique_lock lock(m_mutex);
        while (m_ready.empty() && !m_closed)
            m_condition.wait(lock);
        if (m_ready.empty())
            return {};
        std::string id = std::move(m_ready.front());
        m_ready.pop_front();
        m_states[id] = {false, true};
        return id;
    }

    void done(const std::string &id)
    {
        std::lock_guard lock(m_mutex);
        const auto it = m_states.find(id);
        it->second.processing = false;
        if (!it->second.dirty) {
            m_states.erase(it);
            return;
        }
        m_ready.push_back(id);
        m_condition.notify_one();
    }

    void close()
    {
        std::lock_guard lock(m_mutex);
        m_closed = true;
        m_condition.notify_all();
    }

private:
    struct State
    {
        bool dirty = false;
        bool processing = false;
    };

    std::mutex m_mutex;
    std::condition_variable m_condition;
    absl::flat_hash_map<std::string, State> m_states;
    std::deque<std::string> m_ready;
    bool m_closed = false;
};

} // namespace qontroller::benchmarks
