// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/controller/stoprequests.h"

#include <list>
#include <memory>
#include <stop_token>
#include <vector>

namespace qontroller {

/// The calls of one controller that belong to no run: lists, watches, owners,
/// descriptions. Each has a stop source of its own, so that none waits for what
/// another has registered on its token. Thread-safe.
class Calls
{
public:
    Calls(std::shared_ptr<StopRequests> stops, Clock &clock)
        : m_stops(std::move(stops))
        , m_clock(clock)
    {}

    /// One call, from construction to destruction.
    class Scope;

    /// Asks all calls to stop, and those that begin from now on.
    void stop();
    [[nodiscard]] std::vector<RunningCall> running() const;

private:
    struct Entry
    {
        RunningCall call;
        std::stop_source stop;
    };

    std::shared_ptr<StopRequests> m_stops;
    Clock &m_clock;
    mutable Mutex m_mutex;
    std::list<Entry> m_entries QONTROLLER_GUARDED_BY(m_mutex);
    bool m_stopping QONTROLLER_GUARDED_BY(m_mutex) = false;
};

class Calls::Scope
{
public:
    Scope(Calls &calls, ForeignCall call, ObjectId id = {});
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

    [[nodiscard]] std::stop_token stop() const { return m_entry->stop.get_token(); }
    /// Asks this call alone, soon.
    void requestStop() { m_calls.m_stops->request(m_entry->stop, m_entry->call.id); }

private:
    Calls &m_calls;
    std::list<Entry>::iterator m_entry;
};

} // namespace qontroller
