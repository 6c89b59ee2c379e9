// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/hostbook.h"

#include "ui/words/hostwords.h"

#include <utility>

namespace qontroller::ui {

void HostBook::set(std::vector<HostStatus> hosts)
{
    m_hosts = std::move(hosts);
    m_places.clear();
    for (std::size_t i = 0; i < m_hosts.size(); ++i) {
        for (const ControllerId id : m_hosts[i].controllers)
            m_places[id] = i;
    }
}

const HostStatus *HostBook::of(ControllerId controller) const
{
    const auto found = m_places.find(controller);
    return found == m_places.end() ? nullptr : &m_hosts[found->second];
}

QString HostBook::whyNotSteered(ControllerId controller) const
{
    const HostStatus *host = of(controller);
    return host ? ui::whyNotSteered(*host, m_now) : QString();
}

} // namespace qontroller::ui
