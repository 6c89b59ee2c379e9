// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/items/explanation.h"

#include "core/base/text/duration.h"
#include "core/engine/observe/events/withtext.h"

namespace qontroller {

namespace {

std::string paused(std::string words, const Explanation &fact, TimePoint now)
{
    if (fact.until != TimePoint{})
        words += ", goes on " + comesInWords(fact.until - now);
    return withText(std::move(words), fact.text);
}

std::string waitsForWorker(const Explanation &fact, TimePoint now)
{
    std::string words = "ready for " + spanInWords(now - fact.since) + ", with priority "
                        + std::string(name(fact.band))
                        + "; ready in all: " + std::to_string(fact.number)
                        + ", running now: " + std::to_string(fact.running);
    if (fact.stuck > 0)
        words += ", of which past their deadline: " + std::to_string(fact.stuck);
    return words;
}

std::string failures(std::uint64_t number)
{
    return "failed " + std::to_string(number) + (number == 1 ? " time" : " times");
}

std::string retryLimit(const Explanation &fact, TimePoint now)
{
    const bool isSoon = fact.until <= now; // it is known only about
    return failures(fact.number) + "; its back-off is over, and the retryRate lets "
           + std::to_string(fact.missing)
           + (fact.missing == 1 ? " retry wait; tried again " : " retries wait; tried again ")
           + (isSoon ? std::string("soon") : "in about " + spanInWords(fact.until - now));
}

std::string looping(const Explanation &fact, TimePoint now)
{
    std::string causes;
    for (int i = 0; i < CauseCount; ++i) {
        if ((fact.number >> unsigned(i) & 1U) != 0)
            causes += (causes.empty() ? "" : ", ") + std::string(name(static_cast<Cause>(i)));
    }
    std::string words = "runs again and again although nothing says that it has changed (last "
                        "reason: "
                        + causes + "), so it runs once a second";
    if (fact.until != TimePoint{})
        words += ", next " + comesInWords(fact.until - now);
    return words;
}

std::string afterBurst(const Explanation &fact, TimePoint now)
{
    const std::string when = fact.until > now ? "when no other object is ready or running, at the "
                                                "latest in "
                                                    + spanInWords(fact.until - now)
                                              : "as soon as a worker is free";
    return "asked for " + spanInWords(now - fact.since) + " ago; it runs " + when
           + "; ready in all: " + std::to_string(fact.number)
           + ", running now: " + std::to_string(fact.running);
}

/// … are gone, and what an operator can do.
std::string tooMany(const Explanation &fact)
{
    std::string words = std::to_string(fact.missing) + " of " + std::to_string(fact.number)
                        + (fact.number == 1 ? " object" : " objects");
    if (fact.before > 0)
        words += " (" + std::to_string(fact.before) + " of them had gone or were held before)";
    words += fact.text.empty() ? ", too many to be believed: keep or remove the object"
                               : ", which is not believed: keep or remove the object";
    return withText(std::move(words), fact.text);
}

} // namespace

std::string inWords(const Explanation &fact, TimePoint now)
{
    using Kind = Explanation::Kind;
    const std::string then = comesInWords(fact.until - now);
    const std::string ago = spanInWords(now - fact.since);
    switch (fact.kind) {
    case Kind::NoListYet: return "nothing runs before the first list of the source";
    case Kind::ControllerPaused: return paused("the controller is paused", fact, now);
    case Kind::LockServiceAway:
        return withText("the lock service is away, asked again " + then, fact.text);
    case Kind::InSync: return "in sync; nothing asks for a run";
    case Kind::AnotherLook: return "in sync; its handler wants another look " + then;
    case Kind::KeptByOperator: return "an operator keeps it although lists do not show it";
    case Kind::WaitsForWorker: return waitsForWorker(fact, now);
    case Kind::RemovalGoesOn: return "its removal is not done yet; its handler goes on " + then;
    case Kind::WaitsFor: return withText("waits, looked at again " + then, fact.text);
    case Kind::Running: return "has run on worker " + std::to_string(fact.number) + " for " + ago;
    case Kind::Stuck:
        return "past its deadline for " + ago + "; it was asked to stop and has not returned";
    case Kind::BackOff:
        return failures(fact.number) + "; tried again " + then;
    case Kind::RetryLimit: return retryLimit(fact, now);
    case Kind::Looping: return looping(fact, now);
    case Kind::LockHeld: return "its lock is held elsewhere; asked again " + then;
    case Kind::Failed: return "all retries failed; a resync, an event or a requeue tries once more";
    case Kind::Parked:
        return "its handler said that trying again is of no use; it runs when it changes"
               + (fact.until == TimePoint{} ? std::string() : ", " + then)
               + " or when it is requeued";
    case Kind::HeldFromBefore:
        return "its removal is held from before its controller started: keep or remove it";
    case Kind::Held: return "the list " + ago + " ago lacked " + tooMany(fact);
    case Kind::DeniedByStorage:
        return "its storage says that it is gone, and so it says of " + tooMany(fact);
    case Kind::Paused: return paused("paused", fact, now);
    case Kind::RunsOnResume: return "one run follows on resume";
    case Kind::Ignored: return "the storage says that it is not for this controller";
    case Kind::AfterBurst: return afterBurst(fact, now);
    case Kind::NoWorkers: return "the controller has no workers: nothing runs";
    case Kind::OwnedElsewhere: return "another host owns it and handles it";
    }
    return {};
}

} // namespace qontroller
