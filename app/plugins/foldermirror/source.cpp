// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/source.h"

#include "app/plugins/foldermirror/pathcodec.h"

#include <fcntl.h>

#include <functional>

namespace qontroller {

namespace {

std::size_t hashOf(std::string_view path)
{
    return std::hash<std::string_view>()(path);
}

} // namespace

Result<std::optional<Entry>> Source::find(std::string_view path) const
{
    const Result<UniqueFd> root = m_tree.openRoot();
    if (!root)
        return tl::unexpected(root.error());
    const auto rootEntry = lookUpFd(root->get());
    {
        MutexLock lock(m_mutex);
        if (!rootEntry || (m_root && !m_root->isSameFileAs(*rootEntry)))
            return failed("look at the folder", m_tree.root(), ESTALE);
    }
    const auto [parentPath, name] = splitPath(path);
    const UniqueFd parent = openBeneath(root->get(), parentPath, O_PATH | O_DIRECTORY);
    if (!parent) {
        if (saysAbsent(errno))
            return std::nullopt;
        return failed("look into the folder", m_tree.fullPath(parentPath));
    }
    auto entry = lookUpAt(parent.get(), std::string(name));
    if (entry)
        return std::optional(*std::move(entry));
    if (entry.error() == ENOENT)
        return std::nullopt;
    return failed("look at", m_tree.fullPath(path), entry.error());
}

Source::Root Source::accept(const Entry &root, Trust trust)
{
    MutexLock lock(m_mutex);
    const bool isSame = !m_root || m_root->isSameFileAs(root);
    m_root = root;
    m_trust = trust;
    return isSame ? Root::Same : Root::Replaced;
}

Source::Trust Source::trust() const
{
    MutexLock lock(m_mutex);
    return m_trust;
}

void Source::remember(std::string_view path)
{
    MutexLock lock(m_mutex);
    m_remembered.insert(hashOf(path));
}

void Source::forget(std::string_view path)
{
    MutexLock lock(m_mutex);
    m_remembered.erase(hashOf(path));
}

bool Source::remembers(std::string_view path) const
{
    MutexLock lock(m_mutex);
    return m_remembered.contains(hashOf(path));
}

bool Source::remembersAny() const
{
    MutexLock lock(m_mutex);
    return !m_remembered.empty();
}

} // namespace qontroller
