// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/cli/controlsocket.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace qontroller {

namespace {

constexpr const char *Socket = "control.sock";
constexpr const char *FolderOfService = "RUNTIME_DIRECTORY";
constexpr const char *OfServices = "/run/qontroller";

std::string environment(const char *name)
{
    const char *value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nothing sets any
    return value ? value : "";
}

/// Of this user; empty: there is none.
std::string ownFolder()
{
    const std::string folder = environment("XDG_RUNTIME_DIR");
    return folder.empty() ? folder : folder + "/qontroller";
}

void addSockets(const std::string &folder, std::vector<FoundSocket> &found)
{
    std::error_code error;
    for (const auto &entry : std::filesystem::directory_iterator(folder, error)) {
        const std::filesystem::path socket = entry.path() / Socket;
        if (std::filesystem::is_socket(socket, error))
            found.push_back({entry.path().filename().string(), socket.string()});
    }
}

} // namespace

bool isControlAddress(const std::string &place)
{
    return place.find('/') == std::string_view::npos && place.find(':') != std::string_view::npos;
}

std::string hostName(const std::string &session)
{
    return session.empty() ? "demo" : std::filesystem::path(session).stem().string();
}

bool isService()
{
    return !environment(FolderOfService).empty();
}

std::string defaultSocket(const std::string &name)
{
    if (isService())
        return environment(FolderOfService) + '/' + Socket;
    const std::string folder = ownFolder();
    return folder.empty() ? folder : folder + '/' + name + '/' + Socket;
}

std::vector<FoundSocket> findSockets()
{
    std::vector<FoundSocket> found;
    addSockets(OfServices, found);
    std::error_code error;
    const std::string folder = ownFolder();
    if (!folder.empty() && !std::filesystem::equivalent(folder, OfServices, error))
        addSockets(folder, found);
    std::ranges::sort(found, {}, &FoundSocket::name);
    return found;
}

std::vector<std::string> socketsOf(const std::string &name)
{
    std::vector<std::string> paths;
    for (const FoundSocket &socket : findSockets()) {
        if (socket.name == name)
            paths.push_back(socket.path);
    }
    return paths;
}

std::string awaitedSocket(const std::string &name)
{
    const std::string folder = ownFolder();
    return (folder.empty() ? OfServices : folder) + '/' + name + '/' + Socket;
}

} // namespace qontroller
