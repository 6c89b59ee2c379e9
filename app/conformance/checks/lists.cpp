// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

#include <QtCore/QUtf8StringView>

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

/// Whoever shows an id, in a window, a log or JSON, takes it for UTF-8.
void expectUtf8(const IdSet &ids)
{
    for (const ObjectId &id : ids) {
        if (!QUtf8StringView(id.data(), static_cast<qsizetype>(id.size())).isValidUtf8())
            fail(id, "is an id that is not UTF-8: no window, log or command can name it as it is",
                 "make an id of UTF-8 of what has other bytes, with %E9 for the byte 0xE9 say");
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
    Hand hand(bench, instance);
    const Listing whole = hand.list();
    const IdSet &all = whole.ids;
    expectUtf8(all);
    expectUtf8(whole.leftovers);
    if (world.isVisible() && all.empty())
        fail({}, "a complete list shows nothing after six objects were made");
    std::vector<std::uint64_t> counts{0};
    for (int i = 0; i < 3 && !all.empty(); ++i)
        counts.push_back(1 + dice.below(all.size()));
    for (const std::uint64_t count : counts) {
        const Listing cut = cutAfter(instance, count);
        if (!world.isVisible() && hand.list().ids != all)
            return "not all the way: the objects change by themselves";
        expectHonest(cut, all, count == 0 ? "before it began" : "after " + std::to_string(count));
    }
    if (world.isVisible() && hand.list().ids != all)
        fail({}, "two lists of a world that did not change show different objects");
    return {};
}

} // namespace qontroller::conformance
