// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/common/absences.h"
#include "core/api/listerwatcher.h"

#include <functional>
#include <stop_token>
#include <string>

namespace qontroller {

/// The folder that is watched, and what sentences call it: "the folder".
struct WatchedFolder
{
    std::string noun;
    std::string path;
    Duration patience = Absences::Patience; ///< see Absences
};

/// What else a watch waits for: a descriptor, and what is called after each wait.
struct AlsoAwaited
{
    int fd = -1; ///< -1: none
    std::function<void()> look = [] {};
};

/// ListerWatcher::watch() of a source whose objects are the files of one folder. Calls \a tell
/// with the name of each file that something has happened to; the disk says what, as with
/// FolderChanges. One that is not there is told of again when its absence has lasted.
WatchEnd watchFolder(const WatchedFolder &folder,
                     const std::function<void(const std::string &name)> &tell, WatchSink &sink,
                     const std::stop_token &stop, const AlsoAwaited &also = {});

} // namespace qontroller
