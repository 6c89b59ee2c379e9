// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/common/listedfolder.h"
#include "app/plugins/common/ownersmark.h"
#include "app/plugins/process/supervisor.h"
#include "core/engine/api/listerwatcher.h"

#include <tl/expected.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace qontroller::supervision {

/// Lists and watches the specs of a folder: NAME.json is the process NAME. Reports the
/// ends of processes as well. A spec that an editor takes away for a moment has not gone.
class SpecFolder final : public ListerWatcher
{
public:
    SpecFolder(std::shared_ptr<ListedFolder> folder, std::shared_ptr<Supervisor> supervisor,
               std::shared_ptr<OwnersMark> mark = OwnersMark::none())
        : m_folder(std::move(folder))
        , m_supervisor(std::move(supervisor))
        , m_mark(std::move(mark))
    {}

    ListResult list(ListSink &sink, std::stop_token stop) override;
    WatchMode watchMode() const override { return WatchMode::Live; }
    WatchEnd watch(WatchSink &sink, const std::string &cursor, std::stop_token stop) override;
    void takeOver() override { m_mark->takeOver(); }

private:
    struct Found
    {
        std::map<ObjectId, Version> versions;
        std::size_t unusable = 0;
    };
    /// Makes the folder this host's; nothing: it is.
    [[nodiscard]] std::optional<ListResult> takeFolder(const std::stop_token &stop);
    /// Behind whose the folder is: what runs by our state folder; empty: nothing does.
    [[nodiscard]] std::string leftAlone() const;
    /// Ends what the former owner of the folder has left. The error is a sentence: not all has
    /// ended, or that cannot be noted.
    [[nodiscard]] tl::expected<void, std::string> endFormer(const std::stop_token &stop);
    /// What was started by the state folder \a state on this machine. False: it still runs.
    [[nodiscard]] bool endWorkOf(const std::string &state, const std::stop_token &stop) const;
    /// Where what \a former names is at work, if that is another folder of specs: this one and the
    /// mark in it are a copy. Empty: it is not.
    [[nodiscard]] std::string originalOf(const OwnerNote &former) const;
    /// Of processes that have no spec here, and notes that are copies: they are let go with a word.
    void dropCopies() const;
    [[nodiscard]] tl::expected<Found, std::string> read(const ListedPlace &place) const;
    [[nodiscard]] std::vector<ObjectId> away(const Found &found) const;
    /// What runs while its folder is not there exists: nothing is decided on it until it is back.
    void addRunning(ListSink &sink) const;
    void tell(WatchSink &sink, const ObjectId &id, bool hasGone) const;
    /// A complete list of \a place, with what runs and has no spec there as leftovers.
    [[nodiscard]] ListResult conclude(ListSink &sink, const Found &found, const ListedPlace &place);

    std::shared_ptr<ListedFolder> m_folder;
    std::shared_ptr<Supervisor> m_supervisor;
    std::shared_ptr<OwnersMark> m_mark;
    ListedPlace m_before; ///< of the last complete list
    bool m_hasListed = false;
};

} // namespace qontroller::supervision
