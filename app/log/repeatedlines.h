// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/log/logline.h"
#include "core/base/threads/clock.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace qontroller {

/// Lines of the log that are equal to the one before are counted, and the number is written in
/// their place: when another line comes, and every few seconds. But each line for LogLevel::Debug
/// is written, which a person asks for to see when each happened. For one thread at a time.
class RepeatedLines
{
public:
    /// For so long equal lines are counted before their number is written.
    static constexpr Duration Patience = std::chrono::seconds(5);

    struct Entry
    {
        LogLevel level = LogLevel::Info;
        LogLine line;
    };

    /// What is to be written now that \a entry comes, in order.
    [[nodiscard]] std::vector<Entry> take(Entry entry, TimePoint now);
    /// What is to be written although no line comes.
    [[nodiscard]] std::optional<Entry> settle(TimePoint now);
    /// … because the program ends.
    [[nodiscard]] std::optional<Entry> end();

private:
    Entry m_last;
    std::uint64_t m_more = 0; ///< like the last
    TimePoint m_since;        ///< of the first of them
};

} // namespace qontroller
