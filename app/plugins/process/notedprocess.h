// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/process/statefolder.h"
#include "core/base/files/uniquefd.h"

#include <optional>

namespace qontroller::supervision {

/// A process that a note is about.
struct NotedProcess
{
    ProcessIdentity process;
    UniqueFd end; ///< readable once it has ended
};

/// What \a record is about, if it still runs: by its number, when it started and as the leader of
/// its session; without a number by its mark.
[[nodiscard]] std::optional<NotedProcess> findNoted(const StartRecord &record);

/// Why what \a record is about is left alone, of which the state folder \a original has the note.
[[nodiscard]] std::string whyLeftAlone(const StartRecord &record, const std::string &original);

} // namespace qontroller::supervision
