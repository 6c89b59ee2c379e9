// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/controllers/heldlist.h"
#include "core/engine/observe/events/keys.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <vector>

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
    /// How many have begun.
    [[nodiscard]] std::uint64_t begun() const { return m_begun; }
    /// An object is held no more. One that is held after it gets a spell that it was not in before,
    /// also where its hold goes on.
    void noteEnd() { m_hasAnyEnded = true; }
    /// The number of the one that had \a spell in an earlier life. 0: it had none.
    [[nodiscard]] Number restore(Spell spell);
    /// All of them are in: \a hold is what is known of them.
    void endRestore(const HeldList &hold);

    /// 0: nothing was ever held.
    [[nodiscard]] Number newest() const { return m_newest; }
    /// Of one that is no longer known: the newest. Empty if nothing was ever held.
    [[nodiscard]] const HeldList &of(Number number) const;
    [[nodiscard]] Spell spellOf(Number number) const { return m_spells[number]; }

private:
    void add(HeldList hold, Spell spell);

    std::deque<HeldList> m_holds;       // the newest is the last
    std::vector<Spell> m_spells{0};     // by number, of all that there were
    std::map<Spell, Number> m_restored; // until all are
    Number m_newest = 0;
    std::uint64_t m_begun = 0;
    bool m_hasAnyEnded = false; // since the newest number was given
};

} // namespace qontroller
