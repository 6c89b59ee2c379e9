// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QJsonObject>

#include "core/json/jsonpath.h"

#include <optional>
#include <string>

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

/// Why \a schema cannot be used to check anything, or which of its defaults is not what it allows
/// itself; nothing if all is well.
[[nodiscard]] std::optional<std::string> checkSchema(const QJsonObject &schema);

} // namespace qontroller
