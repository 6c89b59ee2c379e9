// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/hostwords.h"

#include "ui/words/format.h"

#include <QtCore/QCoreApplication>

namespace qontroller::ui {

namespace {

struct HostsText
{
    Q_DECLARE_TR_FUNCTIONS(Hosts)
};

constexpr Duration StaleAfter = std::chrono::seconds(2);

} // namespace

bool isViewedOnly(const HostStatus &host)
{
    return host.heard != TimePoint{} && !host.maySteer;
}

bool isStale(const HostStatus &host, TimePoint now)
{
    return host.state != HostState::Connected || now - host.heard >= StaleAfter;
}

QString stateText(const HostStatus &host, TimePoint now)
{
    switch (host.state) {
    case HostState::Connecting: return HostsText::tr("connecting");
    case HostState::Connected:
        return isStale(host, now)
                   ? HostsText::tr("no answer for %1").arg(formatAge(now - host.heard))
               : host.secured.empty() ? HostsText::tr("connected")
                                      : HostsText::tr("connected, %1").arg(toLine(host.secured));
    case HostState::Refused: return HostsText::tr("refused");
    case HostState::Lost: break;
    }
    return host.heard == TimePoint{}
               ? HostsText::tr("not reached for %1").arg(formatAge(now - host.since))
               : HostsText::tr("lost for %1").arg(formatAge(now - host.heard));
}

QString hostLine(const HostStatus &host, TimePoint now)
{
    QString line = toLine(host.name) + QStringLiteral(": ") + stateText(host, now);
    if (!host.why.empty())
        line += QStringLiteral(" · ") + toLine(host.why);
    if (host.state != HostState::Connected && host.nextTry > now)
        line += QStringLiteral(" · ")
                + HostsText::tr("tried again in %1").arg(formatCountdown(host.nextTry - now));
    return line;
}

QString whyNotSteered(const HostStatus &host, TimePoint now)
{
    if (isStale(host, now))
        return HostsText::tr("%1 cannot be steered now: %2.")
            .arg(toLine(host.name), stateText(host, now));
    if (!host.maySteer)
        return HostsText::tr("On %1 you are a viewer: you may look, but not steer.")
            .arg(toLine(host.name));
    return {};
}

} // namespace qontroller::ui
