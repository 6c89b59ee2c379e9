// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/controllers/workerrow.h"
#include "core/engine/observe/events/eventrecord.h"
#include "core/engine/observe/events/said.h"
#include "core/engine/observe/items/attemptrecord.h"
#include "core/remote/wire/timemessages.h"

#include <qontroller.pb.h>

/// Objects, and what is told of them.
namespace qontroller {
struct ItemRow;
}

namespace qontroller::remote {

void write(const ItemRow &row, v1::Item &message);
[[nodiscard]] ItemRow read(const v1::Item &message, HostClock clock);

void write(const Said &said, v1::Said &message);
[[nodiscard]] Said read(const v1::Said &message);

void write(const EventRecord &event, v1::Event &message);
[[nodiscard]] EventRecord read(const v1::Event &message, HostClock clock);

void write(const AttemptRecord &attempt, v1::AttemptRecord &message);
[[nodiscard]] AttemptRecord read(const v1::AttemptRecord &message, HostClock clock);

void write(const WorkerRow &worker, v1::Worker &message);
[[nodiscard]] WorkerRow read(const v1::Worker &message, HostClock clock);

} // namespace qontroller::remote
