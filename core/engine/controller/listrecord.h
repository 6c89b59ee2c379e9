// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/listerwatcher.h"
#include "core/engine/observe/controllers/liststatus.h"
#include "core/engine/observe/events/eventrecord.h"

#include <cstdint>
#include <optional>

namespace qontroller {

struct Counters;

/// How the lists of one source go: counts them, and says what is to be told of each.
///
/// A list that the controller's stop may have cut short says nothing of its source. Not
/// thread-safe.
class ListRecord
{
public:
    /// \a start: when the controller began.
    explicit ListRecord(TimePoint start) { m_status.completeAt = start; }

    struct News
    {
        EventRecord::Kind kind{};
        Said said;
    };

    void begin(TimePoint now) { m_status.beganAt = now; }
    /// What the end of the list under way, which named so many \a objects, tells; nothing: it is
    /// complete, and so was the last.
    [[nodiscard]] std::optional<News> end(const ListResult &result, std::uint64_t objects,
                                          TimePoint now);
    /// Instead of end(): the controller stops.
    void cancel() { m_status.beganAt = {}; }

    [[nodiscard]] const ListStatus &status() const { return m_status; }
    void addTo(Counters &counters) const;

private:
    [[nodiscard]] std::optional<News> endComplete(TimePoint now);

    ListStatus m_status;
    std::uint64_t m_complete = 0;
    std::uint64_t m_partial = 0;
    std::uint64_t m_failed = 0;
    std::uint64_t m_inARow = 0;        // that ended as the last one
    std::uint64_t m_sinceComplete = 0; // that were not
};

/// Takes \a source into \a all, the status of sources before it, so that the worst is told.
void mergeInto(ListStatus &all, const ListStatus &source);

} // namespace qontroller
