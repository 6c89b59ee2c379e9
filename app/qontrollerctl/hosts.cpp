// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/hosts.h"

#include "app/cli/controlsocket.h"
#include "app/qontrollerctl/table.h"
#include "core/json/jsonwriter.h"
#include "core/remote/client/unixconnection.h"

#include <algorithm>
#include <cerrno>

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

/// \a part of each: its name or its path.
std::string listOf(const std::vector<FoundSocket> &sockets, std::string FoundSocket::*part)
{
    std::string list;
    for (const FoundSocket &each : sockets)
        list += (list.empty() ? "" : ", ") + each.*part;
    return list;
}

QString text(const std::string &utf8)
{
    return QString::fromStdString(utf8);
}

using Choice = tl::expected<remote::Address, CtlProblem>;

Choice notReached(const std::string &sentence)
{
    return tl::unexpected(CtlProblem{CtlStatus::NotReached, sentence});
}

/// What a host that was killed leaves. One that is slow to answer listens all the same.
bool isDead(const FoundSocket &socket)
{
    const auto connected = remote::connectToUnix(socket.path, Duration::zero());
    return !connected && (connected.error() == ECONNREFUSED || connected.error() == ENOENT);
}

Choice theOnlyOne()
{
    std::vector<FoundSocket> sockets = findSockets();
    if (sockets.size() > 1)
        std::erase_if(sockets, isDead);
    if (sockets.size() == 1)
        return remote::Address{.path = sockets.front().path};
    return notReached(sockets.empty()
                          ? "no host runs here whose socket you can see: name one with --host"
                          : "several hosts are here: name one with --host: "
                                + listOf(sockets, &FoundSocket::name));
}

Choice findNamed(const std::string &name)
{
    const std::vector<FoundSocket> sockets = findSockets();
    std::vector<FoundSocket> called = sockets;
    std::erase_if(called, [&](const FoundSocket &each) { return each.name != name; });
    if (called.size() > 1) { // a service, and a server that a person started
        const FoundSocket first = called.front();
        std::erase_if(called, isDead);
        if (called.empty())
            called.push_back(first); // it says what is wrong
    }
    if (called.size() == 1)
        return remote::Address{.path = called.front().path};
    if (called.size() > 1)
        return notReached("several hosts are called \"" + name + "\" here: name one by its socket: "
                          + listOf(called, &FoundSocket::path));
    return notReached(
        "no host is called \"" + name + "\" here"
        + (sockets.empty() ? std::string() : "; there are " + listOf(sockets, &FoundSocket::name)));
}

} // namespace

CtlAnswer showHosts(const CtlLine &line)
{
    const std::vector<Seen> all = lookAtAll();
    if (line.isJson()) {
        JsonWriter writer(JsonWriter::Style::Line);
        writer.beginObject().key("hosts").beginArray();
        for (const Seen &each : all) {
            writer.beginObject().key("name").value(text(each.socket.name));
            writer.key("socket").value(text(each.socket.path));
            writer.key("version").value(text(each.version));
            writer.key("state").value(text(each.state)).endObject();
        }
        writer.endArray().endObject();
        return writer.text().toStdString() + '\n';
    }
    Table table({{"HOST"}, {"STATE"}, {"VERSION"}, {"SOCKET"}});
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
