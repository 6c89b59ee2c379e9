// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/options.h"
#include "core/engine/observe/items/itemstate.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

namespace qontroller::test {

/// What can happen to one id: one step of a sequence.
enum class Operation : std::uint8_t {
    // its source
    Changed, ///< an event: added or modified
    Deleted,
    ListSame, ///< a complete list from beginning to end
    ListOther,
    ListWithout,
    ListWithoutAny, ///< … without the others either
    BeginList,
    Show,
    ShowOther,
    Leftover,
    EndComplete,
    EndPartial,
    EndFailed,
    Owner,
    // a worker
    Take,
    LookAgain, ///< a slow storage has answered: is it still what it was?
    Done,      ///< of `add`, or of `remove` for what is absent
    Retry,
    RequeueAfter,
    Wait,
    Park,
    LockRefused,
    LockLost,
    LockAway,
    Ignored,
    StorageFailed,
    Found,       ///< the storage has what a list lacked
    GoneRemoved, ///< the storage says gone: `remove` succeeds, if it may run
    GoneRetry,   ///< … fails
    Disowned,    ///< it has not begun: another host owns it by now
    // an operator
    Pause,
    PauseForAWhile,
    Resume,
    PauseAll,
    ResumeAll,
    Requeue,
    Discard,
    RemoveHeld,
    KeepHeld,
    // who says what is this host's
    Disown,
    Own,
    // the rest
    LockFreed,
    Due, ///< time goes on until what is planned is due
    LongTime,
    Pull,
    Detach,
    Close,
    Restart, ///< the program ends, and its next life is told what a journal knows
};
inline constexpr int OperationCount = static_cast<int>(Operation::Restart) + 1;

using Sequence = std::vector<Operation>;

[[nodiscard]] std::string_view name(Operation operation);

/// Where a sequence begins.
struct Beginning
{
    enum class At : std::uint8_t {
        Unknown,
        InSync,
        InCompany, ///< in sync, beside two others, which are paused
        Denied,    ///< a list under way showed three, and the storage denied the other two
    };
    At at = At::Unknown;
    int maxRetries = 1;
    bool versions = true; ///< its source gives them
};

[[nodiscard]] std::string_view name(Beginning::At at);

/// What Counters say of how runs have ended, and what followed.
enum class Count : std::uint8_t {
    Added,
    Removed,
    Ignored,
    Withheld,
    Errors,
    Parkings,
    Retries,
    Requeues,
    Waits,
    Disowned,
    LocksGranted,
    LocksRefused,
    LocksLost,
    LocksAway,
};
inline constexpr int CountCount = static_cast<int>(Count::LocksAway) + 1;
using Counts = std::array<std::uint64_t, CountCount>;

/// What the first back-off is about.
inline constexpr std::chrono::milliseconds BackOffBase(5);

/// What can be seen of the id from outside.
struct View
{
    bool known = false;
    ItemState state = ItemState::InSync;
    bool absent = false;
    bool kept = false;
    bool again = false;
    bool planned = false; ///< there is a time for its next run
    std::chrono::milliseconds wait{}; ///< from its last run to that, about; not of what is parked
    bool canRun = false;  ///< take() gives it out
    std::uint32_t errors = 0;
    std::uint32_t ended = 0; ///< a bit for each ticket
    std::uint64_t runs = 0;
    std::uint64_t runsEnded = 0;
    std::uint64_t queued = 0; ///< times it was put into the queue; not counted in company
    Counts counts{};

    friend bool operator==(const View &, const View &) = default;
};

} // namespace qontroller::test
