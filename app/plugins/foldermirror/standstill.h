// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"
#include "core/engine/api/objectid.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace qontroller::foldermirror {

/// When a file may be copied that was changed a moment ago.
///
/// The kernel's file times advance in ticks of up to 10 ms: a change in the tick
/// of the last one does not show in them. A file that has not changed for
/// QuietTime is safe to compare by its times, and most likely complete. One that
/// hardly ever rests for so long is copied after Patience anyway, as *hasty*: its
/// copy has to be verified, and looked at again. Thread-safe.
class StandStill final
{
public:
    static constexpr Duration QuietTime = std::chrono::milliseconds(25);
    static constexpr Duration Patience = std::chrono::seconds(1);

    enum class Verdict : unsigned char {
        Copy,
        CopyHastily,
        Wait,
    };

    /// \a modified and \a now in nanoseconds since 1970.
    [[nodiscard]] Verdict judge(const std::string &path, std::int64_t modified, std::int64_t now)
        QONTROLLER_EXCLUDES(m_mutex);

    /// The rule itself. \a waited: since the file was first seen to change.
    [[nodiscard]] static Verdict decide(Duration sinceModified, Duration waited);

private:
    Mutex m_mutex;
    void forgetLost(std::int64_t now) QONTROLLER_REQUIRES(m_mutex);

    // Since when files wait; only those that do, and some that went before they were judged again.
    std::unordered_map<std::string, std::int64_t> m_waiting QONTROLLER_GUARDED_BY(m_mutex);
    std::size_t m_most QONTROLLER_GUARDED_BY(m_mutex) = 1024; ///< before lost ones are looked for
};

} // namespace qontroller::foldermirror
