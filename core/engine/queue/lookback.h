// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstddef>

namespace qontroller {

/// How many bytes a controller keeps for people to look back at, once all readers have read it.
///
/// Room for a thousand events at least, and for no more than a tenth of an event an object when
/// there are many: so what has happened costs little beside what is known. With what readers have
/// not read yet, which has bounds of its own, it is 16 MiB at the most.
struct LookBack
{
    std::size_t events = 0;
    std::size_t ticketEnds = 0;
    std::size_t histories = 0; ///< see Histories
};

/// \a known: how many objects there are.
[[nodiscard]] LookBack lookBackFor(std::size_t known);

} // namespace qontroller
