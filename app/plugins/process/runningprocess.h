// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/process/processidentity.h"
#include "app/plugins/process/restart.h"
#include "core/plugins/process/childprocess.h"

#include <memory>
#include <optional>

namespace qontroller::supervision {

/// A process that runs, or has ended and was not reaped: our child, or one that an
/// earlier host started. For one thread at a time; the end of this object leaves the
/// process alone.
class RunningProcess final
{
public:
    /// Our own.
    explicit RunningProcess(std::unique_ptr<ChildProcess> child);
    /// One that was adopted; \a fd is from openProcess().
    RunningProcess(const ProcessIdentity &process, UniqueFd fd);
    ~RunningProcess();
    RunningProcess(const RunningProcess &) = delete;
    RunningProcess &operator=(const RunningProcess &) = delete;

    [[nodiscard]] const ProcessIdentity &process() const { return m_process; }
    [[nodiscard]] bool isAdopted() const { return !m_child; }

    /// Readable once it has ended.
    [[nodiscard]] int fd() const { return m_child ? m_child->fd() : m_fd.get(); }
    [[nodiscard]] bool hasEnded() const;
    /// By a signal (SIGSTOP) or a debugger.
    [[nodiscard]] bool isStopped() const;

    /// To all in its group.
    void signalGroup(int signal) const;

    /// After hasEnded(), once: kills what is left of its group and says how it ended.
    [[nodiscard]] ProcessExit reap();

private:
    std::unique_ptr<ChildProcess> m_child; ///< null: adopted
    UniqueFd m_fd;
    ProcessIdentity m_process;
};

} // namespace qontroller::supervision
