// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/hosts.h"

#include "app/cli/controlsocket.h"
#include "app/qontrollerctl/table.h"
#include "core/json/jsonwriter.h"

#include <algorithm>

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

std::string namesOf(const std::vector<FoundSocket> &sockets)
{
    std::string names;
    for (const FoundSocket &each : sockets)
        names += (names.empty() ? "" : ", ") + each.name;
    return names;
}

QString text(const std::string &utf8)
{
    return QString::fromStdString(utf8);
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

tl::expected<std::string, CtlProblem> chooseHost(const std::string &host)
{
    if (host.find('/') != std::string::npos)
        return host;
    const std::vector<FoundSocket> sockets = findSockets();
    if (!host.empty()) {
        const auto found = std::ranges::find(sockets, host, &FoundSocket::name);
        if (found != sockets.end())
            return found->path;
        return tl::unexpected(
            CtlProblem{CtlStatus::NotReached,
                       "no host is called \"" + host + "\" here"
                           + (sockets.empty() ? std::string()
                                              : "; there are " + namesOf(sockets))});
    }
    if (sockets.size() == 1)
        return sockets.front().path;
    return tl::unexpected(
        CtlProblem{CtlStatus::NotReached,
                   sockets.empty()
                       ? "no host runs here whose socket you can see: name one with --host"
                       : "several hosts are here: name one with --host: " + namesOf(sockets)});
}

} // namespace qontroller
