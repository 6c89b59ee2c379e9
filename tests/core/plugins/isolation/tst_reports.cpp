// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/base/text/text.h"
#include "core/engine/host/host.h"
#include "core/sdk/testing/recordingattempt.h"
#include "effort.h"
#include "isolationrig.h"

#include <fstream>

#include <unistd.h>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// Of this process, in bytes.
std::size_t residentMemory()
{
    std::size_t all = 0;
    std::size_t resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

ControllerStatus statusOf(const Host &host)
{
    return host.status().front();
}

} // namespace

/// What attempts say in a process of their own.
class ReportsTest : public QObject
{
    Q_OBJECT

private slots:
    void allOfItCrossesOver()
    {
        IsolationRig rig;
        QCOMPARE(rig.start(), std::string());
        RecordingAttempt notes;
        QCOMPARE(rig.handle("says", {}, &notes).kind(), Outcome::Kind::Done);
        const std::string cut = cutText(std::string(2 * LongestText, 'x'));
        QCOMPARE(notes.notes(),
                 (std::vector<std::string>{"event renewed: until 2027", "log 2 slow",
                                           "count renewed_total 2.000000",
                                           "gauge days_left 89.000000", "requeue other",
                                           "event " + cut + ": no frame would hold it"}));
        QCOMPARE(rig.isolated.process->status().restarts, std::uint64_t(0));
    }

    void e27_aFloodCostsNeitherMemoryNorTheOthers()
    {
        IsolationRig rig;
        QCOMPARE(rig.start("list=0 name=plain"), std::string());
        std::atomic<std::uint64_t> lines = 0;
        Host host;
        ControllerSpec spec{"batman", "test", rig.isolated.parts, {}, rig.isolated.process};
        spec.options.workers = 2;
        spec.log = [&lines](LogLevel, std::string_view, std::string_view) { ++lines; };
        const auto id = host.add(std::move(spec));
        QVERIFY(id);
        QVERIFY(eventually([&] { return statusOf(host).hasListed; }));
        const std::size_t before = residentMemory();
        host.submit({*id, ItemsAction{ItemVerb::Requeue, {"flood"}}});
        QVERIFY(eventually([&] { return lines > 1000; }));
        for (int i = 0; i < 200; ++i) // beside it the other worker goes on
            host.submit({*id, ItemsAction{ItemVerb::Requeue, {"plain" + std::to_string(i)}}});
        QVERIFY(eventually([&] { return statusOf(host).counters.added >= 200; }));
        QVERIFY(lines < 1'000'000); // so it was beside it
        QVERIFY(comesTrue([&] { return statusOf(host).counters.added == 201; }, 120s));

        const ControllerStatus status = statusOf(host);
        QCOMPARE(lines.load(), std::uint64_t(1'000'001)); // and what is said of the names
        QCOMPARE(status.customMetrics.size(), CustomMetrics::MostNames);
        QCOMPARE(status.counters.metricsRefused, std::uint64_t(999'900));
        QVERIFY(status.counters.noticesDropped > 80'000);
        const std::size_t after = residentMemory();
        // The address sanitizer keeps 256 MiB of what was freed, and needs room for each piece.
        constexpr std::size_t Allowed = std::size_t{test::IsSanitized ? 32 + 512 : 32} << 20;
        QVERIFY2(after < before + Allowed, std::to_string((after - before) >> 20).c_str());
        host.stop(0s);
    }
};

QONTROLLER_TEST(ReportsTest)
#include "tst_reports.moc"
