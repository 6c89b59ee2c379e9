// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/lockedfd.h"

#include <string>
#include <vector>

namespace qontroller {

/// Remembers across a crash in whose call it was, also when the plugin's start is long over. It
/// keeps nothing back: it is for the log of the next start.
///
/// A run has a locked file, to which the handler of crashes adds a note (see crashnotes). A file
/// without a lock is of a run that is over, and is removed once it was read. Programs that run side
/// by side share the folder. Not thread-safe.
class LastRun
{
public:
    /// Reads what is in \a folder. Empty: nothing is remembered.
    explicit LastRun(std::string folder);
    ~LastRun() { release(); }
    LastRun(const LastRun &) = delete;
    LastRun &operator=(const LastRun &) = delete;

    /// How runs that are over have crashed, a sentence for each.
    [[nodiscard]] const std::vector<std::string> &crashes() const { return m_crashes; }

    /// From now on a crash of this process is noted, if the folder can be written. Only the first
    /// call counts.
    void begin();
    /// Nothing is noted any more.
    void release();

private:
    void read(const std::string &file);

    std::string m_folder; ///< empty: not to begin any more
    std::vector<std::string> m_crashes;
    std::string m_file;
    LockedFd m_lock;
};

} // namespace qontroller
