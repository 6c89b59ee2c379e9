// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/items/knownitem.h"

#include "core/engine/api/deletionwave.h"
#include "core/engine/observe/items/itemrow.h"

namespace qontroller {

namespace {

bool waitsForATime(NextRun next)
{
    return next != NextRun::None && next != NextRun::Worker;
}

} // namespace

KnownItem knownItem(const ItemRow &row, const Moment &at)
{
    const bool isRunning = row.state == ItemState::Running || row.state == ItemState::Stuck;
    KnownItem known;
    known.key = row.key;
    known.id = row.id;
    known.version = row.version;
    known.existence = row.existence;
    known.denied = row.denied;
    known.givenUp = row.givenUp;
    known.standing = row.standing;
    known.next = isRunning ? NextRun::Worker : row.next;
    if (known.next == NextRun::RetryLimit) // who waits for it is another matter in another life
        known.next = NextRun::BackOff;
    if (waitsForATime(known.next))
        known.nextRun = at.wallOf(row.nextRun);
    known.band = row.band;
    known.causes = row.causes;
    known.errors = row.errors;
    known.text = row.text;
    known.error = row.error;
    known.lastError = at.wallOf(row.lastError);
    known.paused = row.paused;
    known.pausedUntil = at.wallOf(row.pausedUntil);
    known.pauseReason = row.pauseReason;
    known.hold = row.hold;
    known.pause = row.pause;
    known.since = at.wallOf(row.since);
    known.firstSeen = at.wallOf(row.firstSeen);
    known.lastRun = at.wallOf(row.lastRun);
    known.lastSuccess = at.wallOf(row.lastSuccess);
    known.generation = row.generation;
    known.observedGeneration = row.observedGeneration;
    known.keptText = row.keptText;
    return known;
}

std::optional<KnownItem> ofOtherObjects(const KnownItem &known)
{
    const bool isMissing = known.existence != Existence::Present;
    if (!known.paused && !isMissing)
        return std::nullopt;
    KnownItem other;
    other.key = known.key;
    other.id = known.id;
    if (isMissing)
        other.existence = known.existence == Existence::Kept ? Existence::Kept : Existence::Held;
    other.paused = known.paused;
    other.pausedUntil = known.pausedUntil;
    other.pauseReason = known.pauseReason;
    other.hold = known.hold;
    other.pause = known.pause;
    other.firstSeen = known.firstSeen;
    return other;
}

KnownWave knownWave(const DeletionWave &wave, const Moment &at)
{
    return {wave.known, wave.gone, at.wallOf(wave.last)};
}

} // namespace qontroller
