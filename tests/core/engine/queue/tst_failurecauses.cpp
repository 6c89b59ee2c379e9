// SPDX-License-Identifier: LGPL-3.0-or-later
#include "rowmirror.h"
#include "schedulerig.h"
#include "testprogram.h"

#include "core/engine/queue/failurecauses.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

std::vector<FailureCause> causesOf(ScheduleRig &rig)
{
    return rig.on<View>([](View &view, TimePoint) { return view.failures(); });
}

/// Objects of one controller whose retries are used up at once.
struct FailingRig : ScheduleRig
{
    FailingRig()
        : ScheduleRig({.maxRetries = 0})
    {}

    void fail(std::string_view id, const std::string &error)
    {
        modified(id);
        run({.outcome = Outcome::retry(error)});
    }
    [[nodiscard]] FailureCause only()
    {
        const auto all = causesOf(*this);
        return all.size() == 1 ? all.front() : FailureCause{"there are others"};
    }
};

} // namespace

/// What fails, by what its errors have in common.
class FailureCausesTest final : public QObject
{
    Q_OBJECT

private slots:
    void e32_errorsOfOneSignatureAreOneCause()
    {
        FailingRig rig;
        const TimePoint first = rig.now();
        rig.fail("mail", "disk full on mail after 3 s");
        rig.pass(1min);
        rig.fail("web", "disk full on web after 14 s");
        const FailureCause cause = rig.only();
        QCOMPARE(cause.signature, "disk full on … after # s");
        QCOMPARE(cause.count, 2U);
        QCOMPARE(cause.text, "disk full on web after 14 s");
        QVERIFY(cause.since == first && cause.newest == rig.now());
    }

    void oneThatFailsOtherwiseMoves()
    {
        FailingRig rig;
        rig.fail("a", "disk full");
        rig.fail("b", "disk full");
        rig.fail("a", "no route");
        auto all = causesOf(rig);
        QCOMPARE(all.size(), 2U);
        QCOMPARE(all[0].count + all[1].count, 2U);
        rig.fail("b", "no route");
        QCOMPARE(rig.only().signature, "no route");
        QCOMPARE(rig.only().count, 2U);
    }

    /// What fails again with other words of one signature has failed since it first did.
    void itHasFailedSinceTheFirstTime()
    {
        FailingRig rig;
        const TimePoint first = rig.now();
        rig.fail("a", "try 1");
        rig.pass(1min);
        rig.fail("a", "try 2");
        QCOMPARE(rig.only().text, "try 2");
        QVERIFY(rig.only().since == first && rig.only().newest == rig.now());
    }

    void whatIsParkedIsCountedSo()
    {
        FailingRig rig;
        rig.fail("a", "no such user");
        rig.modified("b");
        rig.run({.outcome = Outcome::park("no such user")});
        QCOMPARE(rig.only().count, 2U);
        QCOMPARE(rig.only().parked, 1U);
        rig.fail("b", "no such user");
        QCOMPARE(rig.only().parked, 0U);
    }

    void successAPauseAndTheEndTakeItOut()
    {
        FailingRig rig;
        for (const auto *id : {"works", "paused", "gone"})
            rig.fail(id, "disk full");
        rig.modified("works");
        rig.run();
        QCOMPARE(rig.only().count, 2U);
        rig.pauseItem("paused");
        QCOMPARE(rig.only().count, 1U);
        rig.deleted("gone");
        rig.run();
        QVERIFY(causesOf(rig).empty());
        rig.fail("other", "no route"); // the place is free
        QCOMPARE(rig.only().count, 1U);
    }

    void causesWithoutAPlaceAreOne()
    {
        FailingRig rig;
        const auto nameOf = [](std::size_t i) { return std::string(i + 1, 'x'); };
        for (std::size_t i = 0; i < MostFailureCauses + 3; ++i)
            rig.fail("id" + nameOf(i), "error " + nameOf(i));
        const auto all = causesOf(rig);
        QCOMPARE(all.size(), MostFailureCauses + 1);
        QCOMPARE(all.back().signature, "");
        QCOMPARE(all.back().count, 3U);
    }
};

QONTROLLER_TEST(FailureCausesTest)
#include "tst_failurecauses.moc"
