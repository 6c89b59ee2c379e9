// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/alarms/alarmwatch.h"

#include "app/log/log.h"
#include "core/remote/link/hostneeds.h"

#include <iterator>
#include <utility>

namespace qontroller {

namespace {

/// What has to be said of a severity in the log.
LogLevel levelOf(Severity severity)
{
    return severity == Severity::Fault ? LogLevel::Error : LogLevel::Warning;
}

void logNews(const Alarms::News &news)
{
    for (const Alarm &each : news.begun)
        log(levelOf(each.severity), {.controller = each.controller,
                                     .event = "alarm",
                                     .text = each.rule + ": " + each.what + " (" + each.key + ")"});
    for (const Alarm &each : news.ended)
        log(LogLevel::Info, {.controller = each.controller,
                             .event = "alarm ended",
                             .text = each.rule + ": " + each.what + " (" + each.key + ")"});
}

void append(std::vector<Need> &all, std::vector<Need> more)
{
    std::move(more.begin(), more.end(), std::back_inserter(all));
}

} // namespace

AlarmWatch::AlarmWatch(Here here)
    : m_here(std::move(here))
    , m_alarms(m_here.clock)
    , m_notices(m_here.name, m_here.clock, [this] { keep(); })
    , m_members(m_here.members)
{}

AlarmWatch::~AlarmWatch()
{
    m_end.request_stop();
    lookAtOnce();
    if (m_thread.joinable())
        m_thread.join();
}

void AlarmWatch::set(const AlarmSettings &settings, const std::set<std::string> &controllers)
{
    m_alarms.setRules(settings.rules);
    m_notices.setCommand(settings.notify);
    for (const std::string &key : m_alarms.keepOnly(controllers))
        log(LogLevel::Warning, {.event = "alarm",
                                .text = key
                                        + " is not acknowledged any more: its controller is not in "
                                          "the session"});
}

void AlarmWatch::restore(const KeptAlarms &kept)
{
    m_alarms.restore(kept);
    m_notices.restore(kept.told);
}

void AlarmWatch::rest()
{
    m_rests = true;
}

void AlarmWatch::begin()
{
    m_thread = std::thread([this] { run(); });
}

void AlarmWatch::run()
{
    FeedReader reader(m_here.feed, Reads::Events);
    while (!m_end.stop_requested()) {
        look(reader);
        const TimePoint next = m_here.clock.now() + Interval;
        MutexLock lock(m_mutex);
        while (!std::exchange(m_isDue, false) && m_here.clock.now() < next)
            m_here.clock.waitUntil(m_changed, lock, next);
    }
}

void AlarmWatch::look(FeedReader &reader)
{
    const Delta delta = reader.pull();
    if (m_here.seen)
        m_here.seen(delta);
    if (m_rests)
        return;
    std::vector<Need> others = m_members.at(delta.now);
    append(others, ofHost());
    const Alarms::News news = m_alarms.look(delta, others);
    if (news.hasOtherToKeep)
        keep();
    logNews(news);
    m_notices.follow(m_alarms.status().firing, m_alarms.awaited());
}

void AlarmWatch::keep()
{
    if (!m_here.keep)
        return;
    const MutexLock lock(m_keeping); // what is newer is not put in place of what is older
    KeptAlarms kept = m_alarms.kept();
    kept.told = m_notices.told();
    m_here.keep(std::move(kept));
}

std::vector<Need> AlarmWatch::ofHost() const
{
    std::vector<Need> all;
    if (m_here.session)
        append(all, needsOf(m_here.session->session()));
    if (m_here.journal)
        append(all, needsOf(m_here.journal->status(), m_here.clock.moment()));
    return all;
}

void AlarmWatch::keepAtOnce()
{
    keep();
    if (m_here.sync)
        m_here.sync();
    lookAtOnce();
}

void AlarmWatch::lookAtOnce()
{
    const MutexLock lock(m_mutex);
    m_isDue = true;
    m_changed.notifyAll();
}

AlarmFacts AlarmWatch::facts() const
{
    return {m_alarms.needs(), m_alarms.status().firing, m_notices.failures()};
}

tl::expected<AlarmStatus, Error> AlarmWatch::alarms()
{
    AlarmStatus status = m_alarms.status();
    status.ofHost = ofHost();
    std::erase_if(status.ofHost, [](const Need &each) { // who reads the journal knows the latest
        return each.attention.kind == AttentionKind::Temporary;
    });
    return status;
}

tl::expected<void, Error> AlarmWatch::acknowledge(const AcknowledgeRequest &request)
{
    auto done = m_alarms.acknowledge(request);
    if (done && m_here.note)
        m_here.note(request.who, "acknowledge " + request.key
                                     + (request.time ? " for " + formatDuration(*request.time) : "")
                                     + (request.reason.empty() ? "" : ": " + request.reason));
    if (done)
        keepAtOnce();
    return done;
}

tl::expected<void, Error> AlarmWatch::withdraw(const std::string &key, const std::string &who)
{
    auto done = m_alarms.withdraw(key);
    if (done && m_here.note)
        m_here.note(who, "take back the acknowledgement of " + key);
    if (done)
        keepAtOnce();
    return done;
}

} // namespace qontroller
