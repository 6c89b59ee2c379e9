// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QJsonObject>

#include "app/plugins/common/ownersmark.h"
#include "core/base/text/duration.h"
#include "core/members/consist/consistrules.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace qontroller::loadbalancer {

/// How a controller of a load balancer runs. Plain values; see loadbalancer.json.
struct LoadBalancerOptions
{
    enum class Adapter : std::uint8_t {
        Haproxy,
        Observed,
    };

    std::string controller; ///< its name
    std::string folder;
    Adapter adapter = Adapter::Haproxy;
    std::string socket;                               ///< for Haproxy
    std::string url;                                  ///< for Observed, without a slash at its end
    Duration deletionDelay = std::chrono::seconds(1); ///< zero: at once
    Duration timeout = std::chrono::seconds(5);
    Duration lookInterval = std::chrono::milliseconds(250);
    Duration pollInterval = std::chrono::seconds(1);
    ConsistRules preCheck;
    ConsistRules postCheck;
    Duration drainDeadline = std::chrono::minutes(5);
    std::map<std::string, std::vector<std::string>> operate;
    std::string employeeKind;
    MarkOptions mark = {}; ///< for other hosts with the same folder
};

/// Reads parameters that match loadbalancer.json. The error is a sentence that begins with the
/// path of the value that is wrong, and says what would be right.
[[nodiscard]] tl::expected<LoadBalancerOptions, std::string> readLoadBalancerOptions(
    const QJsonObject &parameters, const std::string &controllerName);

} // namespace qontroller::loadbalancer
