// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include <string_view>

namespace qontroller::ui {

/// A regular expression that finds the errors with \a signature, which is that of errorSignature().
[[nodiscard]] QString signaturePattern(std::string_view signature);

} // namespace qontroller::ui
