// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/remover.h"

#include "app/plugins/foldermirror/mirrorrecord.h"
#include "app/plugins/foldermirror/mounts.h"
#include "app/plugins/foldermirror/pathcodec.h"

namespace qontroller::foldermirror {

namespace {

// Ids announced at once: enough to keep workers busy, little enough to do again.
constexpr int AnnouncedAtOnce = 1000;
constexpr auto AfterNextList = std::chrono::seconds(2);

} // namespace

Result<Outcome> Remover::remove(const std::string &path)
{
    const auto source = m_mirror.source.find(path, Source::Belief::Listed);
    if (!source)
        return tl::unexpected(source.error());
    if (*source && (*source)->kind != EntryKind::Special) {
        m_mirror.announcements.add(PathCodec::idOf(path)); // it is back
        m_mirror.emptying.forget(path);
        return Outcome::done();
    }

    if (m_mirror.target.ownerOf(path)) { // the copy is that one's now
        conclude(path);
        return Outcome::done();
    }
    const Result<TargetFolder> parent = m_mirror.target.openFolder(splitPath(path).parent);
    if (!parent && !saysAbsent(parent.error().code))
        return tl::unexpected(parent.error());
    const Result<Removal> removal = parent ? removeEntry(*parent, path) : Removal::Done;
    if (!removal)
        return tl::unexpected(removal.error());
    if (*removal == Removal::Waits)
        return untilItIsEmpty(path);
    conclude(path);
    return Outcome::done();
}

Result<Remover::Removal> Remover::removeEntry(const TargetFolder &parent, const std::string &path)
{
    const auto [parentPath, nameView] = splitPath(path);
    const std::string name(nameView);
    const auto entry = parent.lookUp(name);
    if (!entry)
        return tl::unexpected(entry.error());
    if (*entry && isLeftAlone(parent, path))
        return Removal::Kept;
    if (*entry && (*entry)->kind == EntryKind::Directory) {
        const Result<Removal> removal = removeFolder(parent, path);
        if (!removal || *removal != Removal::Done)
            return removal;
    } else if (*entry) {
        if (const Result<void> removed = parent.removeFile(name); !removed)
            return tl::unexpected(removed.error());
    }
    if (const auto owner = m_mirror.target.ownerOf(path)) // it came meanwhile
        m_mirror.announcements.add(PathCodec::idOf(*owner));
    m_mirror.target.settle(parentPath);
    announceEmptied(std::string(parentPath));
    return Removal::Done;
}

// Folders that went with the last that was in them wait for their next look, which may be far.
void Remover::announceEmptied(std::string path)
{
    while (m_mirror.emptying.contain(path)) {
        const Result<Entry> folder = m_mirror.target.tree().lookUp(path);
        if (folder || !saysAbsent(folder.error().code))
            return;
        if (m_mirror.departures.contain(path))
            m_mirror.announcements.addDeleted(PathCodec::idOf(path));
        else
            m_mirror.announcements.add(PathCodec::idOf(path));
        path = splitPath(path).parent;
    }
}

Result<std::optional<Outcome>> Remover::makeRoom(const TargetFolder &parent,
                                                 const std::string &path)
{
    const Result<Removal> removal = removeFolder(parent, path);
    if (!removal)
        return tl::unexpected(removal.error());
    if (*removal == Removal::Waits)
        return untilItIsEmpty(path);
    conclude(path);
    if (*removal == Removal::Done)
        return std::nullopt;
    return Outcome::retry(
        "the target has a folder \"" + PathCodec::idOf(m_mirror.target.tree().fullPath(path))
        + "\" with something in it that is left alone, where the source has none: "
          "move it away");
}

Result<Remover::Removal> Remover::removeFolder(const TargetFolder &parent, const std::string &path)
{
    const std::string name(splitPath(path).name);
    for (int attempt = 0; attempt < 2; ++attempt) {
        const auto removal = parent.removeFolder(name);
        if (!removal)
            return tl::unexpected(removal.error());
        const bool isGone = *removal == TargetFolder::Removal::Removed;
        if (isGone || isKept(path))
            return isGone ? Removal::Done : Removal::Kept;
        if (attempt == 0)
            announceContent(path); // also takes stale temporary files away
    }
    return Removal::Waits;
}

void Remover::conclude(const std::string &path)
{
    m_mirror.departures.settle(path);
    m_mirror.emptying.forget(path);
}

Outcome Remover::untilItIsEmpty(const std::string &path) const
{
    const bool isHeard = m_mirror.announcements.isHeard();
    return Outcome::wait("what is in the folder to be removed first",
                         isHeard ? m_mirror.emptying.next(path) : Duration(AfterNextList));
}

// Whether all that is left in the folder stays.
bool Remover::isKept(const std::string &path)
{
    const Result<TargetFolder> folder = m_mirror.target.openFolder(path);
    if (!folder)
        return false;
    bool isEmpty = true;
    FolderReader reader(folder->fd());
    while (const char *name = reader.next()) {
        const std::string below = joinPath(path, name);
        if (!m_mirror.keptFolders.contain(below) && !isLeftAlone(*folder, below))
            return false;
        isEmpty = false;
    }
    if (isEmpty)
        return false;
    m_mirror.keptFolders.add(path);
    return true;
}

bool Remover::isLeftAlone(const TargetFolder &folder, const std::string &path) const
{
    const std::string name(splitPath(path).name);
    if (name == MirrorRecord::FileName || isOfOthers(folder.fd(), name))
        return true;
    const auto entry = folder.lookUp(name);
    return entry && *entry
           && m_mirror.excludes.contain(path, (*entry)->kind == EntryKind::Directory);
}

void Remover::announceContent(const std::string &path)
{
    const Result<TargetFolder> folder = m_mirror.target.openFolder(path);
    if (!folder)
        return;
    const auto status = lookUpFd(folder->fd());
    m_mirror.emptying.look(path, status ? status->statusChanged : 0);
    const bool hasDeparted = m_mirror.departures.contain(path);
    FolderReader reader(folder->fd());
    for (int i = 0; i < AnnouncedAtOnce; ++i) {
        const char *name = reader.next();
        if (name == nullptr)
            return;
        if (TemporaryNames::isTemporary(name))
            removeIfStale(*folder, name, m_mirror.names);
        else if (hasDeparted)
            m_mirror.announcements.addDeleted(PathCodec::idOf(joinPath(path, name)));
    }
}

} // namespace qontroller::foldermirror
