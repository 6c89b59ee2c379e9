// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/remote/wire/timemessages.h"

#include <qontroller.pb.h>

/// What a front end learns with one pull.
namespace qontroller {
struct ControllerDelta;
struct Delta;
struct Sample;
} // namespace qontroller

namespace qontroller::remote {

/// All of \a controller but its lists, of which it has only the workers: see DeltaParts.
void writeHead(const ControllerDelta &controller, v1::ControllerDelta &message);
[[nodiscard]] Delta read(const v1::Delta &message, HostClock clock);

void write(const Sample &sample, v1::Sample &message);
[[nodiscard]] Sample read(const v1::Sample &message, HostClock clock);

} // namespace qontroller::remote
