// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/common/ownersmark.h"
#include "app/plugins/foldermirror/abilities.h"
#include "app/plugins/foldermirror/entry.h"
#include "app/plugins/foldermirror/safetree.h"
#include "app/plugins/foldermirror/targetfolder.h"
#include "app/plugins/foldermirror/targetlock.h"
#include "app/plugins/foldermirror/temporaryfile.h"
#include "core/base/threads/mutex.h"

#include <atomic>
#include <optional>
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
/// changed through TargetFolder. Nothing is opened, but to be described, before it is this mirror's
/// alone: see TargetLock, and OwnersMark for hosts on other machines. Thread-safe.
class TargetTree final
{
public:
    /// \a names are for files that are there for a moment.
    TargetTree(std::string root, const SafeTree &source, Durability durability,
               TemporaryNames &names, TargetUse use = TargetUse::Alone, OwnersMark *mark = nullptr);

    [[nodiscard]] const SafeTree &tree() const { return m_tree; }
    [[nodiscard]] TargetUse use() const { return m_lock.use(); }
    [[nodiscard]] Durability durability() const { return m_durability; }
    [[nodiscard]] TemporaryNames &names() { return m_names; }
    [[nodiscard]] TargetAbilities &abilities() { return m_abilities; }
    [[nodiscard]] FileOwnership ownership() const { return m_abilities.ownership(); }

    /// What the root has to be from now on. In another folder at its path nothing is done before
    /// that one is accepted (ESTALE): it may be the place where a disk is not mounted any more.
    void accept(const Entry &root);
    /// Nothing is done in the root, whatever it is, before one is accepted: it fails with \a code.
    void refuse(int code);
    /// Also if none was accepted so far.
    [[nodiscard]] bool isAccepted(const Entry &root) const;

    /// Finds out whether the target, if it is there, tells upper from lower case.
    void learnCase();
    /// Whether it does, as far as it was found out: true before. See casing.h.
    [[nodiscard]] bool tellsCase() const { return m_tellsCase.load(); }
    /// What in the source gets its copy where \a path, which the source does not have, would get
    /// it: the same in other letters, if the target does not tell them apart.
    [[nodiscard]] std::optional<std::string> ownerOf(std::string_view path) const;
    /// Fails with NameIsTaken if something else in the source gets its copy where \a path would.
    [[nodiscard]] Result<void> checkName(std::string_view path) const;

    /// A folder that is there already; saysAbsent() if it is not.
    [[nodiscard]] Result<TargetFolder> openFolder(std::string_view path);
    /// The folder, made with all its parents if it is not there; whatever else is in
    /// its place is removed if the source has a folder there.
    [[nodiscard]] Result<TargetFolder> makeFolder(std::string_view path);

    /// What stands between \a copy, which is in \a folder or is that, and \a source. Finds out
    /// what the file system makes of the source's time where only that could be the difference.
    [[nodiscard]] Difference differenceOf(const TargetFolder &folder, const Entry &source,
                                          const Entry &copy);

    /// Gives the folder \a folder the permissions, owner and times that \a path has in
    /// the source. Fails with saysAbsent() if that is no folder.
    [[nodiscard]] Result<void> mirrorMetadata(const TargetFolder &folder, std::string_view path);
    /// Gives a file the permissions, owner and attributes of \a source, without a new copy of it.
    [[nodiscard]] Result<void> mirrorRights(const TargetFolder &folder, const std::string &name,
                                            const Entry &source);

    /// After a change in the folder \a path: its times, which the change set, are
    /// those of the source again; if the source has no such folder and this one is
    /// now empty it goes. Best effort: the folder's own run sees to what fails here.
    void settle(std::string_view path);

private:
    [[nodiscard]] Result<TargetFolder> makeRoot();
    struct Root
    {
        UniqueFd fd;
        TargetLock::Share lock;
    };
    [[nodiscard]] Result<Root> openOurRoot();
    [[nodiscard]] int refusal() const;
    [[nodiscard]] Result<UniqueFd> openByStep(int root, std::string_view path);
    [[nodiscard]] Result<void> clearTheWay(const TargetFolder &parent, std::string_view path);
    enum class Applied : unsigned char {
        Nothing, ///< all was as it should be
        Something,
    };
    [[nodiscard]] Result<Applied> apply(const TargetFolder &folder, const Entry &source);
    void removeIfEmpty(std::string_view path);
    void tryTime(const TargetFolder &folder, std::int64_t time, std::uint64_t device);

    SafeTree m_tree;
    const SafeTree &m_source;
    Durability m_durability;
    TemporaryNames &m_names;
    TargetAbilities m_abilities;
    TargetLock m_lock;
    OwnersMark *m_mark; // null: there is none
    FolderAccess m_access;
    mutable Mutex m_mutex;
    std::optional<Entry> m_accepted QONTROLLER_GUARDED_BY(m_mutex);
    std::atomic<bool> m_tellsCase{true};
    int m_refused QONTROLLER_GUARDED_BY(m_mutex) = 0; ///< the code, since the last was accepted
};

/// Gives the open file \a fd the time \a modified (nanoseconds since 1970) and learns what the file
/// system makes of it, which is returned; `errno` on failure.
[[nodiscard]] tl::expected<std::int64_t, int> setModified(int fd, std::int64_t modified,
                                                          TargetAbilities &abilities);

} // namespace qontroller::foldermirror
