// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"

#include <string_view>

namespace qontroller {

/// A descriptor from which a child reads \a content and then the end: a file in
/// memory that the child alone has. Without content it is /dev/null.
/// Empty when it fails; `errno` says why, EFBIG for more than `ulimit -f`.
[[nodiscard]] UniqueFd makeInputFile(std::string_view content);

} // namespace qontroller
