// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"

#include <functional>
#include <string>
#include <string_view>

namespace qontroller {

/// Hears of the files that come, go and change in one folder, not below it. For one thread.
///
/// A new file that is still empty is not told of: it is being written and will be closed.
class FolderChanges
{
public:
    /// Begins to listen. Empty when that fails; `errno` says why.
    explicit FolderChanges(std::string path);

    explicit operator bool() const { return bool(m_inotify); }
    /// Readable when something has changed, for poll().
    [[nodiscard]] int fd() const { return m_inotify.get(); }

    /// Calls \a changed with the name of each file that something has happened to. The disk says
    /// what: it may have gone on since. \a missed is called with the reason when changes were
    /// lost. False when the folder itself is gone.
    [[nodiscard]] bool passOn(const std::function<void(const std::string &name)> &changed,
                              const std::function<void(std::string_view why)> &missed) const;

private:
    std::string m_path;
    UniqueFd m_inotify;
};

/// NAME of a file `NAME.json`; empty if \a file is none. Hidden files are what editors leave.
[[nodiscard]] std::string_view nameOfJsonFile(std::string_view file);

} // namespace qontroller
