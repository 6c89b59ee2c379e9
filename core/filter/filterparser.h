// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/filter/filter.h"
#include "core/filter/filtererror.h"

#include <tl/expected.hpp>

#include <string_view>

namespace qontroller {

/// The filter that \a text means, or what is wrong with it.
[[nodiscard]] tl::expected<Filter, FilterError> parseFilter(std::string_view text);

} // namespace qontroller
