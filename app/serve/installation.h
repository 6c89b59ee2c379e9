// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/serve/sessionline.h"
#include "core/base/files/lockedfd.h"
#include "core/engine/api/hostidentity.h"
#include "core/plugins/load/pluginsearch.h"

#include <tl/expected.hpp>

#include <string>

namespace qontroller {

/// Where this user's settings are kept unless the command line names a folder.
[[nodiscard]] std::string userFolder();

/// Where this run keeps what it has to know after a restart: the folder of --profile or
/// --state-dir, else userFolder().
[[nodiscard]] std::string stateFolder(const SessionLine &line);

/// Which host this run is, to others at the targets that they share. The state folder gets an id
/// of its own the first time; without one that can be written its path counts.
[[nodiscard]] HostIdentity hostIdentity(const SessionLine &line);

/// Where this program looks for plugins and which it leaves out: what the command
/// line says, then $QONTROLLER_PLUGIN_PATH, then the folder beside the program. What is
/// decided on plugins and marks of crashes are kept in stateFolder(). The error is a
/// sentence: a folder of the command line that does not exist, or
/// that cannot be trusted.
[[nodiscard]] tl::expected<PluginSearch, std::string> pluginSearch(
    const SessionLine &line, PluginPolicy policy = PluginPolicy::Load);

/// Where the program is whose process an isolated controller gets. Whether it is there shows
/// when it is started.
[[nodiscard]] std::string isolatedProgram();

enum class FolderUse : unsigned char {
    Exclusive, ///< no other program may use it meanwhile, as takeOwnFolder()
    Shared,    ///< beside a program that uses it, as openOwnFolder()
};

/// Makes the folder that the command line names; empty: none is named. The descriptor is its lock,
/// empty where it is shared. The error is a sentence that begins with \a option.
[[nodiscard]] tl::expected<LockedFd, std::string> openNamedFolder(
    const std::string &option, const std::string &folder, FolderUse use = FolderUse::Exclusive);

} // namespace qontroller
