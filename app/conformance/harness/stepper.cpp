// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/harness/stepper.h"

#include "core/base/faults/callforeign.h"
#include "core/base/text/duration.h"

namespace qontroller::conformance {

using namespace std::chrono_literals;

namespace {

constexpr std::uint64_t Choices = 1'000'000;
constexpr Duration BetweenTries = 10ms;
// A look costs two programs: what is waited for in vain is looked at less and less often.
constexpr Duration FirstPause = 20ms;
constexpr Duration LongestPause = 320ms;

TimePoint now()
{
    return SteadyClock::instance().now();
}

/// Empty if it is done; fails the check if it was parked.
std::string whyUnfinished(const ObjectId &id, const Outcome &outcome, Duration limit)
{
    const std::string after = " after " + formatDuration(limit);
    switch (outcome.kind()) {
    case Outcome::Kind::Done:
    case Outcome::Kind::RequeueAfter: break;
    case Outcome::Kind::Park: fail(id, "was parked: " + orUnsaid(outcome.text(), "its last call"));
    case Outcome::Kind::Retry:
        return "still fails" + after + ": " + orUnsaid(outcome.text(), "its last call");
    case Outcome::Kind::Shortage:
        return "still meets a shortage of this host" + after + ": "
               + orUnsaid(outcome.text(), "its last call");
    case Outcome::Kind::Wait: return "still waits" + after + " for " + outcome.text();
    }
    return {};
}

} // namespace

void Stepper::settle()
{
    const Listing listing = list();
    IdSet all = listing.ids;
    all.insert(listing.leftovers.begin(), listing.leftovers.end());
    all.insert(m_known.begin(), m_known.end());
    m_known = listing.ids;
    finish(m_bench, std::move(all), [this](const ObjectId &id) {
        return m_known.contains(id) ? m_instance.handle(id) : m_instance.remove(id);
    });
}

Listing Stepper::list() const
{
    Listing listing = tryToList();
    if (listing.result.kind() != ListResult::Kind::Complete)
        fail({}, whyIncomplete(listing),
             "let list() give all there is and say complete(), if the source can be reached: see "
             "that what \"parameters\" of "
                 + m_bench.subject().file + " name is there");
    return listing;
}

Listing Stepper::tryToList() const
{
    const TimePoint deadline = later(now(), m_bench.limits().settle);
    while (true) {
        Listing listing = m_instance.list();
        if (listing.result.kind() == ListResult::Kind::Complete || now() >= deadline)
            return listing;
        Bench::wait(BetweenTries);
    }
}

std::string whyIncomplete(const Listing &listing)
{
    return "no list is complete: " + orUnsaid(listing.result.text(), "list()");
}

void finish(const Bench &bench, IdSet ids, const std::function<Outcome(const ObjectId &)> &step)
{
    const Duration limit = bench.limits().settle;
    const TimePoint deadline = later(now(), limit);
    while (true) {
        Difference pending;
        std::erase_if(ids, [&](const ObjectId &id) {
            std::string why = whyUnfinished(id, step(id), limit);
            if (why.empty())
                return true;
            pending = {id, std::move(why)};
            return false;
        });
        if (ids.empty())
            return;
        if (now() >= deadline)
            fail(pending.id, pending.text);
        Bench::wait(BetweenTries);
    }
}

Difference await(const World &world, Difference (*judge)(const State &, const State &),
                 Duration limit, const std::function<void()> &again)
{
    const TimePoint deadline = later(now(), limit);
    for (Duration pause = FirstPause;; pause = std::min(2 * pause, LongestPause)) {
        Difference difference = judge(world.actual(), world.desired());
        if (!difference || now() >= deadline)
            return difference;
        Bench::wait(pause);
        if (again)
            again();
    }
}

void expectContent(Bench &bench, const World &world, Stepper &stepper, const std::string &when)
{
    stepper.settle();
    if (const Difference wrong = await(world, missingIn, bench.afterDone(),
                                       [&] { stepper.settle(); }))
        fail(wrong.id, wrong.text + ", " + when);
}

std::uint64_t choice(Dice &dice)
{
    return dice.below(Choices);
}

void create(const World &world, Dice &dice, int count)
{
    for (int i = 0; i < count; ++i)
        world.change(Change::Create, choice(dice));
    static_cast<void>(world.desired()); // from here on the plugin is to blame for a change
}

void deleteAll(const World &world, Dice &dice)
{
    constexpr int Tries = 50;
    for (int i = 0; i < Tries && !world.desired().empty(); ++i)
        world.change(Change::Delete, choice(dice));
}

} // namespace qontroller::conformance
