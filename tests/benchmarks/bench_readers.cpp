// SPDX-License-Identifier: LGPL-3.0-or-later
// What front ends in other processes cost a host that works, and how soon they see what a command
// has done.
#include "hostserver.h"

#include "core/engine/observe/feed/delta.h"
#include "core/plugins/process/childprocess.h"
#include "core/plugins/process/environment.h"
#include "core/remote/client/remotehost.h"

#include <benchmark/benchmark.h>

#include <atomic>
#include <sys/socket.h>

namespace qontroller::benchmarks {
namespace {

/// One bench-remote-reader, which has everything when the constructor returns.
class ReaderProcess
{
public:
    explicit ReaderProcess(const std::string &socket)
        : ReaderProcess(socket, makePair())
    {}

    /// The percent of a core that it has used; ends it.
    double end()
    {
        ::shutdown(m_talk.get(), SHUT_WR);
        return std::stod(line());
    }

private:
    using Ends = std::array<UniqueFd, 2>;

    ReaderProcess(const std::string &socket, Ends ends)
        : m_talk(std::move(ends[0]))
        , m_child(Invocation{REMOTE_READER,
                             {REMOTE_READER, socket},
                             assignments(environmentWith({})),
                             {}},
                  {UniqueFd(::dup(ends[1].get())), std::move(ends[1]),
                   UniqueFd(::dup(STDERR_FILENO))})
    {
        if (line() != "whole")
            std::abort();
    }

    static Ends makePair()
    {
        std::array<int, 2> ends{};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
            std::abort();
        return {UniqueFd(ends[0]), UniqueFd(ends[1])};
    }

    std::string line()
    {
        std::string line;
        for (char each = 0; ::read(m_talk.get(), &each, 1) == 1 && each != '\n';)
            line += each;
        return line;
    }

    UniqueFd m_talk;
    ChildProcess m_child;
};

/// A host with 100 000 objects, of which a thousand a second change, and beside them a controller
/// that handles events as fast as it can.
class BusyHost
{
public:
    BusyHost()
        : m_ids(makeIds(scaled(100'000)))
    {
        addTo(m_host, makeSpec(source(m_ids, &BusyHost::sendSteadily), doNothing(), 1));
        ControllerSpec flat = makeSpec(source(m_hot, &BusyHost::sendFlatOut),
                                       handleBy([this](const Attempt &) { ++m_handled; }), 1);
        flat.name = "flat out";
        addTo(m_host, std::move(flat));
        waitForHandled(m_host, m_ids.size());
        m_server = std::make_unique<HostServer>(m_host);
    }

    [[nodiscard]] const std::string &socket() const { return m_server->socket(); }

    /// Events that the busy controller handles in a second.
    double rate()
    {
        const auto start = BenchClock::now();
        const std::uint64_t before = m_handled;
        std::this_thread::sleep_for(scaled(std::chrono::seconds(3)));
        return static_cast<double>(m_handled - before) / secondsSince(start);
    }

private:
    using Send = void (BusyHost::*)(WatchSink &, const std::stop_token &);

    std::shared_ptr<ListerWatcher> source(const std::vector<std::string> &ids, Send send)
    {
        return makeListerWatcher(
            [&ids](ListSink &sink, std::stop_token) {
                for (const std::string &id : ids)
                    sink.add(id);
                return ListResult::complete();
            },
            [this, send](WatchSink &sink, const std::string &, std::stop_token stop) {
                sink.ready();
                (this->*send)(sink, stop);
                return WatchEnd::closed();
            });
    }

    void sendSteadily(WatchSink &sink, const std::stop_token &stop)
    {
        auto next = BenchClock::now();
        for (std::size_t i = 0; !stop.stop_requested(); i = (i + 7919) % m_ids.size()) {
            sink.event(EventType::Modified, m_ids[i]);
            next += std::chrono::milliseconds(1);
            std::this_thread::sleep_until(next);
        }
    }

    /// At most half of the ids are under way, so that no two events become one run.
    void sendFlatOut(WatchSink &sink, const std::stop_token &stop)
    {
        for (std::uint64_t sent = m_handled; !stop.stop_requested(); ++sent) {
            while (sent > m_handled + m_hot.size() / 2 && !stop.stop_requested())
                std::this_thread::yield();
            sink.event(EventType::Modified, m_hot[sent % m_hot.size()]);
        }
    }

    const std::vector<std::string> m_ids;
    const std::vector<std::string> m_hot = makeIds(256);
    std::atomic<std::uint64_t> m_handled{0};
    Host m_host;
    std::unique_ptr<HostServer> m_server;
};

/// The rate of a host without readers and with some, in turns.
void readers(benchmark::State &state)
{
    BusyHost host;
    std::vector<double> ratios;
    std::vector<double> percents;
    double rate = 0;
    for (auto _ : state) {
        const double alone = host.rate();
        std::vector<std::unique_ptr<ReaderProcess>> processes;
        for (std::int64_t i = 0; i < state.range(0); ++i)
            processes.push_back(std::make_unique<ReaderProcess>(host.socket()));
        rate = host.rate();
        for (const auto &process : processes)
            percents.push_back(process->end());
        ratios.push_back(rate / alone);
    }
    state.counters["events_per_second"] = rate;
    state.counters["ratio_to_no_readers"] = median(ratios);
    state.counters["reader_core_percent"] = median(percents);
}

/// From a command to the end of its run as a front end sees it, one at a time.
void commandToEffect(benchmark::State &state)
{
    const auto ids = makeIds(scaled(100'000));
    Host host;
    const ControllerId controller = addTo(host, makeSpec(listOf(ids), doNothing(), 1));
    waitForHandled(host, ids.size());
    const HostServer server(host);
    const auto remote = remote::RemoteHost::connect(server.socket());
    if (!remote)
        std::abort();
    FeedReader reader(**remote);
    while (reader.pull().controllers.front().rowsPending > 0) {
    }
    Histogram times;
    std::size_t next = 0;
    for (auto _ : state) {
        const auto start = BenchClock::now();
        (*remote)->submit({controller, ItemsAction{ItemVerb::Requeue, {ids[next++ % ids.size()]}}});
        while (reader.pull().controllers.front().ticketEnds.empty()) {
        }
        times.record(BenchClock::now() - start);
    }
    state.counters["p50_us"] = percentile<std::micro>(times, 0.5);
    state.counters["p99_us"] = percentile<std::micro>(times, 0.99);
}

BENCHMARK(readers)->ArgName("readers")->Arg(1)->Arg(10)->Iterations(5)->UseRealTime();
BENCHMARK(commandToEffect)->UseRealTime()->Unit(benchmark::kMicrosecond);

} // namespace
} // namespace qontroller::benchmarks
