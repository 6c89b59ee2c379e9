// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/source.h"

#include "app/plugins/foldermirror/pathcodec.h"

#include <fcntl.h>

namespace qontroller::foldermirror {

bool Source::isBelieved(int root, Belief belief) const
{
    const auto now = lookUpFd(root);
    MutexLock lock(m_mutex);
    const std::optional<Entry> &believed = belief == Belief::Listed ? m_listed : m_concluded;
    return now && (!believed || believed->isSameFileAs(*now));
}

Result<std::optional<Entry>> Source::find(std::string_view path, Belief belief) const
{
    const Result<UniqueFd> root = m_tree.openRoot();
    if (!root)
        return tl::unexpected(root.error());
    const auto [parentPath, name] = splitPath(path);
    const UniqueFd parent = openBeneath(root->get(), parentPath, O_PATH | O_DIRECTORY);
    if (!parent && !saysAbsent(errno))
        return failed("look into the folder", m_tree.fullPath(parentPath));
    auto entry = parent ? lookUpAt(parent.get(), std::string(name))
                        : tl::expected<Entry, int>(tl::unexpected(ENOENT));
    if (entry)
        return std::optional(*std::move(entry));
    if (entry.error() != ENOENT)
        return failed("look at", m_tree.fullPath(path), entry.error());
    if (!isBelieved(root->get(), belief))
        return failed("look at the folder", m_tree.root(), ESTALE);
    return std::nullopt;
}

Source::Root Source::accept(const Entry &root)
{
    MutexLock lock(m_mutex);
    const bool isSame = !m_listed || m_listed->isSameFileAs(root);
    m_concluded = m_listed ? m_listed : root;
    m_listed = root;
    return isSame ? Root::Same : Root::Replaced;
}

} // namespace qontroller::foldermirror
