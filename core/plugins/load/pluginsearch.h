// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/hostidentity.h"

#include <string>
#include <vector>

namespace qontroller {

/// Where a plugin was found. Folders are searched in this order.
enum class PluginOrigin : unsigned char {
    CommandLine,  ///< --plugin-path
    Environment,  ///< $QONTROLLER_PLUGIN_PATH
    Installation, ///< beside the program
    Operator,     ///< chosen by hand
};

struct PluginFolder
{
    std::string path;
    PluginOrigin origin = PluginOrigin::Installation;
};

enum class PluginPolicy : unsigned char {
    Load,
    SafeMode, ///< look at plugins, load none
};

/// What becomes of a plugin that has ended a program while it was loaded or started.
enum class AfterCrash : unsigned char {
    Refuse,   ///< it is Crashed until an operator decides
    TryAgain, ///< the program that makes controllers decides when
};

/// What to look for and what to leave out.
struct PluginSearch
{
    std::vector<PluginFolder> folders;      ///< one that does not exist holds no plugins
    std::vector<std::string> disabled = {}; ///< ids
    PluginPolicy policy = PluginPolicy::Load;
    std::vector<std::string> trusted = {}; ///< SHA-256 of files that may be used this time
    /// Whatever is below these folders may be used this time, unless others can write it there.
    std::vector<std::string> trustedFolders = {};
    std::string decisionsFile = {}; ///< as PluginDecisions; empty: nothing is kept
    std::string guardFolder = {};   ///< as CrashGuard; empty: no guard
    AfterCrash afterCrash = AfterCrash::Refuse;
    HostIdentity host = {}; ///< for which plugins work
};

} // namespace qontroller
