// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

#include "app/conformance/checks/ids.h"

#include <algorithm>

namespace qontroller::conformance {

namespace {

/// A list that is asked to stop when it has given \a count ids; 0: before it begins.
Listing cutAfter(Instance &instance, std::uint64_t count)
{
    std::stop_source stop;
    if (count == 0)
        stop.request_stop();
    return instance.list(stop.get_token(), [&, given = std::uint64_t(0)]() mutable {
        if (++given == count)
            stop.request_stop();
    });
}

void expectUsableIds(const Listing &listing)
{
    for (const ObjectId &id : listing.ids)
        expectUsable(id, "a list");
    for (const ObjectId &id : listing.leftovers)
        expectUsable(id, "a list");
}

/// What is desired and not listed; none if world.desired has other names than lists.
Difference hiddenFrom(const IdSet &all, const State &desired)
{
    const auto isListed = [&all](const auto &each) { return all.contains(each.first); };
    const auto hidden = std::ranges::find_if_not(desired, isListed);
    if (hidden == desired.end() || std::ranges::none_of(desired, isListed))
        return {};
    return {hidden->first, "exists, as world.desired shows, but is not in a list that says that it "
                           "is complete: it would count as deleted"};
}

/// A complete list with all that was made; what is new may come a little later.
Listing listWhole(const Bench &bench, const World &world, const Stepper &stepper)
{
    const State desired = world.desired();
    const TimePoint deadline = later(SteadyClock::instance().now(), bench.afterDone());
    while (true) {
        Listing listing = stepper.list();
        const Difference hidden = hiddenFrom(listing.ids, desired);
        if (!hidden)
            return listing;
        if (SteadyClock::instance().now() >= deadline)
            fail(hidden.id, hidden.text);
        Bench::wait(std::chrono::milliseconds(20));
    }
}

/// What is listed exists, if get() is right.
void expectExisting(const IdSet &all, Instance &instance)
{
    for (const ObjectId &id : all) {
        if (instance.get(id).kind() == Fetched<void>::Kind::Gone)
            fail(id,
                 "is in a complete list, but is gone as its get() says: it would be removed "
                 "again after each list",
                 "list only what exists; what is left of another goes to addLeftover()");
    }
}

void expectHonest(const Listing &cut, const IdSet &all, const std::string &when)
{
    if (cut.result.kind() != ListResult::Kind::Complete || std::ranges::includes(cut.ids, all))
        return;
    ObjectId missing;
    for (const ObjectId &id : all) {
        if (!cut.ids.contains(id))
            missing = id;
    }
    fail(missing, "is not in a list that was asked to stop " + when
                      + " and says that it is complete: it would count as deleted");
}

} // namespace

std::string checkLists(Bench &bench, Dice &dice)
{
    const World world = bench.makeWorld();
    create(world, dice, 6);
    Instance instance = bench.makeInstance(world);
    Stepper stepper(bench, instance);
    const Listing whole = listWhole(bench, world, stepper);
    const IdSet &all = whole.ids;
    expectUsableIds(whole);
    if (world.isVisible() && all.empty())
        fail({}, "a complete list shows nothing after six objects were made");
    if (world.isVisible())
        expectExisting(all, instance);
    std::vector<std::uint64_t> counts{0};
    for (int i = 0; i < 3 && !all.empty(); ++i)
        counts.push_back(1 + dice.below(all.size()));
    for (const std::uint64_t count : counts) {
        const Listing cut = cutAfter(instance, count);
        if (!world.isVisible() && stepper.list().ids != all)
            return "not all the way: the objects change by themselves";
        expectHonest(cut, all, count == 0 ? "before it began" : "after " + std::to_string(count));
    }
    if (world.isVisible() && stepper.list().ids != all)
        fail({}, "two lists of a world that did not change show different objects");
    return {};
}

} // namespace qontroller::conformance
