// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/wire/itemmessages.h"

#include "core/engine/observe/items/itemrow.h"

#include <algorithm>

namespace qontroller::remote {

void write(const ItemRow &row, v1::Item &message)
{
    message.set_key(row.key);
    message.set_id(row.id);
    message.set_state(static_cast<v1::ItemState>(row.state));
    message.set_band(static_cast<v1::Band>(row.band));
    message.set_absent(row.absent);
    message.set_kept(row.kept);
    message.set_existence(static_cast<v1::Existence>(row.existence));
    message.set_standing(static_cast<v1::Standing>(row.standing));
    message.set_next(static_cast<v1::NextRun>(row.next));
    message.set_denied(row.denied);
    message.set_paused(row.paused);
    message.set_version(row.version);
    message.set_causes(row.causes);
    message.set_coalesced(row.coalesced);
    message.set_errors(row.errors);
    message.set_worker(row.worker + 1);
    message.set_again(row.again);
    message.set_looping(row.looping);
    message.set_given_up(row.givenUp);
    message.set_since(nanoseconds(row.since));
    message.set_next_run(nanoseconds(row.nextRun));
    message.set_paused_until(nanoseconds(row.pausedUntil));
    message.set_first_seen(nanoseconds(row.firstSeen));
    message.set_last_run(nanoseconds(row.lastRun));
    message.set_last_success(nanoseconds(row.lastSuccess));
    message.set_last_error(nanoseconds(row.lastError));
    message.set_text(row.text);
    message.set_error(row.error);
    message.set_pause_reason(row.pauseReason);
    message.set_generation(row.generation);
    message.set_observed_generation(row.observedGeneration);
    message.set_progress_done(row.progressDone);
    message.set_progress_total(row.progressTotal);
}

ItemRow read(const v1::Item &message, HostClock clock)
{
    ItemRow row;
    row.key = message.key();
    row.id = message.id();
    row.state = toEnum(message.state(), ItemStateCount, ItemState::Waiting);
    row.band = toEnum(message.band(), BandCount, Band::Resync);
    row.absent = message.absent();
    row.kept = message.kept();
    row.existence = toEnum(message.existence(), ExistenceCount, Existence::Present);
    row.standing = toEnum(message.standing(), v1::Standing_ARRAYSIZE, Standing::InSync);
    row.next = toEnum(message.next(), v1::NextRun_ARRAYSIZE, NextRun::None);
    row.denied = message.denied();
    row.paused = message.paused();
    row.version = message.version();
    row.causes = static_cast<std::uint16_t>(message.causes());
    row.coalesced = message.coalesced();
    row.errors = message.errors();
    row.worker = message.worker() - 1;
    row.again = message.again();
    row.looping = message.looping();
    row.givenUp = message.given_up();
    row.since = clock.time(message.since());
    row.nextRun = clock.time(message.next_run());
    row.pausedUntil = clock.time(message.paused_until());
    row.firstSeen = clock.time(message.first_seen());
    row.lastRun = clock.time(message.last_run());
    row.lastSuccess = clock.time(message.last_success());
    row.lastError = clock.time(message.last_error());
    row.text = message.text();
    row.error = message.error();
    row.pauseReason = message.pause_reason();
    row.generation = message.generation();
    row.observedGeneration = message.observed_generation();
    row.progressDone = message.progress_done();
    row.progressTotal = message.progress_total();
    return row;
}

void write(const Said &said, v1::Said &message)
{
    message.set_kind(static_cast<std::uint32_t>(said.kind));
    message.set_text(said.text);
    message.set_span(nanoseconds(said.span));
    message.set_number(said.number);
    message.set_words(inWords(said));
}

Said read(const v1::Said &message)
{
    if (message.kind() >= Said::KindCount) // of a newer host, which has put it into words
        return {message.words()};
    Said said(static_cast<Said::Kind>(message.kind()), message.text());
    said.span = toDuration(message.span());
    said.number = message.number();
    return said;
}

void write(const EventRecord &event, v1::Event &message)
{
    message.set_number(event.number);
    message.set_time(nanoseconds(event.time));
    message.set_kind(static_cast<std::uint32_t>(event.kind));
    const std::string_view words = name(event.kind);
    message.set_name(words.data(), words.size());
    message.set_id(event.id);
    write(event.said, *message.mutable_said());
    message.set_ticket(event.ticket);
    message.set_notice(event.notice);
    if (event.runs != 1)
        message.set_runs(event.runs);
}

EventRecord read(const v1::Event &message, HostClock clock)
{
    EventRecord event;
    event.number = message.number();
    event.time = clock.time(message.time());
    event.kind = toEnum(message.kind(), EventRecord::KindCount, EventRecord::Kind::Process);
    event.id = message.id();
    event.said = read(message.said());
    event.ticket = message.ticket();
    event.notice = message.notice();
    event.runs = std::max<std::uint64_t>(message.runs(), 1);
    return event;
}

void write(const AttemptRecord &attempt, v1::AttemptRecord &message)
{
    message.set_started(nanoseconds(attempt.started));
    message.set_took(nanoseconds(attempt.took));
    message.set_causes(attempt.causes);
    message.set_removal(attempt.removal);
    message.set_success(attempt.success);
    write(attempt.outcome, *message.mutable_outcome());
}

AttemptRecord read(const v1::AttemptRecord &message, HostClock clock)
{
    AttemptRecord attempt;
    attempt.started = clock.time(message.started());
    attempt.took = toDuration(message.took());
    attempt.causes = static_cast<std::uint16_t>(message.causes());
    attempt.removal = message.removal();
    attempt.success = message.success();
    attempt.outcome = read(message.outcome());
    return attempt;
}

void write(const WorkerRow &worker, v1::Worker &message)
{
    message.set_number(worker.number);
    message.set_id(worker.id);
    message.set_since(nanoseconds(worker.since));
    message.set_done(worker.done);
    message.set_busy(nanoseconds(worker.busy));
    message.set_stuck(worker.stuck);
}

WorkerRow read(const v1::Worker &message, HostClock clock)
{
    WorkerRow worker;
    worker.number = message.number();
    worker.id = message.id();
    worker.since = clock.time(message.since());
    worker.done = message.done();
    worker.busy = toDuration(message.busy());
    worker.stuck = message.stuck();
    return worker;
}

} // namespace qontroller::remote
