// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include "core/observe/keys.h"

#include <map>

namespace qontroller::ui {

/// What the item table must know of a controller.
struct ControllerLabel
{
    QString name;
    int maxRetries = 0;
    friend bool operator==(const ControllerLabel &, const ControllerLabel &) = default;
};

/// Controllers by id. A value: a copy goes along to other threads.
using ControllerBook = std::map<ControllerId, ControllerLabel>;

} // namespace qontroller::ui
