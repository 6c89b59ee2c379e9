// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/concealer.h"
#include "core/plugins/json/jsonpath.h"

#include <QtCore/QJsonObject>

#include <functional>
#include <string>

/// Parameters that are passwords and the like: no text may repeat their values.
namespace qontroller {

/// The values that \a schema describes are secret: `"format": "password"`, `"format": "secret"` or
/// `"writeOnly": true`.
[[nodiscard]] bool isSecret(const QJsonObject &schema);

/// The value at \a path, or one around it, is secret.
[[nodiscard]] bool isSecret(const QJsonObject &schema, const JsonPath &path);

/// A SecretReference may stand for the value at \a path: it is text, and it is secret or may be
/// (`"format": "may-be-secret"`, as of variables of a command).
[[nodiscard]] bool takesReference(const QJsonObject &schema, const JsonPath &path);

/// Calls \a visit with every text and number in \a parameters that is secret, as a text says it.
void visitSecrets(const QJsonObject &schema, const QJsonObject &parameters,
                  const std::function<void(const std::string &, const JsonPath &)> &visit);

/// … all of them.
[[nodiscard]] Concealer secretsIn(const QJsonObject &schema, const QJsonObject &parameters);

} // namespace qontroller
