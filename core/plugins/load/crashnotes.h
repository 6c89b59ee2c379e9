// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>

namespace qontroller {

/// Where a process that crashes still notes what ended it: a line such as `SIGSEGV`, or `exit()`,
/// at the end of open files. A process that is killed from outside notes nothing.
///
/// The first open() installs handlers of the signals that a program's own fault raises. They note
/// it, remove the file of leftfile, and then call the handlers that were there before. A thread
/// inside a SuspectCall notes the crash in that call's file alone. A thread of the engine outside
/// of any notes it in no file, for the start of what it calls is over. Any other thread notes it in
/// all files, for it is unknown which plugin started it.
namespace crashnotes {

/// From now on a crash is noted in \a descriptor, which stays open until close(). The error:
/// false, more than 1024 are open. Thread-safe.
[[nodiscard]] bool open(int descriptor);
void close(int descriptor);

/// A crash that no SuspectCall has noted is noted in \a descriptor, too, whatever thread it is of:
/// the signal, and on a line of its own OwnedThread::currentWork(). -1: no more. Thread-safe.
void setRun(int descriptor);

/// Foreign code has called exit(), which ends the program. For any thread, that of the caller.
void noteExit();

} // namespace crashnotes

/// While it lives, the thread that made it runs what \a descriptor was opened for, until that is
/// -1. It gives the thread a second stack, on which an overflow of the first is noted. They may be
/// nested.
class SuspectCall
{
public:
    /// \a descriptor outlives it.
    explicit SuspectCall(const std::atomic<int> &descriptor);
    ~SuspectCall();
    SuspectCall(const SuspectCall &) = delete;
    SuspectCall &operator=(const SuspectCall &) = delete;

private:
    static constexpr std::size_t StackSize = std::size_t{64} * 1024;

    const std::atomic<int> *const m_before;
    std::unique_ptr<std::array<std::byte, StackSize>> m_stack; ///< null: the thread has one
};

} // namespace qontroller
