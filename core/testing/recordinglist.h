// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/listerwatcher.h"

#include <stop_token>
#include <string>
#include <vector>

namespace qontroller::test {

/// Keeps what a list gives, in its order. For one thread.
class RecordingList final : public ListSink
{
public:
    void add(std::string_view id, Version version) override
    {
        ids.emplace_back(id);
        versions.push_back(version);
    }
    void addLeftover(std::string_view id) override { leftovers.emplace_back(id); }

    /// Sorted, each once: `a b -c` if something is left of c.
    [[nodiscard]] std::string text() const;

    std::vector<ObjectId> ids;
    std::vector<Version> versions; ///< of each of them; 0: it has none
    std::vector<ObjectId> leftovers;
};

/// What \a source lists now, and how the list ended: `a -c complete`, `failed: no such folder`. What
/// it throws is thrown on.
[[nodiscard]] std::string listOf(ListerWatcher &source, const std::stop_token &stop = {});

} // namespace qontroller::test
