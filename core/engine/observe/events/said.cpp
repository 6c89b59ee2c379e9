// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/events/said.h"

#include "core/base/faults/linebudget.h"
#include "core/base/text/duration.h"
#include "core/base/text/text.h"
#include "core/engine/api/objectid.h"
#include "core/engine/observe/events/withtext.h"

namespace qontroller {

namespace {

Said counted(Said::Kind kind, std::uint64_t number, std::string text = {})
{
    Said said(kind, std::move(text));
    said.number = number;
    return said;
}

/// \a number, and what follows it: of one, or of several.
std::string inNumber(std::uint64_t number, const char *one, const char *several)
{
    return std::to_string(number) + (number == 1 ? one : several);
}

} // namespace

Said Said::itemsLeft(std::uint64_t number)
{
    return counted(Kind::ItemsLeft, number);
}

Said Said::idsRefused(std::uint64_t number, std::string_view first)
{
    constexpr std::size_t Beginning = 64;
    return counted(Kind::IdsRefused, number, cutText(first, Beginning));
}

Said Said::listPartial(std::string why, std::uint64_t inARow)
{
    return counted(Kind::ListPartial, inARow, std::move(why));
}

Said Said::listFailed(std::string why, std::uint64_t inARow)
{
    return counted(Kind::ListFailed, inARow, std::move(why));
}

Said Said::listComplete(std::uint64_t notBefore)
{
    return counted(Kind::ListComplete, notBefore);
}

Said Said::removalsHeld(std::uint64_t number, std::string why)
{
    return counted(Kind::RemovalsHeld, number, std::move(why));
}

Said Said::removalsRestored(std::uint64_t number)
{
    return counted(Kind::RemovalsRestored, number);
}

Said Said::pausesEnded(std::uint64_t number)
{
    return counted(Kind::PausesEnded, number);
}

Said Said::partsOwned(std::uint64_t number)
{
    return counted(Kind::PartsOwned, number);
}

Said Said::noticesDropped(std::uint64_t number)
{
    return counted(Kind::NoticesDropped, number);
}

Said Said::vanished(std::uint64_t number)
{
    return counted(Kind::Vanished, number);
}

Said Said::letGo(std::uint64_t number)
{
    return counted(Kind::LetGo, number);
}

Said Said::looping(std::uint64_t moreThan)
{
    return counted(Kind::Looping, moreThan);
}

std::string inWords(const Said &said)
{
    switch (said.kind) {
    case Said::Kind::Text:
    case Said::Kind::ProcessLost:
    case Said::Kind::Taken: return said.text;
    case Said::Kind::Done: return withText("done", said.text);
    case Said::Kind::Removed: return withText("removed", said.text);
    case Said::Kind::Ignored: return "ignored";
    case Said::Kind::DoneForNow:
        return withText("done, looked at again in " + lengthInWords(said.span), said.text);
    case Said::Kind::WaitsFor: return withText("waits for", said.text);
    case Said::Kind::Failed: return withText("failed", said.text);
    case Said::Kind::Parked: return withText("parked", said.text);
    case Said::Kind::LockRefused:
        return withText("lock refused, held by", said.text.empty() ? "another holder" : said.text);
    case Said::Kind::LockServiceAway: return withText("the lock service is away", said.text);
    case Said::Kind::LockLost: return "lock lost while running";
    case Said::Kind::Withheld:
        return said.text.empty() ? "its storage says that it is gone; the removal is held"
                                 : "its storage says that it is gone; it is kept by an operator";
    case Said::Kind::OwnedElsewhere: return "not run: another host owns it";
    case Said::Kind::NotRun: return "not run: the controller stops";
    case Said::Kind::NotHeld: return "not run: no removal of it is held";
    case Said::Kind::NotReturned:
        return "the controller has stopped, and its call has not returned";
    case Said::Kind::Discarded: return "discarded";
    case Said::Kind::RemainsLeft:
        return "discarded although its removal failed: what is left of it stays";
    case Said::Kind::RemovalsHeld:
        return withText(inNumber(said.number, " object vanished: its removal waits for an operator",
                                 " objects vanished: their removals wait for an operator"),
                        said.text);
    case Said::Kind::RemovalsRestored:
        return "removals from before the controller started wait for an operator: "
               + std::to_string(said.number);
    case Said::Kind::AskedToStop:
        return "has run for " + lengthInWords(said.span) + "; it was asked to stop";
    case Said::Kind::NoReplacements:
        return "too many attempts are stuck: no more workers are started in their place until some "
               "return";
    case Said::Kind::StorageDenies:
        return "the storage says of many listed objects that they are gone: their removal waits "
               "for "
               "an operator";
    case Said::Kind::ListPartial: return withText("deletions wait", said.text);
    case Said::Kind::ListFailed: return said.text.empty() ? "no reason was given" : said.text;
    case Said::Kind::ListComplete:
        return "after " + inNumber(said.number, " that was not", " that were not");
    case Said::Kind::ChangesMissed: return withText("changes were missed", said.text);
    case Said::Kind::ClosedBySource: return "closed by the source";
    case Said::Kind::CursorExpired: return "the cursor has expired";
    case Said::Kind::PausesEnded: return inNumber(said.number, " object goes on", " objects go on");
    case Said::Kind::PartsOwned:
        return inNumber(said.number, " part of the ids is owned here",
                        " parts of the ids are owned here");
    case Said::Kind::NoticesDropped:
        return inNumber(said.number, " notice", " notices") + " left out: handlers say more than "
               + std::to_string(LineBudget::LinesPerSecond) + " a second";
    case Said::Kind::Vanished:
        return inNumber(said.number, " object that was there is", " objects that were there are")
               + " gone, as a list says: removed unless the storage has "
               + (said.number == 1 ? "it" : "them");
    case Said::Kind::LetGo:
        return inNumber(said.number, " removal is", " removals are")
               + " held no more: the source or the storage has said what has become of "
               + (said.number == 1 ? "the object" : "the objects");
    case Said::Kind::Looping:
        return "ran more than " + std::to_string(said.number)
               + " times a minute although nothing says that it has changed: from now on it runs "
                 "once a second";
    case Said::Kind::HostIsShort: return withText("the host has no more of something", said.text);
    case Said::Kind::LockServiceBack:
        return "the lock service is back after " + lengthInWords(said.span);
    case Said::Kind::IdsRefused:
        return withText(inNumber(said.number, " id was", " ids were")
                            + " refused: an id must have 1 to " + std::to_string(LongestId)
                            + " bytes",
                        said.text);
    case Said::Kind::ItemsLeft: return inNumber(said.number, " object left", " objects left");
    }
    return said.text;
}

} // namespace qontroller
