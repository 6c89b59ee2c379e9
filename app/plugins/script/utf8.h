// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace qontroller::script {

[[nodiscard]] bool isUtf8(std::string_view bytes);

/// Whether \a bytes can be an id that a command is given: UTF-8, not empty, without a zero byte.
[[nodiscard]] bool isUsableId(std::string_view bytes);

/// \a bytes as UTF-8: what is none becomes U+FFFD. Characters are not halved at the
/// beginning of a text that \a isCut there.
[[nodiscard]] std::string toUtf8(std::string_view bytes, bool isCut = false);

} // namespace qontroller::script
