// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/jobs/jobport.h"

#include <QtCore/QString>

#include <string_view>
#include <vector>

/// Jobs of hosts, as they are shown.
namespace qontroller::ui {

[[nodiscard]] QString nameOf(ItemVerb verb);
/// Of its icon.
[[nodiscard]] const char *iconOf(ItemVerb verb);

/// Why a host leaves objects out: \a why as the engine has it. What a newer host says stays as it
/// is; empty stays empty.
[[nodiscard]] QString reasonText(std::string_view why);

/// All of \a jobs as if they were one: of one verb, at their paces together.
[[nodiscard]] JobStatus sumOf(const std::vector<HostJob> &jobs);

/// How far a job is: `Requeue: 12 of 60 ended · all asked for in 1 s`.
[[nodiscard]] QString progressText(const JobStatus &job);

/// What has come of it by now: `58 × done · 2 × failed`.
[[nodiscard]] QString outcomeText(const JobStatus &job);

/// How long \a objects take at \a pace.
[[nodiscard]] Duration timeFor(std::uint64_t objects, double pace);

} // namespace qontroller::ui
