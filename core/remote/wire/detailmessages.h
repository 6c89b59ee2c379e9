// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/remote/wire/timemessages.h"

#include <qontroller.pb.h>

/// All that is known of one object.
namespace qontroller {
struct Description;
struct ItemDetail;
} // namespace qontroller

namespace qontroller::remote {

void write(const ItemDetail &detail, v1::ItemDetail &message);
[[nodiscard]] ItemDetail read(const v1::ItemDetail &message, HostClock clock);

void write(const Description &description, v1::Description &message);
[[nodiscard]] Description read(const v1::Description &message);

} // namespace qontroller::remote
