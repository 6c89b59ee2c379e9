// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/cache/loadqueue.h"
#include "eventually.h"
#include "printing.h"
#include "testprogram.h"

#include <thread>

using namespace qontroller;
using namespace qontroller::test;

using Kind = LoadQueue::Kind;
using Origin = LoadQueue::Origin;

class LoadQueueTest : public QObject
{
    Q_OBJECT

private slots:
    void nWishesCauseOneLoad()
    {
        LoadQueue queue;
        for (Version version : {1, 2, 3})
            queue.add("a", Kind::Load, Origin::Event, version);
        queue.add("b", Kind::Load, Origin::Event);
        const auto first = queue.take();
        QCOMPARE(first->id, "a");
        QCOMPARE(first->version, Version(3));
        QCOMPARE(queue.take()->id, "b");
    }

    void whatComesDuringALoadIsDoneOnceMore()
    {
        LoadQueue queue;
        queue.add("a", Kind::Load, Origin::Event);
        static_cast<void>(queue.take());
        queue.add("a", Kind::Remove, Origin::Event);
        queue.add("a", Kind::Load, Origin::Event);
        queue.add("b", Kind::Load, Origin::Event);
        QCOMPARE(queue.take()->id, "b"); // a is with a loader
        queue.done("a", {});
        const auto again = queue.take();
        QCOMPARE(again->id, "a");
        QVERIFY(again->kind == Kind::Load);
        queue.done("a", {});
        queue.add("c", Kind::Load, Origin::Event);
        QCOMPARE(queue.take()->id, "c");
    }

    void s6_theLastWishCounts()
    {
        LoadQueue queue;
        queue.add("a", Kind::Load, Origin::Event);
        queue.add("a", Kind::Remove, Origin::Event);
        QVERIFY(queue.take()->kind == Kind::Remove);
        queue.add("b", Kind::Load, Origin::Event);
        queue.add("b", Kind::RemoveUnseen, Origin::List);
        QVERIFY(queue.take()->kind == Kind::Load);
        queue.add("c", Kind::RemoveUnseen, Origin::List);
        queue.add("c", Kind::Load, Origin::Event);
        QVERIFY(queue.take()->kind == Kind::Load);
    }

    void aListWaitsForItsOwnLoads()
    {
        LoadQueue queue;
        QCOMPARE(queue.waitForList(), "");
        queue.add("a", Kind::Load, Origin::List);
        queue.add("b", Kind::Load, Origin::Event);
        std::atomic<bool> ended = false;
        std::string error;
        std::jthread list([&] {
            error = queue.waitForList();
            ended = true;
        });
        static_cast<void>(queue.take());
        QVERIFY(!ended);
        queue.done("a", "no such disk");
        QVERIFY(eventually([&] { return ended.load(); }));
        QCOMPARE(error, "no such disk");
        QCOMPARE(queue.waitForList(), "");
    }

    void aCallerWaitsForALoadThatBeginsAfterHisCall()
    {
        for (int round = 0; round < 100; ++round) {
            LoadQueue queue;
            queue.add("a", Kind::Load, Origin::Event);
            static_cast<void>(queue.take());
            std::atomic<bool> ended = false;
            std::string error;
            std::jthread caller([&] {
                error = queue.load("a", {});
                ended = true;
            });
            queue.done("a", "old"); // whether he has come or not, it is not his
            QCOMPARE(queue.take()->id, "a");
            QVERIFY(!ended);
            queue.done("a", "new");
            caller.join();
            QCOMPARE(error, "new");
        }
    }

    void closingLetsEverybodyGo()
    {
        LoadQueue queue;
        queue.add("x", Kind::Load, Origin::List);
        static_cast<void>(queue.take());
        std::atomic<int> gone = 0;
        std::jthread loader([&] { gone += !queue.take().has_value(); });
        std::jthread list([&] { gone += queue.waitForList().empty(); });
        queue.close();
        QVERIFY(eventually([&] { return gone == 2; }));
        QCOMPARE(queue.load("a", {}), "it was stopped before 'a' was loaded");
    }

    void aCallerMayStopWaiting()
    {
        LoadQueue queue;
        std::string error;
        std::jthread caller([&](const std::stop_token &stop) { error = queue.load("a", stop); });
        caller.request_stop();
        caller.join();
        QCOMPARE(error, "it was stopped before 'a' was loaded");
    }
};

QONTROLLER_TEST(LoadQueueTest)
#include "tst_loadqueue.moc"
