// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/serve/installation.h"

#include "core/base/files/otherwriters.h"
#include "core/base/files/ownfiles.h"
#include "core/base/text/randomdigits.h"
#include "core/plugins/load/installedplugins.h"

#include <QtCore/QCryptographicHash>
#include <QtCore/QStandardPaths>
#include <QtCore/QSysInfo>

#include <filesystem>
#include <optional>
#include <system_error>

namespace qontroller {

namespace fs = std::filesystem;

namespace {

constexpr const char *IsolatedBesideProgram = "../" QONTROLLER_LIBEXECDIR
                                              "/qontroller/qontroller-pluginhost";

/// The end of a sentence that begins with the folder \a path.
std::optional<std::string> whyNotTrusted(const std::string &path)
{
    std::error_code ignored;
    if (!fs::is_directory(path, ignored))
        return "is not a folder: name one that holds plugins";
    const std::string others = whoElseReplaces(path);
    if (others.empty())
        return std::nullopt;
    return "cannot be trusted: " + others
           + "; take that right away, or trust single files with "
             "--trust";
}

/// Written once, so that two copies of a machine with one state folder each are two hosts.
std::string idOf(const std::string &folder)
{
    constexpr std::size_t MostBytes = 1024;
    const std::string file = folder + "/host-id";
    makeOwnFolder(folder); // else the first life would have another id than those after it
    const auto written = readOwnFile(file, MostBytes);
    if (written && *written && !(*written)->empty())
        return **written;
    if (!written || !writeOwnFile(file, randomDigits() + randomDigits() + '\n'))
        return folder;
    return readOwnFile(file, MostBytes).value_or(folder).value_or(folder); // another may be quicker
}

std::string canonical(const std::string &path)
{
    std::error_code ignored;
    return path.empty() ? path : fs::weakly_canonical(path, ignored).string();
}

} // namespace

HostIdentity hostIdentity(const SessionLine &line)
{
    const std::string folder = canonical(stateFolder(line));
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QSysInfo::machineUniqueId());
    // Where several programs of a user keep what they know, each session is a host.
    const std::string session = line.folder.empty() ? canonical(line.session) : std::string();
    hash.addData(QByteArray::fromStdString('\n' + idOf(folder) + session));
    return {hash.result().toHex().left(32).toStdString(), folder};
}

std::string userFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation).toStdString()
           + "/qontroller";
}

std::string stateFolder(const SessionLine &line)
{
    return line.folder.empty() ? userFolder() : line.folder;
}

tl::expected<PluginSearch, std::string> pluginSearch(const SessionLine &line, PluginPolicy policy)
{
    PluginSearch search;
    search.disabled = line.disabledPlugins;
    search.policy = policy;
    search.trusted = line.trustedPlugins;
    search.decisionsFile = stateFolder(line) + "/plugins.json";
    search.guardFolder = stateFolder(line) + "/crash-guard";
    for (const std::string &path : line.pluginPaths) {
        std::error_code ignored;
        if (!fs::is_directory(path, ignored))
            return tl::unexpected("--plugin-path: \"" + path
                                  + "\" is not a folder: name one that holds plugins");
        addPluginFolder(search, path, PluginOrigin::CommandLine);
    }
    for (const std::string &path : line.trustedFolders) {
        if (auto why = whyNotTrusted(path))
            return tl::unexpected("--trust-path: \"" + path + "\" " + *why);
        search.trustedFolders.push_back(path);
    }
    addInstalledPlugins(search);
    return search;
}

std::string isolatedProgram()
{
    return (programFolder() / IsolatedBesideProgram).lexically_normal().string();
}

tl::expected<LockedFd, std::string> openNamedFolder(const std::string &option,
                                                    const std::string &folder, FolderUse use)
{
    if (folder.empty())
        return LockedFd();
    auto taken = use == FolderUse::Exclusive
                     ? takeOwnFolder(folder)
                     : openOwnFolder(folder).map([](const UniqueFd &) { return LockedFd(); });
    if (taken)
        return taken;
    return tl::unexpected(option + ": \"" + folder + "\" " + taken.error());
}

} // namespace qontroller
