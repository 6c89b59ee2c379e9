// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "scheduleoperation.h"

#include <optional>
#include <string>

namespace qontroller::test {

/// When the schedule is compared with the model.
enum class Compare {
    AtTheEnd, ///< of the sequence, for shorter ones were played before
    EachStep,
};

/// Plays \a sequence with a Schedule and its model side by side, brings both to rest, and
/// deletes the object in the end. What went wrong, in words; nothing if all was well.
[[nodiscard]] std::optional<std::string> play(const Beginning &beginning, const Sequence &sequence,
                                              Compare compare);

/// \a sequence, one operation a line.
[[nodiscard]] std::string inWords(const Beginning &beginning, const Sequence &sequence);

/// The shortest failing sequence that is left when operations are taken out of \a sequence.
[[nodiscard]] Sequence shrunk(const Beginning &beginning, Sequence sequence);

/// Whether each operation of \a sequence applies when its turn comes.
[[nodiscard]] bool isPossible(const Beginning &beginning, const Sequence &sequence);

} // namespace qontroller::test
