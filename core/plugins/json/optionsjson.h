// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QJsonObject>

#include "core/engine/api/optiontable.h"
#include "core/plugins/json/jsonpath.h"

#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

/// A controller's options as the session file has them, read on top of others.
struct OptionsReading
{
    ControllerOptions options;
    JsonProblems problems; ///< paths as in `workers` or `backoff.base`; empty: the options hold
};

/// Takes what \a json says, and from \a base what it does not say. Names that are
/// not options, wrong types and values that do not hold together are problems.
[[nodiscard]] OptionsReading readOptions(const QJsonObject &json, const ControllerOptions &base);

/// As the session file has it: durations are texts, as `30s`.
[[nodiscard]] QJsonValue toJson(const OptionValue &value);

/// \a name, of an option or of a group, as a key.
[[nodiscard]] QString optionKey(std::string_view name);

/// The names of all options as the session file has them.
[[nodiscard]] std::vector<std::string> optionNames();

/// What of \a options differs from \a base, so that readOptions() gives \a options back.
[[nodiscard]] QJsonObject writeOptions(const ControllerOptions &options,
                                       const ControllerOptions &base);

} // namespace qontroller
