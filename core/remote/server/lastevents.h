// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/events/eventrecord.h"

#include <grpcpp/support/sync_stream.h>
#include <qontroller.pb.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>

namespace qontroller {
struct ControllerDelta;
struct Delta;
} // namespace qontroller

namespace qontroller::remote {

/// The last events of a host's controllers, in the order of their times; from follow() on those
/// that come, and how many were gone before they could be taken. For one thread.
class LastEvents
{
public:
    struct Line
    {
        ControllerId controller;
        EventRecord event;
        std::uint64_t missed; ///< before it
        /// As its event has it, but not before that of an event of its controller with a smaller
        /// number.
        TimePoint order;
    };

    /// Of \a controller and those that are started in its place, or of all if it is 0; not more
    /// than \a most.
    LastEvents(ControllerId controller, std::size_t most)
        : m_controller(controller)
        , m_most(most)
    {}

    /// Takes what is new. True: there is more to be pulled.
    [[nodiscard]] bool take(const Delta &delta);
    /// All events from now on count, also those that are missed.
    void follow() { m_isFollowing = true; }
    /// Missed since this was asked last.
    [[nodiscard]] std::uint64_t takeMissed() { return std::exchange(m_missed, 0); }
    [[nodiscard]] bool isEmpty() const { return m_lines.empty(); }
    /// Those that are to be written.
    [[nodiscard]] const std::deque<Line> &lines() const { return m_lines; }
    /// In messages of less than 4 MiB, at least one. False: the caller is gone.
    [[nodiscard]] bool write(grpc::ServerWriter<v1::EventsReply> &stream);

private:
    [[nodiscard]] bool isMeant(const ControllerDelta &controller) const;
    /// Of the controller, before its event \a number.
    [[nodiscard]] std::uint64_t missedBefore(ControllerId controller, std::uint64_t number);

    ControllerId m_controller;
    std::size_t m_most;
    TimePoint m_now;
    WallTime m_wall;
    std::deque<Line> m_lines;
    std::map<ControllerId, std::string> m_names;
    std::map<ControllerId, std::uint64_t> m_last; ///< number of its last event
    std::map<ControllerId, TimePoint> m_order;    ///< of its last event
    bool m_isFollowing = false;
    std::uint64_t m_missed = 0;
};

} // namespace qontroller::remote
