// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/api/objectid.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

namespace qontroller {

/// Which ids of a cache have to be loaded or removed, for its loaders.
///
/// An id is with one loader at a time. What comes meanwhile is done once more after it, and of
/// several wishes the last counts: n events cause one load. So nothing else orders what a list
/// and a watch say of one id. Thread-safe.
class LoadQueue
{
public:
    enum class Kind : std::uint8_t {
        RemoveUnseen, ///< if the list has still not shown it; gives way to the others
        Remove,
        Load,
    };
    enum class Origin : std::uint8_t {
        List,
        Event,
        Caller, ///< who asks for the object as it is now
    };
    struct Task
    {
        ObjectId id;
        Kind kind;
        Origin origin;
        Version version;
    };

    /// Ignored once it is closed.
    void add(const ObjectId &id, Kind kind, Origin origin, Version version = 0);
    /// Has \a id loaded by a load that begins from now on, and waits for its end. Why it failed;
    /// empty: it did not.
    [[nodiscard]] std::string load(const ObjectId &id, const std::stop_token &stop);
    /// Waits until all that lists have added is done, or the queue is closed. Why the first of
    /// it that failed did, and how many others did; empty: none.
    [[nodiscard]] std::string waitForList();

    /// Waits for the next task. Nothing once it is closed.
    [[nodiscard]] std::optional<Task> take();
    /// The task of \a id is done; \a error is empty if it went well.
    void done(const ObjectId &id, const std::string &error);

    /// Lets every waiting thread go.
    void close();

private:
    struct Ticket
    {
        bool hasEnded = false;
        std::string error;
    };
    using Tickets = std::vector<std::shared_ptr<Ticket>>;
    struct State
    {
        Version version = 0;
        std::unique_ptr<Tickets> waiting; // for the task that is queued
        std::unique_ptr<Tickets> running;
        Kind kind = Kind::RemoveUnseen;
        Origin origin = Origin::List;
        bool isQueued = false;
        bool isRunning = false;
        bool isOfList = false;    // counted in m_listLeft
        bool runsForList = false; // … by the task that runs
    };
    using States = std::unordered_map<ObjectId, State>;

    State &wish(const ObjectId &id, Kind kind, Origin origin, Version version)
        QONTROLLER_REQUIRES(m_mutex);

    mutable Mutex m_mutex;
    Condition m_hasWork;                            // for loaders
    Condition m_hasEnded;                           // for who waits for loads
    States m_states QONTROLLER_GUARDED_BY(m_mutex); // what is queued or running
    std::deque<States::value_type *> m_line QONTROLLER_GUARDED_BY(m_mutex);
    std::size_t m_listLeft QONTROLLER_GUARDED_BY(m_mutex) = 0;
    std::string m_listError QONTROLLER_GUARDED_BY(m_mutex); // of the first that failed
    std::size_t m_listErrors QONTROLLER_GUARDED_BY(m_mutex) = 0;
    bool m_isClosed QONTROLLER_GUARDED_BY(m_mutex) = false;
};

} // namespace qontroller
