// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/logbook.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <utility>

namespace qontroller {

namespace {

Said outcomeOf(const Item &item, const RunResult &result)
{
    Said said(verdict(result), result.outcome.text());
    if (said.kind == Said::Kind::Withheld && item.existence == Existence::Kept)
        said.text = "kept";
    if (said.kind == Said::Kind::DoneForNow)
        said.span = result.outcome.delay();
    return said;
}

/// Of what a handler said of its success: the end is what counts of what a command has printed.
std::string_view lastLine(std::string_view text)
{
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    text = text.substr(0, last == std::string_view::npos ? 0 : last + 1);
    return text.substr(text.rfind('\n') + 1);
}

// An error stays known while later attempts wait or find the lock held.
void remember(ItemExtra &extra, const RunResult &result, SharedText text, TimePoint now)
{
    if (isHandled(result.ran) && result.outcome.isError()) {
        extra.error = {};
        extra.lastError = now;
        extra.isErrorNew = !text.isSharedWith(extra.text);
    } else if (extra.lastError != TimePoint{} && extra.error.isEmpty()) {
        extra.error = std::move(extra.text);
    }
    extra.text = std::move(text);
}

} // namespace

void Logbook::forgetTrouble(Item &item)
{
    if (!item.extra)
        return;
    item.extra->text = {};
    item.extra->error = {};
    item.extra->lastError = {};
}

/// There may be a million of them, so no more than a line is kept.
void Logbook::rememberResult(Item &item, const std::string &result)
{
    constexpr std::size_t LongestResult = 256;
    forgetTrouble(item);
    if (const std::string_view line = lastLine(result); !line.empty())
        item.needExtra().text = m_texts.share(cutText(line, LongestResult));
}

void Logbook::record(Item &item, const RunResult &result, const Decision &decision, TimePoint now)
{
    const Said said = outcomeOf(item, result);
    const bool success = isHandled(result.ran) && !result.outcome.isError();
    const bool waits = isPutOff(said.kind);
    const bool trouble = !success || waits;
    SharedText text = trouble ? m_texts.share(result.outcome.text()) : SharedText();
    // The events have it, and the counters how often.
    const bool isRefusedAgain = result.ran == Ran::LockRefused && item.lockRefusals > 0
                                && item.extra && item.extra->text.isSharedWith(text);
    if (trouble)
        remember(item.needExtra(), result, std::move(text), now);
    else
        rememberResult(item, result.outcome.text());
    item.hasHistory = trouble || (item.hasHistory && m_histories.contains(item.key));
    if (item.hasHistory) {
        m_histories.add(item.key, {item.queueSince, now - item.queueSince, item.runCauses,
                                   result.ran == Ran::Remove, success, said});
    }
    if (item.extra)
        endTickets(item.id(), item.extra->running, said, now);
    item.lastRun = now;
    if (success && !waits)
        item.lastSuccess = now;
    recordGeneration(item, result, success && !waits);
    if (result.ran == Ran::LockRefused || result.ran == Ran::LockLost)
        item.lockRefusals = static_cast<std::uint8_t>(std::min(item.lockRefusals + 1, 100));
    else if (result.ran != Ran::LockAway)
        item.lockRefusals = 0;
    if (!isRefusedAgain)
        logEnd(item, said, decision, now);
    if (success && !waits)
        logSuccess(item, now);
}

void Logbook::logSuccess(Item &item, TimePoint now)
{
    const bool wasWarnedOf = item.warnedOf;
    item.warnedOf = false;
    if (wasWarnedOf || item.errors > 0)
        log(wasWarnedOf ? EventRecord::Kind::Recovered : EventRecord::Kind::RetryWorked, item.id(),
            {}, now);
}

/// … what an operator should know of the end of a run that was none.
void Logbook::logEnd(Item &item, const Said &said, const Decision &decision, TimePoint now)
{
    const bool isFailed = decision.standing == Standing::Failed;
    switch (said.kind) {
    case Said::Kind::LockRefused:
        return log(EventRecord::Kind::LockRefused, item.id(), said.text, now);
    case Said::Kind::LockLost: return log(EventRecord::Kind::LockLost, item.id(), {}, now);
    case Said::Kind::Parked:
        item.warnedOf = true;
        return log(EventRecord::Kind::Parked, item.id(), said.text, now);
    case Said::Kind::Failed:
        item.warnedOf |= isFailed;
        return log(isFailed ? EventRecord::Kind::Failed : EventRecord::Kind::Error, item.id(),
                   said.text, now);
    default: // a part that was handed over, removals that are withheld, a lock service that is away
        break; // have one event for all
    }
}

void Logbook::endTickets(std::string_view id, std::vector<TicketRuns> &tickets, const Said &outcome,
                         TimePoint now)
{
    m_ticketEnds.add(id, std::exchange(tickets, {}), outcome, now);
}

void Logbook::setKnown(std::size_t known)
{
    const LookBack most = lookBackFor(known);
    m_events.setLookBack(most.events);
    m_ticketEnds.setLookBack(most.ticketEnds);
    m_histories.setMost(most.histories);
}

void Logbook::setRead(const ChangeLog::Read &read)
{
    m_events.setRead(read.events);
    m_ticketEnds.setRead(read.ticketEnds);
}

bool Logbook::trim()
{
    const bool isMore = m_events.trim();
    const bool areMore = m_ticketEnds.trim();
    return m_histories.trim() || isMore || areMore;
}

void Logbook::watch(Item &item)
{
    m_histories.watch(item.key);
    item.hasHistory = true;
}

void Logbook::recordGeneration(Item &item, const RunResult &result, bool worked)
{
    if (result.ran != Ran::Add || result.generation == 0)
        return;
    const std::uint64_t before = generationOf(item).observed;
    setGeneration(item, {result.generation, worked ? result.generation : before});
}

Generation Logbook::generationOf(const Item &item) const
{
    return item.hasGeneration ? m_generations.at(item.key) : Generation{};
}

void Logbook::setGeneration(Item &item, Generation generation)
{
    m_generations[item.key] = generation;
    item.hasGeneration = true;
}

void Logbook::forget(Item &item)
{
    if (item.hasGeneration)
        m_generations.erase(item.key);
    item.hasGeneration = false;
    if (item.hasHistory)
        m_histories.forget(item.key);
    item.hasHistory = false;
}

} // namespace qontroller
