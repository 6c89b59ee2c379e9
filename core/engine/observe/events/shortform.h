// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/events/eventrecord.h"

#include <string>
#include <string_view>

namespace qontroller {

/// The short form of an error, for a line of a table, a log or a group: its last line that is not
/// empty, without the blanks around it. A traceback says there what went wrong; all of it stands in
/// the details. At most 1 KiB: of what is longer the end, behind BeginCutMark.
[[nodiscard]] std::string shortForm(std::string_view text);

/// \a said with the short form of its text. A command, an id and a holder of a lock are no
/// errors: they stay as they are.
[[nodiscard]] Said inShort(Said said);

/// … of what an event says: that of a Notice is its author's, and stays as it is.
[[nodiscard]] Said inShort(const EventRecord &event);

} // namespace qontroller
