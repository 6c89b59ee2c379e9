// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <csignal>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace qontroller::test {

/// A program that is killed at any moment, at the end of this object at the latest.
class KillableChild
{
public:
    /// Starts \a command, its path first; what it prints goes to the descriptor \a output.
    explicit KillableChild(std::vector<std::string> command, int output = STDOUT_FILENO)
    {
        std::vector<char *> arguments;
        for (std::string &word : command)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
        if (::posix_spawn(&m_pid, arguments[0], &actions, nullptr, arguments.data(), environ) != 0)
            m_pid = -1;
        ::posix_spawn_file_actions_destroy(&actions);
    }
    ~KillableChild() { kill(); }
    KillableChild(const KillableChild &) = delete;
    KillableChild &operator=(const KillableChild &) = delete;

    /// Whether it was still running.
    bool kill()
    {
        if (m_pid <= 0)
            return false;
        ::kill(m_pid, SIGKILL);
        const int status = wait();
        return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    }
    /// Waits for its end; its status as waitpid() gives it.
    int wait()
    {
        int status = -1;
        ::waitpid(std::exchange(m_pid, -1), &status, 0);
        return status;
    }

private:
    pid_t m_pid = -1;
};

} // namespace qontroller::test
