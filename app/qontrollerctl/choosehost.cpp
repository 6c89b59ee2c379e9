// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/choosehost.h"

#include "app/cli/controlsocket.h"
#include "app/qontrollerctl/jsonanswer.h"
#include "app/qontrollerctl/texttable.h"
#include "core/remote/client/unixconnection.h"

#include <algorithm>
#include <iterator>

namespace qontroller {

namespace {

struct Seen
{
    FoundSocket socket;
    std::string version; ///< empty: it was not reached
    std::string state;
};

std::vector<Seen> lookAtAll()
{
    std::vector<Seen> all;
    for (FoundSocket &socket : findSockets()) {
        const auto host = remote::RemoteHost::connect(socket.path);
        all.push_back({std::move(socket), host ? (*host)->introduction().version : "",
                       host ? "runs" : "not reached"});
    }
    return all;
}

std::string listOf(const std::vector<std::string> &texts)
{
    std::string list;
    for (const std::string &each : texts)
        list += (list.empty() ? "" : ", ") + each;
    return list;
}

std::string namesOf(const std::vector<FoundSocket> &sockets)
{
    std::vector<std::string> names;
    std::ranges::transform(sockets, std::back_inserter(names), &FoundSocket::name);
    return listOf(names);
}

using Choice = tl::expected<remote::Address, CtlProblem>;

Choice notReached(const std::string &sentence)
{
    return tl::unexpected(CtlProblem{CtlStatus::NotReached, sentence});
}

Choice theOnlyOne()
{
    std::vector<FoundSocket> sockets = findSockets();
    std::vector<std::string> paths;
    std::ranges::transform(sockets, std::back_inserter(paths), &FoundSocket::path);
    remote::leaveOutDead(paths);
    if (paths.size() == 1)
        return remote::Address{.path = paths.front()};
    if (paths.empty())
        return notReached("no host runs here whose socket you can see: name one with --host");
    std::erase_if(sockets, [&](const FoundSocket &each) {
        return std::ranges::find(paths, each.path) == paths.end();
    });
    return notReached("several hosts are here: name one with --host: " + namesOf(sockets));
}

Choice findNamed(const std::string &name)
{
    std::vector<std::string> paths = socketsOf(name);
    if (paths.empty()) {
        const std::vector<FoundSocket> sockets = findSockets();
        return notReached("no host is called \"" + name + "\" here"
                          + (sockets.empty() ? std::string() : "; there are " + namesOf(sockets)));
    }
    const std::string first = paths.front();
    remote::leaveOutDead(paths);
    if (paths.size() < 2)
        return remote::Address{.path = paths.empty() ? first : paths.front()};
    return notReached("several hosts are called \"" + name
                      + "\" here: name one by its socket: " + listOf(paths));
}

} // namespace

CtlAnswer showHosts(const CtlLine &line)
{
    const std::vector<Seen> all = lookAtAll();
    if (line.isJson()) {
        return jsonList(line.output, "hosts", all, [](JsonWriter &writer, const Seen &each) {
            writer.beginObject().key("name").value(jsonText(each.socket.name));
            writer.key("socket").value(jsonText(each.socket.path));
            writer.key("version").value(jsonText(each.version));
            writer.key("state").value(jsonText(each.state)).endObject();
        });
    }
    TextTable table({{.name = "HOST", .fit = TextTable::Fit::Above},
                     {"STATE"},
                     {"VERSION"},
                     {.name = "SOCKET", .fit = TextTable::Fit::Above}});
    for (const Seen &each : all)
        table.add({each.socket.name, each.state, each.version, each.socket.path});
    return table.text(widthFor(line.output));
}

tl::expected<remote::Address, CtlProblem> chooseHost(const std::string &host)
{
    if (host.empty())
        return theOnlyOne();
    const auto address = remote::parseAddress(host);
    if (!address)
        return tl::unexpected(CtlProblem{CtlStatus::Refused, "--host: " + address.error()});
    return address->kind == remote::Address::Kind::Named ? findNamed(address->host)
                                                         : Choice(*address);
}

} // namespace qontroller
