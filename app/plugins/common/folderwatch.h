// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/common/listedfolder.h"
#include "core/engine/api/listerwatcher.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace qontroller {

/// What else a watch waits for: a descriptor, and what is called after each wait.
struct AlsoAwaited
{
    int fd = -1; ///< -1: none
    std::function<void()> look = [] {};
};

/// ListerWatcher::watch() of a source whose objects are the files `ID.json` of \a folder, which
/// sentences call \a noun: "the folder". Calls \a tell with each \a id that something has happened
/// to; the disk says what, as with FolderChanges. One that is not there is told of when its absence
/// has lasted, and then \a hasGone.
WatchEnd watchFolder(const std::string &noun, ListedFolder &folder,
                     const std::function<void(const std::string &id, bool hasGone)> &tell,
                     WatchSink &sink, const std::stop_token &stop,
                     const std::vector<AlsoAwaited> &also = {});

} // namespace qontroller
