// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/observe/items/itemstate.h"

#include <string>

namespace qontroller {

/// One fact of why nothing happens to an item now. A front end puts it into words, in its
/// language and with times as they are then.
struct Explanation
{
    enum class Kind : std::uint8_t {
        NoListYet,        ///< nothing runs before the first list of the source
        ControllerPaused, ///< until; text: why
        LockServiceAway,  ///< nothing runs until it is back; text: its error; asked again: until
        InSync,           ///< nothing asks for a run
        AnotherLook,      ///< in sync; its handler wants another look: until
        KeptByOperator,   ///< lists do not show it; an operator refused its removal
        WaitsForWorker, ///< since, band; number are ready; running workers are busy, of which stuck
        RemovalGoesOn,  ///< until
        WaitsFor,       ///< text: what its handler named; until
        Running,        ///< since; number: of the worker
        Stuck,          ///< since: runs past its deadline and was asked to stop
        BackOff,        ///< number of failures; until
        LockHeld,       ///< elsewhere; asked again: until
        Failed,         ///< retries used up
        Parked,         ///< its handler said that trying again is of no use
        Held, ///< since: lists lacked missing of number objects, before of them earlier; text: why
        DeniedByStorage, ///< it is gone, the storage says, and so are missing of number objects
        Paused,          ///< until; text: why
        RunsOnResume,    ///< once more
        Ignored,         ///< the storage says that it is not for this controller
        OwnedElsewhere,  ///< another host owns it, and handles it
        AfterBurst,      ///< as WaitsForWorker, but until then only while no other is ready or runs
        NoWorkers,       ///< nothing runs until the controller has some
        HeldFromBefore,  ///< its removal was owed or held before the controller started
        Looping, ///< it runs once a second, for nothing says that it has changed; number: why it
                 ///< ran last, as ItemRow::causes; until: its next run
        RetryLimit, ///< number of failures; missing retries wait for the limit; about until
    };
    static constexpr int KindCount = int(Kind::RetryLimit) + 1;

    Kind kind = Kind::InSync;
    TimePoint since{};
    TimePoint until{}; ///< when that ends by itself; TimePoint{}: it does not
    std::string text{};
    Band band = Band::Event;
    std::uint64_t number = 0;
    std::uint64_t running = 0;
    std::uint64_t stuck = 0;
    std::uint64_t missing = 0;
    std::uint64_t before = 0;

    bool operator==(const Explanation &) const = default;
};

/// In English, for terminals and logs; \a now: the moment at which it is read.
[[nodiscard]] std::string inWords(const Explanation &fact, TimePoint now);

} // namespace qontroller
