// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/feed/delta.h"

#include <qontroller.pb.h>

#include <cstddef>
#include <vector>

namespace qontroller::remote {

/// A Delta as one message or several, each of less than 4 MiB: what clients in any language take.
///
/// Each part is a Delta by itself: it has all controllers with their numbers, and the next of their
/// rows, events and removed keys. So a reader that takes part after part learns the same as from
/// one. While a part has to come, `rows_pending` is not 0. For one thread.
class DeltaParts
{
public:
    /// Of the lists of a part, in bytes; heads of controllers come to it.
    static constexpr std::size_t Enough = std::size_t{2} << 20;

    explicit DeltaParts(Delta delta);

    [[nodiscard]] bool isOver() const;
    /// Writes the next part into \a message, which is empty. It has not been over.
    void writeNext(v1::Delta &message);

private:
    /// How much of a controller's lists is written.
    struct Place
    {
        std::size_t changed = 0;
        std::size_t removed = 0;
        std::size_t events = 0;
        std::size_t ticketEnds = 0;
    };
    [[nodiscard]] static std::size_t left(const ControllerDelta &controller, const Place &place);
    static void writeLists(const ControllerDelta &controller, Place &place,
                           v1::ControllerDelta &message, std::size_t &room);

    Delta m_delta;
    std::vector<Place> m_places; ///< as the controllers
    bool m_isBegun = false;
};

} // namespace qontroller::remote
