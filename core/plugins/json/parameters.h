// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QJsonObject>

#include "core/base/text/concealer.h"
#include "core/plugins/json/jsonpath.h"

#include <optional>
#include <string>
#include <vector>

namespace qontroller {

/// Parameters after their JSON Schema (draft 7) had its say.
struct CheckedParameters
{
    QJsonObject values;    ///< with the schema's defaults filled in
    JsonProblems problems; ///< one for each value, named by its path; empty: all is well
};

/// Fills the defaults of \a schema into \a parameters, then checks them against it.
/// An empty schema allows no parameters.
[[nodiscard]] CheckedParameters checkParameters(const QJsonObject &schema,
                                                const QJsonObject &parameters);

/// Parameters as they are used.
struct ReadParameters
{
    QJsonObject values;    ///< with their secrets, and with the schema's defaults filled in
    Concealer secrets;     ///< those of the values
    JsonProblems problems; ///< with references to secrets, and those of checkParameters()
    std::vector<JsonPath> tooShort; ///< see ReadSecrets
};

/// Reads the secrets that \a parameters refer to, then checks all of it.
[[nodiscard]] ReadParameters readParameters(const QJsonObject &schema,
                                            const QJsonObject &parameters);

/// What a plugin says of its parameters, which \a schema describes: a problem for each line of
/// \a text. A line that begins with a parameter, as in `add[0] must …` or `limits.size: …`, is at
/// that path; another has an empty one.
[[nodiscard]] JsonProblems problemsIn(const QJsonObject &schema, const std::string &text);

/// Why \a schema cannot be used to check anything, or which of its defaults is not what it allows
/// itself; nothing if all is well.
[[nodiscard]] std::optional<std::string> checkSchema(const QJsonObject &schema);

} // namespace qontroller
