// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/serve/installation.h"

#include "core/base/otherwriters.h"
#include "core/base/ownfiles.h"
#include "core/plugins/pluginfile.h"

#include <QtCore/QStandardPaths>
#include <QtCore/QStringList>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

namespace qontroller {

namespace fs = std::filesystem;

namespace {

/// The same in the build tree and installed; the second is Debian's way.
constexpr const char *FoldersBesideProgram[] = {
    "../lib/qontroller/plugins",
    "../" QONTROLLER_LIBDIR "/qontroller/plugins",
};

constexpr const char *IsolatedBesideProgram = "../" QONTROLLER_LIBEXECDIR
                                              "/qontroller/qontroller-pluginhost";

/// The folder of this program; empty if the system does not say.
fs::path programFolder()
{
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::path() : program.parent_path();
}

/// A folder that is named twice keeps its first place; being the installation's wins.
void add(PluginSearch &search, const fs::path &path, PluginOrigin origin)
{
    std::error_code ignored;
    const std::string folder = fs::weakly_canonical(path, ignored).string();
    const auto same = std::ranges::find(search.folders, folder, &PluginFolder::path);
    if (same == search.folders.end())
        search.folders.push_back({folder, origin});
    else if (origin == PluginOrigin::Installation)
        same->origin = origin;
}

void addEnvironment(PluginSearch &search)
{
    const QStringList paths = qEnvironmentVariable("QONTROLLER_PLUGIN_PATH")
                                  .split(QLatin1Char(':'));
    for (const QString &path : paths) {
        if (!path.isEmpty())
            add(search, path.toStdString(), PluginOrigin::Environment);
    }
}

void addInstallation(PluginSearch &search)
{
    const fs::path here = programFolder();
    if (here.empty())
        return;
    for (const char *folder : FoldersBesideProgram)
        add(search, here / folder, PluginOrigin::Installation);
}

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

} // namespace

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
        add(search, path, PluginOrigin::CommandLine);
    }
    for (const std::string &path : line.trustedFolders) {
        if (auto why = whyNotTrusted(path))
            return tl::unexpected("--trust-path: \"" + path + "\" " + *why);
        search.trustedFolders.push_back(path);
    }
    addEnvironment(search);
    addInstallation(search);
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
