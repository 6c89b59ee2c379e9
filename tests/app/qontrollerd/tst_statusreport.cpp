// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/qontrollerd/statusreport.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

ControllerStatus photos()
{
    ControllerStatus status;
    status.name = "photos";
    status.counters.handled = 9;
    status.counters.added = 6;
    status.counters.removed = 1;
    status.counters.errors = 2;
    status.counters.retries = 3;
    status.counters.lists = 4;
    status.counters.watchEvents = 5;
    status.counters.listsPartial = 3;
    status.counters.listFailures = 15;
    status.lists.last = ListEnd::Partial;
    status.gauges.known = 20;
    status.gauges.depth = 7;
    status.gauges.running = 8;
    const auto set = [&status](ItemState state, std::uint64_t number) {
        status.gauges.states[static_cast<std::size_t>(state)] = number;
    };
    set(ItemState::Waiting, 7 + 4); // 7 of them for a worker
    set(ItemState::WaitingForLock, 2);
    set(ItemState::BackOff, 10);
    set(ItemState::Failed, 11);
    set(ItemState::Parked, 12);
    set(ItemState::Paused, 13);
    set(ItemState::Held, 14);
    return status;
}

} // namespace

class ReportTest final : public QObject
{
    Q_OBJECT

private slots:
    void writesTheJsonOfTheContract()
    {
        const std::string controllers =
            "\"controllers\":[{\"name\":\"photos\",\"known\":20,\"queued\":7,\"running\":8,"
            "\"backoff\":10,\"failed\":11,\"parked\":12,\"paused\":13,\"handled\":9,\"added\":6,"
            "\"removed\":1,\"errors\":2,\"retries\":3,\"lists\":4,\"watchEvents\":5,"
            "\"waiting\":6,\"listsComplete\":1,"
            "\"listsPartial\":3,\"listsFailed\":15,\"lastList\":\"partial\"}],\"seconds\":1.235}\n";
        QCOMPARE(statusReport(ReportStyle::JsonLines, ReportKind::Status, {photos()}, 1234567us),
                 "{\"event\":\"status\"," + controllers);
        QCOMPARE(
            statusReport(ReportStyle::JsonLines, ReportKind::Summary, {photos()}, 1234567us),
            "{\"event\":\"held\",\"controller\":\"photos\",\"held\":14}\n{\"event\":\"summary\","
                + controllers);
        QVERIFY(statusReport(ReportStyle::JsonLines, ReportKind::DryRun, {photos()}, 0s)
                    .find("{\"event\":\"dryRun\",")
                != std::string::npos);
    }

    void writesALineForPeople()
    {
        const std::string line =
            "1.2s photos: 20 known, 7 queued, 8 running, 10 backoff, 11 failed, 12 "
            "parked, 13 paused, 9 handled, 6 added, 1 removed, 2 errors, 3 retries, "
            "4 lists, 5 watchEvents, 6 waiting, 1 listsComplete, 3 listsPartial, 15 listsFailed, "
            "last list: partial, 14 held\n";
        QCOMPARE(statusReport(ReportStyle::Text, ReportKind::Status, {photos()}, 1200ms), line);
        QCOMPARE(statusReport(ReportStyle::Text, ReportKind::Summary, {photos()}, 1200ms),
                 "Summary\n" + line);
        QCOMPARE(statusReport(ReportStyle::Text, ReportKind::DryRun, {photos()}, 1200ms),
                 "Summary of a dry run: what is added and removed only would be\n" + line);
    }

    void namesControllersThatWereNotStoppedInOrder()
    {
        QCOMPARE(notStoppedReport(ReportStyle::Text, {"a", "b"}),
                 std::string("a was not stopped in order: what it has started may run on\n"
                             "b was not stopped in order: what it has started may run on\n"));
        QCOMPARE(notStoppedReport(ReportStyle::JsonLines, {"a"}),
                 std::string("{\"event\":\"notStopped\",\"controller\":\"a\"}\n"));
        QCOMPARE(notStoppedReport(ReportStyle::JsonLines, {}), std::string());
    }

    void namesWorkersThatAreStuckAndNotReplaced()
    {
        ControllerStatus status = photos();
        status.gauges.stuckInPlace = 2;
        QVERIFY(statusReport(ReportStyle::Text, ReportKind::Status, {status}, 0s)
                    .ends_with(", 14 held, 2 workers stuck\n"));
    }

    void saysNothingOfHeldRemovalsWithoutAny()
    {
        ControllerStatus status;
        status.name = "a";
        QVERIFY(statusReport(ReportStyle::Text, ReportKind::Status, {status}, 0s).find("held")
                == std::string::npos);
        QCOMPARE(statusReport(ReportStyle::JsonLines, ReportKind::Summary, {}, 0s),
                 std::string("{\"event\":\"summary\",\"controllers\":[],\"seconds\":0}\n"));
    }
};

QONTROLLER_GUILESS_TEST(ReportTest)
#include "tst_statusreport.moc"
