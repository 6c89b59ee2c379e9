// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>

namespace qontroller {

/// Throws, into the author's code, if \a value is not of its enumeration, which has 0 to \a last.
/// \a call and \a name are what the sentence names.
template<class Enumeration>
void requireOneOf(const char *call, const char *name, Enumeration value, Enumeration last)
{
    using Number = std::underlying_type_t<Enumeration>;
    if (static_cast<Number>(value) > static_cast<Number>(last))
        throw std::invalid_argument(std::string(call) + " was given the " + name + ' '
                                    + std::to_string(static_cast<Number>(value))
                                    + ", which there is not");
}

} // namespace qontroller
