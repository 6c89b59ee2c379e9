// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/source.h"

#include "app/plugins/foldermirror/casing.h"
#include "app/plugins/foldermirror/pathcodec.h"

#include <fcntl.h>

#include <utility>

namespace qontroller::foldermirror {

std::shared_ptr<const Source::Listed> Source::listed(Belief belief) const
{
    MutexLock lock(m_mutex);
    return belief == Belief::Listed ? m_listed : m_concluded;
}

Result<void> Source::checkMount(int root, std::string_view path, const Listed &listed) const
{
    const Mounts::value_type *mount = mountAbove(listed.mounts, path);
    if (mount == nullptr || !isRoot(root, listed))
        return {};
    const UniqueFd folder = openBeneath(root, mount->first, O_PATH | O_DIRECTORY);
    if (folder && FolderIdentity::of(folder.get()) == mount->second)
        return {};
    return failed("look into the folder", m_tree.fullPath(mount->first), ENOMEDIUM);
}

bool Source::isRoot(int root, const Listed &listed)
{
    const auto now = lookUpFd(root);
    return now && listed.root.isSameFileAs(*now);
}

// Something that was mounted since hides what was there.
bool Source::isMountedOver(int root, std::string_view path, const Listed &listed)
{
    for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
         slash = path.find('/', slash + 1)) {
        const std::string folder(path.substr(0, slash));
        const auto [parentPath, name] = splitPath(folder);
        const UniqueFd parent = openBeneath(root, parentPath, O_PATH | O_DIRECTORY);
        if (parent && !listed.mounts.contains(folder)
            && isMountPoint(parent.get(), std::string(name).c_str()))
            return true;
    }
    return false;
}

bool Source::isAbsenceBelieved(int root, std::string_view path, Belief belief) const
{
    const std::shared_ptr<const Listed> believed = listed(belief);
    return !believed
           || (isRoot(root, *believed) && checkMount(root, path, *believed)
               && !isMountedOver(root, path, *believed));
}

Result<std::optional<Entry>> Source::find(std::string_view path, Belief belief, Names names) const
{
    const Result<UniqueFd> root = m_tree.openRoot();
    if (!root)
        return tl::unexpected(root.error());
    const std::shared_ptr<const Listed> last = listed(Belief::Listed);
    if (last) {
        if (const Result<void> mounted = checkMount(root->get(), path, *last); !mounted)
            return tl::unexpected(mounted.error());
    }
    const auto [parentPath, name] = splitPath(path);
    const UniqueFd parent = openBeneath(root->get(), parentPath, O_PATH | O_DIRECTORY);
    if (!parent && !saysAbsent(errno))
        return failed("look into the folder", m_tree.fullPath(parentPath));
    auto entry = parent ? lookUpAt(parent.get(), std::string(name))
                        : tl::expected<Entry, int>(tl::unexpected(ENOENT));
    if (entry && names == Names::AsSpelled && last && !last->tellsCase
        && !isSpelledSo(root->get(), path))
        entry = tl::unexpected(ENOENT);
    if (entry)
        return std::optional(*std::move(entry));
    if (entry.error() != ENOENT)
        return failed("look at", m_tree.fullPath(path), entry.error());
    if (!isAbsenceBelieved(root->get(), path, belief))
        return failed("look at the folder", m_tree.root(), ESTALE);
    return std::nullopt;
}

Source::Change Source::accept(const Entry &root, Mounts mounts, bool tellsCase)
{
    const auto listed = std::make_shared<const Listed>(Listed{root, std::move(mounts), tellsCase});
    MutexLock lock(m_mutex);
    auto change = Change::None;
    if (m_listed && !m_listed->root.isSameFileAs(root))
        change = Change::OtherRoot;
    else if (m_listed && m_listed->mounts != listed->mounts)
        change = Change::OtherMounts;
    m_concluded = m_listed ? m_listed : listed;
    m_listed = listed;
    return change;
}

} // namespace qontroller::foldermirror
