// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/process/childprocess.h"

#include "core/plugins/process/processstat.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <utility>

namespace qontroller {

namespace {

std::atomic<bool> descriptorsAvoided = false;

// Remembers the first error: each call of posix_spawn's family returns its own.
class FirstError
{
public:
    void note(int error)
    {
        if (m_error == 0)
            m_error = error;
    }
    [[nodiscard]] int value() const { return m_error; }

private:
    int m_error = 0;
};

class FileActions
{
public:
    FileActions() { m_error.note(::posix_spawn_file_actions_init(&m_actions)); }
    ~FileActions() { ::posix_spawn_file_actions_destroy(&m_actions); }
    FileActions(const FileActions &) = delete;
    FileActions &operator=(const FileActions &) = delete;

    void put(const UniqueFd &fd, int number)
    {
        m_error.note(::posix_spawn_file_actions_adddup2(&m_actions, fd.get(), number));
    }
    void closeFrom(int number)
    {
        m_error.note(::posix_spawn_file_actions_addclosefrom_np(&m_actions, number));
    }
    void changeFolder(const std::string &folder)
    {
        m_error.note(::posix_spawn_file_actions_addchdir_np(&m_actions, folder.c_str()));
    }
    [[nodiscard]] int error() const { return m_error.value(); }
    [[nodiscard]] const posix_spawn_file_actions_t *get() const { return &m_actions; }

private:
    posix_spawn_file_actions_t m_actions{};
    FirstError m_error;
};

// A group or session of its own, and signals as if a shell had started it.
class Attributes
{
public:
    explicit Attributes(ChildScope scope)
    {
        const int leader = scope == ChildScope::Group ? POSIX_SPAWN_SETPGROUP : POSIX_SPAWN_SETSID;
        m_error.note(::posix_spawnattr_init(&m_attributes));
        sigset_t all;
        sigset_t none;
        ::sigfillset(&all);
        ::sigemptyset(&none);
        m_error.note(::posix_spawnattr_setsigdefault(&m_attributes, &all));
        m_error.note(::posix_spawnattr_setsigmask(&m_attributes, &none));
        m_error.note(::posix_spawnattr_setpgroup(&m_attributes, 0));
        const int flags = leader | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
        m_error.note(::posix_spawnattr_setflags(&m_attributes, static_cast<short>(flags)));
    }
    ~Attributes() { ::posix_spawnattr_destroy(&m_attributes); }
    Attributes(const Attributes &) = delete;
    Attributes &operator=(const Attributes &) = delete;

    [[nodiscard]] int error() const { return m_error.value(); }
    [[nodiscard]] const posix_spawnattr_t *get() const { return &m_attributes; }

private:
    posix_spawnattr_t m_attributes{};
    FirstError m_error;
};

constexpr int ControlNumber = STDERR_FILENO + 1;

// Out of the way of the numbers that the child has them as, and which a host may have closed.
bool moveUp(UniqueFd &fd)
{
    if (fd.get() > ControlNumber)
        return true;
    UniqueFd moved(::fcntl(fd.get(), F_DUPFD_CLOEXEC, ControlNumber + 1));
    fd = std::move(moved);
    return static_cast<bool>(fd);
}

// posix_spawn takes them without const, and does not change them.
std::vector<char *> pointersTo(const std::vector<std::string> &texts)
{
    std::vector<char *> pointers;
    pointers.reserve(texts.size() + 1);
    for (const std::string &text : texts)
        pointers.push_back(const_cast<char *>(text.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

int spawn(pid_t &pid, const Invocation &command, const ChildStreams &streams)
{
    FileActions actions;
    actions.put(streams.input, STDIN_FILENO);
    actions.put(streams.output, STDOUT_FILENO);
    actions.put(streams.error, STDERR_FILENO);
    if (streams.control)
        actions.put(streams.control, ControlNumber);
    actions.closeFrom(streams.control ? ControlNumber + 1 : ControlNumber);
    if (!command.workingDirectory.empty())
        actions.changeFolder(command.workingDirectory);
    const Attributes attributes(command.scope);
    if (actions.error() != 0 || attributes.error() != 0)
        return actions.error() != 0 ? actions.error() : attributes.error();
    return ::posix_spawn(&pid, command.program.c_str(), actions.get(), attributes.get(),
                         pointersTo(command.arguments).data(),
                         pointersTo(command.environment).data());
}

} // namespace

ChildProcess::ChildProcess(const Invocation &command, ChildStreams streams)
{
    if (!moveUp(streams.input) || !moveUp(streams.output) || !moveUp(streams.error)
        || (streams.control && !moveUp(streams.control)))
        m_error = errno;
    else
        m_error = spawn(m_pid, command, streams);
    if (m_error != 0)
        m_pid = -1;
    else if (!descriptorsAvoided)
        m_pidFd = openProcess(m_pid);
}

ChildProcess::~ChildProcess()
{
    if (m_pid < 0)
        return;
    signalGroup(SIGKILL);
    reap();
}

bool ChildProcess::hasEnded()
{
    if (m_hasEnded || m_pid < 0)
        return true;
    siginfo_t info{};
    const int result = ::waitid(P_PID, static_cast<id_t>(m_pid), &info,
                                WEXITED | WNOHANG | WNOWAIT);
    m_hasEnded = result != 0 ? errno == ECHILD : info.si_pid == m_pid;
    return m_hasEnded;
}

// Its number is its group's as long as it is not reaped.
void ChildProcess::signalGroup(int signal) const
{
    if (m_pid > 0)
        static_cast<void>(::kill(-m_pid, signal));
}

ProcessExit ChildProcess::reap()
{
    const pid_t pid = std::exchange(m_pid, -1);
    if (pid < 0)
        return {};
    int value = 0;
    pid_t reaped = -1;
    do {
        reaped = ::waitpid(pid, &value, 0);
    } while (reaped < 0 && errno == EINTR);
    return reaped == pid ? ProcessExit::fromStatus(value) : ProcessExit();
}

void ChildProcess::release()
{
    m_pid = -1;
}

void ChildProcess::avoidDescriptors(bool avoid)
{
    descriptorsAvoided = avoid;
}

} // namespace qontroller
