// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/common/listedfolder.h"

#include "core/base/files/uniquefd.h"

#include <fcntl.h>

#include <filesystem>
#include <system_error>

namespace qontroller {

std::string ListedPlace::text() const
{
    return folder.text() + ' ' + path;
}

std::optional<ListedPlace> ListedPlace::of(std::string_view line)
{
    const auto folder = FolderIdentity::take(line);
    if (!folder || line.empty())
        return std::nullopt;
    return ListedPlace{std::string(line), *folder};
}

std::string whyDoubted(const ListedPlace &before, const ListedPlace &now)
{
    const bool wasLink = before.path != now.named;
    const bool isMeant = wasLink && now.path != now.named && now.path != before.path;
    if (before.path.empty() || isMeant || before.folder == now.folder)
        return {};
    return "the folder \"" + now.path
           + "\" is another one than before: check that its disk is mounted";
}

ListResult completeList(ListedPlace &before, const ListedPlace &now)
{
    const std::string doubt = whyDoubted(std::exchange(before, now), now);
    return doubt.empty() ? ListResult::complete() : ListResult::replaced(doubt);
}

ListedPlace ListedFolder::look() const
{
    namespace fs = std::filesystem;
    std::error_code ignored; // without a path there is no doubt
    const fs::path path = fs::canonical(m_path, ignored);
    const fs::path named = fs::path(m_path + '/').lexically_normal().parent_path();
    return {path.string(), identity().value_or(FolderIdentity()), named.string()};
}

ListedPlace ListedFolder::note(const ListedPlace &before)
{
    ListedPlace place = look();
    MutexLock lock(m_mutex);
    if (!m_listed || place == before || whyDoubted(*m_listed, place).empty())
        m_listed = place;
    return place;
}

bool ListedFolder::isStillThere() const
{
    const auto now = identity();
    MutexLock lock(m_mutex);
    return now && m_listed && *now == m_listed->folder;
}

bool ListedFolder::isExchanged() const
{
    {
        MutexLock lock(m_mutex);
        if (!m_listed)
            return false;
    }
    return !isStillThere();
}

std::optional<FolderIdentity> ListedFolder::identity() const
{
    const UniqueFd folder(::open(m_path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    return folder ? FolderIdentity::of(folder.get()) : std::nullopt;
}

} // namespace qontroller
