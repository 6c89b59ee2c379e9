// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/api/deletionwave.h"

#include <cstddef>
#include <cstdint>
#include <optional>

/// Whether members are gone, or their source is broken.
namespace qontroller::consist {

/// What is not there any more of the members that were known, and of which nobody has said that
/// they were deleted.
struct Vanishing
{
    /// Where the members come from.
    enum class Source : std::uint8_t {
        Spoken, ///< it tells of each that is deleted: ids stay what they are
        Silent, ///< the adapter alone says what is expected: an id may be replaced by another
    };

    std::size_t known = 0;
    std::size_t vanished = 0; ///< of these
    std::size_t arrived = 0;  ///< not known before
    Source source = Source::Spoken;
    /// Not expected any more either, but a source shows them: they were deselected, or it has not
    /// looked yet.
    std::size_t shown = 0;
};

/// So many have vanished that they are held as they are: see isMassDeletion(). Where ids may be
/// replaced, one that has arrived stands for one that has vanished.
[[nodiscard]] bool isMassRemoval(const Vanishing &members);

/// Judges together what vanishes in one wave, which ends when nothing has vanished for Rest: as
/// DeletionGuard does for objects. Not thread-safe.
class VanishingGuard final
{
public:
    static constexpr Duration Rest = std::chrono::minutes(2);
    /// Within this a source says what has become of its members.
    static constexpr Duration Settling = std::chrono::seconds(3);

    /// \a wave may have begun in another life.
    explicit VanishingGuard(const DeletionWave &wave = {})
        : m_wave(wave)
    {}

    /// Whether those that have vanished of \a members may go at \a now; then they count.
    [[nodiscard]] bool admits(const Vanishing &members, TimePoint now);
    /// Whether it is to be waited for what the source says, since many that it shows have gone: for
    /// Settling at most.
    [[nodiscard]] bool isUnsure(const Vanishing &members, TimePoint now);
    /// No wave goes on at \a now, and nothing is waited for.
    [[nodiscard]] bool hasRested(TimePoint now) const { return isOver(now) && !isWaiting(now); }
    [[nodiscard]] const DeletionWave &wave() const { return m_wave; }

private:
    [[nodiscard]] bool isOver(TimePoint now) const
    {
        return m_wave.known == 0 || now - m_wave.last >= Rest;
    }
    /// Not if nobody has asked any more, because they came back.
    [[nodiscard]] bool isWaiting(TimePoint now) const
    {
        return m_unsureSince && now - *m_unsureSince < Rest;
    }

    DeletionWave m_wave;
    std::optional<TimePoint> m_unsureSince;
};

} // namespace qontroller::consist
