// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/filter/filtererror.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

/// One term of a filter text, cut into its parts but not yet understood.
struct FilterToken
{
    enum class Kind : unsigned char {
        Words,
        Expression
    };

    std::size_t position = 0; ///< in bytes, like the other two
    std::size_t length = 0;
    std::size_t valuePosition = 0;
    bool negated = false;
    std::string field; ///< in lower case; empty: none was given
    Kind kind = Kind::Words;
    std::vector<std::string> values; ///< the words between commas, or the one expression
};

struct FilterTokens
{
    std::vector<FilterToken> tokens;
    std::optional<FilterError> error; ///< tokens before it are good
};

/// Cuts \a text into terms: quotes, escapes, slashes and commas are understood here.
[[nodiscard]] FilterTokens scanFilter(std::string_view text);

} // namespace qontroller
