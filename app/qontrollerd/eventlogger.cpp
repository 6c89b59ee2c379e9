// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerd/eventlogger.h"

#include "app/log/log.h"
#include "core/engine/observe/events/shortform.h"

namespace qontroller {

namespace {

/// Of lists that fail alike in a row the first is news.
LogLevel levelOfList(const Said &said)
{
    return said.number > 1 ? LogLevel::Debug : LogLevel::Warning;
}

/// What a handler says is for a person who looks; that it says too much is for all.
LogLevel levelOfNotice(const Said &said)
{
    return said.kind == Said::Kind::NoticesDropped ? LogLevel::Warning : LogLevel::Info;
}

LogLevel levelOfProcess(const Said &said)
{
    return said.kind == Said::Kind::ProcessLost ? LogLevel::Warning : LogLevel::Info;
}

LogLevel levelOfWatchEnd(const Said &said)
{
    return said.kind == Said::Kind::ClosedBySource ? LogLevel::Info : LogLevel::Warning;
}

LogLevel levelOf(EventWeight weight)
{
    switch (weight) {
    case EventWeight::Harm:
    case EventWeight::Trouble: return LogLevel::Warning;
    case EventWeight::News: return LogLevel::Info;
    case EventWeight::Detail: break;
    }
    return LogLevel::Debug;
}

/// As its kind weighs, unless what it says makes another of it.
LogLevel levelOf(const EventRecord &event)
{
    switch (event.kind) {
    case EventRecord::Kind::Error: return LogLevel::Debug;
    case EventRecord::Kind::ListPartial:
    case EventRecord::Kind::ListFailed: return levelOfList(event.said);
    case EventRecord::Kind::Notice: return levelOfNotice(event.said);
    case EventRecord::Kind::Process: return levelOfProcess(event.said);
    case EventRecord::Kind::WatchEnded: return levelOfWatchEnd(event.said);
    default: return levelOf(weightOf(event.kind));
    }
}

LogLine lineOf(const ControllerDelta &controller, const EventRecord &event)
{
    return {.controller = controller.name,
            .event = std::string(name(event.kind)),
            .id = event.id,
            .text = inWords(inShort(event)),
            .kind = event.notice};
}

/// The lines of one controller and pull: LinesPerPull at most.
class Portion
{
public:
    explicit Portion(const ControllerDelta &controller)
        : m_controller(controller)
    {}

    void log(LogLevel level, const EventRecord &event)
    {
        if (m_lines++ < EventLogger::LinesPerPull)
            qontroller::log(level, lineOf(m_controller, event));
    }
    /// Says at \a level how many more there were.
    void end(LogLevel level) const
    {
        if (m_lines <= EventLogger::LinesPerPull)
            return;
        const std::size_t more = m_lines - EventLogger::LinesPerPull;
        qontroller::log(level, {.controller = m_controller.name,
                                .text = "and " + std::to_string(more) + " more events"});
    }

private:
    const ControllerDelta &m_controller;
    std::size_t m_lines = 0;
};

} // namespace

// What is for LogLevel::Debug has a portion of its own, and so has what handlers say: however many
// retries or notices there are, they take no line from what a person should know.
void EventLogger::logEvents(const ControllerDelta &controller)
{
    Portion news(controller);
    Portion details(controller);
    Portion notices(controller);
    for (const EventRecord &event : controller.events) {
        const LogLevel level = levelOf(controller.id, event);
        if (!isLogged(level))
            continue;
        const bool isNotice = event.kind == EventRecord::Kind::Notice && level == LogLevel::Info;
        (level == LogLevel::Debug ? details : isNotice ? notices : news).log(level, event);
    }
    news.end(LogLevel::Warning);
    details.end(LogLevel::Debug);
    notices.end(LogLevel::Info);
}

/// Retries are for who looks closer, but a new cause is news: its back-off may take long.
LogLevel EventLogger::levelOf(ControllerId controller, const EventRecord &event)
{
    const bool isFailure = event.kind == EventRecord::Kind::Error
                           || event.kind == EventRecord::Kind::Failed
                           || event.kind == EventRecord::Kind::Parked;
    const bool isFirst = isFailure && m_firstFailures.isFirst(controller, event);
    return isFirst ? LogLevel::Warning : qontroller::levelOf(event);
}

void EventLogger::pull()
{
    const Delta delta = m_reader.pull();
    for (const ControllerDelta &controller : delta.controllers) {
        logEvents(controller);
        m_lostProcesses.look(controller);
        if (const auto news = m_slowLists.look(controller, delta.now))
            log(news->level, news->line);
    }
    for (const ControllerId gone : delta.removed)
        m_slowLists.forget(gone), m_firstFailures.forget(gone);
}

} // namespace qontroller
