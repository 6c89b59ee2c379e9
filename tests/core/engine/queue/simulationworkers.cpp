// SPDX-License-Identifier: LGPL-3.0-or-later
// The workers of a Simulation and what their handlers do to the world.
#include "simulation.h"
#include "simulationnote.h"

#include "runresults.h"

#include <algorithm>

namespace qontroller::test {

using namespace std::chrono_literals;

namespace {

bool keepsErrors(const RunResult &result)
{
    return result.ran == Ran::LockRefused || result.ran == Ran::LockLost
           || result.outcome.kind() == Outcome::Kind::Wait;
}

} // namespace

void Simulation::take()
{
    if (m_runs.size() >= m_workers)
        return;
    const auto isFree = [this](const Seat &seat) {
        return std::none_of(m_runs.begin(), m_runs.end(),
                            [&seat](const Run &run) { return run.seat == &seat; });
    };
    const auto seat = std::find_if(m_seats.begin(), m_seats.end(), isFree); // there is one
    const Hands::Taken taken = on<Hands>(
        [&seat](Hands &hands, TimePoint now) { return hands.take(*seat, false, now); });
    if (Item *item = taken.entry ? taken.entry->item : taken.alone.item)
        begin(*seat, *item);
    else
        on<View>([](View &, TimePoint) {}); // who finds nothing sleeps, and nothing waits in a hand
}

void Simulation::begin(Seat &seat, Item &item)
{
    const std::size_t index = std::stoul(std::string(item.id()));
    note("takes ", index, item.isAbsent() ? ", absent" : "");
    Object &object = m_objects[index];
    const auto same = [index](const Run &run) { return run.object == index; };
    const std::string which = "object " + nameOf(index) + ": ";
    require(std::none_of(m_runs.begin(), m_runs.end(), same), "runs once at a time", which);
    require(object.owed, "runs only with a reason", which);
    require(m_clock.now() >= object.notBefore, "does not run before its time", which);
    require(item.isAbsent() ? object.mayBeAbsent : object.mayBePresent,
            which + "is " + (item.isAbsent() ? "absent" : "present") + " only with a reason");
    require(m_clock.now() >= m_allPausedUntil, "nothing runs while all is paused");
    const auto paused = m_pausedUntil.find(item.key);
    require(paused == m_pausedUntil.end() || m_clock.now() >= paused->second,
            "does not run while it is paused", which);
    object.owed = false;
    object.notBefore = {};
    m_runs.push_back({.item = &item, .seat = &seat, .object = index});
}

void Simulation::continueRun(std::size_t index)
{
    Run &run = m_runs[index];
    if (chance(15)) // what a handler does to its own object comes back as an event
        changeSource(run.object);
    if (chance(5))
        on<Runs>([&run](Runs &runs, TimePoint now) { runs.markStuck(*run.item, now); });
    if (chance(5))
        on<Runs>([&run](Runs &runs, TimePoint) { runs.setProgress(*run.item, 1, 2); });
    if (!run.read)
        return readState(run);
    finishRun(index, randomResult(run));
}

void Simulation::readState(Run &run)
{
    const Object &object = m_objects[run.object];
    run.read = true;
    const bool absent = run.item->isAbsent();
    run.removal = absent || object.version == 0;
    run.ignored = !run.removal && object.ignored;
    run.version = object.version;
    note("reads ", run.object, run.removal ? ": gone" : run.ignored ? ": ignored" : ": there");
}

RunResult Simulation::randomResult(const Run &run)
{
    RunResult result;
    const std::size_t dice = below(100);
    if (dice < 12)
        result = retry();
    else if (dice < 20)
        result = requeueAfter(std::chrono::milliseconds(below(200)));
    else if (dice < 24)
        result = waitFor("something", std::chrono::milliseconds(below(200)));
    else if (dice < 29)
        result = park();
    else if (dice < 34)
        return lockRefused();
    else if (dice < 37)
        return lockLost();
    if (run.ignored)
        return dice < 12 ? RunResult{Outcome::retry("no storage"), Ran::Get, false} : ignored();
    return run.removal ? onRemoval(result) : result;
}

void Simulation::finishRun(std::size_t index, const RunResult &result)
{
    const Run run = m_runs[index];
    m_runs.erase(m_runs.begin() + static_cast<std::ptrdiff_t>(index));
    note("ends ", run.object, ": ",
         result.ran == Ran::LockRefused ? "lock refused"
         : result.ran == Ran::LockLost  ? "lock lost"
         : result.outcome.isError()     ? "error"
         : result.outcome.delay() > 0s  ? "again later"
                                        : "done");
    if (!keepsErrors(result))
        m_objects[run.object].failedLast = result.outcome.isError();
    m_objects[run.object].removedLast = run.removal;
    changeWorld(run, result);
    planNext(run, result);
    if (result.ran == Ran::Remove)
        m_objects[run.object].mayBeAbsent = true; // the storage may have said so
    Seat &seat = *run.seat;
    Hand::Entry *next = seat.hand ? seat.hand->upcoming(result, m_clock.now()) : nullptr;
    if (next && seat.hand->goOn(result, m_clock.now()))
        return begin(seat, *next->item);
    on<Hands>([&](Hands &hands, TimePoint now) { hands.finish(seat, *run.item, result, now); });
}

void Simulation::changeWorld(const Run &run, const RunResult &result)
{
    Object &object = m_objects[run.object];
    const bool untouched = result.ran == Ran::LockRefused
                           || (result.ran == Ran::Get && result.outcome.isError());
    if (untouched)
        return;
    using World = Object::World;
    const bool broken = result.ran == Ran::LockLost || result.outcome.isError()
                        || result.outcome.kind() == Outcome::Kind::Wait;
    object.worldVersion = run.version;
    object.world = broken        ? World::Broken
                   : run.removal ? World::Removed
                   : run.ignored ? World::Ignored
                                 : World::Present;
}

void Simulation::planNext(const Run &run, const RunResult &result)
{
    Object &object = m_objects[run.object];
    const bool locks = result.ran == Ran::LockRefused || result.ran == Ran::LockLost;
    const bool done = !locks && result.outcome.kind() == Outcome::Kind::Done;
    if (done || run.triggered)
        return;
    object.owed = locks || result.outcome.kind() != Outcome::Kind::Park;
    const Duration least = locks ? Duration(100ms)
                           : result.outcome.kind() == Outcome::Kind::Retry
                               ? m_options.backoffBase * 9 / 10
                               : result.outcome.delay();
    const auto paused = m_pausedUntil.find(run.item->key);
    if (paused == m_pausedUntil.end()) // else its turn comes on resume
        object.notBefore = m_clock.now() + least;
}

void Simulation::finishAllRuns()
{
    while (!m_runs.empty()) {
        Run &run = m_runs.back();
        if (!run.read)
            readState(run);
        finishRun(m_runs.size() - 1, run.ignored ? ignored() : run.removal ? removed() : done());
    }
}

} // namespace qontroller::test
