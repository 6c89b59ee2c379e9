// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include <string>
#include <string_view>

namespace qontroller::ui {

/// What is common to errors of one cause: \a text with the item's own id replaced
/// by `…` and numbers, hexadecimal names and UUIDs by `#`.
[[nodiscard]] std::string errorSignature(std::string_view text, std::string_view id);

/// A regular expression that finds the errors with \a signature.
[[nodiscard]] QString signaturePattern(std::string_view signature);

} // namespace qontroller::ui
