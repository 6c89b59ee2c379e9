// SPDX-License-Identifier: LGPL-3.0-or-later
// What front ends outside of a host wait for: a million objects, of which twelve have failed.
#include "hostserver.h"

#include "core/engine/observe/feed/delta.h"
#include "core/remote/client/hostcalls.h"
#include "core/remote/client/remotehost.h"
#include "core/remote/client/selectcall.h"

#include <benchmark/benchmark.h>

#include <cstdlib>

namespace qontroller::benchmarks {
namespace {

constexpr std::size_t Failing = 12;

/// A host with a million objects that listens on a socket.
class ServedHost
{
public:
    static ServedHost &instance()
    {
        static ServedHost host;
        return host;
    }

    [[nodiscard]] std::size_t count() const { return m_ids.size(); }
    [[nodiscard]] const std::string &socket() const { return m_server->socket(); }

private:
    ServedHost()
        : m_ids(makeIds(scaled(1'000'000)))
    {
        const auto object = std::make_shared<const int>(1);
        auto spec =
            makeSpec(listOf(m_ids),
                     makeReconciler<int>(makeStorage<int>([object](const Attempt &) {
                                             return Fetched<int>::found(object);
                                         }),
                                         makeHandler<int>(
                                             [](const int &, const Attempt &attempt) {
                                                 return indexOf(attempt.id) < Failing
                                                            ? Outcome::park(
                                                                "no space left on the device")
                                                            : Outcome::done();
                                             },
                                             [](const Attempt &) { return Outcome::done(); })),
                     2);
        addTo(m_host, std::move(spec));
        waitForHandled(m_host, m_ids.size());
        m_server = std::make_unique<HostServer>(m_host);
    }

    const std::vector<std::string> m_ids;
    Host m_host;
    std::unique_ptr<HostServer> m_server;
};

/// The whole time of `qontrollerctl` with \a arguments.
void process(benchmark::State &state, const char *arguments)
{
    const std::string command = std::string(QONTROLLERCTL " --host ")
                                + ServedHost::instance().socket() + ' ' + arguments
                                + " > /dev/null";
    for (auto _ : state) {
        if (std::system(command.c_str()) != 0)
            state.SkipWithError("qontrollerctl has failed");
    }
}

void select(benchmark::State &state)
{
    const auto host = remote::RemoteHost::connect(ServedHost::instance().socket());
    remote::HostCalls calls(**host);
    for (auto _ : state) {
        const auto answer = calls.select({"state:parked", {}, 0});
        if (!answer || answer->total != std::min(Failing, ServedHost::instance().count()))
            state.SkipWithError("not what was asked for");
    }
}

void snapshot(benchmark::State &state)
{
    for (auto _ : state) {
        const auto host = remote::RemoteHost::connect(ServedHost::instance().socket());
        FeedReader reader(**host);
        std::size_t rows = 0;
        Delta delta;
        do {
            delta = reader.pull();
            rows += delta.controllers.front().changed.size();
        } while (delta.controllers.front().rowsPending > 0);
        if (rows < ServedHost::instance().count())
            state.SkipWithError("rows are missing");
    }
}

void inReal(benchmark::internal::Benchmark *benchmark)
{
    benchmark->UseRealTime()->Unit(benchmark::kMillisecond);
}

BENCHMARK_CAPTURE(process, itemsFailed, "items state:parked")->Apply(inReal);
BENCHMARK_CAPTURE(process, status, "status")->Apply(inReal);
BENCHMARK(select)->Apply(inReal);
BENCHMARK(snapshot)->Apply(inReal);

} // namespace
} // namespace qontroller::benchmarks
