// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/consistrules.h"

#include <charconv>

namespace qontroller {

namespace {

using Problem = std::optional<std::string>;
using Unit = EmployeeShare::Unit;

Problem readShare(const std::string &rule, const std::string &text,
                  std::optional<EmployeeShare> &share)
{
    if (text.empty())
        return std::nullopt;
    const bool isPart = text.back() == '%';
    const char *const end = text.data() + text.size() - (isPart ? 1 : 0);
    EmployeeShare read{0, isPart ? Unit::Percent : Unit::Employees};
    const auto [at, error] = std::from_chars(text.data(), end, read.value);
    if (error != std::errc() || at != end)
        return rule + " must be a number or a part, as in 1 or 25%, but is " + text;
    if (isPart && read.value > 100)
        return rule + " must be at most 100%, but is " + text;
    share = read;
    return std::nullopt;
}

} // namespace

std::optional<std::string> readShares(const std::string &maxUnavailable,
                                      const std::string &minAvailable, const std::string &noun,
                                      ConsistRules &rules)
{
    if (Problem problem = readShare("maxUnavailable", maxUnavailable, rules.maxUnavailable))
        return problem;
    if (Problem problem = readShare("minAvailable", minAvailable, rules.minAvailable))
        return problem;
    const std::string never = " no " + noun + " that is in service could ever be operated on";
    if (rules.maxUnavailable && rules.maxUnavailable->value == 0)
        return "maxUnavailable must be at least 1: with " + maxUnavailable + never;
    if (rules.minAvailable == EmployeeShare{100, Unit::Percent})
        return "minAvailable must be less than 100%, with which" + never;
    return std::nullopt;
}

} // namespace qontroller
