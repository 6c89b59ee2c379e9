// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/qontrollerd/crashbackoff.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

/// How long a controller waits whose plugin crashed the program.
class CrashBackOffTest final : public QObject
{
    Q_OBJECT

private slots:
    void waitsLongerAfterEachCrash_data()
    {
        QTest::addColumn<int>("crashes");
        QTest::addColumn<int>("minutes");
        QTest::newRow("a second") << 2 << 1;
        QTest::newRow("a third") << 3 << 2;
        QTest::newRow("a fourth") << 4 << 4;
        QTest::newRow("a seventh") << 7 << 32;
        QTest::newRow("an eighth") << 8 << 60;
        QTest::newRow("very many") << 1000 << 60;
    }
    void waitsLongerAfterEachCrash()
    {
        QFETCH(int, crashes);
        QFETCH(int, minutes);
        const WallTime last = WallTime() + 24h;
        std::vector<CrashGuard::Crash> all(static_cast<std::size_t>(crashes));
        all.back().at = last;
        QCOMPARE(startAfter(all), last + minutes * 1min);
    }

    void keepsBackForLongerEachTimeUntilItIsMade()
    {
        PluginCatalogue plugins{PluginSearch{}};
        ManualClock clock;
        CrashBackOff backOff({}, plugins, clock);
        SessionController apart;
        apart.name = "apart";
        SessionController other;
        other.name = "other";
        backOff.keepBack(apart, "its process was ended by signal 6 (Aborted)");
        QCOMPARE(backOff.count(), std::size_t(1));
        QCOMPARE(backOff.notStarted().front().controller, std::string("apart"));
        QCOMPARE(backOff.next(), clock.now() + 1min);
        clock.advance(1min);
        QCOMPARE(backOff.takeDue({})->name, std::string("apart"));

        backOff.keepBack(apart, "its process was ended by signal 6 (Aborted)");
        backOff.keepBack(other, "its process was ended by signal 6 (Aborted)");
        clock.advance(1min);
        QCOMPARE(backOff.takeDue({})->name, std::string("other")); // the first to be due
        clock.advance(1min);
        QCOMPARE(backOff.takeDue({})->name, std::string("apart"));
        QCOMPARE(backOff.count(), std::size_t(0));

        backOff.noteMade("apart");
        backOff.keepBack(apart, "its process was ended by signal 6 (Aborted)");
        QCOMPARE(backOff.next(), clock.now() + 1min);
    }

    void oneCrashMakesNobodyWait()
    {
        CrashGuard::Crash crash;
        crash.at = WallTime() + 24h;
        QCOMPARE(startAfter({crash}), WallTime());
    }
};

QONTROLLER_GUILESS_TEST(CrashBackOffTest)
#include "tst_crashbackoff.moc"
