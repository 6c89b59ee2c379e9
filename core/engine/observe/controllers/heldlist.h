// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <cstdint>
#include <string>

namespace qontroller {

/// What the mass-deletion guard held back at one time.
struct HeldList
{
    /// What said that objects are gone.
    enum class Kind : std::uint8_t {
        None,
        List,     ///< a list lacked them
        Storage,  ///< the storage said so of objects that lists show
        Restored, ///< they were owed or held before the controller started
    };
    static constexpr int KindCount = int(Kind::Restored) + 1;

    Kind kind = Kind::None;
    TimePoint at;              ///< when the first was held
    std::uint64_t present = 0; ///< objects known when the first of the missing went
    std::uint64_t missing = 0; ///< of these
    std::uint64_t before = 0;  ///< of the missing: gone or held before
    std::string why;           ///< what is odd about the source, in its words; else empty

    [[nodiscard]] bool isRestored() const { return kind == Kind::Restored; }
};

} // namespace qontroller
