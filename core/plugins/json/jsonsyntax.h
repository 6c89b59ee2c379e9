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
/// there and what would be right. What findLoss() finds is an error.
[[nodiscard]] tl::expected<QJsonDocument, std::string> parseJson(const QByteArray &json);

/// The same with all errors: one if \a json is none at all, else one for each loss.
[[nodiscard]] tl::expected<QJsonDocument, std::vector<std::string>> parseJsonFully(
    const QByteArray &json);

/// The first that a document would lose of \a json without a word: a name that its object has
/// already, or half of a surrogate pair, which UTF-8 cannot hold. Says where it is, and what would
/// be right. The text is JSON.
[[nodiscard]] std::optional<std::string> findLoss(const QByteArray &json);

} // namespace qontroller
