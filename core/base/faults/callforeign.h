// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/faults/forkedcopy.h"

#include <tl/expected.hpp>

#include <string>
#include <string_view>
#include <type_traits>

namespace qontroller {

/// What stands for the text of an exception that has none.
inline constexpr const char *NamelessException = "an exception of an unknown type";

/// What foreign code has thrown.
struct Thrown
{
    enum class Kind : unsigned char {
        Fault,
        Shortage, ///< of the host: see shortage.h
    };

    std::string text; ///< cut: see text.h
    Kind kind = Kind::Fault;

    [[nodiscard]] bool isShortage() const { return kind == Kind::Shortage; }
};

/// What the exception that is being handled says.
[[nodiscard]] Thrown whatWasThrown() noexcept;

/// \a said, or, where it is empty, that \a call has failed without a word: `add() of Handler failed
/// without saying why`.
[[nodiscard]] std::string orUnsaid(std::string said, std::string_view call);

/// Calls code that is not ours: a plugin's. The one place in the engine where
/// exceptions are caught.
template<class Function>
[[nodiscard]] auto callForeign(Function function)
    -> tl::expected<std::invoke_result_t<Function>, Thrown>
{
    const detail::ForkedCopyEnds forkedCopyEnds;
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<Function>>)
            return function(), tl::expected<void, Thrown>();
        else
            return function();
    } catch (...) {
        return tl::unexpected(whatWasThrown());
    }
}

} // namespace qontroller
