// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/members/metrics/consistfamilies.h"

#include <prometheus/text_serializer.h>

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::consist;
using namespace std::chrono_literals;

namespace {

QStringList linesOf(const LifecycleCounts &counts)
{
    const auto families = consistFamilies(counts);
    return QString::fromStdString(prometheus::TextSerializer().Serialize(families)).split('\n');
}

} // namespace

class ConsistFamiliesTest : public QObject
{
    Q_OBJECT

private slots:
    void everySeriesIsThereFromTheStart()
    {
        LifecycleCounts counts;
        counts.controllers["web"] = {};
        const QStringList lines = linesOf(counts);
        QCOMPARE(lines.filter("qontroller_consist_members{").size(), MemberStateCount);
        QCOMPARE(lines.filter("qontroller_consist_failures_total{").size(), 6);
        QCOMPARE(lines.filter("qontroller_consist_operations{").size(), PhaseCount);
        QCOMPARE(lines.filter("qontroller_consist_phase_duration_seconds_count{").size(),
                 PhaseCount);
        QVERIFY(lines.contains("qontroller_consist_drains_stuck 0"));
        QVERIFY(lines.contains("qontroller_consist_wishes_unserved 0"));
        QVERIFY(lines.contains("qontroller_consist_controllers_absent 0"));
        QVERIFY(lines.contains(R"(qontroller_consist_intrusions_total{controller="web"} 0)"));
    }

    void whatWasCountedIsSaid()
    {
        LifecycleCounts counts;
        auto &web = counts.controllers["web"];
        web.employersInTrouble = 4;
        web.members.at(std::size_t(MemberState::OutOfService)) = 2;
        web.failures.at(std::size_t(ConsistSide::Employee)).at(std::size_t(ConsistVerb::Delete)) =
            7;
        counts.operations.at(std::size_t(Phase::Draining)) = 3;
        counts.stuck = 1;
        counts.unservedWishes = 5;
        counts.absentControllers = 8;
        web.intrusions = 6;
        web.heldMembers = 9;
        auto &drains = counts.times.at(std::size_t(Phase::Draining));
        drains.record(500ms);
        drains.record(20s);
        drains.record(24h);
        const QStringList lines = linesOf(counts);
        for (
            const char *line :
            {R"(qontroller_consist_members{controller="web",state="out of service"} 2)",
             R"(qontroller_consist_employers{controller="web",state="in order"} 0)",
             R"(qontroller_consist_employers{controller="web",state="in trouble"} 4)",
             R"(qontroller_consist_failures_total{controller="web",side="employee",call="delete"} 7)",
             R"(qontroller_consist_operations{phase="draining"} 3)",
             "qontroller_consist_drains_stuck 1", "qontroller_consist_wishes_unserved 5",
             "qontroller_consist_controllers_absent 8",
             R"(qontroller_consist_intrusions_total{controller="web"} 6)",
             R"(qontroller_consist_held_members{controller="web"} 9)",
             R"(qontroller_consist_phase_duration_seconds_bucket{phase="draining",le="1"} 1)",
             R"(qontroller_consist_phase_duration_seconds_bucket{phase="draining",le="60"} 2)",
             R"(qontroller_consist_phase_duration_seconds_bucket{phase="draining",le="+Inf"} 3)",
             R"(qontroller_consist_phase_duration_seconds_sum{phase="draining"} 86420.5)"})
            QVERIFY2(lines.contains(line), line);
    }
};

QONTROLLER_TEST(ConsistFamiliesTest)
#include "tst_consistfamilies.moc"
