// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/reconciler.h"
#include "core/plugins/isolation/wire/frame.h"

#include <chrono>
#include <optional>
#include <string>

namespace qontroller::isolation {

/// What of an attempt crosses over; the rest each side has by itself.
struct AttemptFields
{
    ObjectId id;
    unsigned number = 0;
    std::uint64_t fence = 0;
    bool isMissing = false;
    AttemptCause cause = AttemptCause::Resync;
    std::string lastError;
    std::chrono::steady_clock::time_point deadline;
    std::string kept;
};

void writeAttempt(FrameWriter &writer, const Attempt &attempt);
/// Nothing if the fields are not those of an attempt; the same for the rest here.
[[nodiscard]] std::optional<AttemptFields> readAttempt(FrameReader &fields);

void writeOutcome(FrameWriter &writer, const Outcome &outcome);
[[nodiscard]] std::optional<Outcome> readOutcome(FrameReader &fields);

/// \a fetched has no object.
void writeNotFound(FrameWriter &writer, const Fetched<void> &fetched);
[[nodiscard]] std::optional<Fetched<void>> readNotFound(FrameReader &fields);

} // namespace qontroller::isolation
