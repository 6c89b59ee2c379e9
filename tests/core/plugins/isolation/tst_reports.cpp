// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/base/text/text.h"
#include "core/engine/host/host.h"
#include "core/engine/observe/items/itemdetail.h"
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

/// Has the parts of a rig called for what it names.
class KeepingHost
{
public:
    explicit KeepingHost(IsolationRig &rig)
    {
        ControllerSpec spec{"batman", "test", rig.isolated.parts, {}, rig.isolated.process};
        spec.options.backoffBase = spec.options.backoffMax = 1h;
        if (const auto added = m_host.add(std::move(spec)))
            m_id = *added;
    }
    ~KeepingHost() { m_host.stop(0s); }
    /// … \a id for the \a number th time.
    [[nodiscard]] bool handle(const ObjectId &id, std::uint64_t number)
    {
        m_host.submit({m_id, ItemsAction{ItemVerb::Requeue, {id}}});
        return eventually([&] {
            const ControllerStatus status = statusOf(m_host);
            return status.counters.handled == number && status.gauges.running == 0;
        });
    }
    [[nodiscard]] ItemRow row(const ObjectId &id)
    {
        return m_host.detail(m_id, id).value_or(ItemDetail{}).row;
    }

private:
    Host m_host;
    ControllerId m_id = 0;
};

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
                                           std::string("keep \0\xff", 7),
                                           "event " + cut + ": no frame would hold it"}));
        QCOMPARE(rig.isolated.process->status().restarts, std::uint64_t(0));
    }

    // What attempts leave for those after them

    void e31_theNextAttemptIsGivenWhatWasLeft()
    {
        IsolationRig rig;
        QCOMPARE(rig.start(), std::string());
        KeepingHost host(rig);
        QVERIFY(host.handle("keeps", 1));
        QVERIFY(host.handle("keeps", 2));
        QCOMPARE(host.row("keeps").keptText.text(), std::string("after after "));
        QCOMPARE(host.row("keeps").text, std::string("after"));
    }

    void e31_whatWasLeftBeforeTheProcessCrashedCounts()
    {
        IsolationRig rig;
        QCOMPARE(rig.start(), std::string());
        KeepingHost host(rig);
        QVERIFY(host.handle("keepscrash", 1));
        QVERIFY(host.row("keepscrash").lastError != TimePoint{});
        QCOMPARE(host.row("keepscrash").keptText.text(), std::string("after "));
    }

    void e31_whatIsTooLongIsAnErrorOfItsAttempt()
    {
        IsolationRig rig;
        QCOMPARE(rig.start(), std::string());
        KeepingHost host(rig);
        QVERIFY(host.handle("keepslong", 1));
        QCOMPARE(host.row("keepslong").text,
                 std::string("keep() was given 4097 bytes, and a text that is kept has at most "
                             "4096"));
        QCOMPARE(host.row("keepslong").keptText.text(), std::string("after "));
    }

    // The engine has seen that the object is gone, and `add` has begun there.
    void e31_whatAnAttemptLeavesCountsIfNobodyAwaitsIt()
    {
        IsolationRig rig;
        QCOMPARE(rig.start(), std::string());
        const auto notes = std::make_shared<RecordingAttempt>();
        const ObjectId id = "keeps";
        Attempt attempt{id, "batman", 1, 0, {}, notes};
        attempt.kept = "it";
        QVERIFY(rig.isolated.parts.reconciler->get(attempt).kind() == Fetched<void>::Kind::Found);
        QVERIFY(notes->contains("keep after it"));
    }

    void e31_whatTheEngineRefusesIsAnErrorOfItsAttempt_data()
    {
        QTest::addColumn<QString>("id");
        QTest::newRow("add") << "keeps";
        QTest::newRow("get") << "keptbyget";
    }
    void e31_whatTheEngineRefusesIsAnErrorOfItsAttempt()
    {
        class Refusing final : public RecordingAttempt
        {
            void keep(std::string_view) override { throw std::invalid_argument("not that"); }
        };
        QFETCH(QString, id);
        IsolationRig rig;
        QCOMPARE(rig.start(), std::string());
        Refusing refusing;
        const Outcome outcome = rig.handle(id.toStdString(), {}, &refusing);
        QCOMPARE(outcome.kind(), Outcome::Kind::Retry);
        QCOMPARE(outcome.text(), std::string("not that"));
        QCOMPARE(rig.handle("park").kind(), Outcome::Kind::Park); // the process goes on
        QCOMPARE(rig.isolated.process->status().restarts, std::uint64_t(0));
    }

    void e27_aFloodCostsNeitherMemoryNorTheOthers()
    {
        constexpr int Lines = effort(1'000'000);
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
        host.submit({*id, ItemsAction{ItemVerb::Requeue, {"flood " + std::to_string(Lines)}}});
        QVERIFY(eventually([&] { return lines > 1000; }));
        for (int i = 0; i < 200; ++i) // beside it the other worker goes on
            host.submit({*id, ItemsAction{ItemVerb::Requeue, {"plain" + std::to_string(i)}}});
        QVERIFY(eventually([&] { return statusOf(host).counters.added >= 200; }));
        QVERIFY(lines < Lines); // so it was beside it
        QVERIFY(comesTrue([&] { return statusOf(host).counters.added == 201; }, 600s));

        const ControllerStatus status = statusOf(host);
        QCOMPARE(lines.load(), std::uint64_t(Lines) + 1); // and what is said of the names
        QCOMPARE(status.customMetrics.size(), CustomMetrics::MostNames);
        QCOMPARE(status.counters.metricsRefused, std::uint64_t(Lines - 100));
        QVERIFY(status.counters.noticesDropped + 20'000 > std::uint64_t(Lines / 10));
        const std::size_t after = residentMemory();
        // The address sanitizer keeps 256 MiB of what was freed, and needs room for each piece.
        constexpr std::size_t Allowed = std::size_t{test::IsSanitized ? 32 + 512 : 32} << 20;
        QVERIFY2(after < before + Allowed, std::to_string((after - before) >> 20).c_str());
        host.stop(0s);
    }
};

QONTROLLER_TEST(ReportsTest)
#include "tst_reports.moc"
