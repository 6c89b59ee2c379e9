// SPDX-License-Identifier: LGPL-3.0-or-later
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

    void oneCrashMakesNobodyWait()
    {
        CrashGuard::Crash crash;
        crash.at = WallTime() + 24h;
        QCOMPARE(startAfter({crash}), WallTime());
    }
};

QTEST_GUILESS_MAIN(CrashBackOffTest)
#include "tst_crashbackoff.moc"
