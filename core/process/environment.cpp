// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/process/environment.h"

#include <unistd.h>

namespace qontroller {

Variables environmentWith(const Variables &own)
{
    Variables variables = own;
    for (char **each = environ; each && *each; ++each) {
        const std::string_view assignment = *each;
        const std::size_t equals = assignment.find('=');
        if (equals != std::string_view::npos)
            variables.emplace(assignment.substr(0, equals), assignment.substr(equals + 1));
    }
    return variables;
}

std::vector<std::string> assignments(const Variables &variables)
{
    std::vector<std::string> all;
    for (const auto &[name, value] : variables)
        all.push_back(name + '=' + value);
    return all;
}

std::string valueIn(const std::vector<std::string> &assignments, std::string_view name)
{
    for (const std::string_view each : assignments) {
        if (each.size() > name.size() && each.starts_with(name) && each[name.size()] == '=')
            return std::string(each.substr(name.size() + 1));
    }
    return {};
}

std::string searchPath(const Variables &own)
{
    return environmentWith(own)["PATH"];
}

} // namespace qontroller
