// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/loadbalancer/objectfolder.h"
#include "core/engine/api/listerwatcher.h"

#include <memory>
#include <set>
#include <string>

namespace qontroller::loadbalancer {

/// Lists and watches the objects of one kind in the folder. One of which the kind is not known
/// is given as both, so that it is shown, and is not taken for deleted.
class FolderLister final : public ListerWatcher
{
public:
    FolderLister(std::shared_ptr<ObjectFolder> folder, ObjectKind kind)
        : m_folder(std::move(folder))
        , m_kind(kind)
    {}

    ListResult list(ListSink &sink, std::stop_token stop) override;
    WatchMode watchMode() const override { return WatchMode::Live; }
    WatchEnd watch(WatchSink &sink, const std::string &cursor, std::stop_token stop) override;
    void takeOver() override { m_folder->mark().takeOver(); }

    /// Where the last complete list looked, for SourceMemory, and back.
    [[nodiscard]] std::string memory();
    void restore(const std::string &memory);

private:
    [[nodiscard]] bool isOurs(const ObjectFolder::Entry &entry) const
    {
        return entry.object
               && (entry.object->kind == m_kind || entry.object->kind == ObjectKind::Unknown);
    }
    [[nodiscard]] ListedPlace judged();
    void tell(WatchSink &sink, const ObjectId &id, bool hasGone);
    void note(const ObjectId &id);
    /// False if \a id was not told of.
    bool forget(const ObjectId &id);

    std::shared_ptr<ObjectFolder> m_folder;
    const ObjectKind m_kind;
    Mutex m_mutex;
    std::set<ObjectId> m_told QONTROLLER_GUARDED_BY(m_mutex);
    ListedPlace m_before QONTROLLER_GUARDED_BY(m_mutex); ///< of the last complete list
};

} // namespace qontroller::loadbalancer
