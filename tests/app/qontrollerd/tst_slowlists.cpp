// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerd/slowlists.h"
#include "app/qontrollerd/verdict.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

constexpr TimePoint Start = TimePoint(100s);

/// A controller with lists every 30 s, so that they are slow after a minute.
class Watched
{
public:
    Watched()
    {
        m_delta.id = 7;
        m_delta.name = "photos";
        m_delta.options.resyncInterval = 30s;
    }

    void begin(TimePoint now) { m_delta.lists.beganAt = now; }
    void end(TimePoint now)
    {
        m_delta.lists.lastTook = now - std::exchange(m_delta.lists.beganAt, TimePoint{});
    }
    /// What is logged at \a now; empty: nothing.
    std::string look(TimePoint now)
    {
        const auto news = m_slow.look(m_delta, now);
        return news ? (news->level == LogLevel::Warning ? "! " : "") + news->line.message() : "";
    }

private:
    ControllerDelta m_delta;
    SlowLists m_slow;
};

} // namespace

/// What the server concludes from how lists go.
class SlowListsTest final : public QObject
{
    Q_OBJECT

private slots:
    void tellsOfAListThatDoesNotEndOnceAndOfItsEnd()
    {
        Watched photos;
        QCOMPARE(photos.look(Start), "");
        photos.begin(Start);
        QCOMPARE(photos.look(Start + 60s), "");
        QCOMPARE(photos.look(Start + 61s),
                 "! photos: list slow: under way for 61s and has not ended");
        QCOMPARE(photos.look(Start + 70s), "");
        photos.end(Start + 80s);
        QCOMPARE(photos.look(Start + 80s), "");
        photos.begin(Start + 110s);
        QCOMPARE(photos.look(Start + 110s), "");
        photos.end(Start + 112s);
        QCOMPARE(photos.look(Start + 112s), "photos: list in time again: the last took 2s");
        QCOMPARE(photos.look(Start + 113s), "");
    }

    void listsThatAreAlwaysSlowAreToldOnce()
    {
        Watched photos;
        TimePoint now = Start;
        int told = 0;
        for (int list = 0; list < 5; ++list) {
            photos.begin(now);
            now += 90s;
            told += !photos.look(now).empty();
            photos.end(now);
            told += !photos.look(now).empty();
        }
        QCOMPARE(told, 1);
    }

    void whatIsSlowDependsOnTheInterval()
    {
        QVERIFY(SlowLists::limit(30s) == 60s);
        QVERIFY(SlowLists::limit(20ms) == 10s);
        QVERIFY(SlowLists::limit(Duration::max()) == 48h);
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
                                << "the last has failed: why";
        QTest::newRow("failed again")
            << int(ListEnd::Failed) << true << 3 << false << "the last 3 have failed: why";
        QTest::newRow("always failed") << int(ListEnd::Failed) << false << 3 << false
                                       << "no list was complete, and the last 3 have failed: why";
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
        status.lists.beganAt = underWay ? Start : TimePoint{};
        QCOMPARE(QString::fromStdString(listTrouble(status)), trouble);
        QCOMPARE(isTroubled(status), !trouble.isEmpty());
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

QTEST_APPLESS_MAIN(SlowListsTest)
#include "tst_slowlists.moc"
