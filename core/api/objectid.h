// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace qontroller {

/// The name of an object, unique within one controller. Any bytes but meant as UTF-8.
using ObjectId = std::string;

/// What a source knows about an object's content, reduced to a number: differs
/// when the content differs. 0 means that the source does not say.
using Version = std::uint64_t;

} // namespace qontroller
