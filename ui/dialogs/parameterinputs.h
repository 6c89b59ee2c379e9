// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/parameterfield.h"

namespace qontroller::ui {

/// A field with the input that suits \a schema. \a path is its JSON pointer. Owned by \a parent.
[[nodiscard]] ParameterField *makeParameterField(const QString &path, const QJsonObject &schema,
                                                 QWidget *parent);

} // namespace qontroller::ui
