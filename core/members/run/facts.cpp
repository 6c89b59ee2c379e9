// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/facts.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace qontroller::consist {

namespace {

/// Judges one operation after the other.
class Judge
{
public:
    Judge(const Books &books, const EmployeeKey &key, const Around &around)
        : m_books(books)
        , m_key(key)
        , m_employee(books.employee(key))
        , m_around(around)
    {}

    [[nodiscard]] CheckVerdict verdictOn(const Operation &operation, Ask ask) const
    {
        CheckVerdict verdict;
        for (const auto &[name, since] : m_employee.expectedBy)
            addReasons(name, operation, ask, verdict.reasons);
        if (ask == Ask::PreCheck)
            addUnknown(operation, verdict.reasons);
        verdict.passed = verdict.reasons.empty();
        return verdict;
    }

private:
    /// Who may send it traffic, and has not been asked yet.
    void addUnknown(const Operation &operation, std::vector<Holder> &reasons) const
    {
        std::set<EmployerName> unseen(m_around.unseen.begin(), m_around.unseen.end());
        if (m_around.employers)
            std::ranges::set_difference(m_employee.employers(), *m_around.employers,
                                        std::inserter(unseen, unseen.end()));
        for (const EmployerName &name : unseen)
            reasons.push_back(
                {name.text() + ": it has not been looked at since the start", operation.since});
        for (const std::string &controller : m_around.unlisted)
            reasons.push_back(
                {controller + ": it has not told yet since the start whose member it is",
                 operation.since});
    }
    void addReasons(const EmployerName &name, const Operation &operation, Ask ask,
                    std::vector<Holder> &reasons) const
    {
        const auto controller = m_around.controllers.find(name.controller);
        if (controller == m_around.controllers.end()) {
            reasons.push_back({name.text() + ": its controller does not run", operation.since});
            return;
        }
        const ConsistOptions &options = *controller->second;
        const bool isBefore = ask == Ask::PreCheck;
        for (const RuleFailure &failure :
             failures(name, isBefore ? options.preCheck : options.postCheck, operation, ask))
            reasons.push_back({name.text() + ": " + inWords(failure), operation.since});
        if (isBefore && !operation.isDeletion && m_books.isHeld(m_key))
            reasons.push_back(
                {name.text() + ": it has vanished: bring it back, or delete it", operation.since});
        const auto objection = m_around.objections.find(name.controller);
        if (isBefore && objection != m_around.objections.end())
            reasons.push_back({name.text() + ": " + objection->second, operation.since});
    }
    [[nodiscard]] std::vector<RuleFailure> failures(const EmployerName &name,
                                                    const ConsistRules &rules,
                                                    const Operation &operation, Ask ask) const
    {
        RuledEmployee who{m_books.isAvailable(name, m_key), {}};
        const auto labels = m_around.labels.find(name.controller);
        if (labels != m_around.labels.end())
            who.labels = labels->second;
        const auto answer = m_around.answers.find({name.controller, operation.id, ask});
        return judge(rules, who, m_books.staffOf(name),
                     answer == m_around.answers.end() ? std::nullopt
                                                      : std::optional(answer->second))
            .failures;
    }

    const Books &m_books;
    const EmployeeKey &m_key;
    const EmployeeBook &m_employee;
    const Around &m_around;
};

} // namespace

std::string_view name(Ask ask)
{
    switch (ask) {
    case Ask::PreCheck: return "check before";
    case Ask::PostCheck: return "check after";
    case Ask::Operate: return "work";
    case Ask::Delete: return "deletion";
    case Ask::Wishes: break;
    }
    return "wishes";
}

Facts factsOf(const Books &books, const EmployeeKey &key, const Around &around)
{
    const EmployeeBook &employee = books.employee(key);
    Facts facts;
    facts.now = around.now;
    facts.exists = employee.exists;
    facts.hasGate = !employee.marks.empty() || !employee.expectedBy.empty();
    facts.marks = books.marksOn(key);
    facts.missing = books.missingFor(key);
    const Judge judge(books, key, around);
    for (const Operation &operation : employee.lifecycle.operations) {
        if (operation.phase == Phase::PreCheck)
            facts.preChecks[operation.id] = judge.verdictOn(operation, Ask::PreCheck);
        else if (operation.phase >= Phase::Operated)
            facts.postChecks[operation.id] = judge.verdictOn(operation, Ask::PostCheck);
    }
    return facts;
}

std::optional<std::size_t> quotaLeftOf(const Books &books, const EmployerName &name,
                                       const ConsistRules &rules)
{
    const Staff staff = books.staffOf(name);
    if (staff.total == 0)
        return std::nullopt;
    ConsistRules limits;
    limits.maxUnavailable = rules.maxUnavailable;
    limits.minAvailable = rules.minAvailable;
    return judge(limits, {}, staff, std::nullopt).quotaLeft;
}

LifecyclePolicy policyOf(const EmployeeBook &employee, const Around &around)
{
    LifecyclePolicy policy;
    bool isFirst = true;
    for (const std::string &name : controllersOf(employee)) {
        const auto controller = around.controllers.find(name);
        if (controller == around.controllers.end())
            continue;
        const ConsistOptions &options = *controller->second;
        if (std::exchange(isFirst, false)) {
            policy = {options.sharedTypes, options.drainDeadline};
            continue;
        }
        std::erase_if(policy.sharedTypes,
                      [&](const std::string &type) { return !options.sharedTypes.contains(type); });
        policy.drainDeadline = std::max(policy.drainDeadline, options.drainDeadline);
    }
    return policy;
}

bool isMoving(const Operation &operation, const Around &around)
{
    if (awaitsOperator(operation) && operatorOf(around.controllers, operation.type).empty())
        return false;
    return std::ranges::none_of(around.answers, [&](const auto &one) {
        return one.first.operation == operation.id && !one.second.succeeded;
    });
}

std::string operatorOf(
    const std::map<std::string, std::shared_ptr<const ConsistOptions>> &controllers,
    const std::string &type)
{
    for (const auto &[name, options] : controllers) {
        if (options->operate.contains(type))
            return name;
    }
    return {};
}

std::string inWords(const RuleFailure &failure)
{
    const std::string limit = std::to_string(failure.limit);
    const std::string actual = std::to_string(failure.actual);
    switch (failure.rule) {
    case RuleFailure::Rule::MaxUnavailable:
        return "at most " + limit + " out of service at a time, and this would be " + actual;
    case RuleFailure::Rule::MinAvailable:
        return "at least " + limit + " in service, and this would leave " + actual;
    case RuleFailure::Rule::Label: return "the label " + failure.subject + " has another value";
    case RuleFailure::Rule::Command: break;
    }
    return failure.subject.empty() ? "the command of the rule has not answered yet"
                                   : "the command of the rule: " + failure.subject;
}

std::set<std::string> controllersOf(const EmployeeBook &employee)
{
    std::set<std::string> controllers;
    for (const EmployerName &name : employee.employers())
        controllers.insert(name.controller);
    return controllers;
}

} // namespace qontroller::consist
