// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/alarms/alarmnotices.h"

#include "app/log/log.h"
#include "core/base/text/texthash.h"
#include "core/plugins/json/jsonwriter.h"
#include "core/plugins/process/environment.h"
#include "core/plugins/process/program.h"
#include "core/plugins/programs/programrun.h"
#include "core/plugins/programs/programtext.h"

#include <QtCore/QDateTime>

#include <system_error>
#include <utility>

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

/// Another number for another command.
std::int64_t numberOf(const std::vector<std::string> &command)
{
    std::uint64_t hash = command.size();
    for (const std::string &word : command)
        hash = hashOf(word, hash);
    return static_cast<std::int64_t>(hash);
}

} // namespace

AlarmNotices::AlarmNotices(std::string host, Clock &clock, std::function<void()> news)
    : m_host(std::move(host))
    , m_clock(clock)
    , m_news(std::move(news))
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

void AlarmNotices::setCommand(Command command)
{
    const MutexLock lock(m_mutex);
    if (m_command == command)
        return;
    m_command = std::move(command);
    forgetOthers();
}

// Another command knows nothing of what one was told.
void AlarmNotices::forgetOthers()
{
    const std::int64_t who = numberOf(m_command);
    if (std::exchange(m_who, who) != who)
        m_told.clear();
}

void AlarmNotices::restore(const std::vector<KeptAlarms::Told> &told)
{
    const MutexLock lock(m_mutex);
    m_told.clear();
    for (const KeptAlarms::Told &each : told) {
        m_who = each.who;
        m_told[{each.rule, each.key}] = {each.rule, each.severity, each.controller,
                                         each.key,  each.what,     each.since};
    }
    if (!m_command.empty())
        forgetOthers();
}

std::vector<KeptAlarms::Told> AlarmNotices::told() const
{
    const MutexLock lock(m_mutex);
    std::vector<KeptAlarms::Told> told;
    for (const auto &[key, alarm] : m_told)
        told.push_back({alarm.rule, alarm.key, alarm.severity, alarm.controller, alarm.what,
                        alarm.since, m_who});
    return told;
}

void AlarmNotices::follow(const std::vector<Alarm> &firing, std::set<Key> awaited)
{
    const MutexLock lock(m_mutex);
    m_firing.clear();
    for (const Alarm &each : firing)
        m_firing.insert_or_assign({each.rule, each.key}, each);
    m_awaited = std::move(awaited);
    if (due().empty())
        return;
    m_changed.notifyAll();
    begin();
}

AlarmNotices::Notices AlarmNotices::due() const
{
    Notices notices;
    if (m_command.empty())
        return notices;
    for (const auto &[key, alarm] : m_firing) {
        if (!m_told.contains(key))
            notices.try_emplace(key, Notice{alarm, false});
    }
    for (const auto &[key, alarm] : m_told) {
        if (!m_firing.contains(key) && !m_awaited.contains(key))
            notices.try_emplace(key, Notice{alarm, true});
    }
    return notices;
}

void AlarmNotices::begin()
{
    if (m_thread.joinable())
        return;
    try {
        m_thread = std::thread([this] { run(); });
    } catch (const std::system_error &error) { // the next look tries again
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
        Command command;
        {
            MutexLock lock(m_mutex);
            notices = due();
            if (notices.empty() || m_clock.now() < next) {
                if (!m_end.stop_requested())
                    m_clock.waitUntil(m_changed, lock, notices.empty() ? TimePoint::max() : next);
                continue;
            }
            command = m_command;
        }
        callOnce(command, notices);
        next = m_clock.now() + Pause;
    }
    endWell();
}

void AlarmNotices::callOnce(const Command &command, const Notices &notices)
{
    const std::string why = give(command, notices, TimeLimit, m_end.get_token());
    if (why.empty())
        return noteTold(command, notices);
    ++m_failures;
    log(LogLevel::Error, {.event = "alarm", .text = "notify: " + why});
}

void AlarmNotices::noteTold(const Command &command, const Notices &notices)
{
    {
        const MutexLock lock(m_mutex);
        if (m_command != command) // another one knows nothing of that
            return;
        for (const auto &[key, notice] : notices) {
            if (notice.hasEnded)
                m_told.erase(key);
            else
                m_told.insert_or_assign(key, notice.alarm);
        }
    }
    m_news();
}

void AlarmNotices::endWell()
{
    Notices left;
    Command command;
    {
        const MutexLock lock(m_mutex);
        left = due();
        command = m_command;
    }
    if (left.empty())
        return;
    if (const std::string why = give(command, left, EndLimit, {}); why.empty())
        noteTold(command, left);
    else
        log(LogLevel::Error, {.event = "alarm",
                              .text = "notify was not told of " + std::to_string(left.size())
                                      + " alarms before the end: " + why});
}

std::string AlarmNotices::give(const Command &command, const Notices &notices, Duration limit,
                               const std::stop_token &stop)
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
