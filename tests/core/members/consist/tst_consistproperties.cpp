// SPDX-License-Identifier: LGPL-3.0-or-later
#include "replay.h"
#include "simulation.h"

#include <QtTest/QtTest>

using namespace qontroller::consist::test;

// QONTROLLER_SEED=n replays one seed and says what happened, QONTROLLER_SEEDS=n
// tries so many.
class ConsistPropertiesTest : public QObject
{
    Q_OBJECT

private slots:
    void m1_whatIsOperatedOnCarriesNoTraffic_noMarkLeaks_everythingComesBack()
    {
        if (qEnvironmentVariableIsSet("QONTROLLER_SEED"))
            return qontroller::test::replay<Simulation>(
                qEnvironmentVariable("QONTROLLER_SEED").toULongLong());
        const quint64 seeds = qEnvironmentVariableIsSet("QONTROLLER_SEEDS")
                                  ? qEnvironmentVariable("QONTROLLER_SEEDS").toULongLong()
                                  : 4000;
        int started = 0, kills = 0, deletions = 0;
        for (quint64 seed = 1; seed <= seeds; ++seed) {
            Simulation simulation(seed);
            const auto failure = simulation.run();
            if (failure)
                QFAIL(
                    qPrintable(QString("QONTROLLER_SEED=%1: %2").arg(seed).arg(failure->c_str())));
            started += simulation.started();
            kills += simulation.kills();
            deletions += simulation.deletions();
        }
        qInfo("%d operations, %d kills, %d deletions", started, kills, deletions);
        QVERIFY(started > int(seeds) / 10 && kills > int(seeds) / 10 && deletions > 0);
    }
};

QTEST_APPLESS_MAIN(ConsistPropertiesTest)
#include "tst_consistproperties.moc"
