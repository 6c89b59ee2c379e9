// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace qontroller {

/// What is told of an attempt or an event: what the engine says of it is a kind, which a
/// front end puts into the operator's language; foreign text stands beside it as it came.
struct Said
{
    enum class Kind : std::uint8_t {
        Text,  ///< the text is all there is
        Taken, ///< a command, as describe() says it; the text is all there is
        // How an attempt ended
        Done,    ///< text: what came of it, if its handler says so
        Removed, ///< likewise
        Ignored,
        DoneForNow,      ///< likewise; looked at again after span
        WaitsFor,        ///< text
        Failed,          ///< text: the error
        Parked,          ///< text: why
        LockRefused,     ///< text: who holds it, if that is known
        LockServiceAway, ///< text: its error; no lock can be asked for
        LockLost,
        /// Its storage says that it is gone, which the guard does not believe; text: `kept`, if an
        /// operator has decided that it stays.
        Withheld,
        OwnedElsewhere, ///< not run: another host owns it
        // What came of a command
        NotRun, ///< the controller stops
        Discarded,
        RemainsLeft, ///< discarded although its removal failed
        // What else happened
        RemovalsHeld,   ///< number of objects vanished; text: what is odd about their source
        StorageDenies,  ///< of many objects that lists show it says that they are gone
        AskedToStop,    ///< an attempt that ran for span
        NoReplacements, ///< too many attempts are stuck
        ListPartial,    ///< text: why; number of such lists in a row
        ListFailed,     ///< text: why; number of such lists in a row
        ListComplete,   ///< after number that were not
        ChangesMissed,  ///< text: why
        ClosedBySource,
        CursorExpired,
        HostIsShort,      ///< text: of what
        LockServiceBack,  ///< after span
        IdsRefused,       ///< number, which are empty or too long; text: how the first begins
        ItemsLeft,        ///< number
        PausesEnded,      ///< of number items at once
        PartsOwned,       ///< number of parts of the ids are this host's
        NoticesDropped,   ///< number of them, for handlers said too many a second
        Vanished,         ///< number of objects that a list lacked are removed
        Looping,          ///< run more than number times a minute without having changed
        ProcessLost,      ///< text: how the process ended, which it should not have
        NotHeld,          ///< a removal was to be let go, and none of it is held
        RemovalsRestored, ///< number were owed or held before the controller started
        NotReturned,      ///< an attempt, although its controller has stopped
        LetGo,            ///< number of objects that were held, and no person has decided on them
    };
    static constexpr int KindCount = int(Kind::LetGo) + 1;

    Said() = default;
    Said(std::string foreign)
        : text(std::move(foreign))
    {}
    Said(const char *foreign)
        : text(foreign)
    {}
    Said(Kind k, std::string foreign = {})
        : kind(k)
        , text(std::move(foreign))
    {}
    Said(Kind k, Duration s)
        : kind(k)
        , span(s)
    {}
    static Said itemsLeft(std::uint64_t number);
    static Said idsRefused(std::uint64_t number, std::string_view first);
    static Said listPartial(std::string why, std::uint64_t inARow);
    static Said listFailed(std::string why, std::uint64_t inARow);
    static Said listComplete(std::uint64_t notBefore);
    static Said removalsHeld(std::uint64_t number, std::string why = {});
    static Said removalsRestored(std::uint64_t number);
    static Said pausesEnded(std::uint64_t number);
    static Said partsOwned(std::uint64_t number);
    static Said noticesDropped(std::uint64_t number);
    static Said vanished(std::uint64_t number);
    static Said letGo(std::uint64_t number);
    static Said looping(std::uint64_t moreThan);

    Kind kind = Kind::Text;
    std::string text;
    Duration span{};
    std::uint64_t number = 0;
};

/// In English, for logs and tests.
[[nodiscard]] std::string inWords(const Said &said);

} // namespace qontroller
