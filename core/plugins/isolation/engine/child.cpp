// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/isolation/engine/child.h"

#include "core/base/faults/shortage.h"
#include "core/plugins/process/endsession.h"
#include "core/plugins/process/environment.h"

#include <fcntl.h>
#include <poll.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

namespace qontroller::isolation {

namespace {

tl::unexpected<Child::NotStarted> notStarted(const std::string &what, int error)
{
    return tl::unexpected(
        Child::NotStarted{"cannot be started: " + what + std::generic_category().message(error),
                          isShortage(error)});
}

/// Another packet in a channel without room for so long: its reader hangs.
constexpr std::chrono::seconds ChannelPatience{1};
/// What a program that outlives its process prints without end is not waited for.
constexpr int LastReads = 64;
/// Ten a second, while there is no descriptor.
constexpr int MostLooks = 600;

/// Whether this process has too much of its own, and the other one is not to blame.
bool isOurShortage(const std::error_code &error)
{
    return error.value() == ETOOMANYREFS
           || (error != std::errc::resource_unavailable_try_again && isShortage(error));
}

ChildEnd describeEnd(const ProcessExit &exit)
{
    if (exit.isStatus(ShortStatus))
        return {"ended: it had no more descriptors, memory or threads", {}, true};
    const bool isKilled = exit.kind == ProcessExit::Kind::Signalled && exit.code == SIGKILL;
    return {exit.sentence(), {}, false, exit.isSuccess(), isKilled};
}

} // namespace

Child::Child(UniqueFd control, UniqueFd output, std::unique_ptr<ChildProcess> process,
             const IsolationSettings &settings)
    : m_control(std::move(control))
    , m_output(std::move(output))
    , m_lines(settings.output)
    , m_process(std::move(process))
    , m_pid(m_process->pid())
{}

tl::expected<std::shared_ptr<Child>, Child::NotStarted> Child::start(
    const IsolationSettings &settings)
{
    auto control = ControlChannel::pair();
    if (!control)
        return tl::unexpected(NotStarted{std::move(control.error()), true});
    int pipe[2];
    if (::pipe2(pipe, O_CLOEXEC) != 0)
        return notStarted({}, errno);
    UniqueFd output(pipe[0]);
    UniqueFd printed(pipe[1]);
    ::fcntl(output.get(), F_SETFL, O_NONBLOCK);
    UniqueFd errors(::fcntl(printed.get(), F_DUPFD_CLOEXEC, 0));
    UniqueFd nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (!errors || !nothing)
        return notStarted({}, errno);

    const Invocation command{settings.program,
                             {settings.program},
                             assignments(environmentWith({})),
                             {},
                             ChildScope::Session};
    auto process = std::make_unique<ChildProcess>(command,
                                                  ChildStreams{std::move(nothing),
                                                               std::move(printed),
                                                               std::move(errors),
                                                               std::move(control->second)});
    if (process->error() != 0)
        return notStarted(settings.program + ": ", process->error());
    return std::shared_ptr<Child>(
        new Child(std::move(control->first), std::move(output), std::move(process), settings));
}

tl::expected<NumberedConnection, Child::NoConnection> Child::lend()
{
    std::uint32_t number = 0;
    {
        MutexLock lock(m_mutex);
        if (!m_free.empty()) {
            NumberedConnection connection = std::move(m_free.back());
            m_free.pop_back();
            return connection;
        }
        number = m_nextNumber++;
    }
    auto ends = Connection::pair();
    if (!ends)
        return tl::unexpected(NoConnection{std::move(ends.error()), false});
    const auto error = m_control.send({ControlPacket::Kind::Connect, number, 0}, ChannelPatience,
                                      ends->second.descriptor());
    if (error)
        return tl::unexpected(NoConnection{"takes no more connections (" + error.message() + ')',
                                           !isOurShortage(error)});
    return NumberedConnection{std::move(ends->first), number};
}

void Child::giveBack(NumberedConnection connection)
{
    MutexLock lock(m_mutex);
    m_free.push_back(std::move(connection));
}

// If it cannot be told, it is gone, or it hangs and is ended for that.
void Child::cancel(const CallNumber &call)
{
    static_cast<void>(
        m_control.send({ControlPacket::Kind::Cancel, call.first, call.second}, ChannelPatience));
}

ChildEnd Child::awaitEnd()
{
    MutexLock lock(m_mutex);
    while (!m_end)
        m_ended.wait(lock);
    return *m_end;
}

void Child::setEnd(ChildEnd end)
{
    MutexLock lock(m_mutex);
    m_end = std::move(end);
    m_ended.notifyAll();
}

void Child::readOutput()
{
    std::array<char, 16384> bytes{};
    const ssize_t got = ::read(m_output.get(), bytes.data(), bytes.size());
    if (got > 0)
        m_lines.add({bytes.data(), static_cast<std::size_t>(got)});
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        m_output.reset();
}

ChildEnd Child::finish()
{
    kill();
    // Not reaped yet: its number still is its session's.
    while (!m_process->hasEnded()) {
        pollfd ended{m_process->fd(), POLLIN, 0};
        ::poll(&ended, 1, 100);
    }
    // Who waits for its calls runs them anew: not before its commands have ended.
    for (int i = 0; i < MostLooks && !endSession(m_pid); ++i)
        ::poll(nullptr, 0, 100);
    ChildEnd end = describeEnd(m_process->reap());
    pollfd left{m_output.get(), POLLIN, 0};
    for (int i = 0; i < LastReads && m_output && ::poll(&left, 1, 0) > 0; ++i)
        readOutput();
    m_lines.flush();
    m_output.reset();
    return end;
}

} // namespace qontroller::isolation
