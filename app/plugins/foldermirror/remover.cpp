// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/remover.h"

#include "app/plugins/foldermirror/pathcodec.h"

namespace qontroller::foldermirror {

namespace {

// Ids announced at once: enough to keep workers busy, little enough to do again.
constexpr int AnnouncedAtOnce = 1000;
constexpr auto SoonAgain = std::chrono::milliseconds(100);
constexpr auto AfterNextList = std::chrono::seconds(2);

} // namespace

Result<Outcome> Remover::remove(const std::string &path)
{
    const auto source = m_mirror.source.find(path, Source::Belief::Listed);
    if (!source)
        return tl::unexpected(source.error());
    if (*source && (*source)->kind != EntryKind::Special) {
        m_mirror.announcements.add(PathCodec::idOf(path)); // it is back
        return Outcome::done();
    }

    const auto [parentPath, name] = splitPath(path);
    const Result<TargetFolder> parent = m_mirror.target.openFolder(parentPath);
    if (!parent && !saysAbsent(parent.error().code))
        return tl::unexpected(parent.error());
    if (parent) {
        auto remains = removeEntry(*parent, path);
        if (!remains)
            return tl::unexpected(remains.error());
        if (*remains)
            return **std::move(remains);
    }
    return Outcome::done();
}

Result<std::optional<Outcome>> Remover::removeEntry(const TargetFolder &parent,
                                                    const std::string &path)
{
    const auto [parentPath, nameView] = splitPath(path);
    const std::string name(nameView);
    const auto entry = parent.lookUp(name);
    if (!entry)
        return tl::unexpected(entry.error());
    if (!*entry) {
        m_mirror.target.settle(parentPath);
        return std::nullopt;
    }
    if ((*entry)->kind == EntryKind::Directory) {
        auto remains = removeFolder(parent, path);
        if (!remains || *remains)
            return remains;
    } else if (const Result<void> removed = parent.removeFile(name); !removed) {
        return tl::unexpected(removed.error());
    }
    m_mirror.target.settle(parentPath);
    return std::nullopt;
}

Result<std::optional<Outcome>> Remover::removeFolder(const TargetFolder &parent,
                                                     const std::string &path)
{
    const std::string name(splitPath(path).name);
    for (int attempt = 0; attempt < 2; ++attempt) {
        const auto removal = parent.removeFolder(name);
        if (!removal)
            return tl::unexpected(removal.error());
        if (*removal == TargetFolder::Removal::Removed)
            return std::nullopt;
        if (attempt == 0)
            announceContent(path); // also takes stale temporary files away
    }
    const bool heard = m_mirror.announcements.isHeard();
    return Outcome::wait("what is in the folder to be removed first",
                         heard ? Duration(SoonAgain) : Duration(AfterNextList));
}

void Remover::announceContent(const std::string &path)
{
    const Result<TargetFolder> folder = m_mirror.target.openFolder(path);
    if (!folder)
        return;
    FolderReader reader(folder->fd());
    for (int i = 0; i < AnnouncedAtOnce; ++i) {
        const char *name = reader.next();
        if (name == nullptr)
            return;
        if (TemporaryNames::isTemporary(name))
            removeIfStale(*folder, name, m_mirror.names);
        else
            m_mirror.announcements.add(PathCodec::idOf(joinPath(path, name)));
    }
}

} // namespace qontroller::foldermirror
