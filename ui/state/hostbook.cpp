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
