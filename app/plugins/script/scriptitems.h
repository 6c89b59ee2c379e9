// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QJsonObject>

#include "core/members/consist/applied.h"

#include <tl/expected.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace qontroller::script {

/// What stands for one thing at the provider, in the words of a script: an object with an `id`.
struct ScriptItem
{
    std::string id;
    std::string name;  ///< of the employee: its `name`, else the id
    QJsonObject value; ///< all of it

    friend bool operator==(const ScriptItem &a, const ScriptItem &b) { return a.value == b.value; }
};

/// Reads a list of items. The error is a sentence that says where and what would be right.
[[nodiscard]] tl::expected<std::vector<ScriptItem>, std::string> parseItems(
    std::string_view output);

/// As a command gets them on its standard input: one line.
[[nodiscard]] std::string toJson(const std::vector<ScriptItem> &items);

/// Reads what became of \a items: nothing was printed: all have succeeded; else a list of objects
/// with an `id`, and an `error` for each that failed or an `again`, a time, for each that is under
/// way. The error is a sentence.
[[nodiscard]] tl::expected<Applied, std::string> parseApplied(std::string_view output,
                                                              const std::vector<ScriptItem> &items);

} // namespace qontroller::script
