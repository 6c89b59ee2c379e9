// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"
#include "core/plugins/process/invocation.h"
#include "core/plugins/process/processexit.h"

#include <sys/types.h>

#include <array>

namespace qontroller {

/// What a child has for its standard input, output and error, and as descriptor 3.
struct ChildStreams
{
    UniqueFd input;
    UniqueFd output;
    UniqueFd error;
    UniqueFd control{}; ///< may be empty
};

/// One child with a process group or a session of its own, from its start until it is reaped.
///
/// It inherits the streams and nothing else: no other descriptor, no signal
/// mask, no ignored signal. It is reaped by the destructor at the latest, which
/// kills the group before if reap() was not called. For one thread.
class ChildProcess final
{
public:
    /// Starts \a command. Nothing has changed if that fails: see error().
    ChildProcess(const Invocation &command, ChildStreams streams);
    ~ChildProcess();
    ChildProcess(const ChildProcess &) = delete;
    ChildProcess &operator=(const ChildProcess &) = delete;

    /// The `errno` of a start that failed, else 0.
    [[nodiscard]] int error() const { return m_error; }

    /// Readable once the child has ended, for poll(). Negative where the kernel
    /// has none (or none is left): then ask hasEnded() now and then.
    [[nodiscard]] int fd() const { return m_pidFd.get(); }

    /// Whether it has ended; it can still be signalled.
    [[nodiscard]] bool hasEnded();

    /// To all in its group. Only before reap().
    void signalGroup(int signal) const;

    /// Waits for its end; unknown if another part of the program has taken its status. Call it
    /// once.
    ProcessExit reap();

    [[nodiscard]] pid_t pid() const { return m_pid; }

    /// Lets it live on when this object ends. Nothing more can be done to it then.
    void release();

    /// Not to ask the kernel for descriptors, as on an old one; for tests.
    static void avoidDescriptors(bool avoid);

private:
    pid_t m_pid = -1;
    int m_error = 0;
    UniqueFd m_pidFd;
    bool m_hasEnded = false;
};

} // namespace qontroller
