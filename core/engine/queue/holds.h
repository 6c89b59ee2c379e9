// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/controllers/heldlist.h"

#include <cstddef>
#include <cstdint>
#include <deque>

namespace qontroller {

/// What the mass-deletion guard has held, and why: the last `Most` times. Not thread-safe.
class Holds final
{
public:
    /// Names a hold in the items that it holds (Item::hold); 0: none.
    using Number = std::uint16_t;
    static constexpr std::size_t Most = 256;

    void begin(HeldList hold);
    /// One more object is held for the reason of the newest hold, which takes the numbers of
    /// \a hold; if its reason was another, or if nothing \a isHeld any more, a new one begins.
    enum class IsHeld : bool { No, Yes };
    void goOn(HeldList hold, IsHeld isHeld);

    /// 0: nothing was ever held.
    [[nodiscard]] Number newest() const { return m_newest; }
    /// Of one that is no longer known: the newest. Empty if nothing was ever held.
    [[nodiscard]] const HeldList &of(Number number) const;

private:
    std::deque<HeldList> m_holds; // the newest is the last
    Number m_newest = 0;
};

} // namespace qontroller
