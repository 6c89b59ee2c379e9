// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/plan.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace qontroller::loadbalancer {

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

/// Makes one in maintenance.
void add(const ServerPath &path, const Member &expected, std::vector<Order> &orders)
{
    std::string command = "add server " + path + ' ' + expected.address + " weight "
                          + std::to_string(expected.weight);
    if (expected.isChecked()) {
        const auto interval = std::chrono::ceil<std::chrono::milliseconds>(expected.check);
        command += " check inter " + std::to_string(interval.count()) + "ms rise 1 fall 2";
    }
    orders.push_back({std::move(command), {"New server registered"}});
    if (expected.isChecked())
        orders.push_back({"enable health " + path});
}

Order remove(const ServerPath &path)
{
    return {"del server " + path, {"Server deleted", "No such server"}};
}

/// What HAProxy's check of a server that it has not found says.
std::string obstacleOf(const ServerState &now)
{
    return "HAProxy's check does not find it (" + meaningOfCheck(now.check)
           + "), so it gets no traffic before it does: see that the server runs";
}

/// From maintenance or drain to where it gets traffic.
Plan comeIn(const Member &expected, const ServerPath &path, const ServerState &now)
{
    const bool isChecked = expected.isChecked() && now.isChecked;
    if (!isChecked || (now.admission == Admission::Drain && !now.isDown))
        return {{setState(path, "ready")}};
    if (now.admission == Admission::Drain)
        return {{}, false, now.isMissed() ? obstacleOf(now) : std::string()};
    // At one stroke: out of maintenance HAProxy takes it for up.
    return {{{setState(path, "drain").command + ';' + "set server " + path + " health down"}},
            false};
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
    Plan plan;
    if (!now) {
        add(path, expected, plan.orders);
        if (isOn)
            plan.orders.push_back(setState(path, "ready"));
        return plan;
    }
    const bool isOut = trafficOf(*now) == Member::Traffic::Off;
    if (isOut && now->isChecked != expected.isChecked()) { // which cannot be changed
        plan.orders.push_back(remove(path));
        add(path, expected, plan.orders);
        plan.isLast = !isOn;
        return plan;
    }
    if (!isOn)
        plan = goOut(path, *now);
    if (now->address != expected.address)
        plan.orders.push_back(setAddress(path, expected.address));
    if (now->weight != expected.weight)
        plan.orders.push_back(
            {"set server " + path + " weight " + std::to_string(expected.weight)});
    if (isOn && now->admission != Admission::Ready) {
        Plan way = comeIn(expected, path, *now);
        std::move(way.orders.begin(), way.orders.end(), std::back_inserter(plan.orders));
        plan.isLast = way.isLast;
        plan.obstacle = std::move(way.obstacle);
    }
    return plan;
}

std::string meaningOfCheck(std::string_view code)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 9> Meanings{
        {{"L4TOUT", "no connection in time"},
         {"L4CON", "no connection"},
         {"L6TOUT", "no TLS in time"},
         {"L6RSP", "no TLS"},
         {"L7TOUT", "no answer in time"},
         {"L7RSP", "an answer that is not understood"},
         {"L7STS", "an answer with a wrong status"},
         {"SOCKERR", "no socket"},
         {"UNK", "not known"}}};
    const auto found = std::find_if(Meanings.begin(), Meanings.end(),
                                    [&](const auto &one) { return one.first == code; });
    return found == Meanings.end() ? std::string(code) : std::string(found->second);
}

Plan planToRemove(const ServerPath &path, const ServerState *now)
{
    if (!now)
        return {};
    Plan plan = goOut(path, *now);
    if (plan.isLast)
        plan.orders.push_back(remove(path));
    return plan;
}

Member::Traffic trafficOf(const ServerState &server)
{
    if (server.admission == Admission::Ready)
        return Member::Traffic::On;
    const bool isOut = server.admission == Admission::Maint && server.sessions == 0;
    return isOut ? Member::Traffic::Off : Member::Traffic::Leaving;
}

} // namespace qontroller::loadbalancer
