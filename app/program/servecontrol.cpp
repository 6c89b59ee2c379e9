// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/program/servecontrol.h"

#include "app/cli/controlsocket.h"
#include "app/program/log.h"

#include <filesystem>
#include <latch>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace qontroller {

namespace {

/// What gRPC begins at the start, and aborts without.
constexpr int ThreadsOfGrpc = 16;

/// The group of a service may use its socket; else its user alone.
mode_t modeOfSocket()
{
    return isService() ? 0660 : 0600;
}

/// gRPC does not say that it could not have its threads, so they are asked for before.
tl::expected<void, std::string> tryThreads()
{
    std::latch isOver(1);
    std::vector<std::jthread> threads;
    struct LetGo
    {
        std::latch &latch;
        ~LetGo() { latch.count_down(); }
    } const letGo{isOver}; // before they are joined
    try {
        for (int i = 0; i < ThreadsOfGrpc; ++i)
            threads.emplace_back([&isOver] { isOver.wait(); });
    } catch (const std::system_error &error) {
        return tl::unexpected(std::string("there are no threads for it (") + error.what() + ")");
    }
    return {};
}

void makeFolderOf(const std::string &socket)
{
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::path(socket).parent_path();
    if (folder.empty() || std::filesystem::exists(folder, error))
        return;
    std::filesystem::create_directories(folder, error);
    std::filesystem::permissions(folder, std::filesystem::perms::owner_all, error);
}

remote::Door doorAt(const std::string &place, const std::string &certificates)
{
    remote::Door door{place, modeOfSocket()};
    if (!isControlAddress(place))
        return door;
    door.address = place;
    door.certificates = certificates;
    door.noteRefusal = [](const std::string &sentence) { log(LogLevel::Warning, sentence); };
    return door;
}

} // namespace

void ControlService::removeSocket() const
{
    std::error_code error;
    if (!isControlAddress(m_server->place()))
        std::filesystem::remove(m_server->place(), error);
}

tl::expected<std::unique_ptr<ControlService>, std::string> ControlService::start(
    const std::string &place, Host &host, OperatorDesk &operators, const std::string &name,
    SessionPort &session, const std::string &certificates, remote::Lifecycles lifecycles)
{
    makeFolderOf(place);
    if (const auto enough = tryThreads(); !enough)
        return tl::unexpected(place + ": " + enough.error());
    auto server = remote::RemoteServer::start(doorAt(place, certificates),
                                              {host,
                                               host,
                                               host,
                                               operators.jobs(),
                                               operators.log(),
                                               session,
                                               {name, QONTROLLER_VERSION},
                                               [&operators](const remote::Caller &caller,
                                                            const Command &command) {
                                                   operators.note(caller, command);
                                               },
                                               [&operators](const remote::Caller &caller,
                                                            const std::string &what) {
                                                   operators.noteRefusal(caller, what);
                                               },
                                               std::move(lifecycles),
                                               [&operators](const remote::Caller &caller,
                                                            const std::string &what) {
                                                   operators.noteDone(caller, what);
                                               }});
    if (!server)
        return tl::unexpected(std::move(server.error()));
    std::unique_ptr<ControlService> service(new ControlService(*std::move(server)));
    log(LogLevel::Info,
        "qontrollerctl and windows reach this host at " + service->m_server->place());
    return service;
}

} // namespace qontroller
