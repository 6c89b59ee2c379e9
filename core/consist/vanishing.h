// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

/// Whether members are gone, or their source is broken. Pure.
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
};

/// More than 10 and more than a tenth of what was known, or all of it, also of one: then they
/// are held as they are. Where ids may be replaced, one that has arrived stands for one that has
/// vanished, and *all* means that nothing is expected at all.
[[nodiscard]] constexpr bool isMassRemoval(const Vanishing &members)
{
    constexpr std::size_t Few = 10;
    const bool isReplaced = members.source == Vanishing::Source::Silent;
    const std::size_t missing = !isReplaced ? members.vanished
                                : members.vanished > members.arrived
                                    ? members.vanished - members.arrived
                                    : 0;
    if (members.vanished == members.known && (!isReplaced || members.arrived == 0))
        return members.vanished > 0;
    return missing > Few && missing * 10 > members.known;
}

} // namespace qontroller::consist
