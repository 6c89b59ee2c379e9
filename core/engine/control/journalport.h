// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/api/error.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace qontroller {

/// What a controller's start found of its objects from before.
struct RestoredObjects
{
    std::uint64_t objects = 0;
    std::uint64_t failed = 0; ///< or parked
    std::uint64_t paused = 0;
    std::uint64_t withheld = 0; ///< removals that are held, or that an operator refused
    std::uint64_t owed = 0;     ///< removals
    std::uint64_t damaged = 0;  ///< rows that are not what was written: nothing is known of these
    std::uint64_t damagedTexts = 0; ///< what attempts had left, and is not what was written
    std::uint64_t dropped = 0; ///< objects of another plugin, or that may be other objects by now
    std::uint64_t droppedTexts = 0; ///< … and what attempts had left with such objects
    bool isPaused = false;          ///< the controller
    std::uint64_t texts = 0;        ///< what attempts had left with so many of the objects

    friend bool operator==(const RestoredObjects &, const RestoredObjects &) = default;
};

/// An option that has another value than the session gives it, for an operator has changed it.
/// Values as valueText() writes them.
struct ChangedOption
{
    std::string name; ///< ControllerOption::fullName()
    std::string value;
    std::string given; ///< by the session when it was changed

    friend bool operator==(const ChangedOption &, const ChangedOption &) = default;
};

/// A number of workers that an operator has set for a time.
struct TemporaryWorkers
{
    int workers = 0;
    int before = 0; ///< it goes back to this
    WallTime until;
    Duration time{}; ///< that it was asked for
    std::string who;

    friend bool operator==(const TemporaryWorkers &, const TemporaryWorkers &) = default;
};

/// What of a controller differs from the session.
struct ControllerChanges
{
    std::vector<ChangedOption> options; ///< to stay
    std::optional<TemporaryWorkers> workers;

    friend bool operator==(const ControllerChanges &, const ControllerChanges &) = default;
};

/// How it stands with the journal of a host.
struct JournalStatus
{
    struct Controller
    {
        std::string name;
        RestoredObjects restored;
        ControllerChanges changes = {};
    };

    std::string file = {};                    ///< empty: the host keeps no journal
    std::uint64_t bytes = 0;                  ///< of the file, and of what is beside it
    WallTime written = {};                    ///< when it was last; WallTime{}: not since the start
    std::string whyNotWritten = {};           ///< as a sentence; empty: all is written
    std::string lost = {}; ///< what the start did not find, as a sentence; empty: it found all
    std::vector<Controller> controllers = {}; ///< that have started
};

/// The journal of a host, for those who ask. Thread-safe.
class JournalPort
{
public:
    virtual ~JournalPort() = default;

    [[nodiscard]] virtual JournalStatus status() = 0;
    /// Makes the file as small as what is in it: waits for that, and nothing is written meanwhile.
    /// The error is a sentence.
    virtual tl::expected<void, Error> compact() = 0;
};

/// `56 objects (3 failed or parked, 2 paused)`.
[[nodiscard]] std::string describe(const RestoredObjects &restored);
/// A line on each: `workers is 8 for 1 h, then 4`, `maxRetries is 5, and 3 in the session`.
[[nodiscard]] std::vector<std::string> describe(const ControllerChanges &changes, WallTime now);

} // namespace qontroller
