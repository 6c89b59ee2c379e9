// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/error.h"
#include "core/members/consist/consistrecord.h"
#include "core/members/consist/employeekey.h"
#include "core/members/consist/employername.h"
#include "core/members/consist/lifecycle.h"

#include <tl/expected.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace qontroller::consist {

/// One operation, for who looks at it.
struct OperationView
{
    EmployeeKey employee;
    Operation operation;
    Waiting waiting;
    bool isAllowed = false; ///< its operator may start
    /// Why the work for it failed, which is done again and again. Empty: it has not.
    std::string failure = {};
    std::vector<EmployerName> employers = {}; ///< who has a say about the employee

    friend bool operator==(const OperationView &, const OperationView &) = default;
};

/// How an employee stands with one of its employers.
enum class MemberState : std::uint8_t {
    Waiting,      ///< expected, and not taken in yet
    InService,    ///< expected and marked: it may get traffic
    Down,         ///< … and the provider does not find it
    OutOfService, ///< … and an operation on it is permitted
    Leaving,      ///< marked, and not expected any more
};
inline constexpr int MemberStateCount = 5;
[[nodiscard]] std::string_view name(MemberState state);

struct MemberView
{
    EmployeeKey employee;
    MemberState state{};
    WallTime since{};                ///< in this state; WallTime{}: not known
    std::vector<std::string> status; ///< what the adapter said of each of its items

    friend bool operator==(const MemberView &, const MemberView &) = default;
};

/// One employer, in short.
struct EmployerSummary
{
    EmployerName name;
    std::size_t members = 0;  ///< expected
    bool isInTrouble = false; ///< its last pass had errors or failures
    /// Those that its controller does by itself. Sorted; empty: it has none, or does not run.
    std::vector<std::string> operationTypes = {};
    /// Its controller does not run: operations on its members wait for it.
    bool isAbsent = false;
    /// Its controller does not delete members, or does not run.
    bool cannotDelete = false;

    friend bool operator==(const EmployerSummary &, const EmployerSummary &) = default;
};

/// One employer with its resource and its members.
struct EmployerView
{
    EmployerName name;
    std::vector<std::string> errors; ///< of the last pass; failures of single items included
    std::vector<ConsistRecord::Status> resources;
    std::vector<MemberView> members; ///< sorted
    /// How many more may go out of service now. Nothing: no rule limits them, or its controller
    /// does not run.
    std::optional<std::size_t> quotaLeft;

    friend bool operator==(const EmployerView &, const EmployerView &) = default;
};

/// What a front end wants to see at once. It always gets the operations.
struct LifecycleQuestion
{
    enum class Depth : std::uint8_t {
        Operations,
        Employers, ///< … and a summary of each employer
    };
    Depth depth = Depth::Operations;
    std::vector<EmployerName> open = {}; ///< with Employers: also all that is known of these
};

/// What a host answers. Its times are those of the host's calendar.
struct LifecycleAnswer
{
    WallTime now{};
    /// False: no consist controller has run there yet, and all below is empty.
    bool hasControllers = true;
    std::vector<OperationView> operations = {};
    /// Sorted by name; nothing: not asked for.
    std::optional<std::vector<EmployerSummary>> employers = {};
    std::vector<EmployerView> opened = {}; ///< in the order of the question

    friend bool operator==(const LifecycleAnswer &, const LifecycleAnswer &) = default;
};

/// What an operator sees of operations on employees of one host, and does. Thread-safe; each call
/// may wait for the disk and for foreign code that tells labels, or for a host elsewhere.
class LifecyclePort
{
public:
    virtual ~LifecyclePort() = default;

    /// The error says why there is no answer: what was told before is old then.
    [[nodiscard]] virtual tl::expected<LifecycleAnswer, Error> look(
        const LifecycleQuestion &question) = 0;

    /// On disk when it returns. The error says why the command was refused; nothing has changed
    /// then.
    virtual tl::expected<void, Error> submit(const EmployeeKey &key, const Command &command) = 0;
    /// Nothing that \a employer has marked or expects counts any more; its provider is not asked,
    /// and stays as it is. Refused while its controller runs. \a by asked for it: logged.
    virtual tl::expected<void, Error> forget(const EmployerName &employer,
                                             const std::string &by) = 0;
};

} // namespace qontroller::consist
