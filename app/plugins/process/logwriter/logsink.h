// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace qontroller::supervision {

/// How much of a text a sink has taken.
struct Taken
{
    std::size_t bytes = 0;
    std::string whyNotAll; ///< a sentence; empty: all of it was taken
};

/// Where a log goes. For one thread.
class LogSink
{
public:
    virtual ~LogSink() = default;

    /// Writes \a text behind what was written before. Takes no longer than a second, unless the
    /// kernel itself waits for a disk.
    [[nodiscard]] virtual Taken write(std::string_view text) = 0;
};

} // namespace qontroller::supervision
