// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/filter/filter.h"
#include "core/engine/filter/filtererror.h"

#include <tl/expected.hpp>

#include <string>
#include <string_view>

namespace qontroller {

/// The filter that \a text means, or what is wrong with it.
[[nodiscard]] tl::expected<Filter, FilterError> parseFilter(std::string_view text);
/// The same. The error is a sentence with the text and the place in it.
[[nodiscard]] tl::expected<Filter, std::string> readFilter(const std::string &text);

} // namespace qontroller
