// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/observe/delta.h"

#include <grpcpp/support/sync_stream.h>
#include <qontroller.pb.h>

#include <cstddef>
#include <deque>
#include <map>
#include <string>

namespace qontroller::remote {

/// The last events of a host's controllers, in the order of their times. For one thread.
class LastEvents
{
public:
    /// Of \a controller, or of all if it is 0; not more than \a most.
    LastEvents(ControllerId controller, std::size_t most)
        : m_controller(controller)
        , m_most(most)
    {}

    /// Takes what is new. True: there is more to be pulled.
    [[nodiscard]] bool take(const Delta &delta);
    [[nodiscard]] bool isEmpty() const { return m_lines.empty(); }
    /// In messages of less than 4 MiB, at least one. False: the caller is gone.
    [[nodiscard]] bool write(grpc::ServerWriter<v1::EventsReply> &stream);

private:
    struct Line
    {
        ControllerId controller;
        EventRecord event;
    };
    ControllerId m_controller;
    std::size_t m_most;
    TimePoint m_now;
    WallTime m_wall;
    std::deque<Line> m_lines;
    std::map<ControllerId, std::string> m_names;
};

} // namespace qontroller::remote
