// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerd/firstfailures.h"
#include "app/qontrollerd/lostprocesses.h"
#include "app/qontrollerd/slowlists.h"
#include "core/engine/observe/feed/feed.h"

namespace qontroller {

/// Writes what happens in a host into the log. What a person should know is a warning: what
/// failed, was parked, is stuck or held, the first failure of each cause, and which lists and
/// watches broke. What repeats itself, such as retries, is for LogLevel::Debug, and what handlers
/// tell of for LogLevel::Info. At most
/// LinesPerPull of each for a controller and pull; then it says how many more there were. For one
/// thread.
class EventLogger
{
public:
    static constexpr std::size_t LinesPerPull = 50;

    /// \a feed outlives this.
    explicit EventLogger(Feed &feed)
        : m_reader(feed, Reads::Events)
    {}

    /// Takes what happened since the last call.
    void pull();
    /// As far as was pulled.
    [[nodiscard]] const LostProcesses &lostProcesses() const { return m_lostProcesses; }

private:
    void logEvents(const ControllerDelta &controller);
    [[nodiscard]] LogLevel levelOf(ControllerId controller, const EventRecord &event);

    FeedReader m_reader;
    FirstFailures m_firstFailures;
    LostProcesses m_lostProcesses;
    SlowLists m_slowLists;
};

} // namespace qontroller
