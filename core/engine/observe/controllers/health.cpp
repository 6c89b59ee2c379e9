// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/controllers/health.h"

#include "core/base/text/duration.h"
#include "core/engine/observe/events/shortform.h"
#include "core/engine/observe/events/withtext.h"

#include <algorithm>
#include <optional>

namespace qontroller {

namespace {

using Report = std::optional<HealthReport>;

std::uint64_t in(const ControllerView &controller, ItemState state)
{
    return controller.gauges.states[static_cast<std::size_t>(state)];
}

std::string objects(std::uint64_t count, const char *what)
{
    return std::to_string(count) + (count == 1 ? " object " : " objects ") + what;
}

/// Nothing of it runs.
Report ofStandstill(const ControllerView &c, TimePoint now)
{
    if (c.lockOutage.isAway())
        return HealthReport{Health::Bad, withText("the lock service has been away for "
                                                      + spanInWords(now - c.lockOutage.since),
                                                  shortForm(c.lockOutage.text))};
    if (c.state == ControllerState::Stopped || c.state == ControllerState::Draining)
        return HealthReport{Health::Degraded, "it is being removed"};
    if (c.state == ControllerState::Paused && c.options.workers == 0)
        return HealthReport{Health::Degraded, "it has no workers"};
    if (c.state == ControllerState::Paused)
        return HealthReport{Health::Degraded, withText("paused", c.pauseReason)};
    return std::nullopt;
}

/// What its source says is not known, or not all.
Report ofLists(const ControllerView &c, TimePoint now)
{
    const ListStatus &lists = c.lists;
    if (lists.isForeign)
        return HealthReport{Health::Bad, withText("owned by another host", shortForm(lists.why))};
    if (lists.last == ListEnd::Failed)
        return HealthReport{Health::Bad, withText(lists.failures > 1
                                                      ? "the last " + std::to_string(lists.failures)
                                                            + " lists have failed"
                                                      : "the last list has failed",
                                                  shortForm(lists.why))};
    if (lists.last != ListEnd::None && lists.isOverdue(c.options.resyncInterval, now))
        return HealthReport{Health::Degraded,
                            "a list has been under way for " + spanInWords(now - lists.beganAt)};
    if (lists.last == ListEnd::Partial)
        return HealthReport{Health::Degraded,
                            withText("the last list was not complete, so deletions wait",
                                     shortForm(lists.why))};
    if (lists.last == ListEnd::None)
        return HealthReport{Health::Degraded, lists.isUnderWay()
                                                  ? "the first list has been under way for "
                                                        + spanInWords(now - lists.beganAt)
                                                  : "no list has ended yet"};
    return std::nullopt;
}

std::string whyHeld(const HeldList &held)
{
    if (held.isRestored())
        return " from before the controller started";
    std::string why = held.kind == HeldList::Kind::Storage ? ": the storage denies "
                                                           : ": a list lacked ";
    why += std::to_string(held.missing) + " of " + std::to_string(held.present) + " objects";
    if (held.before > 0)
        why += ", " + std::to_string(held.before) + " of them earlier";
    return withText(std::move(why), held.why);
}

/// How many of those in back-off the retry rate lets wait, and about for how long; may be empty.
std::string limitedOf(const ControllerView &c)
{
    const std::uint64_t limited = c.gauges.retriesLimited;
    if (limited == 0)
        return {};
    constexpr double TenYears = 3.2e8; // beyond it the clock's numbers might run over
    const std::chrono::duration<double> wait(
        std::min(static_cast<double>(limited) / c.options.retryRate, TenYears));
    return ", of which " + std::to_string(limited) + (limited == 1 ? " waits" : " wait")
           + " for the retryRate: about "
           + spanInWords(std::chrono::ceil<std::chrono::seconds>(wait));
}

/// A person has to decide or to mend.
Report ofObjects(const ControllerView &c)
{
    if (const auto held = in(c, ItemState::Held); held > 0)
        return HealthReport{Health::Bad,
                            std::to_string(held)
                                + (held == 1 ? " removal is held" : " removals are held")
                                + whyHeld(c.held)};
    if (const auto stuck = in(c, ItemState::Stuck); stuck > 0)
        return HealthReport{Health::Bad, objects(stuck, "past the deadline, and still running")};
    if (const auto failed = c.gauges.failed(); failed > 0)
        return HealthReport{Health::Bad, objects(failed, "failed")};
    if (const auto parked = in(c, ItemState::Parked); parked > 0)
        return HealthReport{Health::Bad, objects(parked, "parked")};
    if (!c.shortage.text.empty())
        return HealthReport{Health::Degraded,
                            withText("the host is short of something", shortForm(c.shortage.text))};
    if (!c.watchError.empty())
        return HealthReport{Health::Degraded,
                            withText("the watch is not established", shortForm(c.watchError))};
    if (const auto looping = c.gauges.looping; looping > 0)
        return HealthReport{Health::Degraded, objects(looping, looping == 1 ? "runs" : "run")
                                                  + " again and again although nothing says that "
                                                  + (looping == 1 ? "it has" : "they have")
                                                  + " changed"};
    if (const auto backOff = in(c, ItemState::BackOff); backOff > 0)
        return HealthReport{Health::Degraded, objects(backOff, "in back-off") + limitedOf(c)};
    if (const auto paused = in(c, ItemState::Paused); paused > 0)
        return paused == c.gauges.known
                   ? HealthReport{Health::Degraded, "all of its objects are paused"}
                   : HealthReport{Health::Good, objects(paused, "paused")};
    return std::nullopt;
}

} // namespace

std::string_view name(Health health)
{
    switch (health) {
    case Health::Good: return "good";
    case Health::Degraded: return "degraded";
    case Health::Bad: return "bad";
    }
    return {};
}

HealthReport healthOf(const ControllerView &controller, TimePoint now)
{
    const Report standstill = ofStandstill(controller, now);
    HealthReport worst;
    for (const Report &report : {standstill, ofLists(controller, now), ofObjects(controller)}) {
        if (report && (report->health > worst.health || worst.reason.empty()))
            worst = *report;
    }
    if (standstill && standstill->reason != worst.reason) // or it would seem to be at work
        worst.reason = standstill->reason + "; " + worst.reason;
    return worst;
}

} // namespace qontroller
