// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/consistoptions.h"

namespace qontroller {

namespace {

using Complaint = std::optional<std::string>;

Complaint complaintOf(const char *field, const std::optional<EmployeeShare> &share)
{
    if (share && share->unit == EmployeeShare::Unit::Percent && share->value > 100)
        return std::string(field) + " must be at most 100 %";
    return std::nullopt;
}

bool isHalf(const SourceMemory &memory)
{
    return bool(memory.restore) != bool(memory.text);
}

Complaint complaintOf(const std::vector<EmployeeSource> &sources)
{
    std::set<std::string> sites;
    for (const EmployeeSource &source : sources) {
        if (!source.listerWatcher || !source.employers)
            return "employees must each have a lister and say which employers they belong to";
        if (isHalf(source.memory))
            return "employees: a memory must both give and take its text";
        if (source.site.find_first_of("#/") != std::string::npos)
            return "employees: the name of a site must have neither # nor /";
        if (!sites.insert(source.site).second)
            return "employees: two sources are of the site \"" + source.site + '"';
    }
    return std::nullopt;
}

Complaint complaintOfTimes(const ConsistOptions &options)
{
    if (options.retryInterval < Duration::zero())
        return "retryInterval must not be negative";
    if (options.lookInterval <= Duration::zero())
        return "lookInterval must be more than 0";
    if (options.drainDeadline <= Duration::zero())
        return "drainDeadline must be more than 0";
    return std::nullopt;
}

Complaint complaintOf(const std::map<std::string, EmployeeOperator> &operate)
{
    for (const auto &[type, one] : operate) {
        const bool isProgram = !one.command.empty() && !one.command.front().empty();
        if (type.empty() || isProgram == bool(one.call))
            return "operate must name a type and a program each";
    }
    return std::nullopt;
}

} // namespace

std::string employeeAtSite(std::string_view name, std::string_view site)
{
    std::string employee(name);
    if (!site.empty())
        employee.append(1, '#').append(site);
    return employee;
}

SitedEmployee splitSite(std::string_view employee)
{
    const std::size_t at = employee.rfind('#');
    if (at == std::string_view::npos)
        return {employee, {}};
    return {employee.substr(0, at), employee.substr(at + 1)};
}

std::optional<std::string> validate(const ConsistOptions &options)
{
    if (Complaint complaint = complaintOfTimes(options))
        return complaint;
    if (options.employeeKind.empty() || options.employeeKind.find('/') != std::string::npos)
        return "employeeKind must be a word without /";
    if (Complaint complaint = complaintOf("preCheck.maxUnavailable",
                                          options.preCheck.maxUnavailable))
        return complaint;
    if (Complaint complaint = complaintOf("preCheck.minAvailable", options.preCheck.minAvailable))
        return complaint;
    if (options.postCheck.maxUnavailable || options.postCheck.minAvailable)
        return "postCheck must have only labels and a command";
    if (!options.labelsOf && !(options.preCheck.labels.empty() && options.postCheck.labels.empty()))
        return "labelsOf must be given where a rule asks for labels";
    if (Complaint complaint = complaintOf(options.operate))
        return complaint;
    if (isHalf(options.employerMemory))
        return "employerMemory must both give and take its text";
    return complaintOf(options.employees);
}

} // namespace qontroller
