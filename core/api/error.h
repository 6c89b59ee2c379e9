// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>
#include <utility>

namespace qontroller {

/// Something that went wrong outside this program, in one sentence for a person.
struct Error
{
    Error() = default;
    explicit Error(std::string text)
        : message(std::move(text))
    {}

    std::string message;

    friend bool operator==(const Error &, const Error &) = default;
};

} // namespace qontroller
