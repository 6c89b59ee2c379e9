// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/serviceclaims.h"

namespace qontroller::loadbalancer {

ServiceClaims &ServiceClaims::ofThisProcess()
{
    static ServiceClaims claims;
    return claims;
}

std::optional<std::string> ServiceClaims::claim(const std::string &socket,
                                                const std::string &service, const Claimant &who)
{
    MutexLock lock(m_mutex);
    const auto holder = m_holders.try_emplace({socket, service}, who).first;
    if (holder->second.controller != who.controller)
        return holder->second.controller;
    holder->second = who;
    return std::nullopt;
}

void ServiceClaims::release(const std::string &socket, const std::string &service, const void *part)
{
    MutexLock lock(m_mutex);
    const auto holder = m_holders.find({socket, service});
    if (holder != m_holders.end() && holder->second.part == part)
        m_holders.erase(holder);
}

void ServiceClaims::releaseAll(const void *part)
{
    MutexLock lock(m_mutex);
    std::erase_if(m_holders, [&](const auto &one) { return one.second.part == part; });
}

} // namespace qontroller::loadbalancer
