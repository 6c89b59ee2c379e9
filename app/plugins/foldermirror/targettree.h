// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/entry.h"
#include "app/plugins/foldermirror/safetree.h"
#include "app/plugins/foldermirror/targetfolder.h"

#include <string>
#include <string_view>

namespace qontroller::foldermirror {

/// Whether what was written must be on the disk before an object counts as done.
enum class Durability : unsigned char {
    Flushed,
    Left,
};

/// The folder tree that is made equal to a source tree.
///
/// Makes folders and keeps their metadata those of the source; what is in them is
/// changed through TargetFolder. Thread-safe.
class TargetTree final
{
public:
    TargetTree(std::string root, const SafeTree &source, Durability durability);

    [[nodiscard]] const SafeTree &tree() const { return m_tree; }
    [[nodiscard]] Durability durability() const { return m_durability; }
    [[nodiscard]] FileOwnership ownership() const { return m_ownership; }

    /// A folder that is there already; saysAbsent() if it is not.
    [[nodiscard]] Result<TargetFolder> openFolder(std::string_view path);
    /// The folder, made with all its parents if it is not there; whatever else is in
    /// its place is removed if the source has a folder there.
    [[nodiscard]] Result<TargetFolder> makeFolder(std::string_view path);

    /// Gives the folder \a folder the permissions, owner and times that \a path has in
    /// the source. Fails with saysAbsent() if that is no folder.
    [[nodiscard]] Result<void> mirrorMetadata(const TargetFolder &folder, std::string_view path);
    /// Gives a file the permissions and owner of \a source, without a new copy of it.
    [[nodiscard]] Result<void> mirrorPermissions(const TargetFolder &folder,
                                                 const std::string &name, const Entry &source);

    /// After a change in the folder \a path: its times, which the change set, are
    /// those of the source again; if the source has no such folder and this one is
    /// now empty it goes. Best effort: the folder's own run sees to what fails here.
    void settle(std::string_view path);

private:
    [[nodiscard]] Result<TargetFolder> makeRoot();
    [[nodiscard]] Result<UniqueFd> openByStep(int root, std::string_view path);
    [[nodiscard]] Result<void> clearTheWay(const TargetFolder &parent, std::string_view path);
    enum class Applied : unsigned char {
        Nothing, ///< all was as it should be
        Something,
    };
    [[nodiscard]] Result<Applied> apply(const TargetFolder &folder, const Entry &source);
    void removeIfEmpty(std::string_view path);

    SafeTree m_tree;
    const SafeTree &m_source;
    Durability m_durability;
    FileOwnership m_ownership;
    FolderAccess m_access;
};

/// Gives the open file \a fd the owner and permissions of \a source. An owner that
/// may not be given is left: the superuser of a container or a network disk.
[[nodiscard]] int applyPermissions(int fd, const Entry &source, FileOwnership ownership);

} // namespace qontroller::foldermirror
