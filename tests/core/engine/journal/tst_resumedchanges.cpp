// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/engine/journal/resumedchanges.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

/// What a start does with options that operators have changed before.
class ResumedChangesTest : public QObject
{
    Q_OBJECT

    static constexpr WallTime Now{1'700'000'000s};

private slots:
    void e30_anOptionThatTheSessionDoesNotChangeHolds_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("given");
        QTest::addColumn<bool>("holds");
        QTest::newRow("as it was") << "maxRetries"
                                   << "5"
                                   << "3" << true;
        QTest::newRow("the session says another by now") << "maxRetries"
                                                         << "5"
                                                         << "4" << false;
        QTest::newRow("a time") << "resyncInterval"
                                << "1m"
                                << "5m" << true;
        QTest::newRow("unknown to this version") << "more"
                                                 << "5"
                                                 << "3" << false;
        QTest::newRow("not live") << "locker"
                                  << "5"
                                  << "3" << false;
        QTest::newRow("out of range") << "workers"
                                      << "-1"
                                      << "4" << false;
        QTest::newRow("no number") << "workers"
                                   << "many"
                                   << "4" << false;
    }
    void e30_anOptionThatTheSessionDoesNotChangeHolds()
    {
        QFETCH(QString, name);
        QFETCH(QString, value);
        QFETCH(QString, given);
        QFETCH(bool, holds);
        ControllerOptions session;
        session.maxRetries = 3;
        session.workers = 4;
        session.resyncInterval = 5min;
        const ChangedOption changed{name.toStdString(), value.toStdString(), given.toStdString()};
        const ResumedChanges resumed = resume({{changed}, {}}, session, Now);
        QCOMPARE(resumed.kept.options.size(), std::size_t(holds));
        QCOMPARE(resumed.overruled.size(), std::size_t(!holds));
        QCOMPARE(resumed.options.maxRetries, holds && name == "maxRetries" ? 5 : 3);
        QCOMPARE(resumed.options.workers, 4);
        QVERIFY(resumed.options.resyncInterval
                == (holds && name == "resyncInterval" ? 1min : 5min));
    }

    void e30_aNumberOfWorkersGoesOnUntilItsTime()
    {
        ControllerOptions session;
        session.workers = 4;
        const TemporaryWorkers workers{8, 6, Now + 1min, 1h, "anna"};
        const ControllerChanges changes{{{"workers", "6", "4"}}, workers};
        const ResumedChanges resumed = resume(changes, session, Now);
        QCOMPARE(resumed.options.workers, 8);
        QVERIFY(resumed.kept == changes);
        const ResumedChanges later = resume(changes, session, Now + 1min);
        QCOMPARE(later.options.workers, 6);
        QVERIFY(later.hasRunOut && !later.kept.workers);
        const auto back = resume(changes, session, Now - 24h * 365); // a clock without a battery
        QVERIFY(back.kept.workers && back.kept.workers->until == Now - 24h * 365 + 1h);
        session.workers = 5; // the file has another number by now
        const ResumedChanges other = resume(changes, session, Now);
        QCOMPARE(other.options.workers, 5);
        QVERIFY(!other.kept.workers);
        QCOMPARE(other.overruled,
                 (std::vector<ChangedOption>{{"workers", "6", "4"}, {"workers", "8", "6"}}));
    }

    // The file was saved, and the program killed before its journal was written.
    void e30_whatTheSessionSaysByNowIsNoChange()
    {
        ControllerOptions session;
        session.maxRetries = 5;
        session.workers = 6;
        const TemporaryWorkers workers{8, 6, Now + 1min, 1h, "anna"};
        const ControllerChanges changes{{{"maxRetries", "5", "3"}, {"workers", "6", "4"}}, workers};
        const ResumedChanges resumed = resume(changes, session, Now);
        QCOMPARE(resumed.options.maxRetries, 5);
        QCOMPARE(resumed.options.workers, 8);
        QVERIFY(resumed.kept.options.empty() && resumed.overruled.empty());
        QVERIFY(resumed.kept.workers == workers);
    }

    // Of a version in which they could be so, say.
    void optionsThatDoNotHoldTogetherAreAllOverruled()
    {
        ControllerOptions session;
        session.backoffBase = 1s;
        session.backoffMax = 10s;
        const ControllerChanges changes{{{"backoff.base", "20s", "1s"}, {"maxRetries", "5", "3"}},
                                        {}};
        session.maxRetries = 3;
        const ResumedChanges resumed = resume(changes, session, Now);
        QVERIFY(!validate(resumed.options));
        QVERIFY(resumed.options.backoffBase == 1s);
        QCOMPARE(resumed.overruled.size(), std::size_t(2));
    }
};

QONTROLLER_TEST(ResumedChangesTest)
#include "tst_resumedchanges.moc"
