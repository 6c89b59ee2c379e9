// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/isolation/served/partsserver.h"

#include "core/base/faults/callforeign.h"
#include "core/engine/api/missingparts.h"
#include "core/plugins/isolation/served/servedconnection.h"
#include "core/plugins/isolation/wire/controlchannel.h"
#include "core/plugins/isolation/wire/createcall.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>

namespace qontroller::isolation {

namespace {

enum ChildStatus : int {
    Well = 0,
    Refused = 2,
};

int complain(const std::string &sentence)
{
    std::fprintf(stderr, "qontroller-pluginhost: %s\n", sentence.c_str());
    return Refused;
}

tl::expected<Shape, Refusal> shapeOf(const ControllerParts &parts)
{
    if (auto missing = whatIsMissing(parts))
        return tl::unexpected(Refusal{Culprit::Plugin, *std::move(missing)});
    if (parts.consist)
        return tl::unexpected(Refusal{Culprit::Process,
                                      "must be \"none\": a consist controller works in the host's "
                                      "process only, beside the store of its marks"});
    auto shape = callForeign([&parts] {
        Shape made{{parts.listerWatcher->watchMode()},
                   parts.describer != nullptr,
                   parts.locker != nullptr,
                   parts.afterBurst};
        for (const RelatedSource &related : parts.related)
            made.sources.push_back(related.listerWatcher->watchMode());
        return made;
    });
    if (!shape)
        return tl::unexpected(Refusal{Culprit::Plugin, "its plugin cannot say how it watches: "
                                                           + shape.error().text});
    return *std::move(shape);
}

/// The first connection carries this one call.
tl::expected<CreateRequest, Refusal> readRequest(Connection &connection)
{
    auto frame = connection.receive();
    if (!frame)
        return tl::unexpected(Refusal{Culprit::Process, "its engine " + frame.error()});
    return readCreate(*frame);
}

class Server
{
public:
    Server(ControlChannel &control, const ControllerParts &parts, std::string controller)
        : m_control(control)
        , m_parts(parts)
        , m_controller(std::move(controller))
    {}

    // All are asked before the first is waited for.
    ~Server()
    {
        for (const auto &[number, connection] : m_connections)
            connection->stop();
    }
    Server(const Server &) = delete;
    Server &operator=(const Server &) = delete;

    int run()
    {
        for (;;) {
            auto received = m_control.receive();
            if (!received)
                return complain(received.error());
            if (!*received) // the engine wants no more, or is gone
                return Well;
            if (!take(std::move(**received)))
                return complain("a packet on the control channel must be of type 1 or 2 and name "
                                "a connection that is new or known");
        }
    }

private:
    bool take(ControlChannel::Received received)
    {
        const ControlPacket &packet = received.packet;
        const auto known = m_connections.find(packet.connection);
        switch (packet.kind) {
        case ControlPacket::Kind::Connect: {
            const bool isNew = received.passed && known == m_connections.end();
            if (isNew)
                connect(packet.connection, std::move(received.passed));
            return isNew;
        }
        case ControlPacket::Kind::Cancel:
            if (known != m_connections.end())
                known->second->cancel(packet.call);
            return true;
        }
        return false;
    }

    void connect(std::uint32_t number, UniqueFd fd)
    {
        std::erase_if(m_connections, [](const auto &each) { return each.second->isOver(); });
        m_connections.emplace(number, std::make_unique<ServedConnection>(Connection(std::move(fd)),
                                                                         m_parts, m_controller));
    }

    ControlChannel &m_control;
    const ControllerParts &m_parts;
    const std::string m_controller;
    std::map<std::uint32_t, std::unique_ptr<ServedConnection>> m_connections;
};

} // namespace

int serveParts(UniqueFd control, const MakeParts &make)
{
    ControlChannel channel(std::move(control));
    auto first = channel.receive();
    if (!first || !*first || !(*first)->passed)
        return complain("is started by qontroller and qontrollerd, not by hand");
    Connection connection(std::move((*first)->passed));
    const auto request = readRequest(connection);
    auto parts = request ? make(*request) : tl::unexpected(request.error());
    const auto shape = parts ? shapeOf(*parts) : tl::unexpected(parts.error());
    FrameWriter writer;
    writeCreated(writer, shape);
    if (auto sent = connection.send(writer); !sent)
        return complain("its engine " + sent.error());
    if (!shape)
        return Refused;
    Server server(channel, *parts, request->controller);
    const auto status = callForeign([&server] { return server.run(); });
    if (status)
        return *status;
    // At once, since calls under way may go on for long: the engine makes them again.
    complain(status.error().text);
    std::_Exit(status.error().isShortage() ? ShortStatus : Refused);
}

} // namespace qontroller::isolation
