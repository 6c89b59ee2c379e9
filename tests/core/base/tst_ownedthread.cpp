// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/threads/ownedthread.h"

#include "eventually.h"
#include "latch.h"
#include "testprogram.h"

#include <QtTest/QtTest>

#include <atomic>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

/// Threads in calls that may never return.
class OwnedThreadTest final : public QObject
{
    Q_OBJECT

private slots:
    void ownsWhatItTouchesUntilItReturns()
    {
        Latch call;
        auto touched = std::make_shared<int>(7);
        const std::weak_ptr<int> seen = touched;
        std::atomic<int> value = 0;
        OwnedThread thread(touched, [&, raw = touched.get()] {
            call.wait();
            value = *raw;
        });
        touched.reset();
        QVERIFY(eventually([&] { return call.waiting() == 1; }));
        QVERIFY(!thread.hasEnded());
        QVERIFY(!seen.expired());
        call.open();
        QVERIFY(thread.join(SteadyClock::instance(), TimePoint::max()));
        QVERIFY(thread.hasEnded());
        QVERIFY(seen.expired());
        QCOMPARE(value.load(), 7);
    }

    void joinComesBackAtItsDeadline()
    {
        Latch call;
        ManualClock clock;
        OwnedThread thread(nullptr, [&] { call.wait(); });
        std::atomic<bool> isBack = false;
        std::atomic<bool> hasEnded = true;
        {
            std::jthread joins([&] {
                hasEnded = thread.join(clock, clock.now() + 2s);
                isBack = true;
            });
            QVERIFY(eventually([&] { return clock.waiting() == 1; }));
            clock.advance(2s - 1ns);
            QVERIFY(!isBack);
            clock.advance(1ns);
        }
        QVERIFY(!hasEnded);
        call.open();
        QVERIFY(thread.join(clock, clock.now() + 2s)); // needs no time
    }

    void whoIsLeftToItselfEndsAlone()
    {
        const auto call = std::make_shared<Latch>();
        auto touched = std::make_shared<int>(7);
        const std::weak_ptr<int> seen = touched;
        {
            const OwnedThread thread(std::move(touched), [call] { call->wait(); });
        }
        QVERIFY(!seen.expired());
        call->open();
        QVERIFY(eventually([&] { return seen.expired(); }));
    }

    void theLastOwnerMayHoldTheThreadItself()
    {
        struct Holder
        {
            OwnedThread thread;
            Latch call;
        };
        auto holder = std::make_shared<Holder>();
        const std::weak_ptr<Holder> seen = holder;
        holder->thread = OwnedThread(holder, [raw = holder.get()] { raw->call.wait(); });
        Latch &call = holder->call;
        std::thread([&call, last = std::move(holder)] {
            while (call.waiting() == 0)
                std::this_thread::yield();
        }).join();
        call.open();
        QVERIFY(eventually([&] { return seen.expired(); }));
    }

    void itsEndIsThatOfWhatItOwned()
    {
        Latch end;
        OwnedThread thread(std::shared_ptr<int>(new int(7),
                                                [&end](int *last) {
                                                    end.wait();
                                                    delete last;
                                                }),
                           [] {});
        QVERIFY(eventually([&] { return end.waiting() == 1; }));
        QVERIFY(!thread.hasEnded());
        end.open();
        QVERIFY(thread.join(SteadyClock::instance(), TimePoint::max()));
    }

    void oneThatWasNeverStartedHasEnded()
    {
        OwnedThread thread;
        ManualClock clock;
        QVERIFY(thread.hasEnded());
        QVERIFY(thread.join(clock, clock.now()));
    }
};

QONTROLLER_GUILESS_TEST(OwnedThreadTest)
#include "tst_ownedthread.moc"
