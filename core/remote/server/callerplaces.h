// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace qontroller::remote {

/// What a host has refused and left out, for its metrics. Each only grows; for any thread.
struct ControlCounts
{
    std::atomic<std::uint64_t> refused{0};      ///< calls and jobs that there was no room for
    std::atomic<std::uint64_t> eventsMissed{0}; ///< by callers who follow them too slowly
};

/// Room for calls that go on for as long as their callers like, each of which has a thread: a
/// bounded number, so that there are always threads for commands. Thread-safe.
class CallerPlaces
{
public:
    /// \a full says what more than \a most callers are told.
    CallerPlaces(int most, std::string full)
        : m_most(most)
        , m_full(std::move(full))
    {}

    /// A place until it ends.
    using Place = std::shared_ptr<void>;
    /// Null: there is none. For who outlives it.
    [[nodiscard]] Place take()
    {
        Place place(this, [this](void *) { --m_taken; });
        if (++m_taken > m_most)
            place.reset();
        return place;
    }
    [[nodiscard]] const std::string &full() const { return m_full; }

private:
    const int m_most;
    const std::string m_full;
    std::atomic<int> m_taken{0};
};

/// The room of one host for all of its callers.
struct Room
{
    CallerPlaces pulls{24, "24 windows and other programs look at this host already: close one"};
    CallerPlaces events{16, "16 callers follow the events of this host already: end one"};
    CallerPlaces jobs{8, "8 callers wait for jobs of this host already: the job goes on, and "
                         "qontrollerctl jobs shows how far it is"};
};

} // namespace qontroller::remote
