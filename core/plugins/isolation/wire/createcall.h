// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/plugins/isolation/wire/connection.h"

#include <tl/expected.hpp>

namespace qontroller::isolation {

/// The first call of each process, in both directions and as both ends read it.
void writeCreate(FrameWriter &writer, const CreateRequest &request);
/// A refusal if the frame is not such a call, or one of another protocol version.
[[nodiscard]] tl::expected<CreateRequest, Refusal> readCreate(Frame frame);

void writeCreated(FrameWriter &writer, const tl::expected<Shape, Refusal> &made);
[[nodiscard]] tl::expected<Shape, Refusal> readCreated(Frame frame);

} // namespace qontroller::isolation
