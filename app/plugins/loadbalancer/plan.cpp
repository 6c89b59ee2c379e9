// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/plan.h"

#include <algorithm>

namespace qontroller {

namespace {

using Admission = ServerState::Admission;

Order setState(const ServerPath &path, std::string_view state)
{
    return {"set server " + path + " state " + std::string(state)};
}

Order setAddress(const ServerPath &path, const std::string &address)
{
    const std::size_t colon = address.rfind(':');
    const bool isV6 = address.starts_with('[');
    const std::string ip = isV6 ? address.substr(1, colon - 2) : address.substr(0, colon);
    return {"set server " + path + " addr " + ip + " port " + address.substr(colon + 1),
            {"IP changed from", "no need to change the addr"}};
}

/// Nearer to no traffic and no sessions.
Plan goOut(const ServerPath &path, const ServerState &now)
{
    if (now.admission == Admission::Ready)
        return {{setState(path, "drain")}, false};
    if (now.sessions > 0)
        return {{}, false};
    if (now.admission == Admission::Drain)
        return {{setState(path, "maint")}, false};
    return {};
}

} // namespace

bool Order::isObeyed(std::string_view answer) const
{
    if (goodAnswers.empty())
        return answer.empty();
    return std::any_of(goodAnswers.begin(), goodAnswers.end(),
                       [&](std::string_view good) { return answer.starts_with(good); });
}

Plan planFor(const Member &expected, const ServerPath &path, const ServerState *now)
{
    const bool isOn = expected.traffic == Member::Traffic::On;
    const std::string weight = std::to_string(expected.weight);
    Plan plan;
    if (!now) {
        plan.orders.push_back({"add server " + path + ' ' + expected.address + " weight " + weight,
                               {"New server registered"}});
        if (isOn)
            plan.orders.push_back(setState(path, "ready"));
        return plan;
    }
    if (!isOn)
        plan = goOut(path, *now);
    if (now->address != expected.address)
        plan.orders.push_back(setAddress(path, expected.address));
    if (now->weight != expected.weight)
        plan.orders.push_back({"set server " + path + " weight " + weight});
    if (isOn && now->admission != Admission::Ready)
        plan.orders.push_back(setState(path, "ready"));
    return plan;
}

Plan planToRemove(const ServerPath &path, const ServerState *now)
{
    if (!now)
        return {};
    Plan plan = goOut(path, *now);
    if (plan.isLast)
        plan.orders.push_back({"del server " + path, {"Server deleted", "No such server"}});
    return plan;
}

Member::Traffic trafficOf(const ServerState &server)
{
    if (server.admission == Admission::Ready)
        return Member::Traffic::On;
    const bool isOut = server.admission == Admission::Maint && server.sessions == 0;
    return isOut ? Member::Traffic::Off : Member::Traffic::Leaving;
}

} // namespace qontroller
