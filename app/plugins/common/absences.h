// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace qontroller {

/// Which files have gone, and which are away for a moment only.
///
/// An editor that saves may rename a file first and write it then: for some milliseconds it is not
/// there, and was not deleted. So the absence of a file that was there is believed when it has
/// lasted for as long as the patience says; that of another one is believed at once. A file that a
/// watch has seen go counts as there until that watch tells of it, so what lists and reads say
/// is never ahead of its event. Thread-safe.
class Absences
{
public:
    static constexpr Duration Patience = std::chrono::seconds(1);

    /// Zero: absence is believed at once. \a clock outlives it.
    explicit Absences(Duration patience = Patience, Clock &clock = SteadyClock::instance())
        : m_patience(patience)
        , m_clock(clock)
    {}

    [[nodiscard]] Duration patience() const { return m_patience; }

    // For lists and reads

    void noteThere(const std::string &name);
    /// \a name is not there now. Whether it has gone: then it counts as one that never was there.
    [[nodiscard]] bool hasGone(const std::string &name);
    /// The same, without remembering what is there: whether \a name, which was there, has been away
    /// for long enough since this was asked first. Until forget().
    [[nodiscard]] bool isAwayForLong(const std::string &name);
    /// It was never there: the caller has deleted it itself, or it is back.
    void forget(const std::string &name);

    /// For a list, which says what exists: waits until each file that no watch has seen go has been
    /// away for long enough, if none comes back, or a stop is requested. Whether any was away.
    bool await(const std::stop_token &stop);
    /// All that were there and are not known to have gone, sorted.
    [[nodiscard]] std::vector<std::string> known() const;

    // For watches

    /// \a name is not there: when the watch is to look again and to tell of it. Until then, and
    /// until it calls release(), the file counts as there. Nothing: tell of it now.
    [[nodiscard]] std::optional<TimePoint> expect(const std::string &name);
    /// Once for each expect() that gave a time: it has come back, or is told of if it \a hasGone.
    void release(const std::string &name, bool hasGone);

private:
    [[nodiscard]] std::optional<TimePoint> lastDue() const;
    /// Begins to count if \a since says that the file was there.
    [[nodiscard]] bool isOver(TimePoint &since) const;

    const Duration m_patience;
    Clock &m_clock;
    mutable Mutex m_mutex;
    /// Files that are there, and since when they are away; TimePoint::max(): they are not.
    std::map<std::string, TimePoint> m_awaySince QONTROLLER_GUARDED_BY(m_mutex);
    std::map<std::string, int> m_untold QONTROLLER_GUARDED_BY(m_mutex); // by how many watches
};

} // namespace qontroller
