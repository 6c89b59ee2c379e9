// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/alarms/need.h"
#include "core/engine/control/journalport.h"
#include "core/engine/control/sessionport.h"
#include "core/members/consist/lifecycleport.h"

#include <vector>

/// What of a host needs a person, beside what its controllers say of themselves.
namespace qontroller {

/// Of its journal, without when that began, which nobody knows; and of what operators have set for
/// a time, which the journal tells, at \a moment.
[[nodiscard]] std::vector<Need> needsOf(const JournalStatus &journal, const Moment &moment);
/// Of its session, likewise.
[[nodiscard]] std::vector<Need> needsOf(const SessionText &session);
/// Of operations on members, at \a now: one for each controller that an operation concerns.
[[nodiscard]] std::vector<Need> needsOf(const consist::LifecycleAnswer &members, TimePoint now);

} // namespace qontroller
