// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/json/jsonpath.h"

#include <QtCore/QJsonObject>

#include <string>

/// Parameters that are passwords and the like: no sentence may repeat their values.
namespace qontroller {

/// The values that \a schema describes are secret: `"format": "password"`, `"format": "secret"` or
/// `"writeOnly": true`.
[[nodiscard]] bool isSecret(const QJsonObject &schema);

/// The value at \a path, or one around it, is secret.
[[nodiscard]] bool isSecret(const QJsonObject &schema, const JsonPath &path);

/// \a text with every secret of \a parameters replaced by dots. Secrets of less than four
/// characters are left: a text without their letters would say nothing.
[[nodiscard]] std::string withoutSecrets(std::string text, const QJsonObject &schema,
                                         const QJsonObject &parameters);

} // namespace qontroller
