// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QJsonObject>

#include "app/plugins/script/scriptoptions.h"

#include <tl/expected.hpp>

#include <string>

namespace qontroller::script {

/// Reads parameters that match script.json. The error is a sentence that begins with
/// the path of the value that is wrong, and says what would be right.
[[nodiscard]] tl::expected<ScriptOptions, std::string> readScriptOptions(
    const QJsonObject &parameters);

} // namespace qontroller::script
