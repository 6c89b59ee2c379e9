// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/hand.h"

#include "core/base/duration.h"

namespace qontroller::conformance {

using namespace std::chrono_literals;

namespace {

constexpr std::uint64_t Choices = 1'000'000;
constexpr Duration BetweenTries = 10ms;
constexpr Duration BetweenLooks = 20ms;

TimePoint now()
{
    return SteadyClock::instance().now();
}

} // namespace

void Hand::settle()
{
    const Listing listing = list();
    Ids absent = listing.leftovers;
    for (const ObjectId &id : m_known) {
        if (!listing.ids.contains(id))
            absent.insert(id);
    }
    m_known = listing.ids;
    finishAll(listing.ids, std::move(absent));
}

Listing Hand::list()
{
    const TimePoint deadline = later(now(), m_bench.limits().settle);
    while (true) {
        Listing listing = m_instance.list();
        if (listing.result.kind() == ListResult::Kind::Complete)
            return listing;
        if (now() >= deadline)
            fail({}, "no list is complete: " + listing.result.text());
        Bench::wait(BetweenTries);
    }
}

void Hand::finishAll(Ids present, Ids absent)
{
    const TimePoint deadline = later(now(), m_bench.limits().settle);
    while (true) {
        std::erase_if(present,
                      [this](const ObjectId &id) { return isFinished(id, m_instance.handle(id)); });
        std::erase_if(absent,
                      [this](const ObjectId &id) { return isFinished(id, m_instance.remove(id)); });
        if (present.empty() && absent.empty())
            return;
        if (now() >= deadline)
            fail(m_pending.id, m_pending.text);
        Bench::wait(BetweenTries);
    }
}

void Hand::finish(const ObjectId &id, const std::function<Outcome()> &step)
{
    const TimePoint deadline = later(now(), m_bench.limits().settle);
    while (!isFinished(id, step())) {
        if (now() >= deadline)
            fail(m_pending.id, m_pending.text);
        Bench::wait(BetweenTries);
    }
}

bool Hand::isFinished(const ObjectId &id, const Outcome &outcome)
{
    const std::string after = " after " + formatDuration(m_bench.limits().settle);
    switch (outcome.kind()) {
    case Outcome::Kind::Done:
    case Outcome::Kind::RequeueAfter: return true;
    case Outcome::Kind::Park: fail(id, "was parked: " + outcome.text());
    case Outcome::Kind::Retry:
        m_pending = {id, "still fails" + after + ": " + outcome.text()};
        break;
    case Outcome::Kind::Wait: m_pending = {id, "still waits" + after + " for " + outcome.text()};
    }
    return false;
}

Difference await(const World &world, Difference (*judge)(const State &, const State &),
                 Duration limit, const std::function<void()> &again)
{
    const TimePoint deadline = later(now(), limit);
    while (true) {
        Difference difference = judge(world.actual(), world.desired());
        if (!difference || now() >= deadline)
            return difference;
        Bench::wait(BetweenLooks);
        if (again)
            again();
    }
}

void expectContent(Bench &bench, const World &world, Hand &hand, const std::string &when)
{
    if (const Difference wrong = await(world, missingIn, bench.afterDone(), [&] { hand.settle(); }))
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
}

void stir(const World &world, Dice &dice, int count)
{
    for (int i = 0; i < count; ++i)
        world.change(static_cast<Change>(dice.below(3)), choice(dice));
}

} // namespace qontroller::conformance
