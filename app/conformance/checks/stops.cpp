// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

#include "app/conformance/harness/cutshort.h"
#include "core/base/text/duration.h"
#include "core/sdk/testing/recordingwatch.h"

#include <future>
#include <unistd.h>

namespace qontroller::conformance {

namespace {

using Call = std::function<void(const std::stop_token &)>;

/// Calls of one instance, each in a thread of its own, and asked to stop.
class StopTrial
{
public:
    StopTrial(Bench &bench, Dice &dice)
        : m_bench(bench)
        , m_dice(dice)
    {}

    /// Before it begins, and in the middle of it.
    void tryTwice(const std::string &name, const ObjectId &id, const Call &call)
    {
        stop(name, id, Duration::zero(), call);
        stop(name, id, std::chrono::microseconds(1) + someTimeIn(m_dice), call);
    }

private:
    void stop(const std::string &name, const ObjectId &id, Duration after, const Call &call)
    {
        std::stop_source stop;
        if (after == Duration::zero())
            stop.request_stop();
        auto ended = std::async(std::launch::async, [&] { call(stop.get_token()); });
        Bench::wait(after);
        stop.request_stop();
        if (ended.wait_for(m_bench.limits().stop) == std::future_status::ready)
            return ended.get();
        giveUp(name + (id.empty() ? "" : " of " + quoted(id)) + " has not returned "
               + formatDuration(m_bench.limits().stop) + " after it was asked to stop"
               + (after == Duration::zero() ? " before it began" : ""));
    }

    /// Nothing ends a thread that does not want to: the process ends, with its last word said.
    [[noreturn]] void giveUp(std::string text)
    {
        m_bench.notes().verdict({Verdict::Kind::Failed, std::move(text), {}});
        ::_exit(0);
    }

    Bench &m_bench;
    Dice &m_dice;
};

} // namespace

std::string checkStops(Bench &bench, Dice &dice)
{
    const World world = bench.makeWorld();
    create(world, dice, 3);
    Instance instance = bench.makeInstance(world);
    StopTrial trial(bench, dice);
    trial.tryTwice("list", {},
                   [&](const std::stop_token &stop) { static_cast<void>(instance.list(stop)); });
    const Listing listing = Stepper(bench, instance).tryToList();
    if (listing.result.kind() != ListResult::Kind::Complete)
        notRun(whyIncomplete(listing)); // another check's fault
    if (instance.parts().listerWatcher->watchMode() != WatchMode::None)
        trial.tryTwice("watch", {}, [&](const std::stop_token &stop) {
            test::RecordingWatch told; // how it ends is all that is asked for
            static_cast<void>(instance.watch(told, listing.result.text(), stop));
        });
    IdSet ids = listing.ids;
    while (ids.size() > 3)
        ids.erase(ids.begin());
    for (const ObjectId &id : ids) {
        const Fetched<void> fetched = instance.get(id);
        trial.tryTwice("get", id, [&](const std::stop_token &stop) {
            static_cast<void>(instance.get(id, stop));
        });
        if (fetched.object())
            trial.tryTwice("add", id, [&](const std::stop_token &stop) {
                static_cast<void>(instance.add(id, fetched.object(), stop));
            });
        trial.tryTwice("describe", id,
                       [&](const std::stop_token &stop) { instance.describe(id, stop); });
        trial.tryTwice("remove", id, [&](const std::stop_token &stop) {
            static_cast<void>(instance.remove(id, stop));
        });
    }
    return {};
}

} // namespace qontroller::conformance
