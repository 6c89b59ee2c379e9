// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"
#include "core/base/threads/mutex.h"
#include "core/plugins/isolation/engine/isolationsettings.h"
#include "core/plugins/isolation/engine/linesplitter.h"
#include "core/plugins/isolation/wire/connection.h"
#include "core/plugins/isolation/wire/controlchannel.h"
#include "core/plugins/process/childprocess.h"

#include <csignal>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace qontroller::isolation {

/// A call of one process: the number of its connection, then its own.
using CallNumber = std::pair<std::uint32_t, std::uint64_t>;

/// A connection with its number, the number of its last call, and the memory of its frames.
struct NumberedConnection
{
    Connection stream;
    std::uint32_t number = 0;
    std::uint64_t call = 0;
    FrameWriter writer{};

    [[nodiscard]] CallNumber callNumber() const { return {number, call}; }
};

/// How a process ended, and which of the calls under way may be why.
struct ChildEnd
{
    std::string sentence;
    /// It was ended because of these; nothing: it ended by itself, and any may be why.
    std::optional<std::set<CallNumber>> accused{};
    bool isShortage = false; ///< it ended because the host has no more for it: no call's fault
    bool isOrderly = false;  ///< with exit status 0
    bool isKilled = false;   ///< by SIGKILL, so it has had no say

    [[nodiscard]] bool accuses(const CallNumber &call) const
    {
        return !isShortage && (!accused || accused->contains(call));
    }
};

/// One process of an isolated controller, from its start until nothing of it is left.
///
/// Connections are lent to callers of any thread; the rest is for the thread that
/// started it, which must live as long as the process does: it ends with that thread.
class Child
{
public:
    /// How long the end of a process may come after it has closed a connection.
    static constexpr Duration ClosingToEnd = std::chrono::milliseconds(200);

    struct NotStarted
    {
        std::string text; ///< a sentence without its subject: `cannot be started: …`
        bool isShortage = false;
    };
    [[nodiscard]] static tl::expected<std::shared_ptr<Child>, NotStarted> start(
        const IsolationSettings &settings);

    // For any thread

    struct NoConnection
    {
        std::string text;        ///< ends a sentence on the process
        bool isItsFault = false; ///< else this process has too many descriptors
    };
    /// A free connection or a new one.
    [[nodiscard]] tl::expected<NumberedConnection, NoConnection> lend();
    void giveBack(NumberedConnection connection);
    /// Asks the call under way to stop.
    void cancel(const CallNumber &call);
    [[nodiscard]] int pid() const { return m_pid; }
    /// Waits until nothing is left of it.
    [[nodiscard]] ChildEnd awaitEnd();

    // For the thread that started it

    [[nodiscard]] bool hasEnded() { return m_process->hasEnded(); }
    /// Readable once it has ended; negative where the kernel has none.
    [[nodiscard]] int endDescriptor() const { return m_process->fd(); }
    /// Negative once no process holds its other end.
    [[nodiscard]] int outputDescriptor() const { return m_output.get(); }
    /// Takes what it has printed.
    void readOutput();
    /// Asks it to come to an end.
    void askToEnd() { m_control.end(); }
    void kill() const { m_process->signalGroup(SIGKILL); }
    /// Ends it and all that it has started, if they have not ended; the sentence is without
    /// its subject: `was ended by signal 11 (Segmentation fault)`.
    [[nodiscard]] ChildEnd finish();
    /// Says what awaitEnd() waits for.
    void setEnd(ChildEnd end);

private:
    Child(UniqueFd control, UniqueFd output, std::unique_ptr<ChildProcess> process,
          const IsolationSettings &settings);

    ControlChannel m_control;
    UniqueFd m_output;
    LineSplitter m_lines;
    std::unique_ptr<ChildProcess> m_process;
    int m_pid;

    Mutex m_mutex;
    Condition m_ended;
    std::optional<ChildEnd> m_end QONTROLLER_GUARDED_BY(m_mutex);
    std::vector<NumberedConnection> m_free QONTROLLER_GUARDED_BY(m_mutex);
    std::uint32_t m_nextNumber QONTROLLER_GUARDED_BY(m_mutex) = 0;
};

} // namespace qontroller::isolation
