// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/process/leftwriters.h"
#include "app/plugins/process/logwriter/outputrecord.h"
#include "app/plugins/process/obstacle.h"
#include "app/plugins/process/processspec.h"
#include "app/plugins/process/statefolder.h"
#include "core/base/threads/clock.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace qontroller::supervision {

/// What all outputs of a supervisor share.
struct OutputTools
{
    std::string writer;                                  ///< the path of qontroller-logwriter
    std::string journal = "/run/systemd/journal/stdout"; ///< the socket of its streams
    LeftWriters left{};
};

/// What a process has for its standard output and error.
struct OutputEnds
{
    UniqueFd output;
    UniqueFd error;
};

/// What has happened to the output of a process since it was asked last.
struct OutputNews
{
    std::uint64_t droppedLines = 0;
    std::vector<std::string> sentences; ///< to be told
};

/// The way of one process's output: a pipe, and the writer that takes it from there to the log.
///
/// The pipe has a name in the state folder, so that any host can start a writer that reads it. A
/// process has it open for reading, too: so it is never ended by SIGPIPE, and while no writer runs
/// its output waits in the pipe. As long as this object has the pipe open, a writer lives on from
/// one start of the process to the next. A writer has the pipe locked: there is never a second one.
/// For one thread at a time; the end of this object leaves writer and pipe alone.
class Output final
{
public:
    Output(ObjectId id, const StateFolder &state, OutputTools &tools, Clock &clock);

    /// Of a process that an earlier host has started with \a options. Nothing: it writes to its log
    /// by itself, as one does that an earlier version has started.
    void adopt(const std::optional<LogOptions> &options);

    /// For a process that is started now, which begins on a line of its own.
    [[nodiscard]] tl::expected<OutputEnds, Obstacle> open(const LogOptions &options);

    /// Sees to it that the pipe is read. An obstacle if the output does not reach its log.
    [[nodiscard]] std::optional<Obstacle> whyNotWritten();

    /// When the process has ended and no other is to be started: true once all is written, or two
    /// seconds after the first call. What still holds the pipe then keeps its writer.
    [[nodiscard]] bool close();

    /// Those of adopt() and open().
    [[nodiscard]] const std::optional<LogOptions> &options() const { return m_options; }
    /// Null if none is known.
    [[nodiscard]] const RunningProcess *writer() const { return m_writer.get(); }
    /// To be told with the news.
    void say(std::string sentence) { m_news.sentences.push_back(std::move(sentence)); }
    [[nodiscard]] OutputNews takeNews();
    /// Properties a line, for people; each begins with the end of a line.
    [[nodiscard]] std::string describe() const;

private:
    [[nodiscard]] bool isPiped() const;
    [[nodiscard]] bool isUsableFor(const LogOptions &options) const;
    [[nodiscard]] std::optional<Obstacle> makePipe();
    void endLine();
    [[nodiscard]] std::optional<Obstacle> ensureWriter();
    [[nodiscard]] tl::expected<UniqueFd, Obstacle> openRecord() const;
    [[nodiscard]] std::optional<Obstacle> startWriter();
    [[nodiscard]] std::unique_ptr<RunningProcess> findWriter() const;
    [[nodiscard]] UniqueFd openPipe(int flags) const;
    [[nodiscard]] std::vector<std::string> writerArguments() const;
    void takeWriterEnd();
    void takeRecord();
    void leaveWriter();

    const ObjectId m_id;
    const StateFolder &m_state;
    OutputTools &m_tools;
    Clock &m_clock;

    std::optional<LogOptions> m_options; ///< nothing: no process was started or adopted
    bool m_isByProcess = false;          ///< that writes to its log by itself
    UniqueFd m_pipe;                     ///< open for both, so it has no end
    OutputRecord m_record;               ///< as last read
    std::string m_lastWhy;               ///< why lines were dropped
    std::unique_ptr<RunningProcess> m_writer;
    TimePoint m_writerStartedAt = TimePoint::min(); ///< by this object
    std::string m_writerEnd;                        ///< how the last one ended
    unsigned m_shortLives = 0;                      ///< in a row
    std::optional<TimePoint> m_closedAt;
    OutputNews m_news;
};

} // namespace qontroller::supervision
