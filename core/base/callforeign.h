// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <tl/expected.hpp>

#include <exception>
#include <string>
#include <type_traits>

namespace qontroller {

/// What stands for the text of an exception that has none.
inline constexpr const char *NamelessException = "an exception of an unknown type";

/// Calls code that is not ours: a plugin's. The one place in the engine where
/// exceptions are caught; one that gets here becomes its text.
template<class Function>
[[nodiscard]] auto callForeign(Function function)
    -> tl::expected<std::invoke_result_t<Function>, std::string>
{
    try {
        return function();
    } catch (const std::exception &exception) {
        return tl::unexpected(std::string(exception.what()));
    } catch (...) {
        return tl::unexpected(std::string(NamelessException));
    }
}

} // namespace qontroller
