// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/consistoptions.h"
#include "core/members/consist/judging.h"
#include "core/members/run/books.h"

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

/// What a step of a lifecycle is decided by. Pure.
namespace qontroller::consist {

/// What foreign code is asked about an employee, or to do with it.
enum class Ask : std::uint8_t {
    PreCheck,
    PostCheck,
    Operate,
    Delete,
    Wishes, ///< of its object
};
[[nodiscard]] std::string_view name(Ask ask);

struct Question
{
    /// Whose code it is; empty for Operate and Delete, which are done once, by whomever.
    std::string controller;
    std::string operation; ///< empty for Wishes
    Ask ask{};

    friend auto operator<=>(const Question &, const Question &) = default;
};

/// What is known about one employee besides the books.
struct Around
{
    WallTime now{};
    /// The options of the controllers that run, by name.
    std::map<std::string, std::shared_ptr<const ConsistOptions>> controllers;
    /// Its labels, as each controller sees them.
    std::map<std::string, std::map<std::string, std::string>> labels;
    /// What stands against a new operation on it, by who says so: ConsistOptions::mayBegin.
    std::map<std::string, std::string> objections = {};
    /// Its employers in the store as the two below were asked; one that came since is unseen, too.
    std::optional<std::set<EmployerName>> employers = {};
    /// Employers that it may belong to and that had no pass since the start.
    std::vector<EmployerName> unseen = {};
    /// Controllers that run and have not told since the start whether it may belong to an employer.
    std::vector<std::string> unlisted = {};
    std::map<Question, ProgramAnswer> answers;
};

/// Everything but the command. Each employer that expects the employee has to agree.
[[nodiscard]] Facts factsOf(const Books &books, const EmployeeKey &key, const Around &around);

/// How many more of \a name's employees \a rules let go out of service now. Nothing: no limit.
[[nodiscard]] std::optional<std::size_t> quotaLeftOf(const Books &books, const EmployerName &name,
                                                     const ConsistRules &rules);

/// Of all controllers together: what each of them allows, and the longest deadline.
[[nodiscard]] LifecyclePolicy policyOf(const EmployeeBook &employee, const Around &around);

/// Whether \a operation waits for no person, and nothing that it needs has failed.
[[nodiscard]] bool isMoving(const Operation &operation, const Around &around);

/// The controller that does operations of \a type; empty: none, so a person does them.
[[nodiscard]] std::string operatorOf(
    const std::map<std::string, std::shared_ptr<const ConsistOptions>> &controllers,
    const std::string &type);

/// What an operator reads: "at most 1 out of service, and this would be the 2nd".
[[nodiscard]] std::string inWords(const RuleFailure &failure);

/// The controllers that have a say about \a employee: of who expects it and who marks it.
[[nodiscard]] std::set<std::string> controllersOf(const EmployeeBook &employee);

} // namespace qontroller::consist
