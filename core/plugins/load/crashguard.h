// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/lockedfd.h"
#include "core/base/threads/clock.h"
#include "core/plugins/load/crashnotes.h"

#include <tl/expected.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace qontroller {

/// What a program is about to let a plugin do.
struct PluginAttempt
{
    std::string file;
    std::string sha256;
    std::string controller; ///< that is started with it
};

/// A file on disk that says what this process attempts. It is there, and locked by this
/// process, until release() or the destructor; a process that dies leaves it without its
/// lock, and with a note if it crashed. Thread-safe.
class CrashMark
{
public:
    /// For CrashGuard::mark(): \a lock is that on \a file. \a earlier are
    /// the marks of crashes in the same attempt.
    CrashMark(std::string file, LockedFd lock, std::vector<std::string> earlier)
        : m_file(std::move(file))
        , m_earlier(std::move(earlier))
        , m_lock(std::move(lock))
        , m_descriptor(m_lock.get())
    {}
    ~CrashMark() { release(); }
    CrashMark(const CrashMark &) = delete;
    CrashMark &operator=(const CrashMark &) = delete;

    /// For the thread that does what is attempted: a crash of it is noted in \a mark alone, which
    /// outlives the call, and nowhere once that is released. Null: the attempt is not guarded.
    [[nodiscard]] static SuspectCall suspectCall(const CrashMark *mark)
    {
        static const std::atomic<int> Unguarded = -1;
        return SuspectCall(mark ? mark->m_descriptor : Unguarded);
    }

    /// The attempt has ended, whether well or not.
    void release();
    /// The attempt has ended without a crash: the crashes before it were not in a row. Only the
    /// first call counts.
    void succeed();

private:
    const std::string m_file;
    const std::vector<std::string> m_earlier;
    LockedFd m_lock;
    std::atomic<int> m_descriptor; ///< of the lock; -1: released
};

/// Remembers across a crash which plugin was being loaded or started for which controller.
///
/// A mark is in its file before the attempt and gone after it. A mark that no process has
/// locked was left by a program that ended in between: one with a note (see crashnotes) is a
/// crash, one without was killed from outside, which is no plugin's fault, and is removed.
/// Programs that run side by side share the folder. Process numbers come again, so a mark's lock
/// alone tells whether its program lives. Marks from before the machine was started are removed.
///
/// Not thread-safe.
class CrashGuard
{
public:
    /// Reads the marks in \a folder, which is made when it is needed. Empty: no guard.
    explicit CrashGuard(std::string folder);

    /// What ended a program while it was attempted.
    struct Crash
    {
        PluginAttempt attempt;
        std::string program;
        std::string run;  ///< differs for each process
        std::string mark; ///< its file
        std::string how;  ///< `SIGSEGV` and so on, or `exit()`
        WallTime at;
    };
    /// Each process that crashed while \a file with that content was attempted, once. In the
    /// order of time.
    [[nodiscard]] std::vector<Crash> crashesOf(const std::string &file,
                                               const std::string &sha256) const;

    /// Null without a folder. The error is a sentence: the attempt is not guarded.
    [[nodiscard]] tl::expected<std::shared_ptr<CrashMark>, std::string> mark(
        const PluginAttempt &attempt);

    /// Removes every mark of a crash in \a file: it may be tried again.
    [[nodiscard]] tl::expected<void, std::string> forgive(const std::string &file);
    /// Removes the marks of crashes in other builds of \a file, those with another content.
    [[nodiscard]] tl::expected<void, std::string> forgiveOthers(const std::string &file,
                                                                const std::string &sha256);

    /// Releases every mark of this process, for an end that runs no destructors.
    void releaseAll();

private:
    using IsMeant = std::function<bool(const Crash &)>;
    [[nodiscard]] tl::expected<void, std::string> forgive(const IsMeant &isMeant);
    void read(const std::string &mark);

    std::string m_folder;
    std::string m_run;
    std::vector<Crash> m_crashes;
    std::vector<std::weak_ptr<CrashMark>> m_marks;
};

/// What \a crashes of one file were, one at least: the middle of a sentence that begins with
/// the file's name.
[[nodiscard]] std::string whatCrashed(const std::vector<CrashGuard::Crash> &crashes);

} // namespace qontroller
