// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/api/controllerparts.h"

#include <set>
#include <string_view>

namespace qontroller::consist {

/// A related source that names employers whose gates, marks or employees have changed: each is
/// looked at once for any number of nudges. Thread-safe.
class Nudges final : public ListerWatcher, public OwnerRelation
{
public:
    /// Never blocks.
    void nudge(const ObjectId &employer);

    ListResult list(ListSink &, std::stop_token) override { return ListResult::complete(); }
    WatchMode watchMode() const override { return WatchMode::Live; }
    WatchEnd watch(WatchSink &sink, const std::string &cursor, std::stop_token stop) override;

    std::vector<ObjectId> ownersOf(const ObjectId &id, std::stop_token) override { return {id}; }

private:
    Mutex m_mutex;
    Condition m_changed;
    std::set<ObjectId> m_employers QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::consist
