// SPDX-License-Identifier: LGPL-3.0-or-later
#include "kitrun.h"
#include "testprogram.h"

#include <QtCore/QRegularExpression>
#include <QtTest/QtTest>

using namespace qontroller::test;

namespace {

// A pass reads what the provider has after it took traffic away, or something out.
constexpr const char *StillServes =
    R"("s\d+" still fails after 6s: sync employee failed: update failed: 10\.0\.0\.\d:80: )"
    "said to be done, but the provider still shows traffic";
constexpr const char *StillThere =
    R"("s\d+" still fails after 6s: sync employee failed: delete failed: 10\.0\.0\.\d:80: )"
    R"(said to be done, but the provider still has it( \(and \d more\))?)";

} // namespace

/// An adapter that is wrong in one way is told so, and a check that cannot be made says why.
class ConsistFaultsTest final : public QObject
{
    Q_OBJECT

private slots:
    void passesWhatIsRight()
    {
        KitRun run;
        for (const int seed : {1, 2}) {
            QVERIFY2(run.judgePool("none", seed) == 0, run.output() + run.errors());
            const QStringList notRun{"watch"}; // its source has none
            QCOMPARE(run.checksThat("not run"), notRun);
            QCOMPARE(run.checksThat("passed").size(), CheckCount - notRun.size());
            for (const QString &check : ForConsist)
                QCOMPARE(run.text(check), QString());
        }
    }

    void findsThePlantedFault_data()
    {
        QTest::addColumn<QStringList>("checks"); // the last one is for consist controllers
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *fault, const QStringList &checks, const char *sentence) {
            QTest::newRow(fault) << checks << sentence;
        };
        row("never-equal", {"unchanged"},
            R"("s\d+" had a call to update employers \(s\d+\) in a pass before which nothing had )"
            "changed, after it was created");
        row("replaces", {"recovers"},
            R"("s\d+" is not in order after calls that failed in part and whole ones that )"
            R"(followed: its member "10\.0\.0\.\d:80" is expected and is not there)");
        row("takes-the-first", {"state"},
            R"("s\d+" is ".* 10\.0\.0\.1:80 \w+ ", but should be ".* 10\.0\.0\.2:80 \w+ ", )"
            "after .*");
        row("fails-if-there", {"recovers"},
            R"("s\d+" had a call again that had just succeeded: create employees \(.*\), and it )"
            "failed: it is there already");
        row("says-drained", {"drains"}, StillServes);
        row("believes-itself", {"drains"},
            R"("s\d+/\w+" gets traffic, as world\.traffic shows, although it counts as )"
            "drained and an operation may begin");
        row("denies-traffic", {"drains"},
            R"("s\d+/\w+" gets traffic, as world\.traffic shows, but servesTraffic\(\) does )"
            "not say so: an operation would begin at once");
        row("never-drains", {"drains"},
            R"("s\d+" still waits after 6s for the end of the traffic of s\d+/\w+)");
        row("keeps-members", {"deletions", "leftovers", "unchanged", "idempotent"}, StillThere);
        row("hides-what-is-left", {"deletions", "leftovers", "cleanup"},
            R"("s\d+" was deleted, but ".*" is still there, after its employer had gone)");
    }
    void findsThePlantedFault()
    {
        QFETCH(QStringList, checks);
        QFETCH(QString, sentence);
        const QString check = checks.last();
        const QRegularExpression expected(QRegularExpression::anchoredPattern(sentence));
        KitRun run;
        QCOMPARE(run.judgePool(QTest::currentDataTag(), 1, Limits + QStringList{"--only", check}),
                 3);
        QVERIFY2(expected.match(run.text(check)).hasMatch(), qPrintable(run.text(check)));
        QVERIFY(!run.checks().at(check)["right"].toString().isEmpty());
        if (!haveWholeRuns())
            return;
        QCOMPARE(run.judgePool(QTest::currentDataTag(), 2, Limits), 3);
        QCOMPARE(run.verdict(check), "failed");
        for (const QString &failed : run.checksThat("failed"))
            QVERIFY2(checks.contains(failed), qPrintable(failed + ": " + run.text(failed)));
    }

    void namesWhatKeepsADrainFromItsEnd()
    {
        KitRun run;
        QCOMPARE(run.judge(POOL, run.pool("never-drains"), 1,
                           Limits + QStringList{"--only", "drains"}),
                 3);
        static const QRegularExpression cure(QRegularExpression::anchoredPattern(
            R"(servesTraffic\(\) is true of the current member "10\.0\.0\.\d:80", and == calls it )"
            "equal to the expected one, which is to have no traffic: compare in == whether it is "
            "on, or, if what it has are sessions of before, let them end"));
        const QString right = run.checks().at("drains")["right"].toString();
        QVERIFY2(cure.match(right).hasMatch(), qPrintable(right));
    }

    void seesThroughTheAdapterAloneWhatTheAdapterShows()
    {
        const QStringList only{"--only", "drains"};
        KitRun run;
        const QJsonObject blind{{"traffic", QJsonValue::Null}};
        QCOMPARE(run.judge(POOL, run.pool("says-drained", blind), 1, Limits + only), 3);
        static const QRegularExpression sentence(QRegularExpression::anchoredPattern(StillServes));
        QVERIFY2(sentence.match(run.text("drains")).hasMatch(), qPrintable(run.text("drains")));

        // That one looks right to whom only the adapter is asked, and the report says so.
        QCOMPARE(run.judge(POOL, run.pool("none", blind), 1, Limits + only), 0);
        QCOMPARE(run.text("drains"), "as the adapter says: without \"world.traffic\" the kit does "
                                     "not see the traffic itself");
    }

    void whatCannotBeTriedDoesNotPass_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("not drained at all")
            << "follows-nothing"
            << "its option followLifecycle is false: its members are not drained";
        QTest::newRow("nothing to drain")
            << "denies-traffic"
            << "no member gets traffic, as servesTraffic() says: there is nothing to drain";
    }
    void whatCannotBeTriedDoesNotPass()
    {
        QFETCH(QString, fault);
        QFETCH(QString, sentence);
        KitRun run;
        QCOMPARE(run.judge(POOL, run.pool(fault, {{"traffic", QJsonValue::Null}}), 1,
                           Limits + QStringList{"--only", "drains"}),
                 0);
        QCOMPARE(run.verdict("drains"), "not run");
        QCOMPARE(run.text("drains"), sentence);
    }
};

QONTROLLER_GUILESS_TEST(ConsistFaultsTest)
#include "tst_consistfaults.moc"
