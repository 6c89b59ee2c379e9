// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/files/lockedfd.h"

#include "core/base/threads/mutex.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>

#include <vector>

namespace qontroller {

namespace {

/// The numbers of all that are locked.
class Locked final
{
public:
    /// Never destroyed: a fork() may come after the destructors of statics.
    static Locked &instance()
    {
        static auto *const all = new Locked;
        return *all;
    }

    void add(int fd)
    {
        MutexLock lock(m_mutex);
        m_numbers.push_back(fd);
    }
    /// Before its number can be another file's.
    void close(UniqueFd &fd)
    {
        MutexLock lock(m_mutex);
        std::erase(m_numbers, fd.get());
        fd.reset();
    }

private:
    Locked() { ::pthread_atfork(beforeFork, inParent, inChild); }

    // From one handler to the next, which the analysis cannot follow.
    static void beforeFork() QONTROLLER_NO_ANALYSIS { instance().m_mutex.lock(); }
    static void inParent() QONTROLLER_NO_ANALYSIS { instance().m_mutex.unlock(); }
    // Other threads may have been anywhere: only what a signal handler may do.
    static void inChild() QONTROLLER_NO_ANALYSIS
    {
        Locked &all = instance();
        const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
        for (const int fd : all.m_numbers) {
            if (nothing < 0 || ::dup3(nothing, fd, O_CLOEXEC) < 0)
                ::close(fd);
        }
        if (nothing >= 0)
            ::close(nothing);
        all.m_mutex.unlock();
    }

    Mutex m_mutex;
    std::vector<int> m_numbers QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace

LockedFd::LockedFd(UniqueFd fd)
{
    if (!fd)
        return;
    Locked::instance().add(fd.get()); // before it is locked
    m_fd = std::move(fd);
    if (::flock(m_fd.get(), LOCK_EX | LOCK_NB) != 0)
        reset();
}

void LockedFd::reset()
{
    if (m_fd)
        Locked::instance().close(m_fd);
}

} // namespace qontroller
