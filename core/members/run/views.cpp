// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/views.h"

#include <algorithm>
#include <set>
#include <utility>

namespace qontroller::consist {

namespace {

/// What foreign code said of \a operation that did not work; empty: it did, or has not been asked.
std::string failureOf(const Around &around, const Operation &operation)
{
    for (const auto &[question, answer] : around.answers) {
        const bool isWork = question.ask == Ask::Operate || question.ask == Ask::Delete;
        if (isWork && question.operation == operation.id && !answer.succeeded)
            return answer.said.empty() ? "it does not say why" : answer.said;
    }
    return {};
}

/// By item: what the adapter said of it, or why it could not be changed.
std::map<std::string_view, std::string_view> statusesIn(const ConsistRecord &record)
{
    std::map<std::string_view, std::string_view> statuses;
    for (const ConsistRecord::Failure &failure : record.failures) {
        if (failure.side == ConsistSide::Employee)
            statuses.emplace(failure.id, failure.error);
    }
    for (const ConsistRecord::Status &status : record.statuses) {
        if (status.side == ConsistSide::Employee)
            statuses.emplace(status.id, status.text);
    }
    return statuses;
}

std::set<EmployeeKey> membersOf(const EmployerBook &book)
{
    std::set<EmployeeKey> members(book.expectedBy.begin(), book.expectedBy.end());
    for (const auto &[key, mark] : book.marks)
        members.insert(key);
    return members;
}

/// Since the first of its operations was permitted that still runs.
WallTime outOfServiceSince(const Lifecycle &lifecycle)
{
    WallTime first = WallTime::max();
    for (const Operation &one : lifecycle.operations) {
        if (one.phase != Phase::PreCheck)
            first = std::min(first,
                             one.drainingSince == WallTime() ? one.since : one.drainingSince);
    }
    return first;
}

WallTime timeIn(const std::map<EmployerName, WallTime> &times, const EmployerName &name)
{
    const auto found = times.find(name);
    return found == times.end() ? WallTime() : found->second;
}

WallTime sinceOf(const EmployeeBook &employee, const EmployerName &name, MemberState state)
{
    switch (state) {
    case MemberState::Waiting: return timeIn(employee.expectedBy, name);
    case MemberState::InService: return timeIn(employee.marks, name);
    case MemberState::OutOfService: return outOfServiceSince(employee.lifecycle);
    case MemberState::Down:
    case MemberState::Leaving: break; // since when is not kept
    }
    return {};
}

std::string inWords(const ConsistRecord::Failure &failure)
{
    return failure.id + ": " + failure.error;
}

/// Each once: a sentence on a side names the first of its failures.
std::vector<std::string> errorsOf(const ConsistRecord &record)
{
    std::vector<std::string> errors;
    for (const std::string &error : record.errors) {
        const bool isSaidBelow = std::ranges::any_of(record.failures, [&](const auto &failure) {
            return error.find(inWords(failure)) != std::string::npos;
        });
        if (!isSaidBelow)
            errors.push_back(error);
    }
    for (const ConsistRecord::Failure &failure : record.failures)
        errors.push_back(inWords(failure));
    return errors;
}

/// An aborted pass says nothing of single items.
std::vector<std::string> statusOf(const EmployerBook &book, const EmployeeKey &key,
                                  const std::map<std::string_view, std::string_view> &statuses)
{
    std::vector<std::string> said;
    const auto &held = book.record.heldEmployees;
    if (std::binary_search(held.begin(), held.end(), key.text()))
        said.emplace_back("held: it has vanished, and nobody has said that it was deleted");
    const auto mark = book.marks.find(key);
    if (mark == book.marks.end())
        return said;
    for (const std::string &id : mark->second.ids) {
        const auto status = statuses.find(id);
        if (status != statuses.end())
            said.emplace_back(status->second);
    }
    if (said.empty() && !book.record.errors.empty())
        said.push_back("not known: " + book.record.errors.front());
    return said;
}

} // namespace

bool isInTrouble(const ConsistRecord &record)
{
    return !record.errors.empty() || !record.failures.empty();
}

void addOperations(const Books &books, const EmployeeKey &key, const Around &around,
                   std::vector<OperationView> &views)
{
    const EmployeeBook &book = books.employee(key);
    const Facts facts = factsOf(books, key, around);
    const LifecyclePolicy policy = policyOf(book, around);
    const std::set<EmployerName> employers = book.employers();
    for (const Operation &one : book.lifecycle.operations) {
        OperationView view{key, one, waitingOf(book.lifecycle, one, facts, policy)};
        view.isAllowed = one.phase == Phase::Drained && !one.isDeletion;
        view.employers.assign(employers.begin(), employers.end());
        view.failure = failureOf(around, one);
        views.push_back(std::move(view));
    }
}

std::vector<EmployerSummary> employersIn(const Books &books)
{
    std::vector<EmployerSummary> all;
    for (const auto &[name, book] : books.employers()) {
        all.push_back({name, book->expectedBy.size(), isInTrouble(book->record)});
    }
    return all;
}

EmployerView employerIn(const Books &books, const EmployerName &name, const ConsistOptions *options)
{
    const auto book = books.employer(name);
    EmployerView view{name, errorsOf(book->record), {}, {}, std::nullopt};
    for (const ConsistRecord::Status &status : book->record.statuses) {
        if (status.side == ConsistSide::Employer)
            view.resources.push_back(status);
    }
    const auto statuses = statusesIn(book->record);
    for (const EmployeeKey &key : membersOf(*book)) {
        const MemberState state = books.memberState(name, key);
        MemberView member{key, state, sinceOf(books.employee(key), name, state),
                          statusOf(*book, key, statuses)};
        view.members.push_back(std::move(member));
    }
    if (options)
        view.quotaLeft = quotaLeftOf(books, name, options->preCheck);
    return view;
}

} // namespace qontroller::consist
