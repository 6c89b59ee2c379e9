// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/anyadapter.h"
#include "core/members/consist/consistoptions.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace qontroller::consist {

/// How many items the next call gets: 1, 2, 4, 8 … Once one has failed it stays as it is.
class BatchSize
{
public:
    [[nodiscard]] std::size_t next() const { return m_next; }
    void noteFailure() { m_isGrowing = false; }
    void noteCall()
    {
        if (m_isGrowing)
            m_next *= 2;
    }

private:
    std::size_t m_next = 1;
    bool m_isGrowing = true;
};

/// What became of all items of one verb, each in one of the lists.
struct Tally
{
    std::vector<AnyItem> succeeded;
    std::vector<AnyItem> failed;  ///< not confirmed, for whatever reason; also if never tried
    std::vector<ItemFailure> why; ///< of those that failed, in the order of the calls
    std::optional<Error> error;   ///< of the call that ended it
    Duration lookAgain = Duration::zero(); ///< the shortest that was said

    [[nodiscard]] bool isClean() const { return failed.empty() && !error; }
};

/// \a lookAgain was said of a call of \a tally. 0: nothing was.
void noteLookAgain(Duration lookAgain, Tally &tally);

using Call = std::function<Applied(std::span<const AnyItem>)>;

/// Calls \a call for all of \a items, in batches, until an error ends it. Never with none.
/// \a call does not throw.
[[nodiscard]] Tally applyAll(std::span<const AnyItem> items, ConsistOptions::Batching batching,
                             const Call &call);

} // namespace qontroller::consist
