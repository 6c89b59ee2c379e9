// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/serviceclaims.h"

namespace qontroller::loadbalancer {

ServiceClaims &ServiceClaims::ofThisProcess()
{
    static ServiceClaims claims;
    return claims;
}

std::optional<std::string> ServiceClaims::claim(const std::string &socket,
                                                const std::string &service,
                                                const std::string &controller)
{
    MutexLock lock(m_mutex);
    const auto [holder, isNew] = m_holders.try_emplace({socket, service}, controller);
    return holder->second == controller ? std::nullopt : std::optional(holder->second);
}

void ServiceClaims::release(const std::string &socket, const std::string &service,
                            const std::string &controller)
{
    MutexLock lock(m_mutex);
    const auto holder = m_holders.find({socket, service});
    if (holder != m_holders.end() && holder->second == controller)
        m_holders.erase(holder);
}

void ServiceClaims::releaseAll(const std::string &controller)
{
    MutexLock lock(m_mutex);
    std::erase_if(m_holders, [&](const auto &one) { return one.second == controller; });
}

} // namespace qontroller::loadbalancer
