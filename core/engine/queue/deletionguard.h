// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/api/deletionwave.h"
#include "core/engine/api/massdeletion.h"

#include <cstdint>

namespace qontroller {

/// Judges removals that no event of the source has asked for, however the belief in them arose:
/// lists, answers of the storage, what was known before the start.
///
/// The first of them begins a *wave*, which goes on until removals have rested: nothing is held,
/// no removal is under way, and a list that lacks nothing ends `Rest` after the last try of one.
/// What goes in one wave is judged together, so neither slow removals nor lists that each lack
/// a little take away more than one list may. It outlasts the program: see KnownWave. Not
/// thread-safe.
class DeletionGuard final
{
public:
    static constexpr Duration Rest = std::chrono::minutes(2);

    explicit DeletionGuard(bool isOn)
        : m_isOn(isOn)
    {}
    void set(bool isOn) { m_isOn = isOn; }
    [[nodiscard]] bool isOn() const { return m_isOn; }

    /// All objects at a moment, as far as the guard counts them.
    struct Facts
    {
        std::uint64_t known = 0; ///< with those that are held
        std::uint64_t held = 0;  ///< of these
    };

    /// What it would be like if \a count more went.
    [[nodiscard]] Presence weigh(std::uint64_t count, const Facts &facts) const;
    /// Whether \a count more may go at \a now; then they count, and the caller sets Item::admitted.
    /// If not, hold them.
    [[nodiscard]] bool admits(std::uint64_t count, const Facts &facts, TimePoint now);
    /// One that was admitted is not to go, or not for what was believed then, or has come back.
    void takeBack() { m_wave.gone -= m_wave.gone > 0; }
    /// \a count more are to be held, whatever their number: they begin a wave if none goes on.
    void withhold(const Facts &facts);
    /// A run removes one that was admitted, perhaps not for the first time.
    void beginRemoval() { ++m_underWay; }
    void endRemoval(TimePoint now)
    {
        --m_underWay;
        m_wave.last = now;
    }
    /// A list has ended at \a now, and lacked nothing that is to go.
    void rest(const Facts &facts, TimePoint now);
    /// A person has decided on all that was held: what goes from now on is another wave.
    void settle()
    {
        m_number += m_wave.known != 0;
        m_wave.known = m_wave.gone = 0;
    }
    [[nodiscard]] bool isWaveOver() const { return m_wave.known == 0; }
    /// The number of the wave that goes on, or of the next.
    [[nodiscard]] std::uint32_t number() const { return m_number; }
    [[nodiscard]] const DeletionWave &wave() const { return m_wave; }
    /// \a wave, which began in another life, goes on. What went then counts, also if it is back:
    /// nobody knows any more which objects they were.
    void goOn(const DeletionWave &wave) { m_wave = wave; }

private:
    bool m_isOn;
    std::uint32_t m_number = 0;
    DeletionWave m_wave;
    std::uint64_t m_underWay = 0;
};

} // namespace qontroller
