// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/load/installedplugins.h"

#include <QtCore/QStringList>

#include <algorithm>
#include <system_error>

namespace qontroller {

namespace fs = std::filesystem;

namespace {

/// The same in the build tree and installed; the second is Debian's way.
constexpr const char *FoldersBesideProgram[] = {
    "../lib/qontroller/plugins",
    "../" QONTROLLER_LIBDIR "/qontroller/plugins",
};

} // namespace

fs::path programFolder()
{
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::path() : program.parent_path();
}

void addPluginFolder(PluginSearch &search, const fs::path &path, PluginOrigin origin)
{
    std::error_code ignored;
    const std::string folder = fs::weakly_canonical(path, ignored).string();
    const auto same = std::ranges::find(search.folders, folder, &PluginFolder::path);
    if (same == search.folders.end())
        search.folders.push_back({folder, origin});
    else if (origin == PluginOrigin::Installation)
        same->origin = origin;
}

void addInstalledPlugins(PluginSearch &search)
{
    const QStringList paths = qEnvironmentVariable("QONTROLLER_PLUGIN_PATH")
                                  .split(QLatin1Char(':'));
    for (const QString &path : paths) {
        if (!path.isEmpty())
            addPluginFolder(search, path.toStdString(), PluginOrigin::Environment);
    }
    const fs::path here = programFolder();
    if (here.empty())
        return;
    for (const char *folder : FoldersBesideProgram)
        addPluginFolder(search, here / folder, PluginOrigin::Installation);
}

} // namespace qontroller
