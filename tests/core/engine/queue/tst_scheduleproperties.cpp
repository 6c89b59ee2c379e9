// SPDX-License-Identifier: LGPL-3.0-or-later
#include "replay.h"
#include "simulation.h"

#include <QtTest/QtTest>

using namespace qontroller::test;

// QONTROLLER_SEED=n replays one seed and says what happened, QONTROLLER_SEEDS=n
// tries so many.
class SchedulePropertiesTest : public QObject
{
    Q_OBJECT

private slots:
    void theWorldBecomesWhatTheSourceIs()
    {
        if (qEnvironmentVariableIsSet("QONTROLLER_SEED"))
            return qontroller::test::replay<Simulation>(
                static_cast<quint64>(qEnvironmentVariable("QONTROLLER_SEED").toULongLong()));
        const auto seeds = qEnvironmentVariableIsSet("QONTROLLER_SEEDS") ? static_cast<quint64>(
                               qEnvironmentVariable("QONTROLLER_SEEDS").toULongLong())
                                                                         : 6000;
        for (quint64 seed = 1; seed <= seeds; ++seed) {
            const auto failure = Simulation(seed).run();
            if (failure)
                QFAIL(
                    qPrintable(QString("QONTROLLER_SEED=%1: %2").arg(seed).arg(failure->c_str())));
        }
    }

    void aSeedAlwaysTellsTheSameStory()
    {
        Simulation first(11, Simulation::Trace::On);
        Simulation second(11, Simulation::Trace::On);
        QCOMPARE(first.run(), second.run());
        QVERIFY(first.trace().size() > 100);
        QVERIFY(first.trace() == second.trace());
    }
};

QTEST_APPLESS_MAIN(SchedulePropertiesTest)
#include "tst_scheduleproperties.moc"
