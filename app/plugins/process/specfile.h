// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>

#include "app/plugins/process/processspec.h"

#include <tl/expected.hpp>

#include <string>

namespace qontroller::supervision {

/// Reads a spec from its JSON. The error names the line or the path of the value that
/// is wrong, and says what would be right.
[[nodiscard]] tl::expected<ProcessSpec, std::string> readSpec(const QByteArray &json);

} // namespace qontroller::supervision
