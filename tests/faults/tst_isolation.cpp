// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"
#include "testprogram.h"

#include "effort.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

/// Makes a rig's parts misbehave; `never` is opened before the rig ends.
using Spoil = std::function<void(EngineRig &rig, Latch &never)>;

namespace {

constexpr int Objects = 50;

std::shared_ptr<ObjectLocker> lockerThat(std::function<void(std::stop_token)> what)
{
    return makeLocker(
        [what = std::move(what)](const ObjectId &, auto &&, const std::stop_token &stop) {
            what(stop);
            return LockResult::granted(std::make_unique<ObjectLock>());
        });
}

/// Events without end, as fast as they are taken.
WatchEnd flood(WatchSink &sink, const std::stop_token &stop)
{
    sink.ready();
    for (unsigned i = 0; !stop.stop_requested(); ++i)
        sink.event(i % 7 ? EventType::Modified : EventType::Deleted,
                   "flood" + std::to_string(i % 1000));
    return WatchEnd::closed();
}

template<class Result>
[[noreturn]] Result boom()
{
    throw std::runtime_error("boom");
}

void addRows()
{
    const auto row = [](const char *name, Spoil spoil) { QTest::newRow(name) << spoil; };
    using Rig = EngineRig;
    row("watch mode blocks",
        [](Rig &rig, Latch &never) { rig.source->onWatchMode([&never] { never.wait(); }); });
    row("list blocks", [](Rig &rig, Latch &never) {
        rig.source->onList([&](auto &&, auto &&) { return never.wait(), ListResult::complete(); });
    });
    row("list throws", [](Rig &rig, Latch &) {
        rig.source->onList([](auto &&, auto &&) { return boom<ListResult>(); });
    });
    row("list floods", [](Rig &rig, Latch &) {
        rig.source->onList([](ListSink &sink, const std::stop_token &stop) {
            for (int i = 0; !stop.stop_requested() && i < effort(1'000'000); ++i)
                sink.add("flood" + std::to_string(i % 5000));
            return ListResult::complete();
        });
    });
    row("watch blocks", [](Rig &rig, Latch &never) {
        rig.source->onWatch([&](auto &&...) { return never.wait(), WatchEnd::closed(); });
    });
    row("watch throws", [](Rig &rig, Latch &) {
        rig.source->onWatch([](auto &&...) { return boom<WatchEnd>(); });
    });
    row("watch floods", [](Rig &rig, Latch &) {
        rig.source->onWatch([](WatchSink &sink, auto &&, const std::stop_token &stop) {
            return flood(sink, stop);
        });
    });
    row("storage blocks", [](Rig &rig, Latch &never) {
        rig.probe->onGet(
            [&](const Attempt &attempt) { return never.wait(), Probe::object(attempt.id); });
    });
    row("storage throws", [](Rig &rig, Latch &) {
        rig.probe->onGet([](auto &&...) { return boom<Fetched<std::string>>(); });
    });
    row("handler blocks", [](Rig &rig, Latch &never) {
        rig.probe->onAdd([&](const Attempt &) { return never.wait(), Outcome::done(); });
    });
    row("handler throws", [](Rig &rig, Latch &) {
        rig.probe->onAdd([](const Attempt &) { return boom<Outcome>(); });
    });
    row("handler floods", [](Rig &rig, Latch &) {
        rig.probe->onAdd([&rig](const Attempt &attempt) {
            rig.source->modified(attempt.id);
            return Outcome::requeueAfter(Duration::zero());
        });
    });
    row("locker blocks", [](Rig &rig, Latch &never) {
        rig.locker = lockerThat([&never](const std::stop_token &) { never.wait(); });
    });
    row("locker throws", [](Rig &rig, Latch &) {
        rig.locker = lockerThat([](const std::stop_token &) { boom<void>(); });
    });
    row("owners block", [](Rig &rig, Latch &never) {
        auto source = std::make_shared<ScriptedSource>();
        source->put("a");
        rig.related.push_back({source, makeOwners([&never](auto &&...) {
                                   return never.wait(), std::vector<ObjectId>();
                               })});
    });
}

/// Two controllers of one host. The calm one's work comes out as if it were alone.
struct TwoControllers : EngineRig
{
    explicit TwoControllers(const Spoil &spoil)
    {
        bad.source->putMany(20);
        spoil(bad, never);
    }
    ~TwoControllers()
    {
        never.open();
        static_cast<void>(host.stop(Duration::zero())); // before what the bad one uses goes
    }
    [[nodiscard]] bool startBoth()
    {
        const auto added = host.add(bad.spec("bad"));
        start();
        return added.has_value() && settles();
    }
    /// One event for each id: each is handled once more.
    [[nodiscard]] bool anotherRound(int round)
    {
        for (int i = 0; i < Objects; ++i)
            source->modified("o" + std::to_string(i));
        return settles() && probe->total().adds == Objects * round;
    }

    EngineRig bad; // its parts only; its own host stays empty
    Latch &never = latch();
};

} // namespace

/// E25: controllers share nothing but the process.
class IsolationTest : public QObject
{
    Q_OBJECT

private slots:
    void e25_theOtherControllerGoesOnAsIfItWereAlone_data()
    {
        QTest::addColumn<Spoil>("spoil");
        addRows();
    }
    void e25_theOtherControllerGoesOnAsIfItWereAlone()
    {
        QFETCH(Spoil, spoil);
        const auto before = threadCount();
        {
            TwoControllers rig(spoil);
            rig.source->putMany(Objects);
            QVERIFY(rig.startBoth());
            QCOMPARE(rig.probe->total().adds, Objects);
            for (int round = 2; round < 7; ++round)
                QVERIFY(rig.anotherRound(round));
            QVERIFY(rig.resync());
            QVERIFY(rig.settles());
            QCOMPARE(rig.probe->total().adds, Objects * 7);

            rig.host.submit({0, ControllerAction{ControllerVerb::Pause, {{}, "both"}}});
            const Delta delta = rig.reader->pull();
            QCOMPARE(delta.controllers.size(), std::size_t(2));
            for (const ControllerDelta &controller : delta.controllers)
                QVERIFY(controller.state == ControllerState::Paused);
            rig.host.submit({0, ControllerVerb::Resume});
            rig.host.submit({0, setWorkers(2)});
            QVERIFY(rig.anotherRound(8));
            for (const ControllerStatus &status : rig.host.status())
                QCOMPARE(status.gauges.workers, 2);

            rig.source->deleted("o0");
            QVERIFY(rig.settles());
            QCOMPARE(rig.probe->removes("o0"), 1);
            QVERIFY(!rig.probe->overlapped());
            rig.command(ControllerVerb::Remove);
            QVERIFY(eventually([&] { return rig.host.status().size() == 1; }));
            rig.never.open(); // what ignores its stop token has to be waited for
            QCOMPARE(rig.host.stop(Duration::zero()).size(), std::size_t(1));
        }
        QVERIFY(eventually([&] { return threadCount() == before; }));
    }
};

QONTROLLER_TEST(IsolationTest)
#include "tst_isolation.moc"
