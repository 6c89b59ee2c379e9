// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/script/scriptoptions.h"
#include "core/engine/api/listerwatcher.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace qontroller::script {

/// The pieces of a list that could not be used.
struct SkippedIds
{
    std::size_t count = 0;
    std::string first; ///< as UTF-8
    std::string
        firstWhy; ///< the end of a sentence; empty for ListFormat::Text, which has one reason
};

/// Gives the ids that a list command printed to \a sink; \a output is cut at each \a separator,
/// and the last piece needs none behind it. Empty pieces do not count.
///
/// A piece is an id (an id twice is one), or with ListFormat::Json an object: `{"id":"a"}`, which
/// may have a `version`, or `{"id":"b","leftover":true}`.
[[nodiscard]] SkippedIds giveIds(std::string_view output, char separator, ListFormat format,
                                 ListSink &sink);

/// What an operator has to know of the pieces that were left out.
[[nodiscard]] std::string skippedSentence(const SkippedIds &skipped);

} // namespace qontroller::script
