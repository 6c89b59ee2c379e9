// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/treewalk.h"

#include "app/plugins/foldermirror/pathcodec.h"

#include <fcntl.h>

#include <vector>

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

class SourceWalk
{
public:
    SourceWalk(const SafeTree &tree, int root, const Visit &visit)
        : m_tree(tree)
        , m_root(root)
        , m_visit(visit)
    {}

    Unreadable run(const std::stop_token &stop)
    {
        eachFolder(m_folders, stop, [this](const std::string &path) { return readFolder(path); });
        return std::move(m_unreadable);
    }

private:
    bool readFolder(const std::string &path)
    {
        const UniqueFd folder = openBeneath(m_root, path, O_RDONLY | O_DIRECTORY);
        if (!folder) {
            if (!saysAbsent(errno))
                note("read the folder", path, errno);
            return true;
        }
        FolderReader reader(folder.get());
        while (const char *name = reader.next()) {
            if (!TemporaryNames::isTemporary(name) && !visitEntry(folder.get(), path, name))
                return false;
        }
        if (reader.error() != 0)
            note("read the folder", path, reader.error());
        return true;
    }

    bool visitEntry(int folder, const std::string &parent, const char *name)
    {
        const std::string path = joinPath(parent, name);
        const auto entry = lookUpAt(folder, name);
        if (!entry) {
            if (entry.error() != ENOENT)
                note("look at", path, entry.error());
            return true;
        }
        if (entry->kind == EntryKind::Directory)
            m_folders.push_back(path);
        return m_visit(path, *entry);
    }

    void note(std::string_view doing, const std::string &path, int code)
    {
        m_unreadable.note({code, doing, m_tree.fullPath(path)});
    }

    const SafeTree &m_tree;
    int m_root;
    const Visit &m_visit;
    std::vector<std::string> m_folders{std::string()};
    Unreadable m_unreadable;
};

class OrphanWalk
{
public:
    OrphanWalk(Mirror &mirror, int sourceRoot, const Visit &visit)
        : m_mirror(mirror)
        , m_sourceRoot(sourceRoot)
        , m_visit(visit)
    {}

    Unreadable run(const std::stop_token &stop)
    {
        eachFolder(m_folders, stop, [this](const std::string &path) { return readFolder(path); });
        return std::move(m_unreadable);
    }

private:
    bool readFolder(const std::string &path)
    {
        const Result<TargetFolder> folder = m_mirror.target.openFolder(path);
        if (!folder) {
            if (!saysAbsent(folder.error().code))
                m_unreadable.note(folder.error());
            return true;
        }
        const UniqueFd source = openBeneath(m_sourceRoot, path, O_PATH | O_DIRECTORY);
        if (!source && !saysAbsent(errno))
            return true;
        FolderReader reader(folder->fd());
        while (const char *name = reader.next()) {
            if (TemporaryNames::isTemporary(name))
                removeIfStale(*folder, name, m_mirror.names);
            else if (!visitEntry(*folder, source, path, name))
                return false;
        }
        if (reader.error() != 0)
            m_unreadable.note({reader.error(), "read the folder", folder->fullPath()});
        return true;
    }

    bool visitEntry(const TargetFolder &folder, const UniqueFd &source, const std::string &parent,
                    const char *name)
    {
        const auto entry = folder.lookUp(name);
        if (!entry || !*entry)
            return true;
        const std::string path = joinPath(parent, name);
        if ((*entry)->kind == EntryKind::Directory)
            m_folders.push_back(path);
        return !isAbsent(source, name) || m_visit(path, **entry);
    }

    static bool isAbsent(const UniqueFd &folder, const char *name)
    {
        if (!folder)
            return true;
        const auto entry = lookUpAt(folder.get(), name);
        return !entry && entry.error() == ENOENT;
    }

    Mirror &m_mirror;
    int m_sourceRoot;
    const Visit &m_visit;
    std::vector<std::string> m_folders{std::string()};
    Unreadable m_unreadable;
};

} // namespace

void Unreadable::note(const Failure &failure)
{
    if (count++ == 0)
        first = foldermirror::sentence(failure);
}

std::string Unreadable::sentence() const
{
    return count < 2 ? first : first + " (and " + std::to_string(count - 1) + " more)";
}

Unreadable walkSource(const SafeTree &tree, int root, const Visit &visit,
                      const std::stop_token &stop)
{
    return SourceWalk(tree, root, visit).run(stop);
}

Unreadable walkOrphans(Mirror &mirror, int sourceRoot, const Visit &visit,
                       const std::stop_token &stop)
{
    return OrphanWalk(mirror, sourceRoot, visit).run(stop);
}

} // namespace qontroller::foldermirror
