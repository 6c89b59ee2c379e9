// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QJsonObject>
#include <QtCore/QJsonValue>

#include "core/plugins/json/jsonpath.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

/// A value as the end of a sentence says it: `"abc"`, `1.5`, `a list`. Long text is cut.
[[nodiscard]] std::string describe(const QJsonValue &value);

/// `a`, `a and b`, `a, b and c`.
[[nodiscard]] std::string enumerate(const std::vector<std::string> &words,
                                    std::string_view last = "and");

/// What is wrong with a value that should be \a expected: `must be …, but is …`.
[[nodiscard]] std::string mustBe(std::string_view expected, const QJsonValue &value);

/// The text that \a object has for \a key; empty if it is another value, or there is none.
[[nodiscard]] std::string textIn(const QJsonObject &object, const char *key);

/// A name that stands in \a object and in \a allowed not: one problem for each.
[[nodiscard]] JsonProblems unknownKeys(const QJsonObject &object,
                                       const std::vector<std::string> &allowed);

} // namespace qontroller
