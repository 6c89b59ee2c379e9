// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QJsonDocument>

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <vector>

namespace qontroller {

/// Parses JSON. The error names line and column, counted from 1, what is wrong
/// there and what would be right. A name that an object has twice is an error.
[[nodiscard]] tl::expected<QJsonDocument, std::string> parseJson(const QByteArray &json);

/// The same with all errors: one if \a json is none at all, else one for each name that stands
/// where its object has it already.
[[nodiscard]] tl::expected<QJsonDocument, std::vector<std::string>> parseJsonFully(
    const QByteArray &json);

/// Where an object of \a json has a name twice, and what would be right. The text is JSON.
[[nodiscard]] std::optional<std::string> findTwin(const QByteArray &json);

} // namespace qontroller
