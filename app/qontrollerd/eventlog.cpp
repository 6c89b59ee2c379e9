// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerd/eventlog.h"

#include "app/program/log.h"

#include <optional>

namespace qontroller {

namespace {

/// Nothing for what happens all the time.
std::optional<LogLevel> levelOf(EventRecord::Kind kind)
{
    switch (kind) {
    case EventRecord::Kind::Failed:
    case EventRecord::Kind::Parked:
    case EventRecord::Kind::LockLost:
    case EventRecord::Kind::Stuck:
    case EventRecord::Kind::ListFailed:
    case EventRecord::Kind::WatchEnded:
    case EventRecord::Kind::WatchError:
    case EventRecord::Kind::Shortage:
    case EventRecord::Kind::LockNotReleased:
    case EventRecord::Kind::LockService:
    case EventRecord::Kind::IdsRefused:
    case EventRecord::Kind::Held: return LogLevel::Warning;
    case EventRecord::Kind::PauseEnded:
    case EventRecord::Kind::Recovered:
    case EventRecord::Kind::Ownership:
    case EventRecord::Kind::Process: return LogLevel::Info;
    case EventRecord::Kind::Error:
    case EventRecord::Kind::LockRefused:
    case EventRecord::Kind::ListDone:
    case EventRecord::Kind::Command:
    case EventRecord::Kind::TicketDone:
    case EventRecord::Kind::Stopped: break;
    }
    return std::nullopt;
}

std::string lineOf(const ControllerDelta &controller, const EventRecord &event)
{
    std::string line = controller.name + ": " + std::string(name(event.kind));
    if (!event.id.empty())
        line += ": " + event.id;
    if (const std::string words = inWords(event.said); !words.empty())
        line += ": " + words;
    return line;
}

void logEvents(const ControllerDelta &controller)
{
    std::size_t lines = 0;
    for (const EventRecord &event : controller.events) {
        const auto level = levelOf(event.kind);
        if (level && lines++ < EventLog::LinesPerPull)
            log(*level, lineOf(controller, event));
    }
    if (lines > EventLog::LinesPerPull)
        log(LogLevel::Warning, controller.name + ": and "
                                   + std::to_string(lines - EventLog::LinesPerPull)
                                   + " more events");
}

} // namespace

void EventLog::pull()
{
    const Delta delta = m_reader.pull();
    for (const ControllerDelta &controller : delta.controllers)
        logEvents(controller);
}

} // namespace qontroller
