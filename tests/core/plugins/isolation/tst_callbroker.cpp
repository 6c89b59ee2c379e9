// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/base/threads/clock.h"
#include "core/plugins/isolation/engine/callbroker.h"
#include "core/plugins/isolation/engine/processnotes.h"

#include "eventually.h"

#include <QtTest/QtTest>

#include <future>

using namespace qontroller;
using namespace qontroller::isolation;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

enum class Door {
    Starting,
    BackingOff,
    Over,
};

constexpr Duration CancelPatience = 10s;

/// A broker that has a process, which this thread keeps as a ProcessKeeper does. The process makes no
/// parts and answers nothing.
class OpenDesk
{
public:
    OpenDesk()
    {
        IsolationSettings settings;
        settings.program = ISOLATION_CHILD;
        settings.output = [](std::string_view) {};
        auto started = Child::start(settings);
        if (!started)
            qFatal("%s", started.error().text.c_str());
        child = std::move(*started);
        broker.open(child);
    }
    ~OpenDesk() { static_cast<void>(child->finish()); }

    [[nodiscard]] CallBroker::Lent lend()
    {
        auto lent = broker.lend(Patience::ForStart, {});
        if (!lent)
            qFatal("%s", lent.error().text.c_str());
        return std::move(*lent);
    }

    ManualClock clock;
    WakeFd wakeUp;
    CallBroker broker{CancelPatience, clock, wakeUp};
    std::shared_ptr<Child> child;
};

} // namespace

/// What a call hears, and when a process is killed.
class CallBrokerTest final : public QObject
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
        WakeFd wakeUp;
        CallBroker broker(10s, clock, wakeUp);
        if (door == Door::BackingOff)
            broker.closeUntil(clock.now() + 4400ms);
        else if (door == Door::Over)
            broker.closeForGood();
        std::stop_source stop;
        if (stopped)
            stop.request_stop();
        const auto lent = broker.lend(patience, stop.get_token());
        QVERIFY(!lent);
        QCOMPARE(QByteArray::fromStdString(lent.error().text), text);
        QCOMPARE(lent.error().wait, Duration(std::chrono::milliseconds(wait)));
        QVERIFY(!lent.error().isShortage);
    }

    void condemnsAProcessThatGoesOnAfterItsController()
    {
        ManualClock clock;
        WakeFd wakeUp;
        CallBroker broker(10s, clock, wakeUp);
        QVERIFY(!broker.mustKill(TimePoint::max()));
        QVERIFY(!broker.mustKill(clock.now() + 1ms));
        QCOMPARE(broker.nextDeadline(), TimePoint::max());
        QVERIFY(broker.mustKill(clock.now()));
        QCOMPARE(broker.condemnedEnd().sentence,
                 std::string("its process was ended because it went on after its controller had "
                             "stopped"));
        broker.forget();
        QVERIFY(!broker.mustKill(TimePoint::max()));
    }

    void lendsEachCallAConnectionOfItsOwn()
    {
        OpenDesk rig;
        const CallBroker::Lent one = rig.lend();
        const CallBroker::Lent other = rig.lend();
        QCOMPARE(one.child, rig.child);
        QVERIFY(one.connection.number != other.connection.number);
    }

    void lendsNothingOnceItRefusesCalls()
    {
        OpenDesk rig;
        rig.broker.refuseCalls();
        const auto lent = rig.broker.lend(Patience::ForStart, {});
        QVERIFY(!lent);
        QCOMPARE(lent.error().text,
                 std::string("its process comes to its end with its controller"));
    }

    void p9_condemnsAProcessForACallThatGoesOnAfterItWasCancelled()
    {
        OpenDesk rig;
        const CallBroker::Lent slow = rig.lend();
        const CallBroker::Lent quick = rig.lend();
        rig.broker.cancel(slow, CallBroker::Grace::Limited);
        rig.broker.cancel(quick, CallBroker::Grace::Limited);
        rig.broker.returned(quick);
        QCOMPARE(rig.broker.nextDeadline(), rig.clock.now() + CancelPatience);
        rig.clock.advance(CancelPatience - 1ms);
        QVERIFY(!rig.broker.mustKill(TimePoint::max()));
        rig.clock.advance(1ms);
        QVERIFY(rig.broker.mustKill(TimePoint::max()));
        const ChildEnd end = rig.broker.condemnedEnd();
        QCOMPARE(end.sentence, std::string("its process was ended because an attempt went on for "
                                           "10 s after it was asked to stop"));
        QVERIFY(end.accuses(slow.connection.callNumber()));
        QVERIFY(!end.accuses(quick.connection.callNumber()));
    }

    void leavesACallWithUnlimitedGraceInPeace()
    {
        OpenDesk rig;
        rig.broker.cancel(rig.lend(), CallBroker::Grace::Unlimited);
        QCOMPARE(rig.broker.nextDeadline(), TimePoint::max());
    }

    void condemnsAProcessAMomentAfterItWasAccused()
    {
        OpenDesk rig;
        const CallBroker::Lent broken = rig.lend();
        const CallBroker::Lent other = rig.lend();
        auto failed = std::async(std::launch::async,
                                 [&] { return rig.broker.fail(broken, "said nonsense"); });
        QVERIFY(eventually([&] { return rig.broker.nextDeadline() != TimePoint::max(); }));
        QVERIFY(!rig.broker.mustKill(TimePoint::max()));
        rig.clock.advance(Child::ClosingToEnd);
        QVERIFY(rig.broker.mustKill(TimePoint::max()));
        rig.child->setEnd(rig.broker.condemnedEnd());
        const Failure own = failed.get();
        QCOMPARE(own.text, std::string("its process was ended because it said nonsense"));
        QCOMPARE(own.fault, Failure::Fault::Own);
        QCOMPARE(rig.broker.fail(other, "is gone").fault, Failure::Fault::Another);
    }

    void blamesAnyCallForAnEndByItself_data()
    {
        QTest::addColumn<bool>("shortage");
        QTest::addColumn<Failure::Fault>("fault");
        QTest::newRow("crash") << false << Failure::Fault::Own;
        QTest::newRow("shortage") << true << Failure::Fault::Host;
    }
    void blamesAnyCallForAnEndByItself()
    {
        QFETCH(bool, shortage);
        OpenDesk rig;
        rig.child->setEnd({"its process ended", {}, shortage});
        QTEST(rig.broker.fail(rig.lend(), "is gone").fault, "fault");
    }

    void holdsNothingAgainstTheNextProcess()
    {
        OpenDesk rig;
        const CallBroker::Lent lent = rig.lend();
        rig.broker.cancel(lent, CallBroker::Grace::Limited);
        rig.clock.advance(CancelPatience);
        QVERIFY(rig.broker.mustKill(TimePoint::max()));
        rig.broker.close();
        rig.broker.forget();
        rig.broker.cancel(lent, CallBroker::Grace::Limited); // too late: that process is gone
        QCOMPARE(rig.broker.nextDeadline(), TimePoint::max());
        QVERIFY(!rig.broker.mustKill(TimePoint::max()));
        QVERIFY(!rig.broker.condemnedEnd().accuses(lent.connection.callNumber()));
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

QONTROLLER_TEST(CallBrokerTest)
#include "tst_callbroker.moc"
