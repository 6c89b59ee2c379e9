// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/jobs/job.h"
#include "core/remote/wire/timemessages.h"

#include <qontroller.pb.h>

#include <optional>

/// Commands on many objects.
namespace qontroller::remote {

void write(const JobRequest &request, v1::JobRequest &message);
/// Nothing if the message has no verb that this program knows.
[[nodiscard]] std::optional<JobRequest> read(const v1::JobRequest &message);

void write(const JobStatus &job, v1::Job &message);
[[nodiscard]] JobStatus read(const v1::Job &message, HostClock clock);

} // namespace qontroller::remote
