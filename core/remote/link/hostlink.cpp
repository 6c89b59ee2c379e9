// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/link/hostlink.h"

#include <algorithm>
#include <map>

namespace qontroller {

HostLinkPtr HostLinks::find(HostId host) const
{
    const std::vector<HostLinkPtr> all = links();
    const auto found = std::ranges::find(all, host, [](const auto &link) { return link->id(); });
    return found == all.end() ? nullptr : *found;
}

std::vector<HostStatus> HostLinks::elsewhere() const
{
    std::vector<HostStatus> hosts;
    std::map<std::string, int> named;
    for (const HostLinkPtr &link : links()) {
        if (link->id() != 0)
            ++named[hosts.emplace_back(link->status()).name];
    }
    for (HostStatus &host : hosts) {
        if (named[host.name] > 1)
            host.name += " (" + host.place + ')';
    }
    return hosts;
}

std::string notShown()
{
    return "the host is not shown any more";
}

} // namespace qontroller
