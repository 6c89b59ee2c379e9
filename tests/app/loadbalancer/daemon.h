// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"
#include "core/plugins/process/childprocess.h"

#include <QtCore/QtGlobal>

#include <fcntl.h>

#include <memory>
#include <string>
#include <vector>

namespace qontroller::test {

/// A program that runs until kill(), the end of this object, or that of the test program.
class Daemon
{
public:
    explicit Daemon(const std::vector<std::string> &arguments)
        : m_arguments{"/usr/bin/setpriv", "--pdeathsig", "KILL"}
    {
        m_arguments.insert(m_arguments.end(), arguments.begin(), arguments.end());
    }

    void start()
    {
        const auto null = [] { return UniqueFd(::open("/dev/null", O_RDWR | O_CLOEXEC)); };
        m_process = std::make_unique<ChildProcess>(Invocation{m_arguments.front(),
                                                              m_arguments,
                                                              {"PATH=/usr/sbin:/usr/bin:/bin"},
                                                              {}},
                                                   ChildStreams{null(), null(), null()});
        if (m_process->error() != 0)
            qFatal("%s does not start", m_arguments.front().c_str());
    }
    /// Without any chance to say goodbye.
    void kill() { m_process = nullptr; }
    void signal(int number) const { m_process->signalGroup(number); }
    [[nodiscard]] bool isRunning() const { return m_process && !m_process->hasEnded(); }

private:
    std::vector<std::string> m_arguments;
    std::unique_ptr<ChildProcess> m_process;
};

} // namespace qontroller::test
