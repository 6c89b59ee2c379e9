// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>

namespace qontroller::foldermirror {

/// What a file system makes of the times that it is given: some keep whole seconds or every second
/// one only, some end in 2038 or begin in 1980.
///
/// Learnt by looking at what was written. All times are nanoseconds since 1970. For one thread.
class KeptTimes final
{
public:
    /// What it makes of \a time, as far as is known.
    [[nodiscard]] std::int64_t of(std::int64_t time) const;
    /// Whether \a kept is all that it can keep of \a time.
    [[nodiscard]] bool isKept(std::int64_t time, std::int64_t kept) const
    {
        return time == kept || of(time) == kept;
    }

    /// It was given \a time and has \a kept. True if that was not known.
    bool learn(std::int64_t time, std::int64_t kept);

    /// Whether there are file systems that make \a kept of \a time, so that it is worth finding
    /// out whether this one does.
    [[nodiscard]] static bool isWorthALook(std::int64_t time, std::int64_t kept);

    /// What is known, as the end of "the target keeps": `whole seconds, to 2038-01-19`.
    [[nodiscard]] std::string words() const;

private:
    std::int64_t m_step = 1;
    std::int64_t m_first = std::numeric_limits<std::int64_t>::min();
    std::int64_t m_last = std::numeric_limits<std::int64_t>::max();
    std::map<std::int64_t, std::int64_t> m_odd; ///< single ones that follow no such rule
};

} // namespace qontroller::foldermirror
