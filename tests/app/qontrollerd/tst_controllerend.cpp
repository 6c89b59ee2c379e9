// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/qontrollerd/controllerend.h"

#include <QtTest/QtTest>

using namespace qontroller;

namespace {

constexpr TimePoint Began = TimePoint(std::chrono::seconds(100));

} // namespace

/// What is said of a controller when the program ends.
class ControllerEndTest final : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsHandledBeforeEachSourceHasHadAList()
    {
        ControllerStatus status;
        status.hasListed = true; // its own source: a related one has not
        QVERIFY(!status.isHandled() && !status.isIdle());
        status.lists.last = ListEnd::Failed;
        QVERIFY(status.isHandled() && status.isIdle());
    }

    void aControllerIsJudgedByItsLastList_data()
    {
        QTest::addColumn<int>("last");
        QTest::addColumn<bool>("wasComplete");
        QTest::addColumn<int>("failures");
        QTest::addColumn<bool>("underWay");
        QTest::addColumn<QString>("trouble");
        QTest::newRow("complete") << int(ListEnd::Complete) << true << 0 << false << "";
        QTest::newRow("hangs") << int(ListEnd::Complete) << true << 0 << true
                               << "a list does not end although it was asked to stop";
        QTest::newRow("none") << int(ListEnd::None) << false << 0 << false
                              << "no list has ended: its objects are not known";
        QTest::newRow("partial") << int(ListEnd::Partial) << true << 0 << false
                                 << "the last list was not complete, so deletions wait: why";
        QTest::newRow("failed") << int(ListEnd::Failed) << true << 1 << false
                                << "the last list has failed: why";
        QTest::newRow("failed again")
            << int(ListEnd::Failed) << true << 3 << false << "the last 3 lists have failed: why";
        QTest::newRow("always failed")
            << int(ListEnd::Failed) << false << 3 << false
            << "no list was complete, and the last 3 lists have failed: why";
    }
    void aControllerIsJudgedByItsLastList()
    {
        QFETCH(int, last);
        QFETCH(bool, wasComplete);
        QFETCH(int, failures);
        QFETCH(bool, underWay);
        QFETCH(QString, trouble);
        ControllerStatus status;
        status.lists.last = ListEnd(last);
        status.lists.wasComplete = wasComplete;
        status.lists.failures = std::uint64_t(failures);
        status.lists.why = "why";
        status.lists.beganAt = underWay ? Began : TimePoint{};
        QCOMPARE(QString::fromStdString(listTrouble(status)), trouble);
        QCOMPARE(isTroubled(status), !trouble.isEmpty());
    }

    void oneWhoseTargetIsAnothersHasTrouble()
    {
        ControllerStatus status;
        status.lists.last = ListEnd::Failed;
        status.lists.failures = 3;
        status.lists.isForeign = true;
        status.lists.why = "why";
        QCOMPARE(listTrouble(status), "another controller owns what it works on: why");
        QVERIFY(isTroubled(status));
    }

    void itIsGivenUpWhenItsFirstFiveListsHaveFailed()
    {
        ControllerStatus status;
        status.lists.failures = MostFailedLists - 1;
        QVERIFY(!isGivenUp(status));
        status.lists.failures = MostFailedLists;
        QVERIFY(isGivenUp(status));
        status.hasListed = true; // its objects are handled: it gets idle by itself
        QVERIFY(!isGivenUp(status));
    }

    void objectsInBackOffAreNotInOrder()
    {
        ControllerStatus status;
        status.lists.last = ListEnd::Complete;
        QVERIFY(!isTroubled(status));
        status.gauges.states[std::size_t(ItemState::BackOff)] = 1;
        QVERIFY(isTroubled(status));
    }
};

QONTROLLER_TEST(ControllerEndTest)
#include "tst_controllerend.moc"
