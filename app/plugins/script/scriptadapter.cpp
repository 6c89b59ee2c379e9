// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/script/scriptadapter.h"

#include "app/plugins/script/scriptanswer.h"

namespace qontroller::script {

namespace {

constexpr const char *Employers = "employers";
constexpr const char *Employees = "employees";

std::string statusOf(const ScriptItem &item)
{
    return item.value.value(QLatin1String("status")).toString().toStdString();
}

} // namespace

ScriptAdapter::Items ScriptAdapter::expectedEmployers(const ConsistEmployer &employer)
{
    return ask("expected", Employers, employer);
}

ScriptAdapter::Items ScriptAdapter::currentEmployers(const ConsistEmployer &employer)
{
    return ask("current", Employers, employer);
}

Applied ScriptAdapter::createEmployers(const ConsistEmployer &employer, const List &items)
{
    return apply("create", Employers, employer, items);
}

Applied ScriptAdapter::updateEmployers(const ConsistEmployer &employer, const List &items)
{
    return apply("update", Employers, employer, items);
}

Applied ScriptAdapter::deleteEmployers(const ConsistEmployer &employer, const List &items)
{
    return apply("delete", Employers, employer, items);
}

ScriptAdapter::Items ScriptAdapter::expectedEmployees(const ConsistEmployer &employer)
{
    return ask("expected", Employees, employer);
}

ScriptAdapter::Items ScriptAdapter::currentEmployees(const ConsistEmployer &employer)
{
    return ask("current", Employees, employer);
}

Applied ScriptAdapter::createEmployees(const ConsistEmployer &employer, const List &items)
{
    return apply("create", Employees, employer, items);
}

Applied ScriptAdapter::updateEmployees(const ConsistEmployer &employer, const List &items)
{
    return apply("update", Employees, employer, items);
}

Applied ScriptAdapter::deleteEmployees(const ConsistEmployer &employer, const List &items)
{
    return apply("delete", Employees, employer, items);
}

bool ScriptAdapter::servesTraffic(const ScriptItem &item) const
{
    return item.value.value(QLatin1String("traffic")).toBool(true);
}

std::string ScriptAdapter::statusOfEmployer(const ScriptItem &item) const
{
    return statusOf(item);
}

std::string ScriptAdapter::statusOfEmployee(const ScriptItem &item) const
{
    return statusOf(item);
}

ScriptAdapter::Items ScriptAdapter::ask(const char *command, const char *side,
                                        const ConsistEmployer &employer)
{
    const auto *const object = employer.objectAs<std::string>();
    const ProgramEnd end = m_commands->consist(command, side, employer,
                                               object ? std::string_view(*object)
                                                      : std::string_view());
    if (!answer::isSuccess(end))
        return tl::unexpected(Error(failure(command, end)));
    auto items = parseItems(end.output);
    if (!items)
        return tl::unexpected(Error(std::string(command) + ' ' + side + ": " + items.error()));
    return std::move(*items);
}

Applied ScriptAdapter::apply(const char *command, const char *side, const ConsistEmployer &employer,
                             const List &items)
{
    const ProgramEnd end = m_commands->consist(command, side, employer, toJson(items));
    if (!answer::isSuccess(end))
        return Applied::aborted(failure(command, end));
    auto applied = parseApplied(end.output, items);
    if (!applied)
        return Applied::aborted(std::string(command) + ' ' + side + ": " + applied.error());
    return std::move(*applied);
}

std::string ScriptAdapter::failure(const char *command, const ProgramEnd &end) const
{
    return answer::failure(
        {command, m_commands->programs().consist.at(command), m_commands->options(), end});
}

} // namespace qontroller::script
