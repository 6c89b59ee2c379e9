// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace qontroller {

/// Why a text is no filter, and where: a fact, which whoever shows it puts into words.
struct FilterError
{
    enum class Kind : unsigned char {
        UnknownField,    ///< text is none of known
        UnknownWord,     ///< text is none of known
        MissingText,     ///< nothing follows the field text
        MissingNumber,   ///< no number follows the field text
        MissingDuration, ///< no duration follows the field text
        OpenExpression,  ///< it has no closing slash
        OpenQuotation,   ///< it has no closing quotation mark
        WrongExpression, ///< as text says
    };
    Kind kind = Kind::UnknownField;
    std::size_t position = 0; ///< of the first byte that is wrong
    std::size_t length = 1;   ///< in bytes
    std::string text = {};
    std::vector<std::string> known = {};
};

/// In English, for terminals and tests.
[[nodiscard]] std::string inWords(const FilterError &error);

} // namespace qontroller
