// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// The lifecycle of operations on one employee. Pure: same arguments, same answer.
namespace qontroller::consist {

/// How far an operation is. An employee without operations is idle.
enum class Phase : std::uint8_t {
    PreCheck,  ///< waits for the rules
    Permitted, ///< counts as out of service; its gate is about to close
    Draining,  ///< the gate is closed, and an employer still holds a mark
    Drained,   ///< no traffic: the operator may start
    Operating, ///< the operator has started and not finished
    Operated,  ///< waits for the other operations
    PostCheck,
    Restoring, ///< the gate is open, and traffic is on its way back
    Undoing,   ///< undone while the operator was at work: waits for the operator to let go
};
inline constexpr int PhaseCount = 9;
[[nodiscard]] std::string_view name(Phase phase);

/// One operation on an employee. Phase and times are on disk: a restart continues here.
struct Operation
{
    std::string id;
    std::string type;
    Phase phase = Phase::PreCheck;
    WallTime since{};         ///< in this phase
    WallTime drainingSince{}; ///< first in Draining
    bool isForced = false;    ///< an operator has said that its marks do not count
    bool isUndone = false;
    bool isDeletion = false; ///< the wish to delete the employee: the frame is its operator
    bool isWish = false;     ///< the employee's object asks for it: see heed()

    friend bool operator==(const Operation &, const Operation &) = default;
};

/// All operations on one employee, in the order in which they were begun. The gate follows from
/// it, so it is closed and opened in the same step as the operations move.
struct Lifecycle
{
    std::vector<Operation> operations;
    /// Ids of operations that the employee's object asked for, and that have ended: they are not
    /// begun again for as long as it asks.
    std::set<std::string> served = {};

    friend bool operator==(const Lifecycle &, const Lifecycle &) = default;
};

/// The operation with this id, null if there is none.
[[nodiscard]] const Operation *find(const Lifecycle &state, std::string_view id);
[[nodiscard]] Operation *find(Lifecycle &state, std::string_view id);

enum class Gate : std::uint8_t {
    None, ///< nothing in front of this employee can be drained
    Open,
    Closed,
};

/// Who has something, or is missing, or what does not hold; and since when.
struct Holder
{
    std::string name;
    WallTime since{};

    friend bool operator==(const Holder &, const Holder &) = default;
};

/// What the rules say of one operation. One that has not been asked has not passed.
struct CheckVerdict
{
    bool passed = false;
    std::vector<Holder> reasons; ///< why not

    friend bool operator==(const CheckVerdict &, const CheckVerdict &) = default;
};

struct LifecyclePolicy
{
    std::set<std::string> sharedTypes; ///< see ConsistOptions::sharedTypes
    Duration drainDeadline = std::chrono::minutes(5);
};

/// What a person or an object wants of an operation.
struct Command
{
    enum class Kind : std::uint8_t {
        Begin,
        Start,  ///< the operator asks for the permission to work, and begins
        Finish, ///< the operator has let go
        Undo,
        Force,  ///< a stuck drain counts as drained, a vanished operator as finished
        Delete, ///< the employee. Its operation has the id DeletionId
    };

    Kind kind = Kind::Begin;
    std::string id;      ///< of the operation; not for Delete
    std::string type;    ///< for Begin alone
    std::string by;      ///< who asks, for the log
    bool isWish = false; ///< for Begin: the employee's object asks

    friend bool operator==(const Command &, const Command &) = default;
};
inline constexpr int CommandCount = 6;

/// The id and the type of the operation that a wish to delete becomes. Begin refuses it.
inline constexpr std::string_view DeletionId = "deletion";

enum class Refusal : std::uint8_t {
    NoId,
    TypeTaken,
    IdTaken, ///< by an operation of another type
    NoSuchOperation,
    NotDrained,
    NotStarted,
    NotStuck,     ///< forcing is for what is stuck
    BeingDeleted, ///< the employee is, now
    BeingUndone,  ///< the operation of this id is: it may begin again when that has ended
};
[[nodiscard]] std::string_view name(Refusal refusal);

/// What is true around an employee when its lifecycle is looked at.
struct Facts
{
    WallTime now{};
    bool exists = true;
    bool hasGate = true;
    /// Protection marks, claims included, by who put them.
    std::vector<Holder> marks;
    /// Who has to take the employee in and has not put a mark on it.
    std::vector<Holder> missing;
    /// By operation. A verdict of passed stays until the operation has left the phase.
    std::map<std::string, CheckVerdict> preChecks, postChecks;
    std::optional<Command> command;
};

/// What follows from a step, for the caller to do once the new state is on disk. All may come
/// again, after a restart, and must be idempotent.
struct Action
{
    enum class Kind : std::uint8_t {
        CloseGate, ///< the employers have to be looked at
        OpenGate,  ///< likewise
        AskPreCheck,
        AskPostCheck,
        AllowOperate, ///< the operator is told
        Ended,        ///< the operation is gone from the state
        DeleteEmployee,
        LogForced,
        Refused, ///< the command; nothing has changed
    };

    Kind kind;
    std::string id; ///< of the operation
    std::string by; ///< of LogForced
    Refusal refusal{};

    friend bool operator==(const Action &, const Action &) = default;
};

struct Step
{
    Lifecycle state;
    std::vector<Action> actions;
};

/// One step. A command is all that happens in its step; without one each operation moves by at
/// most one phase, all seen from \a state. Given its own result and the same facts without a
/// command often enough it stands still: see settle().
[[nodiscard]] Step next(const Lifecycle &state, const Facts &facts, const LifecyclePolicy &policy);

/// next() until nothing moves.
[[nodiscard]] Step settle(const Lifecycle &state, Facts facts, const LifecyclePolicy &policy);

/// Closed from Draining to PostCheck and while Undoing, for any operation.
[[nodiscard]] Gate gateOf(const Lifecycle &state, bool hasGate = true);

/// Whether an employee may be operated on. Its gate closed is not enough: an employer may still
/// send traffic, which a mark says.
[[nodiscard]] constexpr bool allowOperate(Gate gate, bool isMarked)
{
    return gate == Gate::None || (gate == Gate::Closed && !isMarked);
}

/// Whether an operation may be at work on it now.
[[nodiscard]] bool isOperatedOn(const Lifecycle &state);

/// Whether its operator may begin, is at work, or has to let go. Never true of a deletion.
[[nodiscard]] bool awaitsOperator(const Operation &operation);

/// Whether it counts as out of service for the rules, whatever its own state is: from Permitted
/// to the end.
[[nodiscard]] bool takesOutOfService(const Lifecycle &state);

/// What an operation waits for.
enum class WaitsFor : std::uint8_t {
    Rules,           ///< whom: what does not hold
    Gate,            ///< no one: the next step
    Marks,           ///< whom: who holds them
    Operator,        ///< whom: who sends traffic all the same; empty if all is well
    OtherOperations, ///< whom: their ids
    Checks,          ///< whom: what does not hold
    Traffic,         ///< whom: who has not taken it in
    Removal,         ///< of the employee; whom: who still has it
};
[[nodiscard]] std::string_view name(WaitsFor waitsFor);

struct Waiting
{
    WaitsFor what{};
    std::vector<Holder> whom;
    WallTime since{};
    bool isStuck = false; ///< in drain, longer than the deadline

    friend bool operator==(const Waiting &, const Waiting &) = default;
};

/// \a operation is one of \a state.
[[nodiscard]] Waiting waitingOf(const Lifecycle &state, const Operation &operation,
                                const Facts &facts, const LifecyclePolicy &policy);

} // namespace qontroller::consist
