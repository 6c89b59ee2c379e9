// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/listerwatcher.h"

#include <map>
#include <set>
#include <stop_token>
#include <string>

namespace qontroller::test {

/// Keeps what a list gives. For one thread.
class RecordingList final : public ListSink
{
public:
    void add(std::string_view id, Version version) override
    {
        ids.emplace(id);
        versions.insert_or_assign(ObjectId(id), version);
    }
    void addLeftover(std::string_view id) override { leftovers.emplace(id); }

    /// `a b -c` if a and b exist and something is left of c.
    [[nodiscard]] std::string text() const;

    std::set<ObjectId> ids;
    std::map<ObjectId, Version> versions; ///< of each of them; 0: it has none
    std::set<ObjectId> leftovers;
};

/// What \a source lists now, and how the list ended: `a -c complete`, `failed: no such folder`.
/// What it throws is thrown on.
[[nodiscard]] std::string listOf(ListerWatcher &source, const std::stop_token &stop = {});

} // namespace qontroller::test
