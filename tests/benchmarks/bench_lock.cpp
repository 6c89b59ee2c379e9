// SPDX-License-Identifier: LGPL-3.0-or-later
// How long a second thread that only asks for the depth is kept waiting for the queue's lock.
#include "benchqueue.h"

#include <benchmark/benchmark.h>

#include <atomic>

namespace qontroller::benchmarks {
namespace {

/// Asks a queue for its depth every few microseconds, until waits() ends it.
class LockProbe
{
public:
    explicit LockProbe(BenchQueue &queue)
        : m_thread([this, &queue] { run(queue); })
    {
        m_hasBegun.wait(false);
    }
    Histogram waits()
    {
        m_stop = true;
        m_thread.join();
        return std::move(m_waits);
    }

private:
    void run(BenchQueue &queue)
    {
        m_hasBegun = true;
        m_hasBegun.notify_all();
        while (!m_stop) {
            const auto start = BenchClock::now();
            benchmark::DoNotOptimize(queue.depth());
            const auto end = BenchClock::now();
            m_waits.record(end - start);
            while (BenchClock::now() - end < std::chrono::microseconds(5))
                std::this_thread::yield(); // awake, so that no wake-up is measured
        }
    }

    std::atomic<bool> m_hasBegun{false};
    std::atomic<bool> m_stop{false};
    Histogram m_waits;
    std::jthread m_thread; // the last member: it uses the others
};

struct Situation
{
    ManualClock clock;
    std::vector<std::string> ids;
    BenchQueue queue{clock};

    void handleAll(const RunResult &result) { queue.handle(ids.size(), result); }
};

// Before the probe looks

void nothingKnown(Situation &) {}
void allWaiting(Situation &each)
{
    each.queue.list(each.ids);
}
void allHandled(Situation &each)
{
    allWaiting(each);
    each.handleAll({});
}
void allShownAndChanged(Situation &each)
{
    allWaiting(each);
    each.queue.pullAll();
    each.handleAll({});
}
void allDueAtOnce(Situation &each)
{
    for (const std::string &id : each.ids)
        each.queue.addAfter(id, std::chrono::seconds(1));
    each.clock.advance(std::chrono::seconds(2));
}

void allPaused(Situation &each)
{
    allHandled(each);
    for (const std::string &id : each.ids)
        each.queue.pause(id, each.clock.now() + std::chrono::minutes(1));
}
void oneAskedForByAll(Situation &each)
{
    each.queue.pullAll();
    const std::string &id = each.ids.front();
    each.queue.list({id});
    each.queue.handle(1, {});
    each.queue.pause(id, TimePoint::max());
    for (Ticket ticket = 1; ticket <= each.ids.size(); ++ticket)
        each.queue.requeue(id, ticket);
}

// While it looks

/// What the machine alone makes the probe wait for.
void keepACoreBusy(Situation &)
{
    const auto start = BenchClock::now();
    while (BenchClock::now() - start < scaled(std::chrono::seconds(1)))
        std::this_thread::yield();
}
void takeInList(Situation &each)
{
    each.queue.list(each.ids);
}
void report(Situation &each)
{
    benchmark::DoNotOptimize(each.queue.report());
}
void attach(Situation &each)
{
    each.queue.pullAll();
}
void lookThrough(Situation &each)
{
    each.queue.lookThrough();
}
void detach(Situation &each)
{
    each.queue.detach();
}
void removeAll(Situation &each)
{
    each.handleAll(removed());
}
void endAllPauses(Situation &each)
{
    each.clock.advance(std::chrono::hours(1));
    each.queue.expireAll();
}
/// The runs that as many commands wait for end with one.
void endAllTickets(Situation &each)
{
    each.queue.resume(each.ids.front());
    each.queue.handle(1, {});
    each.queue.pullAll();
}
void loseAll(Situation &each)
{
    each.queue.list({});
    removeAll(each);
}

using Step = void (*)(Situation &);

void lockWait(benchmark::State &state, Step before, Step meanwhile)
{
    Histogram waits;
    for (auto _ : state) {
        Situation situation;
        situation.ids = makeIds(static_cast<std::size_t>(state.range(0)));
        before(situation);
        LockProbe probe(situation.queue);
        const auto start = BenchClock::now();
        meanwhile(situation);
        state.SetIterationTime(secondsSince(start));
        waits.merge(probe.waits());
    }
    state.counters["wait_p50_us"] = percentile<std::micro>(waits, 0.5);
    state.counters["wait_p999_us"] = percentile<std::micro>(waits, 0.999);
    state.counters["wait_max_us"] = percentile<std::micro>(waits, 1);
}

void once(benchmark::internal::Benchmark *benchmark)
{
    benchmark->ArgName("ids")->UseManualTime()->Iterations(1)->Unit(benchmark::kMillisecond);
}
void sizes(benchmark::internal::Benchmark *benchmark)
{
    once(benchmark->Arg(scaledArg(1'000'000))->Arg(scaledArg(10'000'000)));
}

BENCHMARK_CAPTURE(lockWait, nothing, nothingKnown, keepACoreBusy)->Apply(once)->Arg(0);
BENCHMARK_CAPTURE(lockWait, list, nothingKnown, takeInList)->Apply(sizes);
BENCHMARK_CAPTURE(lockWait, listAgain, allHandled, takeInList)->Apply(sizes);
BENCHMARK_CAPTURE(lockWait, report, allWaiting, report)->Apply(sizes);
BENCHMARK_CAPTURE(lockWait, attach, allHandled, attach)->Apply(sizes);
BENCHMARK_CAPTURE(lockWait, lookThrough, allHandled, lookThrough)->Apply(sizes);
BENCHMARK_CAPTURE(lockWait, detach, allShownAndChanged, detach)->Apply(sizes);
BENCHMARK_CAPTURE(lockWait, dueAtOnce, allDueAtOnce, removeAll)->Apply(sizes);
BENCHMARK_CAPTURE(lockWait, pausesEnd, allPaused, endAllPauses)->Apply(sizes);
BENCHMARK_CAPTURE(lockWait, ticketsEnd, oneAskedForByAll, endAllTickets)->Apply(sizes);
BENCHMARK_CAPTURE(lockWait, massErase, allHandled, loseAll)->Apply(sizes);

} // namespace
} // namespace qontroller::benchmarks
