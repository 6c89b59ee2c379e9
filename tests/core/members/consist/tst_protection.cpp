// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/passoutcome.h"
#include "core/members/consist/protection.h"
#include "printing.h"
#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::consist;

namespace {

const EmployeeKey S1{"server", "s1"};
const EmployeeKey S2{"server", "s2"};
const Mark Put{Mark::State::Put, {"i1"}};
const Mark Claimed{Mark::State::Claimed, {"i1"}};

} // namespace

class ProtectionTest : public QObject
{
    Q_OBJECT

private slots:
    void theTable_data()
    {
        QTest::addColumn<int>("fate");
        QTest::addColumn<bool>("serves");
        QTest::addColumn<int>("verdict");
        const int put = int(MarkVerdict::Put), away = int(MarkVerdict::TakeAway);
        const int hold = int(MarkVerdict::Hold);
        QTest::newRow("created, ready") << int(Fate::Created) << true << put;
        QTest::newRow("updated, ready") << int(Fate::Updated) << true << put;
        QTest::newRow("unchanged, ready") << int(Fate::Unchanged) << true << put;
        QTest::newRow("created, not ready") << int(Fate::Created) << false << away;
        QTest::newRow("updated, not ready") << int(Fate::Updated) << false << away;
        QTest::newRow("unchanged, not ready") << int(Fate::Unchanged) << false << away;
        QTest::newRow("deleted, ready") << int(Fate::Deleted) << true << away;
        QTest::newRow("deleted, not ready") << int(Fate::Deleted) << false << away;
        QTest::newRow("failed, ready") << int(Fate::Failed) << true << hold;
        QTest::newRow("failed, not ready") << int(Fate::Failed) << false << hold;
    }
    void theTable()
    {
        QFETCH(int, fate);
        QFETCH(bool, serves);
        QTEST(int(verdictOf(Fate(fate), serves)), "verdict");
    }

    void whatIsRightIsNotWritten()
    {
        QVERIFY(marksAfter({{S1, Put}}, {{S1, "i1", Fate::Unchanged, true}}).empty());
        QVERIFY(marksAfter({}, {{S1, "i1", Fate::Unchanged, false}}).empty());
        QVERIFY(marksAfter({{S1, Claimed}}, {{S1, "i1", Fate::Failed, true}}).empty());
        QVERIFY(marksAfter({}, {}).empty());
    }

    void whatHasNoItemLeftLosesItsMark()
    {
        const auto changes = marksAfter({{S1, Put}, {S2, Claimed}}, {});
        QVERIFY((changes == std::vector<MarkChange>{{S1, {}}, {S2, {}}}));
    }

    void aClaimIsSettledByWhatIsConfirmed()
    {
        QVERIFY((marksAfter({{S1, Claimed}}, {{S1, "i1", Fate::Created, true}})
                 == std::vector<MarkChange>{{S1, Put}}));
        QVERIFY((marksAfter({{S1, Claimed}}, {{S1, "i1", Fate::Created, false}})
                 == std::vector<MarkChange>{{S1, {}}}));
    }

    void anEmployeeIsProtectedForAsLongAsOneOfItsItemsIs()
    {
        // Its address has changed: the new one is on, the old one could not be deleted.
        const Mark both{Mark::State::Put, {"i1", "i2"}};
        QVERIFY((marksAfter({{S1, both}},
                            {{S1, "i2", Fate::Created, true}, {S1, "i1", Fate::Failed, false}})
                     .empty()));
        // Not ready any more: the old one still holds the mark.
        QVERIFY((marksAfter({{S1, both}},
                            {{S1, "i2", Fate::Updated, false}, {S1, "i1", Fate::Failed, false}})
                     .empty()));
        // Then that one goes, too.
        QVERIFY((marksAfter({{S1, both}},
                            {{S1, "i2", Fate::Unchanged, true}, {S1, "i1", Fate::Deleted, false}})
                 == std::vector<MarkChange>{{S1, {Mark::State::Put, {"i2"}}}}));
    }

    void changesComeInTheOrderOfTheEmployees()
    {
        const auto changes = marksAfter({{S2, Put}}, {{S2, "i1", Fate::Deleted, false},
                                                      {S1, "i9", Fate::Created, true}});
        QVERIFY((changes == std::vector<MarkChange>{{S1, {Mark::State::Put, {"i9"}}}, {S2, {}}}));
    }

    void claimsAddIdsAndLowerNoMark()
    {
        QVERIFY(needsClaim({}, S1, "i1"));
        QVERIFY(!needsClaim({{S1, Put}}, S1, "i1"));
        QVERIFY(needsClaim({{S1, Put}}, S1, "i2"));
        QVERIFY((claimed({}, {S1, "i1", {}}) == Claimed));
        QVERIFY((claimed(Put, {S1, "i2", {}}) == Mark{Mark::State::Put, {"i1", "i2"}}));
    }

    void outcomeOfAPass_data()
    {
        QTest::addColumn<QString>("error");
        QTest::addColumn<int>("failures");
        QTest::addColumn<int>("gatesClosed");
        QTest::addColumn<int>("lookAgain");
        QTest::addColumn<int>("retryInterval");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("delay");
        const int done = int(Outcome::Kind::Done), retry = int(Outcome::Kind::Retry);
        const int requeue = int(Outcome::Kind::RequeueAfter), wait = int(Outcome::Kind::Wait);
        QTest::newRow("all well") << "" << 0 << 0 << 0 << 7 << done << 0;
        QTest::newRow("hard error") << "away" << 0 << 0 << 0 << 7 << retry << 0;
        QTest::newRow("hard beats soft") << "away" << 2 << 1 << 3 << 7 << retry << 0;
        QTest::newRow("soft with an interval") << "" << 2 << 0 << 0 << 7 << requeue << 7;
        QTest::newRow("soft without") << "" << 2 << 0 << 0 << 0 << retry << 0;
        QTest::newRow("soft beats observing") << "" << 2 << 0 << 3 << 7 << requeue << 7;
        QTest::newRow("observe only") << "" << 0 << 0 << 3 << 7 << wait << 3;
        QTest::newRow("a gate has closed") << "" << 0 << 1 << 3 << 7 << wait << 1;
    }
    void outcomeOfAPass()
    {
        QFETCH(QString, error);
        QFETCH(int, failures);
        QFETCH(int, gatesClosed);
        QFETCH(int, lookAgain);
        QFETCH(int, retryInterval);
        QFETCH(int, delay);
        PassFindings findings;
        if (!error.isEmpty())
            findings.error = Thrown{error.toStdString()};
        findings.failures = std::size_t(failures);
        findings.firstFailure = "s1: refused";
        findings.gatesClosed = std::size_t(gatesClosed);
        findings.lookAgain = std::chrono::seconds(lookAgain);
        const Outcome outcome = outcomeOf(findings, std::chrono::seconds(retryInterval));
        QTEST(int(outcome.kind()), "kind");
        QCOMPARE(outcome.delay(), Duration(std::chrono::seconds(delay)));
        if (outcome.isError())
            QCOMPARE(outcome.text(), error.isEmpty() ? findings.firstFailure : error.toStdString());
    }

    void aShortageOfTheHostIsNoFaultOfTheEmployer()
    {
        PassFindings findings;
        findings.error = Thrown{"too many open files", Thrown::Kind::Shortage};
        QVERIFY(outcomeOf(findings, {}).kind() == Outcome::Kind::Shortage);
    }
};

QONTROLLER_TEST(ProtectionTest)
#include "tst_protection.moc"
