// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/qontroller/hostshere.h"

#include "app/cli/controlsocket.h"
#include "core/base/files/unixsocket.h"
#include "core/engine/observe/controllers/attention.h"
#include "core/engine/observe/feed/delta.h"
#include "core/remote/client/remotehost.h"

#include <QtCore/QCoreApplication>

#include <algorithm>

namespace qontroller {

namespace {

struct HostsHereText
{
    Q_DECLARE_TR_FUNCTIONS(Application)
};

} // namespace

QList<ui::HostHere> hostsHere(const std::string &own)
{
    std::vector<FoundSocket> sockets = findSockets();
    std::erase_if(sockets, [&own](const FoundSocket &each) {
        return each.path == own || !listensAt(each.path);
    });
    QList<ui::HostHere> hosts;
    for (const FoundSocket &each : sockets)
        hosts += {QString::fromStdString(each.name), QString::fromStdString(each.path)};
    return hosts;
}

ui::HostHealth healthAt(const std::string &path)
{
    constexpr std::chrono::seconds Patience(3);
    const remote::Address address{.kind = remote::Address::Kind::Unix, .path = path};
    const auto host = remote::RemoteHost::connect(address, {}, Patience);
    if (!host)
        return {.whyUnknown = QString::fromStdString(host.error().sentence)};
    const auto now = (*host)->snapshot();
    if (!now)
        return {.whyUnknown = QString::fromStdString(now.error().sentence)};
    ui::HostHealth health{.worst = Health::Healthy};
    for (const ControllerDelta &each : now->controllers) {
        const ControllerView &view = each;
        health.worst =
            std::max(*health.worst,
                     healthOf(attentionsOf(view, now->now), {now->now, now->wall}).health);
        ++health.controllers;
    }
    return health;
}

std::optional<QString> whyNotHere(const remote::Address &address)
{
    if (address.kind != remote::Address::Kind::Named || !socketsOf(address.host).empty())
        return std::nullopt;
    const QString none = HostsHereText::tr("No host is called %1 here.")
                             .arg(QString::fromStdString(address.host));
    QStringList names;
    for (const ui::HostHere &each : hostsHere())
        names += each.name;
    names.removeDuplicates();
    return none + QLatin1Char(' ')
           + (names.isEmpty()
                  ? HostsHereText::tr("None runs here whose socket you can see.")
                  : HostsHereText::tr("Those that run here: %1.").arg(names.join(", ")));
}

} // namespace qontroller
