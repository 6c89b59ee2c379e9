// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>
#include <utility>

namespace qontroller {

/// Something that went wrong outside this program, in one sentence for a person.
struct Error
{
    Error() = default;
    /// \a text is kept up to LongestText bytes.
    explicit Error(std::string text)
        : message(std::move(text))
    {}

    /// What is wrong and what would be right, for a person.
    std::string message;

    /// By what they say.
    friend bool operator==(const Error &, const Error &) = default;
};

} // namespace qontroller
