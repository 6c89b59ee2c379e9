// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/loadbalancer/member.h"
#include "app/plugins/loadbalancer/objectfolder.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller::loadbalancer {

/// What the folder says about the members of a service.
struct Expectation
{
    std::vector<Member> members;
    /// Servers of which no good state is known. They stay as the provider has them, if it has
    /// them: a file that is wrong takes nothing out of a backend and puts nothing in.
    std::vector<std::string> unknown;
    /// What is wrong with files that are, or may be, of servers of this service: by id of server.
    std::map<std::string, std::string> problems;
};

/// Pure. \a mayServe is asked with the id of a server.
[[nodiscard]] Expectation expectationOf(const Service &service,
                                        const ObjectFolder::Entries &entries,
                                        const std::function<bool(std::string_view)> &mayServe);

/// The id of the member that is server \a server in \a backend.
[[nodiscard]] std::string memberId(std::string_view backend, std::string_view server);

} // namespace qontroller::loadbalancer
