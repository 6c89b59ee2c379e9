// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/serve/servecontrol.h"

#include "app/cli/controlsocket.h"
#include "app/log/log.h"
#include "app/serve/supply.h"
#include "core/base/files/leftfile.h"
#include "core/base/files/ownfiles.h"

#include <filesystem>
#include <utility>

namespace qontroller {

namespace {

constexpr Supply OfGrpc{.threads = remote::RemoteServer::Threads,
                        .descriptors = remote::RemoteServer::Descriptors};

/// The group of a service may use its socket; else its user alone.
mode_t modeOfSocket()
{
    return isService() ? 0660 : 0600;
}

void makeFolderOf(const std::string &socket)
{
    const std::string folder = std::filesystem::path(socket).parent_path().string();
    if (!folder.empty())
        makeOwnFolder(folder);
}

remote::Door doorAt(const std::string &place, const std::string &certificates)
{
    remote::Door door{place, modeOfSocket()};
    door.noteSocket = [place](remote::Door::News news, const std::string &sentence) {
        if (news == remote::Door::News::Renewed)
            leftfile::set(place);
        log(LogLevel::Warning, {.event = "control", .text = sentence});
    };
    if (!isControlAddress(place))
        return door;
    door.address = place;
    door.certificates = certificates;
    door.noteRefusal = [](const std::string &sentence) { log(LogLevel::Warning, sentence); };
    return door;
}

} // namespace

ControlService::ControlService(std::unique_ptr<remote::RemoteServer> server)
    : m_server(std::move(server))
{
    if (!isControlAddress(m_server->place()))
        leftfile::set(m_server->place());
}

ControlService::~ControlService()
{
    leftfile::clear();
}

tl::expected<std::unique_ptr<ControlService>, ControlService::NotStarted> ControlService::start(
    const std::string &place, const std::string &certificates, Here here)
{
    makeFolderOf(place);
    if (const std::string lack = whatLacks(OfGrpc); !lack.empty())
        return tl::unexpected(NotStarted{place + ": " + lack, true});
    using remote::Caller;
    OperatorNotes &operators = here.operators;
    remote::Served served{here.host,
                          here.host,
                          operators.orders(),
                          operators.jobs(),
                          operators.log(),
                          here.session,
                          {std::move(here.name), QONTROLLER_VERSION}};
    served.journal = here.journal;
    served.alarms = here.alarms;
    served.noteCommand = [&operators](const Caller &caller, const Command &command, Ticket ticket) {
        operators.note(caller, command, ticket);
    };
    served.noteRefusal = [&operators](const Caller &caller, const std::string &what) {
        operators.noteRefusal(caller, what);
    };
    served.lifecycles = std::move(here.lifecycles);
    served.noteDone = [&operators](const Caller &caller, const std::string &what) {
        operators.noteDone(caller, what);
    };
    served.noteNoRoom = [&operators](const Caller &caller, const std::string &what) {
        operators.noteNoRoom(caller, what);
    };
    served.counts = operators.counts();
    auto server = remote::RemoteServer::start(doorAt(place, certificates), std::move(served));
    if (!server)
        return tl::unexpected(NotStarted{std::move(server.error())});
    return std::unique_ptr<ControlService>(new ControlService(*std::move(server)));
}

void ControlService::welcome()
{
    m_server->welcome();
    log(LogLevel::Info, "qontrollerctl and windows reach this host at " + m_server->place());
}

} // namespace qontroller
