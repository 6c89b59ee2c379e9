// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QJsonObject>

namespace qontroller::ui {

/// The options every controller has, as a JSON schema for ParameterForm, with the
/// engine's defaults.
[[nodiscard]] QJsonObject optionsSchema();

/// Of these, what can be changed while a controller runs.
[[nodiscard]] QJsonObject liveOptionsSchema();

/// \a values without what is the same in \a schema's defaults.
[[nodiscard]] QJsonObject withoutDefaults(const QJsonObject &values, const QJsonObject &schema);

} // namespace qontroller::ui
