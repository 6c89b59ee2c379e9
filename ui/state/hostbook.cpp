// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/hostbook.h"

#include "ui/words/format.h"
#include "ui/words/hostwords.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <utility>

namespace qontroller::ui {

HostLabels::Label HostLabels::of(HostId host) const
{
    const auto found = m_labels.find(host);
    return found == m_labels.end() ? Label() : found->second;
}

QString HostLabels::titleOf(HostId host, const QString &name) const
{
    return m_labels.size() > 1 && m_labels.contains(host)
               ? QCoreApplication::translate("Hosts", "%1 on %2").arg(name, of(host).name)
               : name;
}

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

bool HostBook::isOf(ControllerId controller, HostId only) const
{
    const HostStatus *host = of(controller);
    return only == 0 || (host && host->id == only);
}

QString HostBook::whyNotSteered(ControllerId controller) const
{
    const HostStatus *host = of(controller);
    return host ? ui::whyNotSteered(*host, m_moment.now) : QString();
}

const HostStatus *HostBook::find(HostId host) const
{
    const auto found = std::ranges::find(m_hosts, host, &HostStatus::id);
    return found == m_hosts.end() ? nullptr : &*found;
}

QString HostBook::whyHostNotSteered(HostId host) const
{
    const HostStatus *found = find(host);
    return found ? ui::whyNotSteered(*found, m_moment.now) : QString();
}

std::vector<const HostStatus *> HostBook::lost(HostId only) const
{
    std::vector<const HostStatus *> lost;
    for (const HostStatus &host : m_hosts) {
        if ((only == 0 || host.id == only) && isStale(host, m_moment.now))
            lost.push_back(&host);
    }
    return lost;
}

HostLabels HostBook::labels() const
{
    HostLabels labels;
    for (const HostStatus &host : m_hosts)
        labels.add(host.id, {toLine(host.name), toLine(host.colour), isStale(host, m_moment.now)});
    return labels;
}

} // namespace qontroller::ui
