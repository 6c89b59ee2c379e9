// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/log/log.h"

#include "app/log/linewriter.h"
#include "app/log/repeatedlines.h"
#include "app/log/systemdjournal.h"
#include "core/base/faults/linebudget.h"
#include "core/base/files/descriptors.h"
#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"

#include <QtCore/QString>
#include <QtCore/QtGlobal>

#include <atomic>
#include <cerrno> // program_invocation_short_name
#include <memory>
#include <string>
#include <utility>

#include <unistd.h>

namespace qontroller {

namespace {

std::string lineOf(LogStyle style, LogLevel level, const LogLine &line)
{
    const LogTime now = std::chrono::system_clock::now();
    return style == LogStyle::Json ? asJson(level, line, now) : asText(level, line, now);
}

/// Where lines go. Never destroyed: threads may log until the very end.
class Log
{
public:
    static Log &instance()
    {
        static Log &log = *new Log;
        return log;
    }

    void set(const LogSettings &settings)
    {
        m_least = settings.least;
        m_style = settings.style.value_or(LogStyle::Text);
        m_journal = settings.style ? nullptr : SystemdJournal::ofStandardError();
    }
    void conceal(const Concealer &secrets)
    {
        MutexLock lock(m_mutex);
        m_secrets.add(secrets);
    }
    [[nodiscard]] std::string concealed(std::string text)
    {
        MutexLock lock(m_mutex);
        return m_secrets.concealed(std::move(text));
    }
    [[nodiscard]] bool takes(LogLevel level) const { return level >= m_least; }
    void take(LogLevel level, const LogLine &line)
    {
        if (!takes(level))
            return;
        MutexLock lock(m_mutex);
        write(level, line, SteadyClock::instance().now());
    }
    /// A line of Qt or of a plugin.
    void takeForeign(LogLevel level, const LogLine &line)
    {
        if (!takes(level))
            return;
        const TimePoint now = SteadyClock::instance().now();
        MutexLock lock(m_mutex);
        sayLeftOut(now);
        if (m_foreign.take(now))
            write(level, line, now);
    }
    void settle()
    {
        const TimePoint now = SteadyClock::instance().now();
        MutexLock lock(m_mutex);
        sayLeftOut(now);
        if (const auto number = m_repeated.settle(now))
            write(number->level, number->line);
    }
    void finish(Duration patience)
    {
        {
            MutexLock lock(m_mutex);
            sayLeftOut(TimePoint::max());
            if (const auto number = m_repeated.end())
                write(number->level, number->line);
        }
        m_writer.finish(patience);
    }
    [[nodiscard]] std::uint64_t dropped()
    {
        MutexLock lock(m_mutex);
        return m_writer.dropped() + m_foreign.leftOut();
    }
    [[nodiscard]] std::uint64_t waiting() const { return m_writer.waiting(); }

private:
    Log() = default;

    void write(LogLevel level, const LogLine &line, TimePoint now) QONTROLLER_REQUIRES(m_mutex)
    {
        LogLine shown = line;
        shown.text = m_secrets.concealed(std::move(shown.text));
        for (const RepeatedLines::Entry &each : m_repeated.take({level, readable(shown)}, now))
            write(each.level, each.line);
    }
    void sayLeftOut(TimePoint now) QONTROLLER_REQUIRES(m_mutex)
    {
        const std::uint64_t number = m_foreign.takeLeftOut(now);
        if (number == 0)
            return;
        LogLine line;
        line.text = std::to_string(number) + (number == 1 ? " line" : " lines")
                    + " of plugins left out: they say more than "
                    + std::to_string(LineBudget::LinesPerSecond) + " lines a second";
        write(LogLevel::Warning, line, now);
    }
    void write(LogLevel level, const LogLine &line) QONTROLLER_REQUIRES(m_mutex)
    {
        if (m_journal
            && m_journal->take(asJournalEntry(level, line, program_invocation_short_name)))
            return;
        m_writer.write(lineOf(m_style, level, line));
    }
    [[nodiscard]] std::string noteOf(std::uint64_t dropped) const
    {
        LogLine line;
        line.text = std::to_string(dropped) + (dropped == 1 ? " line" : " lines")
                    + " of this log could not be written";
        return lineOf(m_style, LogLevel::Warning, line);
    }

    std::atomic<LogLevel> m_least = LogLevel::Info;
    std::atomic<LogStyle> m_style = LogStyle::Text;
    std::unique_ptr<SystemdJournal> m_journal;
    Mutex m_mutex;
    RepeatedLines m_repeated QONTROLLER_GUARDED_BY(m_mutex);
    Concealer m_secrets QONTROLLER_GUARDED_BY(m_mutex);
    LineBudget m_foreign QONTROLLER_GUARDED_BY(m_mutex);
    LineWriter m_writer{highDuplicate(STDERR_FILENO),
                        [this](std::uint64_t dropped) { return noteOf(dropped); }};
};

LogLevel levelOf(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg: return LogLevel::Debug;
    case QtInfoMsg: return LogLevel::Info;
    case QtWarningMsg: return LogLevel::Warning;
    case QtCriticalMsg:
    case QtFatalMsg: break;
    }
    return LogLevel::Error;
}

void takeQtMessage(QtMsgType type, const QMessageLogContext &, const QString &message)
{
    LogLine line;
    line.text = message.toStdString();
    Log::instance().takeForeign(levelOf(type), line);
}

} // namespace

void setLog(const LogSettings &settings)
{
    Log::instance().set(settings);
}

void log(LogLevel level, const LogLine &line)
{
    Log::instance().take(level, line);
}

void log(LogLevel level, std::string_view text)
{
    LogLine line;
    line.text = text;
    log(level, line);
}

void logForeign(LogLevel level, const LogLine &line)
{
    Log::instance().takeForeign(level, line);
}

void concealInLog(const Concealer &secrets)
{
    Log::instance().conceal(secrets);
}

std::string concealedAsInLog(std::string text)
{
    return Log::instance().concealed(std::move(text));
}

bool isLogged(LogLevel level)
{
    return Log::instance().takes(level);
}

std::uint64_t droppedLogLines()
{
    return Log::instance().dropped();
}

std::uint64_t waitingLogLines()
{
    return Log::instance().waiting();
}

void settleLog()
{
    Log::instance().settle();
}

void finishLog()
{
    Log::instance().finish(std::chrono::seconds(1));
}

void logQtMessages()
{
    qInstallMessageHandler(takeQtMessage);
}

} // namespace qontroller
