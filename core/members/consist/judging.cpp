// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/judging.h"

#include <algorithm>

namespace qontroller::consist {

namespace {

using Rule = RuleFailure::Rule;
constexpr std::size_t WholePercent = 100;

std::size_t missingFrom(std::size_t wanted, std::size_t there)
{
    return wanted > there ? wanted - there : 0;
}

/// How many of \a total may be out of service, by both rules.
std::optional<std::size_t> allowanceOf(const ConsistRules &rules, std::size_t total)
{
    std::optional<std::size_t> allowance;
    if (rules.maxUnavailable)
        allowance = mostUnavailable(*rules.maxUnavailable, total);
    if (rules.minAvailable) {
        const std::size_t left = missingFrom(total, leastAvailable(*rules.minAvailable, total));
        allowance = std::min(allowance.value_or(left), left);
    }
    return allowance;
}

void judgeAvailability(const ConsistRules &rules, const Staff &staff, RuleVerdict &verdict)
{
    const std::size_t unavailable = staff.total - staff.available + 1;
    if (rules.maxUnavailable) {
        const std::size_t limit = mostUnavailable(*rules.maxUnavailable, staff.total);
        if (unavailable > limit)
            verdict.failures.push_back({Rule::MaxUnavailable, limit, unavailable, {}});
    }
    if (rules.minAvailable) {
        const std::size_t limit = leastAvailable(*rules.minAvailable, staff.total);
        if (staff.available - 1 < limit)
            verdict.failures.push_back({Rule::MinAvailable, limit, staff.available - 1, {}});
    }
}

void judgeLabels(const ConsistRules &rules, const RuledEmployee &who, RuleVerdict &verdict)
{
    for (const auto &[name, value] : rules.labels) {
        const auto found = who.labels.find(name);
        if (found == who.labels.end() || found->second != value)
            verdict.failures.push_back({Rule::Label, 0, 0, name});
    }
}

} // namespace

std::size_t mostUnavailable(const EmployeeShare &share, std::size_t total)
{
    if (share.unit == EmployeeShare::Unit::Employees || share.value == 0)
        return share.value;
    return std::max<std::size_t>(total * share.value / WholePercent, 1);
}

std::size_t leastAvailable(const EmployeeShare &share, std::size_t total)
{
    if (share.unit == EmployeeShare::Unit::Employees)
        return share.value;
    return (total * share.value + WholePercent - 1) / WholePercent;
}

RuleVerdict judge(const ConsistRules &rules, const RuledEmployee &who, const Staff &staff,
                  const std::optional<ProgramAnswer> &answer)
{
    RuleVerdict verdict;
    if (const auto allowance = allowanceOf(rules, staff.total))
        verdict.quotaLeft = missingFrom(*allowance, staff.total - staff.available);
    if (who.isAvailable)
        judgeAvailability(rules, staff, verdict);
    judgeLabels(rules, who, verdict);
    if (!rules.command.empty() && !(answer && answer->succeeded))
        verdict.failures.push_back({Rule::Command, 0, 0, answer ? answer->said : std::string()});
    return verdict;
}

} // namespace qontroller::consist
