// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/describemembers.h"

#include <algorithm>

namespace qontroller::loadbalancer {

namespace {

std::string nameOf(Member::Traffic traffic)
{
    switch (traffic) {
    case Member::Traffic::On: return "gets traffic";
    case Member::Traffic::Leaving: return "gets no new sessions, may still have some";
    case Member::Traffic::Off: break;
    }
    return "gets no traffic";
}

std::string line(const Member &member)
{
    std::string text = member.id + ": ";
    if (!member.address.empty())
        text += member.address + ", weight " + std::to_string(member.weight) + ", ";
    return text + nameOf(member.traffic) + '\n';
}

} // namespace

std::string describe(const ConsistItems<Member> &members)
{
    if (!members)
        return members.error().message + '\n';
    std::vector<std::string> lines;
    for (const Member &member : *members)
        lines.push_back(line(member));
    std::sort(lines.begin(), lines.end());
    std::string text;
    for (const std::string &one : lines)
        text += one;
    return text;
}

} // namespace qontroller::loadbalancer
