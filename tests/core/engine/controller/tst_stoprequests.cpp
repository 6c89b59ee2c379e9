// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/engine/controller/stoprequests.h"

#include "enginerig.h"
#include "nothreads.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// A source of which something blocks that was registered on its token.
struct Blocking
{
    std::stop_source source;
    Latch latch;
    std::stop_callback<std::function<void()>> callback{source.get_token(),
                                                       [this] { latch.wait(); }};
};

struct Rig
{
    Rig() { requests->start(owner); }
    ~Rig()
    {
        for (Blocking &each : blocking)
            each.latch.open();
        requests->end(TimePoint::max());
    }
    /// As many as are asked and have not returned.
    [[nodiscard]] bool run(std::size_t count) const
    {
        return eventually([this, count] { return requests->running().size() == count; });
    }

    ManualClock clock;
    std::shared_ptr<int> owner = std::make_shared<int>();
    std::deque<Blocking> blocking{3};
    std::shared_ptr<StopRequests> requests = std::make_shared<StopRequests>(clock);
};

} // namespace

/// E16, E24: stop callbacks are foreign code and may block for ever.
class StopRequestsTest : public QObject
{
    Q_OBJECT

private slots:
    void aCallbackThatBlocksHoldsUpNoOther()
    {
        const auto before = threadCount();
        Rig rig;
        for (Blocking &each : rig.blocking)
            rig.requests->request(each.source, "a");
        QVERIFY(rig.run(3));
        std::stop_source another;
        rig.requests->request(another);
        QVERIFY(eventually([&] { return another.stop_requested(); }));
        QVERIFY(threadCount() > before + 3);
        for (Blocking &each : rig.blocking)
            each.latch.open();
        QVERIFY(rig.run(0));
        QVERIFY(eventually([&] { return threadCount() == before + 1; })); // as in the beginning
    }

    void saysWhichRunAndSinceWhen()
    {
        Rig rig;
        rig.requests->request(rig.blocking[0].source, "a");
        QVERIFY(rig.run(1));
        rig.clock.advance(3s);
        const RunningCall call = rig.requests->running().front();
        QVERIFY(call.call == ForeignCall::StopCallback);
        QCOMPARE(call.id, "a");
        QCOMPARE(rig.clock.now() - call.since, Duration(3s));
    }

    void withoutAThreadARequestWaitsForOneThatReturns()
    {
        Rig rig;
        rig.requests->request(rig.blocking[0].source);
        QVERIFY(rig.run(1));
        std::stop_source another;
        {
            const NoThreads none;
            rig.requests->request(another);
        }
        QVERIFY(!another.stop_requested());
        rig.blocking[0].latch.open();
        QVERIFY(eventually([&] { return another.stop_requested(); }));
    }

    void sharesItsOwnerWhileARequestRuns()
    {
        Rig rig;
        const std::weak_ptr<int> owner = rig.owner;
        rig.requests->request(rig.blocking[0].source);
        QVERIFY(rig.run(1));
        rig.owner.reset();
        QVERIFY(!owner.expired());
        rig.blocking[0].latch.open();
        QVERIFY(eventually([&] { return owner.expired(); }));
    }

    void endDoesNotWaitBeyondItsDeadline()
    {
        Rig rig;
        rig.requests->request(rig.blocking[0].source, "a");
        QVERIFY(rig.run(1));
        std::jthread ends([&] { rig.requests->end(rig.clock.now() + 2s); });
        QVERIFY(eventually([&] { return rig.clock.waiting() == 1; }));
        rig.clock.advance(2s);
        ends.join();
        QCOMPARE(rig.requests->running().size(), std::size_t(1));
    }

    void nothingIsAskedAfterTheEnd()
    {
        Rig rig;
        rig.requests->end(TimePoint::max());
        std::stop_source late;
        rig.requests->request(late);
        QVERIFY(!late.stop_requested());
    }
};

QONTROLLER_TEST(StopRequestsTest)
#include "tst_stoprequests.moc"
