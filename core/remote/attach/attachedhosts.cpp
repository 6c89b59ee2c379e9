// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/attach/attachedhosts.h"

#include <algorithm>

namespace qontroller::remote {

AttachedHosts::AttachedHosts(Clock &clock)
    : m_clock(clock)
{}

AttachedHosts::~AttachedHosts()
{
    close();
}

HostId AttachedHosts::add(const Address &address)
{
    MutexLock lock(m_mutex);
    m_hosts.push_back(std::make_shared<AttachedHost>(++m_lastHost, address, m_clock));
    return m_lastHost;
}

void AttachedHosts::remove(HostId host)
{
    const HostPtr gone = this->host(host);
    if (!gone)
        return;
    gone->close(); // so that those who ask it end soon
    MutexLock lock(m_mutex);
    std::erase(m_hosts, gone);
}

void AttachedHosts::close()
{
    for (const HostLinkPtr &each : links())
        each->close();
}

std::vector<HostLinkPtr> AttachedHosts::links() const
{
    MutexLock lock(m_mutex);
    return {m_hosts.begin(), m_hosts.end()};
}

AttachedHosts::HostPtr AttachedHosts::host(HostId host) const
{
    MutexLock lock(m_mutex);
    const auto found = std::ranges::find(m_hosts, host, &AttachedHost::id);
    return found == m_hosts.end() ? nullptr : *found;
}

} // namespace qontroller::remote
