// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/common/absences.h"
#include "app/plugins/common/folderidentity.h"
#include "core/base/threads/mutex.h"
#include "core/engine/api/listerwatcher.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace qontroller {

/// Where a list has looked.
struct ListedPlace
{
    std::string path; ///< without links; empty: nowhere yet
    FolderIdentity folder;
    std::string named = {}; ///< the path with its links: not a part of text()

    friend bool operator==(const ListedPlace &one, const ListedPlace &other)
    {
        return one.path == other.path && one.folder == other.folder;
    }

    /// A line of text, and back. Nothing if \a line is none.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] static std::optional<ListedPlace> of(std::string_view line);
};

/// Why what a list of \a now lacks may not be deleted at all, for ListResult::replaced(): another
/// folder stands in the place where that of \a before was, or a link to that, as if its disk were
/// not mounted. Empty: it is the same one, or a link that was there leads elsewhere by now, which
/// is how one exchanges a folder.
[[nodiscard]] std::string whyDoubted(const ListedPlace &before, const ListedPlace &now);

/// A complete list of \a now, doubted by that; it is \a before for the next one.
[[nodiscard]] ListResult completeList(ListedPlace &before, const ListedPlace &now);

/// Which folder was listed last. A path may come to mean another one: a folder that is not
/// mounted, or was moved away and made anew, lacks files that were never deleted. And which of its
/// files are away for a moment only. Thread-safe.
class ListedFolder
{
public:
    explicit ListedFolder(std::string path, Duration patience = Absences::Patience)
        : m_path(std::move(path))
        , m_absences(patience)
    {}

    [[nodiscard]] const std::string &path() const { return m_path; }
    /// The path of the file of object \a id.
    [[nodiscard]] std::string fileOf(const std::string &id) const
    {
        return m_path + '/' + id + ".json";
    }

    [[nodiscard]] Absences &absences() { return m_absences; }

    /// A list begins. Where it looks, which is the folder that was listed from now on. One that is
    /// doubted, though, only if the list \a before of those that judge what has gone looked there,
    /// too: what that one lacked is held by now, and nobody who reads the folder in between has
    /// taken it for deleted.
    ListedPlace note(const ListedPlace &before);
    /// Whether the path means what it meant then.
    [[nodiscard]] bool isStillThere() const;
    /// Whether one was listed, and the path means another folder by now, or none.
    [[nodiscard]] bool isExchanged() const;
    /// Whether it means \a place.
    [[nodiscard]] bool isAt(const ListedPlace &place) const { return identity() == place.folder; }

private:
    [[nodiscard]] ListedPlace look() const;
    [[nodiscard]] std::optional<FolderIdentity> identity() const;

    const std::string m_path;
    Absences m_absences;
    mutable Mutex m_mutex;
    std::optional<ListedPlace> m_listed QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
