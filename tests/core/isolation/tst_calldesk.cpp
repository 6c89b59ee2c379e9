// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/clock.h"
#include "core/isolation/engine/calldesk.h"
#include "core/isolation/engine/processnotes.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::isolation;
using namespace std::chrono_literals;

namespace {

enum class Door {
    Starting,
    BackingOff,
    Over,
};

} // namespace

/// The desk without a process: what a call hears, and when a process would be killed.
class CallDeskTest final : public QObject
{
    Q_OBJECT

private slots:
    void saysWhyNoCallCanBeMade_data()
    {
        QTest::addColumn<Door>("door");
        QTest::addColumn<Patience>("patience");
        QTest::addColumn<bool>("stopped");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("wait");
        const QByteArray again = "its process starts again in 5 s";
        const QByteArray over = "its process comes to its end with its controller";
        QTest::newRow("starting, stopped") << Door::Starting << Patience::ForStart << true
                                           << QByteArray("its process starts") << 250;
        QTest::newRow("backing off")
            << Door::BackingOff << Patience::ForStart << false << again << 4450;
        QTest::newRow("backing off, stopped")
            << Door::BackingOff << Patience::ForRestart << true << again << 4450;
        QTest::newRow("over") << Door::Over << Patience::ForRestart << false << over << 250;
    }
    void saysWhyNoCallCanBeMade()
    {
        QFETCH(Door, door);
        QFETCH(Patience, patience);
        QFETCH(bool, stopped);
        QFETCH(QByteArray, text);
        QFETCH(int, wait);
        ManualClock clock;
        WakeUp wakeUp;
        CallDesk desk(10s, clock, wakeUp);
        if (door == Door::BackingOff)
            desk.closeUntil(clock.now() + 4400ms);
        else if (door == Door::Over)
            desk.closeForGood();
        std::stop_source stop;
        if (stopped)
            stop.request_stop();
        const auto lent = desk.lend(patience, stop.get_token());
        QVERIFY(!lent);
        QCOMPARE(QByteArray::fromStdString(lent.error().text), text);
        QCOMPARE(lent.error().wait, Duration(std::chrono::milliseconds(wait)));
        QVERIFY(!lent.error().isShortage);
    }

    void condemnsAProcessThatGoesOnAfterItsController()
    {
        ManualClock clock;
        WakeUp wakeUp;
        CallDesk desk(10s, clock, wakeUp);
        QVERIFY(!desk.mustKill(TimePoint::max()));
        QVERIFY(!desk.mustKill(clock.now() + 1ms));
        QCOMPARE(desk.nextDeadline(), TimePoint::max());
        QVERIFY(desk.mustKill(clock.now()));
        QCOMPARE(desk.condemnedEnd().sentence,
                 std::string("its process was ended because it went on after its controller had "
                             "stopped"));
        desk.forget();
        QVERIFY(!desk.mustKill(TimePoint::max()));
    }

    void keepsTheNewestNotes()
    {
        ManualClock clock;
        ProcessNotes notes(clock);
        for (std::size_t i = 0; i <= ProcessNotes::Most; ++i)
            notes.add(std::to_string(i));
        const std::vector<ProcessNote> taken = notes.take();
        QCOMPARE(taken.size(), ProcessNotes::Most);
        QCOMPARE(taken.front().text, std::string("1"));
        QCOMPARE(taken.back().text, std::to_string(ProcessNotes::Most));
        QVERIFY(notes.take().empty());
    }
};

QTEST_APPLESS_MAIN(CallDeskTest)
#include "tst_calldesk.moc"
