// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>

namespace qontroller {

/// Names a controller within a host, for as long as the host runs. Never 0.
using ControllerId = std::uint32_t;

/// Names an item within a controller for as long as the item is known. Never 0.
using ItemKey = std::uint64_t;

/// Names one operator command within a host. Never 0.
using Ticket = std::uint64_t;

/// Names a front end that pulls, within a feed.
using ReaderId = std::uint32_t;

} // namespace qontroller
