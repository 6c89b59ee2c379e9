// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QJsonObject>

/// Parameters as they may be shown.
namespace qontroller::ui {

/// \a parameters, which \a schema describes, with `••••` in the place of every secret.
[[nodiscard]] QJsonObject blanked(const QJsonObject &schema, const QJsonObject &parameters);
/// \a edited with the secrets of \a original where that is still in their place.
[[nodiscard]] QJsonObject unblanked(const QJsonObject &schema, const QJsonObject &edited,
                                    const QJsonObject &original);

} // namespace qontroller::ui
