// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/logwriter/filesink.h"
#include "app/plugins/process/logwriter/journalsink.h"
#include "app/plugins/process/logwriter/logflow.h"
#include "app/plugins/process/logwriter/outputrecord.h"
#include "app/plugins/process/logwriter/peekedpipe.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>
#include <memory>

namespace qontroller::supervision {

namespace {

/// The pipe is its standard input, and the file of the record this.
constexpr int RecordDescriptor = 3;

template<class Number>
bool read(const char *text, Number &number)
{
    const char *end = text + std::strlen(text);
    return std::from_chars(text, end, number).ptr == end;
}

/// Null if the command line is none.
std::unique_ptr<LogSink> makeSink(int count, char **words)
{
    std::uint64_t size = 0;
    unsigned logs = 0;
    if (count == 5 && std::strcmp(words[1], "file") == 0 && read(words[3], size)
        && read(words[4], logs) && size > 0)
        return std::make_unique<FileSink>(words[2], size, logs);
    if (count == 4 && std::strcmp(words[1], "journal") == 0)
        return std::make_unique<JournalSink>(words[2], words[3]);
    return nullptr;
}

/// The 22nd field of proc_pid_stat(5); the name before it may have blanks and brackets.
std::uint64_t ownStartTime()
{
    std::ifstream file("/proc/self/stat");
    const std::string all(std::istreambuf_iterator<char>(file), {});
    std::size_t at = all.rfind(')');
    for (int field = 2; at != std::string::npos && field < 22; ++field)
        at = all.find(' ', at + 1);
    return at == std::string::npos ? 0 : std::strtoull(all.c_str() + at, nullptr, 10);
}

/// With what earlier writers of the pipe have dropped.
class Record
{
public:
    Record()
        : m_before(readRecord(RecordDescriptor).value_or(OutputRecord()))
    {
        m_now.pid = ::getpid();
        m_now.startTime = ownStartTime();
    }
    void update(const LogFlow &flow)
    {
        OutputRecord next = m_now;
        next.droppedLines = m_before.droppedLines + flow.losses().lines();
        next.droppedBytes = m_before.droppedBytes + flow.losses().bytes();
        next.whyNotWritten = flow.whyNotWritten();
        if (m_isWritten && next == m_now)
            return;
        m_isWritten = true;
        m_now = next;
        writeRecord(RecordDescriptor, m_now);
    }

private:
    const OutputRecord m_before;
    OutputRecord m_now;
    bool m_isWritten = false;
};

int millisecondsUntil(std::optional<TimePoint> time, Clock &clock)
{
    if (!time)
        return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*time - clock.now());
    return static_cast<int>(std::max<std::int64_t>(0, left.count()));
}

void run(LogSink &sink)
{
    Clock &clock = SteadyClock::instance();
    PeekedPipe pipe(STDIN_FILENO);
    LogFlow flow(sink, clock);
    Record record;
    record.update(flow);
    while (const auto text = pipe.peek()) {
        if (!text->empty())
            flow.take(*text);
        else
            flow.resume();
        record.update(flow);
        pipe.take();
        if (text->empty())
            pipe.wait(millisecondsUntil(flow.resumesAt(), clock));
    }
    flow.resume();
    record.update(flow);
}

/// It ends when nothing can write to the pipe any more, and a full disk or a `ulimit -f` is told.
void ignoreSignals()
{
    for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ})
        std::signal(number, SIG_IGN);
}

} // namespace

} // namespace qontroller::supervision

int main(int count, char **words)
{
    using namespace qontroller::supervision;
    const auto sink = makeSink(count, words);
    if (!sink || ::chdir("/") != 0) {
        std::fputs(
            "qontroller-logwriter: is started by the controller \"process\" and not by hand\n",
            stderr);
        return 2;
    }
    ignoreSignals();
    try {
        run(*sink);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "qontroller-logwriter: %s\n", error.what());
        return 1;
    }
    return 0;
}
