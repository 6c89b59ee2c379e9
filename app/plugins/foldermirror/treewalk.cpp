// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/treewalk.h"

#include "app/plugins/foldermirror/casing.h"
#include "app/plugins/foldermirror/mirrorrecord.h"
#include "app/plugins/foldermirror/pathcodec.h"

#include <fcntl.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace qontroller::foldermirror {

namespace {

/// Reads the folders of \a waiting, which readFolder adds to, until there are none
/// left or it says false.
template<class ReadFolder>
void eachFolder(std::vector<std::string> &waiting, const std::stop_token &stop,
                ReadFolder readFolder)
{
    while (!waiting.empty() && !stop.stop_requested()) {
        const std::string path = std::move(waiting.back());
        waiting.pop_back();
        if (!readFolder(path))
            break;
    }
}

std::string idsBelow(const std::string &path)
{
    return path.empty() ? std::string() : PathCodec::idOf(path) + '/';
}

class SourceWalk
{
public:
    SourceWalk(const Mirror &mirror, int root, const Mounts &expected, const Visit &visit)
        : m_tree(mirror.source.tree())
        , m_excludes(mirror.excludes)
        , m_root(root)
        , m_expected(expected)
        , m_visit(visit)
    {}

    SourceWalked run(const std::stop_token &stop)
    {
        eachFolder(m_folders, stop, [this](const std::string &path) { return readFolder(path); });
        for (const auto &[path, identity] : m_expected) {
            if (isMissing(path))
                m_walked.gone.push_back(path);
        }
        return std::move(m_walked);
    }

private:
    bool readFolder(const std::string &path)
    {
        const UniqueFd folder = openBeneath(m_root, path, O_RDONLY | O_DIRECTORY);
        if (!folder) {
            if (!saysAbsent(errno))
                note("read the folder", path, errno, idsBelow(path));
            return true;
        }
        FolderReader reader(folder.get());
        while (const char *name = reader.next()) {
            if (!isOurs(name) && !visitEntry(folder.get(), path, name))
                return false;
        }
        if (reader.error() != 0)
            note("read the folder", path, reader.error(), idsBelow(path));
        return true;
    }

    bool visitEntry(int folder, const std::string &parent, const char *name)
    {
        const std::string path = joinPath(parent, name);
        const auto entry = lookUpAt(folder, name);
        const bool isFolder = !entry || entry->kind == EntryKind::Directory;
        if (m_excludes.containEntry(path, isFolder))
            return true;
        if (!entry) {
            if (entry.error() != ENOENT)
                note("look at", path, entry.error(), PathCodec::idOf(path));
            return true;
        }
        if (isFolder && isMountPoint(folder, name))
            noteMount(folder, path, name);
        else if (isFolder && m_expected.contains(path))
            return true;
        if (isFolder)
            m_folders.push_back(path);
        return m_visit(path, *entry);
    }

    void noteMount(int folder, const std::string &path, const char *name)
    {
        constexpr int Flags = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
        const UniqueFd mount(::openat(folder, name, Flags));
        if (const auto identity = mount ? FolderIdentity::of(mount.get()) : std::nullopt)
            m_walked.mounts.emplace(path, *identity);
    }

    // One that cannot be seen is not missing, nor is one in another that is.
    bool isMissing(const std::string &path) const
    {
        if (m_walked.mounts.contains(path) || m_excludes.contain(path, true))
            return false;
        const auto begins = [&path](const std::string &folder) {
            return isAtOrBelow(path, folder);
        };
        if (std::any_of(m_walked.gone.begin(), m_walked.gone.end(), begins))
            return false;
        const std::string id = PathCodec::idOf(path);
        return std::none_of(m_walked.unreadable.below.begin(), m_walked.unreadable.below.end(),
                            [&id](const std::string &ids) { return id.starts_with(ids); });
    }

    void note(std::string_view doing, const std::string &path, int code, std::string idsBegin)
    {
        m_walked.unreadable.note({code, doing, m_tree.fullPath(path)}, std::move(idsBegin));
    }

    const SafeTree &m_tree;
    const Excludes &m_excludes;
    int m_root;
    const Mounts &m_expected;
    const Visit &m_visit;
    std::vector<std::string> m_folders{std::string()};
    SourceWalked m_walked;
};

class TargetWalk
{
public:
    TargetWalk(Mirror &mirror, int sourceRoot)
        : m_mirror(mirror)
        , m_sourceRoot(sourceRoot)
        , m_isCaseTold(mirror.target.tellsCase() && tellsCase(sourceRoot))
    {}

    TargetWalked run(const std::stop_token &stop)
    {
        eachFolder(m_folders, stop, [this](const std::string &path) { return readFolder(path); });
        std::erase_if(m_walked.surplus,
                      [this](const std::string &path) { return m_kept.contains(path); });
        if (!stop.stop_requested())
            m_mirror.keptFolders.replace(std::move(m_kept));
        return std::move(m_walked);
    }

private:
    bool readFolder(const std::string &path)
    {
        const Result<TargetFolder> folder = m_mirror.target.openFolder(path);
        if (!folder) {
            if (!saysAbsent(folder.error().code))
                m_walked.unreadable.note(folder.error(), idsBelow(path));
            return true;
        }
        SourceFolder source{openSource(path), {}};
        if (!source.fd && !saysAbsent(errno))
            return true;
        FolderReader reader(folder->fd());
        while (const char *name = reader.next()) {
            if (!TemporaryNames::isTemporary(name))
                visitEntry(*folder, source, path, name);
            else if (m_mirror.target.use() == TargetUse::Alone)
                removeIfStale(*folder, name, m_mirror.names);
        }
        if (reader.error() != 0)
            m_walked.unreadable.note({reader.error(), "read the folder", folder->fullPath()},
                                     idsBelow(path));
        return true;
    }

    /// A folder of the source beside that of the target.
    struct SourceFolder
    {
        UniqueFd fd;
        std::optional<std::set<std::string>> names; ///< once they are needed; see nameOf()
    };

    /// What two names of one entry have in common.
    std::string nameOf(std::string_view name) const
    {
        return m_mirror.target.tellsCase() ? std::string(name) : capitalsOf(name);
    }

    UniqueFd openSource(const std::string &path) const
    {
        if (m_isCaseTold)
            return openBeneath(m_sourceRoot, path, O_PATH | O_DIRECTORY);
        std::optional<std::string> owner = path;
        if (!path.empty() && !m_mirror.target.tellsCase())
            owner = findInAnyCase(m_sourceRoot, path);
        else if (!isSpelledSo(m_sourceRoot, path))
            owner.reset();
        errno = ENOENT;
        return owner ? openBeneath(m_sourceRoot, *owner, O_PATH | O_DIRECTORY) : UniqueFd();
    }

    void visitEntry(const TargetFolder &folder, SourceFolder &source, const std::string &parent,
                    const char *name)
    {
        const auto entry = folder.lookUp(name);
        if (!entry || !*entry)
            return;
        const std::string path = joinPath(parent, name);
        const bool isFolder = (*entry)->kind == EntryKind::Directory;
        const bool isSurplus = isAbsent(source, name);
        if (isOurs(name) || m_mirror.excludes.containEntry(path, isFolder)
            || (isSurplus && isOfOthers(folder.fd(), name))) {
            keepWayTo(parent);
            return;
        }
        if (isFolder)
            m_folders.push_back(path);
        if (isSurplus)
            m_walked.surplus.push_back(path);
    }

    void keepWayTo(std::string folder)
    {
        while (!folder.empty() && m_kept.insert(folder).second)
            folder = splitPath(folder).parent;
    }

    bool isAbsent(SourceFolder &source, const char *name) const
    {
        if (!source.fd)
            return true;
        if (m_isCaseTold) {
            const auto entry = lookUpAt(source.fd.get(), name);
            return !entry && entry.error() == ENOENT;
        }
        if (!source.names)
            source.names = namesIn(source.fd.get());
        return source.names && !source.names->contains(nameOf(name));
    }

    // Nothing if they cannot be read.
    std::optional<std::set<std::string>> namesIn(int folder) const
    {
        std::set<std::string> names;
        const UniqueFd readable = openBeneath(folder, {}, O_RDONLY | O_DIRECTORY);
        FolderReader reader(readable.get());
        while (const char *name = reader.next())
            names.insert(nameOf(name));
        if (reader.error() != 0)
            return std::nullopt;
        return names;
    }

    Mirror &m_mirror;
    int m_sourceRoot;
    bool m_isCaseTold; ///< upper from lower, in the source and in the target
    std::vector<std::string> m_folders{std::string()};
    KeptFolders::Paths m_kept;
    TargetWalked m_walked;
};

} // namespace

void Unreadable::note(const Failure &failure, std::string idsBegin)
{
    if (count++ == 0)
        first = foldermirror::sentence(failure);
    below.push_back(std::move(idsBegin));
}

std::string Unreadable::sentence() const
{
    return count < 2 ? first : first + " (and " + std::to_string(count - 1) + " more)";
}

SourceWalked walkSource(const Mirror &mirror, int root, const Mounts &expected, const Visit &visit,
                        const std::stop_token &stop)
{
    return SourceWalk(mirror, root, expected, visit).run(stop);
}

TargetWalked walkTarget(Mirror &mirror, int sourceRoot, const std::stop_token &stop)
{
    return TargetWalk(mirror, sourceRoot).run(stop);
}

} // namespace qontroller::foldermirror
