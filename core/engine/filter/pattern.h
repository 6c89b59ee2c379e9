// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <tl/expected.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace qontroller {

/// A regular expression (PCRE2). Immutable, cheap to copy, and for any number of threads.
///
/// Texts are UTF-8; a byte that is not belongs to no match.
class Pattern
{
public:
    /// Why a text is no expression.
    struct Error
    {
        std::size_t position = 0; ///< in bytes
        std::string text;         ///< as PCRE2 says it, in English
    };
    [[nodiscard]] static tl::expected<Pattern, Error> compile(std::string_view expression);
    /// \a words as they stand, whatever their case.
    [[nodiscard]] static Pattern ofWords(std::string_view words);

    [[nodiscard]] bool isIn(std::string_view text) const;

private:
    class Code;
    explicit Pattern(std::shared_ptr<const Code> code)
        : m_code(std::move(code))
    {}

    std::shared_ptr<const Code> m_code; ///< null: is in every text
};

} // namespace qontroller
