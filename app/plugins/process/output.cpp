// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/output.h"

#include "app/plugins/process/logwriter/peekedpipe.h"
#include "core/base/faults/shortage.h"
#include "core/plugins/process/program.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <utility>

namespace qontroller::supervision {

namespace {

/// A second writer in a row that ends sooner has no successor at once.
constexpr Duration ShortestLife = std::chrono::seconds(1);
constexpr Duration ClosePatience = std::chrono::seconds(2);

Obstacle obstacle(const std::string &what, int error)
{
    return {what + ": " + std::generic_category().message(error), isShortage(error)};
}

/// A process may have given up its user before it opens /dev/stderr. Others do not reach the pipe
/// where the folder is ours alone, and elsewhere it is ours.
mode_t pipeMode(const std::string &folder)
{
    struct stat status
    {
    };
    const bool isOursAlone = ::stat(folder.c_str(), &status) == 0
                             && (status.st_mode & (S_IXGRP | S_IXOTH)) == 0;
    return isOursAlone ? 0622 : 0600;
}

bool isPipe(int fd)
{
    struct stat status
    {
    };
    return ::fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode);
}

UniqueFd openNull()
{
    return UniqueFd(::open("/dev/null", O_RDWR | O_CLOEXEC));
}

/// Nothing: it has none, or cannot be read.
std::optional<char> lastByteOf(const std::string &path)
{
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    const off_t size = ::lseek(file.get(), 0, SEEK_END);
    char last = 0;
    return size > 0 && ::pread(file.get(), &last, 1, size - 1) == 1 ? std::optional(last)
                                                                    : std::nullopt;
}

std::string countOf(std::uint64_t lines)
{
    return lines == 1 ? "1 line of its output was"
                      : std::to_string(lines) + " lines of its output were";
}

} // namespace

Output::Output(ObjectId id, const StateFolder &state, OutputTools &tools, Clock &clock)
    : m_id(std::move(id))
    , m_state(state)
    , m_tools(tools)
    , m_clock(clock)
{}

void Output::adopt(const std::optional<LogOptions> &options)
{
    m_options = options;
    m_isByProcess = !options;
    if (m_isByProcess)
        m_news.sentences.emplace_back("an earlier version has started it, and it writes its log by "
                                      "itself: that is not rotated before the process is started "
                                      "anew");
}

tl::expected<OutputEnds, Obstacle> Output::open(const LogOptions &options)
{
    const bool isUsable = isUsableFor(options);
    if (!isUsable)
        leaveWriter();
    m_options = options;
    m_isByProcess = false;
    m_closedAt.reset();
    if (isPiped()) {
        auto why = isUsable ? std::nullopt : makePipe();
        if (!why)
            why = ensureWriter();
        if (why)
            return tl::unexpected(*std::move(why));
        endLine();
    }
    const auto end = [this] { return isPiped() ? openPipe(O_RDWR) : openNull(); };
    OutputEnds ends{end(), end()};
    if (!ends.output || !ends.error)
        return tl::unexpected(obstacle("the end of its output cannot be opened", errno));
    return ends;
}

bool Output::isPiped() const
{
    return m_options && m_options->to != LogOptions::To::Discard;
}

/// Also whether the next host would find the pipe.
bool Output::isUsableFor(const LogOptions &options) const
{
    struct stat ours
    {
    };
    struct stat there
    {
    };
    return m_pipe && m_options == options && ::fstat(m_pipe.get(), &ours) == 0
           && ::lstat(m_state.pipe(m_id).c_str(), &there) == 0 && ours.st_dev == there.st_dev
           && ours.st_ino == there.st_ino;
}

// A new record with it: the writer of the former pipe may still have the former one.
std::optional<Obstacle> Output::makePipe()
{
    const std::string path = m_state.pipe(m_id);
    ::unlink(path.c_str());
    ::unlink(m_state.record(m_id).c_str());
    m_record = {};
    const mode_t mode = pipeMode(m_state.path());
    if (::mkfifo(path.c_str(), mode) == 0)
        m_pipe.reset(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (m_pipe && isPipe(m_pipe.get()) && ::fchmod(m_pipe.get(), mode) == 0)
        return std::nullopt;
    m_pipe.reset();
    return obstacle("the pipe \"" + path + "\" cannot be made", errno);
}

// What a former process has left without an end, or what a log from before has.
void Output::endLine()
{
    takeRecord();
    if (!m_record.whyNotWritten.empty())
        return; // the writer says on a line of its own what is missing
    std::optional<char> last = lastByteIn(m_pipe.get());
    if (!last && m_options->to == LogOptions::To::File)
        last = lastByteOf(m_state.log(m_id)).value_or('\n'); // it has all, for the pipe is empty
    if (last != '\n') // the journal makes no entry of an empty line
        static_cast<void>(::write(m_pipe.get(), "\n", 1) < 0); // a full pipe: rather run together
}

std::optional<Obstacle> Output::ensureWriter()
{
    if (m_writer && m_writer->hasEnded())
        takeWriterEnd();
    if (!m_writer)
        m_writer = findWriter();
    return m_writer ? std::nullopt : startWriter();
}

// Its place on the disk is taken at once: it is written when there is none left.
tl::expected<UniqueFd, Obstacle> Output::openRecord() const
{
    const std::string path = m_state.record(m_id);
    UniqueFd file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    struct stat status
    {
    };
    bool isWhole = file && ::fstat(file.get(), &status) == 0;
    if (isWhole && static_cast<std::size_t>(status.st_size) < OutputRecordSize) {
        const std::string blanks(OutputRecordSize, ' ');
        isWhole = ::pwrite(file.get(), blanks.data(), blanks.size(), 0)
                  == static_cast<ssize_t>(blanks.size());
    }
    if (!isWhole)
        return tl::unexpected(obstacle("the file \"" + path + "\" cannot be written", errno));
    return file;
}

std::unique_ptr<RunningProcess> Output::findWriter() const
{
    const auto file = openRecord();
    const auto record = file ? readRecord(file->get()) : std::nullopt;
    if (!record || record->pid <= 1)
        return nullptr;
    const ProcessIdentity process{record->pid, record->startTime};
    UniqueFd end = openProcess(process);
    return end ? std::make_unique<RunningProcess>(process, std::move(end)) : nullptr;
}

// The lock goes to the writer with the descriptor.
std::optional<Obstacle> Output::startWriter()
{
    if (!m_pipe)
        m_pipe = openPipe(O_RDWR | O_NONBLOCK);
    ChildStreams streams{openPipe(O_RDONLY | O_NONBLOCK), openNull(), openNull()};
    if (!m_pipe || !streams.input || !isPipe(streams.input.get()))
        return obstacle("nothing reads its output: the pipe \"" + m_state.pipe(m_id)
                            + "\" cannot be opened",
                        errno);
    if (::flock(streams.input.get(), LOCK_EX | LOCK_NB) != 0)
        return std::nullopt; // one that has not noted its number yet
    if (m_shortLives > 1 && m_clock.now() < later(m_writerStartedAt, ShortestLife))
        return Obstacle{"nothing reads its output: the writer of its log " + m_writerEnd};
    if (!streams.output || !streams.error)
        return obstacle("/dev/null cannot be opened", errno);
    auto record = openRecord();
    if (!record)
        return record.error();
    streams.control = *std::move(record);
    auto child = std::make_unique<ChildProcess>(Invocation{m_tools.writer,
                                                           writerArguments(),
                                                           {},
                                                           {},
                                                           ChildScope::Session},
                                                std::move(streams));
    if (child->error() != 0)
        return Obstacle{whyNotStarted(m_tools.writer, child->error()), isShortage(child->error())};
    m_writerStartedAt = m_clock.now();
    m_writer = std::make_unique<RunningProcess>(std::move(child));
    return std::nullopt;
}

/// Through our own descriptor if there is one: the name may be another's by now.
UniqueFd Output::openPipe(int flags) const
{
    if (m_pipe)
        return UniqueFd(
            ::open(("/proc/self/fd/" + std::to_string(m_pipe.get())).c_str(), flags | O_CLOEXEC));
    return UniqueFd(::open(m_state.pipe(m_id).c_str(), flags | O_CLOEXEC | O_NOFOLLOW));
}

std::vector<std::string> Output::writerArguments() const
{
    if (m_options->to == LogOptions::To::File)
        return {m_tools.writer, "file", m_state.log(m_id), std::to_string(m_options->size),
                std::to_string(m_options->count)};
    std::string name = m_id;
    std::ranges::replace(name, '\n', ' ');
    return {m_tools.writer, "journal", m_tools.journal, name};
}

void Output::takeWriterEnd()
{
    const bool isAdopted = m_writer->isAdopted(); // how it ended its parent alone is told
    const ProcessExit end = m_writer->reap();
    m_writerEnd = isAdopted ? "has ended" : end.sentence();
    m_writer.reset();
    m_shortLives = m_clock.now() < later(m_writerStartedAt, ShortestLife) ? m_shortLives + 1 : 0;
    if (!isAdopted || m_pipe) // else the pipe may have ended with the process, and so the writer
        m_news.sentences.push_back("the writer of its log " + m_writerEnd
                                   + ": another one goes on with what is in the pipe");
}

std::optional<Obstacle> Output::whyNotWritten()
{
    if (!isPiped() || m_closedAt)
        return std::nullopt;
    auto why = ensureWriter();
    takeRecord();
    if (!why && !m_record.whyNotWritten.empty())
        why = Obstacle{m_record.whyNotWritten + "; " + countOf(m_record.droppedLines)
                       + " dropped so far"};
    return why;
}

void Output::takeRecord()
{
    const auto file = openRecord();
    const auto record = file ? readRecord(file->get()) : std::nullopt;
    if (!record)
        return;
    if (!record->whyNotWritten.empty())
        m_lastWhy = record->whyNotWritten;
    if (record->droppedLines > m_record.droppedLines)
        m_news.droppedLines += record->droppedLines - m_record.droppedLines;
    m_record = *record;
}

bool Output::close()
{
    if (isPiped() && !m_closedAt) {
        static_cast<void>(ensureWriter()); // something may be left in the pipe
        m_pipe.reset();
        m_closedAt = m_clock.now();
    }
    const bool isWriting = m_writer && !m_writer->hasEnded();
    if (isWriting && m_clock.now() < later(*m_closedAt, ClosePatience))
        return false;
    if (isPiped())
        takeRecord();
    leaveWriter();
    ::unlink(m_state.pipe(m_id).c_str());
    ::unlink(m_state.record(m_id).c_str());
    return true;
}

void Output::leaveWriter()
{
    m_pipe.reset();
    m_tools.left.add(std::move(m_writer));
    m_tools.left.reapEnded();
}

OutputNews Output::takeNews()
{
    OutputNews news = std::exchange(m_news, {});
    if (news.droppedLines > 0)
        news.sentences.push_back(countOf(news.droppedLines) + " dropped"
                                 + (m_lastWhy.empty() ? "" : ": " + m_lastWhy));
    return news;
}

std::string Output::describe() const
{
    if (m_isByProcess)
        return "\nlog: " + m_state.log(m_id) + ", by the process itself, not rotated";
    if (!m_options)
        return {};
    if (!isPiped())
        return "\nlog: discarded";
    return "\nlog: " + (m_options->to == LogOptions::To::File ? m_state.log(m_id) : "the journal")
           + "\nlog written: "
           + (m_record.whyNotWritten.empty() ? "yes" : "no, " + m_record.whyNotWritten)
           + "\nlines dropped: " + std::to_string(m_record.droppedLines)
           + (m_writer ? "\nlog writer: " + std::to_string(m_writer->process().pid)
                       : std::string());
}

} // namespace qontroller::supervision
