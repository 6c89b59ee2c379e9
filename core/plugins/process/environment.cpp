// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/process/environment.h"

#include <unistd.h>

#include <algorithm>
#include <array>

namespace qontroller {

namespace {

/// By them systemd speaks to a service and it to systemd: a child would do so in its name.
constexpr std::array<std::string_view, 7> OfTheService{"NOTIFY_SOCKET", "WATCHDOG_USEC",
                                                       "WATCHDOG_PID",  "LISTEN_FDS",
                                                       "LISTEN_PID",    "LISTEN_FDNAMES",
                                                       "JOURNAL_STREAM"};

} // namespace

Variables environmentWith(const Variables &own)
{
    Variables variables = own;
    for (char **each = environ; each && *each; ++each) {
        const std::string_view assignment = *each;
        const std::size_t equals = assignment.find('=');
        const std::string_view name = assignment.substr(0, equals);
        if (equals != std::string_view::npos && !std::ranges::count(OfTheService, name))
            variables.emplace(name, assignment.substr(equals + 1));
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
