// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/entry.h"
#include "app/plugins/foldermirror/failure.h"
#include "app/plugins/foldermirror/folderaccess.h"
#include "app/plugins/foldermirror/targetlock.h"

#include <optional>
#include <string>

namespace qontroller::foldermirror {

/// An open folder of the target. Every change below the target is made through
/// one, by name within it, so a link swapped in on the way cannot lead elsewhere.
///
/// Refers to its FolderAccess, which must outlive it.
class TargetFolder final
{
public:
    /// \a fullPath is for messages; \a lock is the target's, held while this is open.
    TargetFolder(UniqueFd fd, std::string fullPath, FolderAccess &access,
                 TargetLock::Share lock = {})
        : m_lock(std::move(lock))
        , m_fd(std::move(fd))
        , m_fullPath(std::move(fullPath))
        , m_access(&access)
    {}

    [[nodiscard]] int fd() const { return m_fd.get(); }
    [[nodiscard]] const std::string &fullPath() const { return m_fullPath; }
    [[nodiscard]] std::string fullPathOf(const std::string &name) const;

    /// What \a name is; nothing if it is not there.
    [[nodiscard]] Result<std::optional<Entry>> lookUp(const std::string &name) const;

    /// With its attributes; fails if it is not there.
    [[nodiscard]] Result<Entry> lookUpWhole(const std::string &name) const;

    /// A new, empty file, open for writing, for its owner alone. Fails if there is one.
    [[nodiscard]] Result<UniqueFd> createFile(const std::string &name) const;
    [[nodiscard]] Result<void> createLink(const std::string &target, const std::string &name) const;
    /// For its owner alone. Well if it is there already.
    [[nodiscard]] Result<void> createFolder(const std::string &name) const;
    /// Replaces what is at \a to, in one step.
    [[nodiscard]] Result<void> rename(const std::string &from, const std::string &to) const;
    /// Anything but a folder. Well if it is gone already, or if the run of something
    /// below it has meanwhile made a folder in its place.
    [[nodiscard]] Result<void> removeFile(const std::string &name) const;

    enum class Removal : unsigned char {
        Removed, ///< or not there
        NotEmpty,
    };
    [[nodiscard]] Result<Removal> removeFolder(const std::string &name) const;

    /// Waits until the names in the folder are on the disk.
    [[nodiscard]] Result<void> flush() const;

private:
    TargetLock::Share m_lock;
    UniqueFd m_fd;
    std::string m_fullPath;
    FolderAccess *m_access;
};

} // namespace qontroller::foldermirror
