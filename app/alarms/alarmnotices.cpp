// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/alarms/alarmnotices.h"

#include "app/log/log.h"
#include "core/plugins/json/jsonwriter.h"
#include "core/plugins/process/environment.h"
#include "core/plugins/process/program.h"
#include "core/plugins/programs/programrun.h"
#include "core/plugins/programs/programtext.h"

#include <QtCore/QDateTime>

#include <system_error>

namespace qontroller {

namespace {

QString text(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

QString isoTime(WallTime time)
{
    const auto milliseconds = std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch())
                                  .count();
    return QDateTime::fromMSecsSinceEpoch(milliseconds, Qt::UTC).toString(Qt::ISODate);
}

} // namespace

AlarmNotices::AlarmNotices(std::string host, Clock &clock)
    : m_host(std::move(host))
    , m_clock(clock)
{}

AlarmNotices::~AlarmNotices()
{
    m_end.request_stop();
    {
        const MutexLock lock(m_mutex);
        m_changed.notifyAll();
    }
    if (m_thread.joinable())
        m_thread.join();
}

void AlarmNotices::setCommand(std::vector<std::string> command)
{
    const MutexLock lock(m_mutex);
    if (m_command == command)
        return;
    m_command = std::move(command);
    m_told.clear(); // another one knows nothing of that
    if (m_command.empty())
        m_notices.clear();
}

void AlarmNotices::tell(const Alarms::News &news)
{
    const MutexLock lock(m_mutex);
    if (m_command.empty())
        return;
    for (const Alarm &each : news.ended) {
        const Key key(each.rule, each.key);
        if (m_told.contains(key))
            m_notices.insert_or_assign(key, Notice{each, true});
        else
            m_notices.erase(key);
    }
    for (const Alarm &each : news.begun) {
        const Key key(each.rule, each.key);
        if (m_told.contains(key))
            m_notices.erase(key); // it fires, as far as the command knows
        else
            m_notices.insert_or_assign(key, Notice{each, false});
    }
    if (m_notices.empty())
        return;
    m_changed.notifyAll();
    if (m_thread.joinable())
        return;
    try {
        m_thread = std::thread([this] { run(); });
    } catch (const std::system_error &error) { // the next alarm tries again
        ++m_failures;
        log(LogLevel::Warning,
            {.event = "alarm", .text = std::string("nobody is told: ") + error.what()});
    }
}

void AlarmNotices::run()
{
    TimePoint next = m_clock.now();
    while (!m_end.stop_requested()) {
        Notices notices;
        std::vector<std::string> command;
        {
            MutexLock lock(m_mutex);
            const TimePoint until = m_notices.empty() ? TimePoint::max() : next;
            if (m_notices.empty() || m_clock.now() < next) {
                if (!m_end.stop_requested())
                    m_clock.waitUntil(m_changed, lock, until);
                continue;
            }
            notices = std::exchange(m_notices, {});
            command = m_command;
        }
        callOnce(command, std::move(notices));
        next = m_clock.now() + Pause;
    }
    endWell();
}

void AlarmNotices::callOnce(const std::vector<std::string> &command, Notices notices)
{
    const std::string why = give(command, notices, TimeLimit, m_end.get_token());
    const MutexLock lock(m_mutex);
    const bool isCurrent = m_command == command; // another one is told of what begins from now on
    if (why.empty()) {
        for (const auto &[key, notice] : notices) {
            if (notice.hasEnded)
                m_told.erase(key);
            else if (isCurrent)
                m_told.insert(key);
        }
        return;
    }
    ++m_failures;
    log(LogLevel::Error, {.event = "alarm", .text = "notify: " + why});
    if (isCurrent && !m_end.stop_requested())
        m_notices.merge(notices); // what is newer stays
}

void AlarmNotices::endWell()
{
    Notices left;
    std::vector<std::string> command;
    {
        const MutexLock lock(m_mutex);
        left = std::exchange(m_notices, {});
        command = m_command;
    }
    if (left.empty() || command.empty())
        return;
    if (const std::string why = give(command, left, EndLimit, {}); !why.empty())
        log(LogLevel::Error, {.event = "alarm",
                              .text = "notify was not told of " + std::to_string(left.size())
                                      + " alarms before the end: " + why});
}

std::string AlarmNotices::give(const std::vector<std::string> &command, const Notices &notices,
                               Duration limit, const std::stop_token &stop)
{
    const Variables variables = environmentWith({});
    const auto program = findProgram(command.front(), searchPath(), {});
    if (!program)
        return program.error();
    const Invocation invocation{*program, command, assignments(variables), {}};
    const ProgramLimits limits{.timeout = limit};
    const QByteArray input = textOf(notices);
    const ProgramEnd end = runToEnd(invocation, {input.data(), std::size_t(input.size())}, limits,
                                    stop);
    if (end.exitedWith(0))
        return {};
    const std::string_view words = lastWords(end);
    return howItEnded(command.front(), *program, end, limits)
           + (words.empty() ? "" : ": " + std::string(words));
}

QByteArray AlarmNotices::textOf(const Notices &notices) const
{
    JsonWriter writer(JsonWriter::Style::Line);
    writer.beginObject().key("host").value(text(m_host));
    writer.key("at").value(isoTime(m_clock.wallNow()));
    writer.key("alarms").beginArray();
    for (const auto &[key, notice] : notices) {
        const Alarm &alarm = notice.alarm;
        writer.beginObject().key("alarm").value(text(alarm.rule));
        writer.key("state").value(notice.hasEnded ? "ended" : "firing");
        writer.key("severity").value(text(name(alarm.severity)));
        writer.key("controller").value(text(alarm.controller));
        writer.key("key").value(text(alarm.key));
        writer.key("what").value(text(alarm.what));
        writer.key("since").value(isoTime(alarm.since)).endObject();
    }
    writer.endArray().endObject();
    return writer.text() + '\n';
}

} // namespace qontroller
