// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/check.h"

#include "app/conformance/providerlook.h"

#include <map>

namespace qontroller::conformance {

namespace {

constexpr const char *NothingToChange =
    "no pass created anything at the provider: it wants an employer with something outside";

/// Until every pass is done and none has asked for another.
void finishPasses(const Bench &bench, Hand &hand, Instance &instance)
{
    hand.settle();
    finish(bench, hand.known(), [&](const ObjectId &id) {
        Outcome outcome = instance.handle(id);
        return outcome.kind() == Outcome::Kind::RequeueAfter
                   ? Outcome::Wait("the last of its passes", outcome.delay())
                   : outcome;
    });
}

/// One more pass over each employer, in which nothing may be changed.
void expectQuiet(const Bench &bench, const ConsistAccess &consist, Hand &hand, Instance &instance,
                 const char *when)
{
    finishPasses(bench, hand, instance);
    static_cast<void>(consist.adapter->takeChanges());
    finish(bench, hand.known(), [&](const ObjectId &id) { return instance.handle(id); });
    for (const auto &change : consist.adapter->takeChanges())
        fail(change.employer, "had a call to " + change.text
                                  + " in a pass before which nothing had changed, " + when);
}

/// Fails the check unless the adapter says of each employer, soon, that all is as expected.
void expectEqual(const Bench &bench, const ProviderLook &look, Hand &hand, Instance &instance)
{
    const TimePoint deadline = later(SteadyClock::instance().now(), bench.afterDone());
    while (true) {
        finishPasses(bench, hand, instance);
        Difference wrong;
        for (const ObjectId &id : hand.known()) {
            wrong = look.missingAt(id);
            if (wrong)
                break;
        }
        if (!wrong)
            return;
        if (SteadyClock::instance().now() >= deadline)
            fail(wrong.id, "is not in order after calls that failed in part and whole ones that "
                           "followed: "
                               + wrong.text);
        Bench::wait(std::chrono::milliseconds(20));
    }
}

} // namespace

std::string checkUnchanged(Bench &bench, Dice &dice)
{
    const World world = bench.makeWorld();
    Instance instance = bench.makeInstance(world);
    const ConsistAccess &consist = needConsist(instance);
    Hand hand(bench, instance);
    create(world, dice, 4);
    finishPasses(bench, hand, instance);
    if (consist.adapter->takeChanges().empty())
        notRun(NothingToChange);
    expectQuiet(bench, consist, hand, instance, "after it was created");
    world.change(Change::Modify, choice(dice));
    world.change(Change::Delete, choice(dice));
    expectQuiet(bench, consist, hand, instance, "after others were modified and deleted");
    return {};
}

std::string checkRecovers(Bench &bench, Dice &dice)
{
    constexpr int Passes = 8;
    const World world = bench.makeWorld();
    Instance instance = bench.makeInstance(world);
    const ConsistAccess &consist = needConsist(instance);
    Hand hand(bench, instance);
    create(world, dice, 4);
    consist.adapter->failFrom(dice.seed());
    for (int i = 0; i < Passes; ++i) {
        Ids all = hand.list().ids;
        for (const ObjectId &id : all)
            static_cast<void>(instance.handle(id)); // whatever comes of it
        world.change(i % 2 == 0 ? Change::Modify : Change::Create, choice(dice));
    }
    consist.adapter->failNoMore();
    if (consist.adapter->takeChanges().empty())
        notRun(NothingToChange);
    for (const auto &call : consist.adapter->takeUnrepeatable())
        fail(call.employer, "had a call again that had just succeeded: " + call.text);
    expectEqual(bench, ProviderLook(instance, consist), hand, instance);
    expectContent(bench, world, hand,
                  "after calls that failed in part and whole ones that followed");
    return {};
}

std::string checkCleanup(Bench &bench, Dice &dice)
{
    const World world = bench.makeWorld();
    Instance instance = bench.makeInstance(world);
    const ConsistAccess &consist = needConsist(instance);
    if (!world.isVisible())
        notRun("needs \"world\" in " + bench.subject().file
               + ": nothing else can delete an employer from outside");
    const ProviderLook look(instance, consist);
    Hand hand(bench, instance);
    create(world, dice, 3);
    finishPasses(bench, hand, instance);
    if (consist.adapter->takeChanges().empty())
        notRun(NothingToChange);
    std::map<ObjectId, std::string> memos;
    for (const ObjectId &id : hand.known())
        memos[id] = look.memoOf(id);
    deleteAll(world, dice);
    hand.settle();
    std::erase_if(memos, [&](const auto &one) { return hand.known().contains(one.first); });
    if (memos.empty())
        notRun(bench.subject().file + ": world.change delete deleted no employer");
    for (const auto &[id, memo] : memos) {
        if (const Difference left = look.leftOf(id, memo))
            fail(id, "was deleted, and " + left.text);
    }
    if (const Difference left = await(world, tooMuchIn, bench.afterDone()))
        fail(left.id, left.text + ", after its employer had gone");
    return {};
}

} // namespace qontroller::conformance
