// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/programs/programrun.h"

#include "core/base/files/stopfd.h"
#include "core/plugins/process/childprocess.h"
#include "core/plugins/process/inputfile.h"

#include <fcntl.h>
#include <poll.h>

#include <algorithm>
#include <csignal>

namespace qontroller {

namespace {

constexpr std::size_t ChunkSize = 64U << 10;
// How often a child is asked for its end where the kernel does not tell.
constexpr Duration AskingInterval = std::chrono::milliseconds(5);

struct Pipe
{
    UniqueFd from;
    UniqueFd to;

    [[nodiscard]] bool open()
    {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0)
            return false;
        from.reset(ends[0]);
        to.reset(ends[1]);
        return true;
    }
};

/// All descriptors of one run, got before anything is started.
struct Descriptors
{
    Pipe output;
    Pipe error;
    Pipe control; ///< not open: the program has none
    UniqueFd input;

    [[nodiscard]] bool open(std::string_view content, bool hasControl)
    {
        input = makeInputFile(content);
        return input && output.open() && error.open() && (!hasControl || openControl());
    }

private:
    // It is read once more at the end, when a process left behind may hold it open for ever.
    [[nodiscard]] bool openControl()
    {
        return control.open() && ::fcntl(control.from.get(), F_SETFL, O_NONBLOCK) == 0;
    }
};

/// The end of what was written to it.
class Tail
{
public:
    explicit Tail(std::size_t limit)
        : m_limit(limit)
    {}
    void add(std::string_view bytes)
    {
        m_bytes += bytes;
        if (m_bytes.size() > 2 * m_limit + ChunkSize)
            cut();
    }
    void give(ProgramEnd &end)
    {
        cut();
        end.errorTail = std::move(m_bytes);
        end.errorTailIsCut = m_isCut;
    }

private:
    void cut()
    {
        if (m_bytes.size() <= m_limit)
            return;
        m_bytes.erase(0, m_bytes.size() - m_limit);
        m_isCut = true;
    }

    std::size_t m_limit;
    std::string m_bytes;
    bool m_isCut = false;
};

/// A program on its way from running to its end.
class Run
{
public:
    Run(ChildProcess &child, Descriptors &descriptors, const StopFd &stopFd,
        const ProgramLimits &limits, const std::stop_token &stop, ProgramListener *listener,
        const ControlReader &control)
        : m_child(child)
        , m_fds(descriptors)
        , m_stopFd(stopFd)
        , m_limits(limits)
        , m_stop(stop)
        , m_listener(listener)
        , m_control(control)
        , m_tail(limits.errorTail)
        , m_settlesAt(listener ? later(now(), listener->settleTime()) : TimePoint::max())
    {
        if (limits.timeout > Duration::zero())
            m_deadline = later(now(), limits.timeout);
    }

    ProgramEnd toTheEnd()
    {
        while (!isOver()) {
            wait();
            settle();
            decide();
        }
        if (m_phase == Phase::AskedToEnd || m_phase == Phase::Killed)
            m_child.signalGroup(SIGKILL); // what is left of it
        return conclude(m_child.reap());
    }

private:
    enum class Phase : unsigned char {
        Running,
        Lingering, ///< ended by itself; another process still holds its output
        AskedToEnd,
        Killed,
    };

    static TimePoint now() { return SteadyClock::instance().now(); }
    [[nodiscard]] bool isReading() const { return m_fds.output.from || m_fds.error.from; }
    [[nodiscard]] bool isOver() const
    {
        return m_hasEnded && (!isReading() || m_phase == Phase::Killed);
    }

    void wait()
    {
        std::array<pollfd, 5> waiting{{{m_fds.output.from.get(), POLLIN, 0},
                                       {m_fds.error.from.get(), POLLIN, 0},
                                       {m_fds.control.from.get(), POLLIN, 0},
                                       {m_hasEnded ? -1 : m_child.fd(), POLLIN, 0},
                                       {isEnding() ? -1 : m_stopFd.get(), POLLIN, 0}}};
        const timespec timeout = timeLeft();
        if (::ppoll(waiting.data(), waiting.size(), hasTimeout() ? &timeout : nullptr, nullptr)
            <= 0)
            return askChild();
        if (waiting[0].revents != 0)
            readOutput();
        if (waiting[1].revents != 0)
            readError();
        if (waiting[2].revents != 0)
            readControl();
        if (waiting[3].revents != 0)
            m_hasEnded = true;
        askChild();
    }

    [[nodiscard]] bool mustAsk() const { return !m_hasEnded && m_child.fd() < 0; }
    [[nodiscard]] bool isEnding() const
    {
        return m_phase == Phase::AskedToEnd || m_phase == Phase::Killed;
    }
    [[nodiscard]] TimePoint nextLook() const { return std::min(m_deadline, m_settlesAt); }
    [[nodiscard]] bool hasTimeout() const { return mustAsk() || nextLook() != TimePoint::max(); }
    [[nodiscard]] timespec timeLeft() const
    {
        Duration left = nextLook() - now();
        if (mustAsk())
            left = std::min(left, AskingInterval);
        left = std::max(left, Duration::zero());
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
        return {seconds.count(), (left - seconds).count()};
    }

    void askChild()
    {
        if (mustAsk())
            m_hasEnded = m_child.hasEnded();
    }

    void readOutput()
    {
        const std::string_view bytes = readSome(m_fds.output.from);
        if (bytes.empty() || m_phase == Phase::Killed
            || m_reason == ProgramEnd::Kind::TooMuchOutput)
            return;
        if (m_listener)
            m_listener->output(bytes);
        else if (bytes.size() > m_limits.output - m_end.output.size())
            askToEnd(ProgramEnd::Kind::TooMuchOutput);
        else
            m_end.output += bytes;
    }
    void readError() { m_tail.add(readSome(m_fds.error.from)); }
    bool readControl()
    {
        const std::string_view bytes = readSome(m_fds.control.from);
        if (!bytes.empty())
            m_control(bytes);
        return !bytes.empty();
    }
    /// What is in the pipe, and no more than that: a process left behind may go on writing.
    void readRestOfControl()
    {
        constexpr std::size_t LargestPipe = std::size_t{1} << 20;
        for (std::size_t taken = 0; m_fds.control.from && taken < LargestPipe; taken += ChunkSize) {
            if (!readControl())
                return;
        }
    }

    // Only when there is something to read, so it does not block. Closes at the end.
    [[nodiscard]] std::string_view readSome(UniqueFd &fd)
    {
        const ssize_t got = ::read(fd.get(), m_chunk.data(), m_chunk.size());
        if (got > 0)
            return {m_chunk.data(), static_cast<std::size_t>(got)};
        if (got == 0 || (errno != EINTR && errno != EAGAIN))
            fd.reset();
        return {};
    }

    void settle()
    {
        if (m_settlesAt == TimePoint::max() || m_hasEnded || now() < m_settlesAt)
            return;
        m_settlesAt = TimePoint::max();
        m_listener->settled();
    }

    void decide()
    {
        switch (m_phase) {
        case Phase::Running: return decideRunning();
        case Phase::Lingering:
        case Phase::AskedToEnd: return decideEnding();
        case Phase::Killed: break;
        }
    }

    void decideRunning()
    {
        if (m_hasEnded)
            linger();
        else if (m_stop.stop_requested())
            askToEnd(ProgramEnd::Kind::Stopped);
        else if (now() >= m_deadline)
            askToEnd(ProgramEnd::Kind::TimedOut);
    }

    void linger()
    {
        m_phase = Phase::Lingering;
        m_settlesAt = TimePoint::max();
        m_deadline = later(now(), m_limits.linger);
    }

    void decideEnding()
    {
        const bool inAHurry = m_phase == Phase::Lingering && m_stop.stop_requested();
        if (now() < m_deadline && !inAHurry)
            return;
        m_child.signalGroup(SIGKILL);
        m_phase = Phase::Killed;
        m_deadline = TimePoint::max();
    }

    // A stopped process gets to its SIGTERM only when it goes on.
    void askToEnd(ProgramEnd::Kind reason)
    {
        if (isEnding())
            return;
        m_reason = reason;
        m_child.signalGroup(SIGTERM);
        m_child.signalGroup(SIGCONT);
        m_phase = Phase::AskedToEnd;
        m_settlesAt = TimePoint::max();
        m_deadline = later(now(), m_limits.grace);
    }

    ProgramEnd conclude(const ProcessExit &exit)
    {
        readRestOfControl();
        m_tail.give(m_end);
        m_end.kind = m_reason;
        m_end.exit = exit;
        return std::move(m_end);
    }

    ChildProcess &m_child;
    Descriptors &m_fds;
    const StopFd &m_stopFd;
    const ProgramLimits &m_limits;
    const std::stop_token &m_stop;
    ProgramListener *m_listener;
    const ControlReader &m_control;
    Tail m_tail;
    TimePoint m_settlesAt;
    TimePoint m_deadline = TimePoint::max();
    Phase m_phase = Phase::Running;
    bool m_hasEnded = false;
    ProgramEnd::Kind m_reason = ProgramEnd::Kind::Ended; // until something else is
    ProgramEnd m_end;
    std::array<char, ChunkSize> m_chunk{};
};

ProgramEnd notStarted(int error)
{
    ProgramEnd end;
    end.error = error;
    return end;
}

} // namespace

ProgramEnd runToEnd(const Invocation &invocation, std::string_view input,
                    const ProgramLimits &limits, const std::stop_token &stop,
                    ProgramListener *listener, const ControlReader &control)
{
    if (stop.stop_requested()) {
        ProgramEnd end;
        end.kind = ProgramEnd::Kind::Stopped;
        return end;
    }
    Descriptors descriptors;
    if (!descriptors.open(input, control != nullptr))
        return notStarted(errno);
    const StopFd stopFd(stop);
    if (!stopFd)
        return notStarted(errno);
    ChildProcess child(invocation,
                       {std::move(descriptors.input), std::move(descriptors.output.to),
                        std::move(descriptors.error.to), std::move(descriptors.control.to)});
    if (child.error() != 0)
        return notStarted(child.error());
    return Run(child, descriptors, stopFd, limits, stop, listener, control).toTheEnd();
}

} // namespace qontroller
