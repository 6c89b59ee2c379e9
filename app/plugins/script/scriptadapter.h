// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/script/scriptcommands.h"
#include "app/plugins/script/scriptitems.h"
#include "core/members/consist/consistadapter.h"

#include <memory>
#include <string>
#include <vector>

namespace qontroller::script {

/// An adapter whose answers are those of commands: JSON lists in and out. README.md has the
/// contract.
class ScriptAdapter final : public ConsistAdapter<ScriptItem, ScriptItem>
{
public:
    ScriptAdapter(std::shared_ptr<const ScriptCommands> commands, std::string controller)
        : m_commands(std::move(commands))
        , m_controller(std::move(controller))
    {}

    std::string controllerName() const override { return m_controller; }

    using Items = ConsistItems<ScriptItem>;
    using List = std::vector<ScriptItem>;
    Items expectedEmployers(const ConsistEmployer &employer) override;
    Items currentEmployers(const ConsistEmployer &employer) override;
    Applied createEmployers(const ConsistEmployer &employer, const List &items) override;
    Applied updateEmployers(const ConsistEmployer &employer, const List &items) override;
    Applied deleteEmployers(const ConsistEmployer &employer, const List &items) override;
    Items expectedEmployees(const ConsistEmployer &employer) override;
    Items currentEmployees(const ConsistEmployer &employer) override;
    Applied createEmployees(const ConsistEmployer &employer, const List &items) override;
    Applied updateEmployees(const ConsistEmployer &employer, const List &items) override;
    Applied deleteEmployees(const ConsistEmployer &employer, const List &items) override;

    /// Its `traffic`, or true.
    bool servesTraffic(const ScriptItem &item) const override;
    /// Its `status`, or nothing.
    std::string statusOfEmployer(const ScriptItem &item) const override;
    std::string statusOfEmployee(const ScriptItem &item) const override;

private:
    [[nodiscard]] Items ask(const char *command, const char *side, const ConsistEmployer &employer);
    [[nodiscard]] Applied apply(const char *command, const char *side,
                                const ConsistEmployer &employer, const List &items);
    [[nodiscard]] std::string failure(const char *command, const ProgramEnd &end) const;

    std::shared_ptr<const ScriptCommands> m_commands;
    std::string m_controller;
};

} // namespace qontroller::script
