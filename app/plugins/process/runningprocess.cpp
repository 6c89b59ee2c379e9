// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/runningprocess.h"

#include "core/plugins/process/processstat.h"

#include <poll.h>
#include <sys/wait.h>

#include <csignal>
#include <utility>

namespace qontroller::supervision {

RunningProcess::RunningProcess(std::unique_ptr<ChildProcess> child)
    : m_child(std::move(child))
    , m_process(identityOf(m_child->pid()).value_or(ProcessIdentity{m_child->pid(), 0}))
{}

RunningProcess::RunningProcess(const ProcessIdentity &process, UniqueFd fd)
    : m_fd(std::move(fd))
    , m_process(process)
{}

RunningProcess::~RunningProcess()
{
    if (m_child)
        m_child->release();
}

bool RunningProcess::hasEnded() const
{
    if (m_child)
        return m_child->hasEnded();
    pollfd waiting{m_fd.get(), POLLIN, 0};
    return ::poll(&waiting, 1, 0) > 0;
}

bool RunningProcess::isStopped() const
{
    const auto stat = processStat(m_process.pid);
    return stat && stat->isStopped;
}

// The number of an adopted one that has ended may be another's by now, but a group
// keeps its number as long as there is one in it, and then no process has it.
void RunningProcess::signalGroup(int signal) const
{
    if (m_child)
        m_child->signalGroup(signal);
    else if (!hasEnded() || !processStat(m_process.pid)) // a zombie has none
        static_cast<void>(::kill(-m_process.pid, signal));
}

ProcessExit RunningProcess::reap()
{
    signalGroup(SIGKILL);
    if (m_child)
        return m_child->reap();
    int status = 0; // an earlier controller of this program may have started and released it
    return ::waitpid(m_process.pid, &status, WNOHANG) == m_process.pid
               ? ProcessExit::fromStatus(status)
               : ProcessExit{ProcessExit::Kind::NotTold};
}

} // namespace qontroller::supervision
