// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/controllers/attention.h"

#include "core/base/text/clocktime.h"
#include "core/base/text/duration.h"
#include "core/base/text/texthash.h"
#include "core/engine/observe/events/shortform.h"
#include "core/engine/observe/events/withtext.h"

#include <algorithm>
#include <array>
#include <utility>

namespace qontroller {

namespace {

using Kind = AttentionKind;

constexpr std::array<AttentionFacts, AttentionKindCount> Facts{{
    {Kind::JournalNotWritten, "journal-not-written", Severity::Fault, Health::Healthy, "journal"},
    {Kind::JournalNotWhole, "journal-not-whole", Severity::Fault, Health::Healthy, "journal"},
    {Kind::NotApplied, "session-not-applied", Severity::Fault, Health::Healthy, "apply"},
    {Kind::NotStarted, "not-started", Severity::Fault, Health::Failing, "apply"},
    {Kind::NotSaved, "session-not-saved", Severity::Notice, Health::Healthy, "session, apply"},
    {Kind::LocksAway, "lock-service-away", Severity::Fault, Health::Failing, ""},
    {Kind::Leaving, "leaving", Severity::Normal, Health::Degraded, ""},
    {Kind::NoWorkers, "no-workers", Severity::Notice, Health::Degraded, "workers"},
    {Kind::Paused, "paused", Severity::Notice, Health::Degraded, "resume"},
    {Kind::OwnedElsewhere, "owned-elsewhere", Severity::Fault, Health::Failing, "take"},
    {Kind::CannotList, "cannot-list", Severity::Fault, Health::Failing, "resync"},
    {Kind::SlowList, "slow-list", Severity::Fault, Health::Degraded, ""},
    {Kind::PartialList, "partial-list", Severity::Fault, Health::Degraded, "resync"},
    {Kind::FirstList, "first-list", Severity::Normal, Health::Working, ""},
    {Kind::Held, "held", Severity::Decision, Health::Degraded, "remove, keep"},
    {Kind::Stuck, "stuck", Severity::Fault, Health::Failing, ""},
    {Kind::Failed, "failed", Severity::Fault, Health::Failing, "requeue"},
    {Kind::Shortage, "shortage", Severity::Fault, Health::Degraded, ""},
    {Kind::WatchDown, "watch-down", Severity::Fault, Health::Degraded, ""},
    {Kind::Looping, "looping", Severity::Fault, Health::Degraded, "pause"},
    {Kind::Retrying, "retrying", Severity::Normal, Health::Degraded, ""},
    {Kind::ObjectsPaused, "objects-paused", Severity::Notice, Health::Healthy, "resume"},
    {Kind::Temporary, "temporary", Severity::Notice, Health::Healthy, "workers"},
    {Kind::StuckDrain, "stuck-drain", Severity::Decision, Health::Degraded, "operations"},
    {Kind::FailingOperation, "failing-operation", Severity::Fault, Health::Failing, "operations"},
}};

constexpr bool areInOrder()
{
    for (int i = 0; i < AttentionKindCount; ++i) {
        if (Facts[std::size_t(i)].kind != Kind(i))
            return false;
    }
    return true;
}
static_assert(areInOrder(), "a row for each kind, in their order");

std::uint64_t in(const ControllerView &controller, ItemState state)
{
    return controller.gauges.states[static_cast<std::size_t>(state)];
}

using All = std::vector<Attention>;

/// Nothing of it runs.
void addStandstill(All &all, const ControllerView &c)
{
    if (c.lockOutage.isAway())
        all.push_back({.kind = Kind::LocksAway,
                       .since = c.lockOutage.since,
                       .text = shortForm(c.lockOutage.text)});
    if (c.state == ControllerState::Stopped || c.state == ControllerState::Draining)
        all.push_back({.kind = Kind::Leaving, .hostStops = c.hostStops});
    else if (c.state == ControllerState::Paused && c.options.workers == 0)
        all.push_back({.kind = Kind::NoWorkers});
    else if (c.state == ControllerState::Paused)
        all.push_back({.kind = Kind::Paused,
                       .since = c.pausedSince,
                       .until = c.pausedUntil,
                       .text = c.pauseReason});
}

bool cannotList(const ControllerView &c)
{
    return c.lists.isForeign || c.lists.last == ListEnd::Failed;
}

/// What its source says is not known, or not all.
void addLists(All &all, const ControllerView &c, TimePoint now)
{
    const ListStatus &lists = c.lists;
    if (cannotList(c))
        all.push_back({.kind = lists.isForeign ? Kind::OwnedElsewhere : Kind::CannotList,
                       .count = lists.failures,
                       .since = lists.completeAt,
                       .text = shortForm(lists.why)});
    else if (lists.last == ListEnd::None)
        all.push_back({.kind = Kind::FirstList, .since = lists.beganAt});
    else if (lists.isOverdue(c.options.resyncInterval, now))
        all.push_back({.kind = Kind::SlowList, .since = lists.beganAt});
    else if (lists.last == ListEnd::Partial)
        all.push_back(
            {.kind = Kind::PartialList, .since = lists.completeAt, .text = shortForm(lists.why)});
}

/// Those in back-off, and how many of them the retry rate lets wait, and about for how long.
Attention retryingOf(const ControllerView &c)
{
    Attention retrying{.kind = Kind::Retrying};
    retrying.limited = c.gauges.retriesLimited;
    if (retrying.limited == 0)
        return retrying;
    constexpr double TenYears = 3.2e8; // beyond it the clock's numbers might run over
    const std::chrono::duration<double> wait(
        std::min(static_cast<double>(retrying.limited) / c.options.retryRate, TenYears));
    retrying.wait = std::chrono::ceil<std::chrono::seconds>(wait);
    return retrying;
}

/// What most objects fail with first; those without a cause of their own last.
void addFailures(All &all, const ControllerView &c)
{
    std::vector<FailureCause> causes = c.failures;
    std::ranges::stable_sort(causes, std::ranges::greater(), [](const FailureCause &cause) {
        return std::pair(!cause.signature.empty(), cause.count);
    });
    for (const FailureCause &each : causes)
        all.push_back({.kind = Kind::Failed,
                       .count = each.count,
                       .of = c.gauges.known,
                       .parked = each.parked,
                       .since = each.since,
                       .newest = each.newest,
                       .cause = each.signature,
                       .text = shortForm(each.text)});
}

void addObjects(All &all, const ControllerView &c, TimePoint now)
{
    const auto add = [&](std::uint64_t count, Attention attention) {
        attention.count = count;
        attention.of = attention.of == 0 ? c.gauges.known : attention.of;
        if (count > 0)
            all.push_back(std::move(attention));
    };
    add(in(c, ItemState::Held), {.kind = Kind::Held,
                                 .of = c.held.present,
                                 .lacked = c.held.missing,
                                 .before = c.held.before,
                                 .heldBy = c.held.kind,
                                 .since = c.held.at,
                                 .text = c.held.why});
    add(in(c, ItemState::Stuck), {.kind = Kind::Stuck, .since = now - c.gauges.oldestRunning});
    addFailures(all, c);
    if (!c.shortage.text.empty())
        all.push_back(
            {.kind = Kind::Shortage, .since = c.shortage.at, .text = shortForm(c.shortage.text)});
    if (!c.watchError.empty() && !cannotList(c)) // for the same cause
        all.push_back(
            {.kind = Kind::WatchDown, .since = c.sourceErrorAt, .text = shortForm(c.watchError)});
    add(c.gauges.looping, {.kind = Kind::Looping});
    add(in(c, ItemState::BackOff), retryingOf(c));
    add(in(c, ItemState::Paused), {.kind = Kind::ObjectsPaused});
}

std::string objects(std::uint64_t count, const char *what)
{
    return std::to_string(count) + (count == 1 ? " object " : " objects ") + what;
}

std::string sinceInWords(const Attention &a, const Moment &now)
{
    return spanInWords(now.now - a.since);
}

std::string pausedOf(const Attention &a, const Moment &now)
{
    return withText("paused" + untilInWords(now.wallOf(a.until), now.wall), a.text);
}

std::string whyHeld(const Attention &a)
{
    if (a.heldBy == HeldList::Kind::Restored)
        return " from before the controller started";
    std::string why = a.heldBy == HeldList::Kind::Storage ? ": the storage denies "
                                                          : ": a list lacked ";
    why += std::to_string(a.lacked) + " of " + std::to_string(a.of) + " objects";
    if (a.before > 0)
        why += ", " + std::to_string(a.before) + " of them earlier";
    return withText(std::move(why), a.text);
}

std::string failedOf(const Attention &a)
{
    if (a.parked == a.count)
        return objects(a.count, "parked");
    std::string failed = objects(a.count, "failed");
    if (a.parked > 0)
        failed += ", of which " + std::to_string(a.parked) + (a.parked == 1 ? " is" : " are")
                  + " parked";
    return failed;
}

std::string limitedOf(const Attention &a)
{
    if (a.limited == 0)
        return {};
    return ", of which " + std::to_string(a.limited) + (a.limited == 1 ? " waits" : " wait")
           + " for the retryRate: about " + spanInWords(a.wait);
}

Health healthOf(const Attention &a)
{
    if (a.kind == Kind::ObjectsPaused && a.count == a.of)
        return Health::Degraded;
    return factsOf(a.kind).health;
}

/// … which may stand for others of its kind.
std::string reasonFor(const Attention &worst, const All &all, const Moment &now)
{
    Attention together = worst;
    for (const Attention &each : all) {
        if (each.kind == Kind::Failed && &each != &worst) {
            together.count += each.count;
            together.parked += each.parked;
        }
    }
    if (worst.kind != Kind::Failed || together.count == worst.count)
        return sentenceOf(worst, now);
    return withText(failedOf(together) + ", " + std::to_string(worst.count) + " of them",
                    worst.cause);
}

/// What a person can type of a cause, which is a sentence.
std::string codeOf(const std::string &cause)
{
    if (cause.empty())
        return "others";
    constexpr std::string_view Digits = "0123456789abcdef";
    std::string code(6, '0');
    std::uint64_t hash = hashOf(cause);
    for (char &digit : code) {
        digit = Digits[hash % Digits.size()];
        hash /= Digits.size();
    }
    return code;
}

} // namespace

std::string_view name(Severity severity)
{
    switch (severity) {
    case Severity::Normal: return "normal";
    case Severity::Notice: return "notice";
    case Severity::Decision: return "decision";
    case Severity::Fault: return "fault";
    }
    return {};
}

const AttentionFacts &factsOf(AttentionKind kind)
{
    return Facts.at(static_cast<std::size_t>(kind));
}

std::optional<AttentionKind> attentionKindOf(std::string_view name)
{
    const auto found = std::ranges::find(Facts, name, &AttentionFacts::name);
    return found == Facts.end() ? std::nullopt : std::optional(found->kind);
}

std::uint64_t amountOf(const Attention &attention)
{
    return attention.kind == Kind::CannotList ? 0 : attention.count;
}

std::vector<Attention> attentionsOf(const ControllerView &controller, TimePoint now)
{
    All all;
    addStandstill(all, controller);
    addLists(all, controller, now);
    addObjects(all, controller, now);
    return all;
}

std::string keyOf(std::string_view controller, const Attention &a)
{
    const std::string cause = a.kind == Kind::Failed ? codeOf(a.cause) : a.cause;
    std::string key(controller);
    for (const std::string_view part : {factsOf(a.kind).name, std::string_view(cause)}) {
        if (!part.empty())
            key.append(key.empty() ? "" : "/").append(part);
    }
    return key;
}

std::string sentenceOf(const Attention &a, const Moment &now)
{
    switch (a.kind) {
    case Kind::JournalNotWritten:
        return withText("a restart would forget what happens now", a.text);
    case Kind::JournalNotWhole: return withText("the start has not found all", a.text);
    case Kind::NotApplied: return withText("the session asked for last is not applied", a.text);
    case Kind::NotSaved: return withText("a restart goes back to the session's file", a.text);
    case Kind::LocksAway:
        return withText("the lock service has been away for " + sinceInWords(a, now), a.text);
    case Kind::Leaving: return a.hostStops ? "the host stops" : "it is being removed";
    case Kind::NoWorkers: return "it has no workers";
    case Kind::Paused: return pausedOf(a, now);
    case Kind::OwnedElsewhere: return withText("owned by another controller", a.text);
    case Kind::CannotList:
        return withText(a.count > 1 ? "the last " + std::to_string(a.count) + " lists have failed"
                                    : "the last list has failed",
                        a.text);
    case Kind::SlowList: return "a list has been under way for " + sinceInWords(a, now);
    case Kind::PartialList:
        return withText("the last list was not complete, so deletions wait", a.text);
    case Kind::FirstList:
        return a.since == TimePoint{}
                   ? "no list has ended yet"
                   : "the first list has been under way for " + sinceInWords(a, now);
    case Kind::Held:
        return std::to_string(a.count) + (a.count == 1 ? " removal is held" : " removals are held")
               + whyHeld(a);
    case Kind::Stuck: return objects(a.count, "past the deadline, and still running");
    case Kind::Failed: return withText(failedOf(a), a.count == 1 ? a.text : a.cause);
    case Kind::Shortage: return withText("the host is short of something", a.text);
    case Kind::WatchDown: return withText("the watch is not established", a.text);
    case Kind::Looping:
        return objects(a.count, a.count == 1 ? "runs" : "run")
               + " again and again although nothing says that "
               + (a.count == 1 ? "it has" : "they have") + " changed";
    case Kind::Retrying: return objects(a.count, "in back-off") + limitedOf(a);
    case Kind::ObjectsPaused:
        return a.count == a.of ? "all of its objects are paused" : objects(a.count, "paused");
    case Kind::Temporary:
        return "workers is " + std::to_string(a.count) + " for " + spanInWords(a.wait) + ", then "
               + std::to_string(a.of) + " again"
               + (a.text.empty() ? "" : ", as " + a.text + " says");
    case Kind::NotStarted: // whole sentences
    case Kind::StuckDrain:
    case Kind::FailingOperation: return a.text;
    }
    return {};
}

HealthReport healthOf(const std::vector<Attention> &all, const Moment &now)
{
    const auto worst = std::ranges::max_element(all, {}, [](const Attention &each) {
        return std::pair(healthOf(each), factsOf(each.kind).severity);
    });
    if (worst == all.end())
        return {};
    HealthReport report{healthOf(*worst), reasonFor(*worst, all, now)};
    const Attention &first = all.front();
    if (&first != &*worst && first.kind <= Kind::Paused) // or it would seem to be at work
        report.reason = sentenceOf(first, now) + "; " + report.reason;
    return report;
}

} // namespace qontroller
