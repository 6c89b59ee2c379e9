// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QJsonObject>

#include <tl/expected.hpp>

#include <string>
#include <string_view>

namespace qontroller::script {

/// The JSON object on a line that a command printed. The error is the end of a sentence that
/// begins with the line; what a document would lose of it is one.
[[nodiscard]] tl::expected<QJsonObject, std::string> parseLine(std::string_view line);

/// The `id` of such an object, as a command is given it. The error is a whole clause.
[[nodiscard]] tl::expected<std::string, std::string> idOf(const QJsonObject &object);

} // namespace qontroller::script
