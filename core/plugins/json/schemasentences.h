// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/plugins/json/jsonpath.h"

#include <QtCore/QJsonObject>

#include <functional>
#include <string>

namespace qontroller {

/// The part of \a schema that describes the value at \a path; empty if it cannot be
/// told without trying (a `$ref`, alternatives).
[[nodiscard]] QJsonObject schemaAt(const QJsonObject &schema, const JsonPath &path);

/// What \a schema allows, as it follows on "must be": `a whole number from 1 to 5`.
[[nodiscard]] std::string expectation(const QJsonObject &schema);

/// The value at \a path of \a json; undefined if there is none.
[[nodiscard]] QJsonValue valueAt(const QJsonObject &json, const JsonPath &path);

/// Calls \a visit for \a value, which stands at \a path, and for all that is in it.
void visitValues(const QJsonValue &value, const JsonPath &path,
                 const std::function<void(const QJsonValue &, const JsonPath &)> &visit);

} // namespace qontroller
