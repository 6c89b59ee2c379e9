// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"
#include "testprogram.h"

#include "core/base/text/text.h"
#include "core/engine/observe/items/description.h"

#include <malloc.h>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t Megabyte = std::size_t{1} << 20;

std::string large()
{
    return std::string(Megabyte, 'x');
}

bool isCut(const std::string &text)
{
    return text.size() <= LongestText && text.find(CutMark) != std::string::npos;
}

/// Says the same of each object: more than anybody wants to read.
class Talker final : public Describer
{
public:
    std::string desired(const ObjectId &, std::stop_token) override
    {
        return std::string(2 * LongestDescription, 'd');
    }
    std::string actual(const ObjectId &, std::stop_token) override { return "as it is"; }
};

using Run = std::function<Outcome(const Attempt &)>;

} // namespace

/// E25: what a plugin says is bounded where it comes in, and so are the names of objects.
class ForeignLimitsTest : public QObject
{
    Q_OBJECT

    static std::uint64_t runsEnded(EngineRig &rig)
    {
        std::uint64_t runs = 0;
        for (const EventRecord &end : rig.events(EventRecord::Kind::TicketDone))
            runs += end.runs;
        return runs;
    }

private slots:
    void e25_whatAnAttemptSaysIsCut_data()
    {
        QTest::addColumn<Run>("run");
        QTest::addColumn<ItemState>("state");
        const auto row = [](const char *name, Run run, ItemState state) {
            QTest::newRow(name) << run << state;
        };
        row(
            "retry", [](auto &&) { return Outcome::retry(large()); }, ItemState::BackOff);
        row(
            "park", [](auto &&) { return Outcome::park(large()); }, ItemState::Parked);
        row(
            "wait", [](auto &&) { return Outcome::wait(large(), 1h); }, ItemState::Waiting);
        row(
            "exception", [](auto &&) -> Outcome { throw std::runtime_error(large()); },
            ItemState::BackOff);
    }
    void e25_whatAnAttemptSaysIsCut()
    {
        QFETCH(Run, run);
        QFETCH(ItemState, state);
        EngineRig rig;
        rig.source->put("a");
        rig.probe->onAdd(run);
        rig.start();
        QVERIFY(eventually([&] { return rig.reaches("a", state) && rig.counters().handled == 1; }));
        QVERIFY(isCut(rig.row("a").text));
        const auto detail = rig.host.detail(rig.id, "a");
        QVERIFY(detail && isCut(detail->attempts.at(0).outcome.text));
    }

    void e25_whatAStorageOrALockerSaysIsCut()
    {
        EngineRig rig;
        rig.source->put("a");
        rig.probe->onGet([](auto &&) { return Fetched<std::string>::failed(large()); });
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::BackOff));
        QVERIFY(isCut(rig.row("a").text));

        EngineRig locked;
        locked.source->put("a");
        locked.locker = makeLocker([](auto &&...) { return LockResult::refused(large()); });
        locked.start();
        QVERIFY(locked.reaches("a", ItemState::WaitingForLock));
        QVERIFY(isCut(locked.row("a").text));
    }

    void e25_whatASourceSaysIsCut()
    {
        EngineRig rig;
        rig.source->onList([](auto &&...) { return ListResult::failed(large()); });
        rig.source->onWatch([](WatchSink &sink, auto &&...) {
            sink.ready();
            sink.error(large());
            return WatchEnd::failed(large());
        });
        rig.start();
        QVERIFY(eventually([&] {
            const ControllerDelta delta = rig.pull();
            return isCut(delta.listError) && isCut(delta.watchError);
        }));
        for (const auto kind : {EventRecord::Kind::ListFailed, EventRecord::Kind::WatchEnded,
                                EventRecord::Kind::WatchError})
            QVERIFY(isCut(rig.awaitEvent(kind)));
    }

    void e25_aDescriptionMayBeLonger()
    {
        EngineRig rig;
        ControllerSpec spec = rig.spec();
        spec.parts.describer = std::make_shared<Talker>();
        const auto id = rig.host.add(std::move(spec));
        QVERIFY(id);
        const auto described = rig.host.describe(*id, "a", {});
        QVERIFY(described);
        QCOMPARE(described->desired.size(), LongestDescription);
        QVERIFY(described->desired.find(CutMark) != std::string::npos);
        QCOMPARE(described->actual, std::string("as it is"));
    }

    void e25_manyLargeErrorsCostLittle()
    {
        constexpr int Objects = 20;
        constexpr std::uint64_t Attempts = 5;
        EngineRig rig;
        rig.options.maxRetries = 1000;
        rig.options.retryRate = 1e6;
        rig.source->putMany(Objects);
        rig.probe->onAdd([](auto &&) { return Outcome::retry(large()); });
        const auto before = ::mallinfo2();
        rig.start();
        QVERIFY(rig.passUntil([&] { return rig.counters().errors >= Objects * Attempts; }, 100h));
        const auto after = ::mallinfo2();
        const auto used = [](const auto &info) { return info.uordblks + info.hblkhd; };
        const auto cost = static_cast<double>(used(after)) - static_cast<double>(used(before));
        QVERIFY(cost < 16.0 * Megabyte); // with what four workers say at this moment
    }

    void e25_unusableIdsOfAListAreRefused()
    {
        EngineRig rig;
        rig.source->onList([](ListSink &sink, auto &&) {
            sink.add({});
            sink.add("good");
            sink.add(std::string(LongestId, 'y'));
            sink.add(std::string(LongestId + 1, 'x'));
            sink.addLeftover({});
            return ListResult::complete();
        });
        QVERIFY(rig.startAndSettle());
        QCOMPARE(rig.gauges().known, 2U);
        QCOMPARE(rig.counters().idsRefused, 3U);
        QCOMPARE(rig.events(EventRecord::Kind::IdsRefused).size(), std::size_t(1));
        QCOMPARE(rig.awaitEvent(EventRecord::Kind::IdsRefused),
                 std::string("3 ids were refused: an id must have 1 to 65536 bytes"));
        QVERIFY(rig.resync());
        QCOMPARE(rig.counters().idsRefused, 6U);
        QCOMPARE(rig.events(EventRecord::Kind::IdsRefused).size(), std::size_t(2)); // once a list
    }

    void e25_unusableIdsOfAWatchAreRefused()
    {
        SettledRig rig;
        rig.source->tell([](WatchSink &sink) {
            sink.event(EventType::Added, std::string(std::size_t{70} << 20, 'x'));
            sink.event(EventType::Modified, {});
            sink.event(EventType::Deleted, {});
        });
        QCOMPARE(rig.counters().idsRefused, 3U);
        QCOMPARE(rig.counters().watchEvents, 0U);
        QCOMPARE(rig.events(EventRecord::Kind::IdsRefused).size(), std::size_t(1)); // once a watch
        QCOMPARE(rig.awaitEvent(EventRecord::Kind::IdsRefused),
                 "1 id was refused: an id must have 1 to 65536 bytes: "
                     + cutText(std::string(100, 'x'), 64));
    }

    void e25_unusableIdsOfAnOwnerAreRefused()
    {
        EngineRig rig;
        auto related = std::make_shared<ScriptedSource>();
        related->put("member");
        rig.related.push_back({related, makeOwners([](auto &&...) {
                                   return std::vector<ObjectId>{"a", "", "b", ""};
                               })});
        QVERIFY(rig.startAndSettle());
        QVERIFY(eventually([&] { return rig.counters().idsRefused == 2; }));
        QCOMPARE(rig.awaitEvent(EventRecord::Kind::IdsRefused),
                 std::string(
                     "related source: 2 ids were refused: an id must have 1 to 65536 bytes"));
    }

    void e25_unusableIdsOfACommandAreRefused()
    {
        SettledRig rig{"a"};
        const Ticket ticket = rig.command(
            ItemsAction{ItemVerb::Requeue, {"a", "", std::string(LongestId + 1, 'x')}});
        QVERIFY(rig.settles());
        QVERIFY(eventually([&] { return runsEnded(rig) == 3; })); // each is answered
        QCOMPARE(rig.counters().idsRefused, 2U);
        QCOMPARE(rig.gauges().known, 1U);
        QCOMPARE(rig.events(EventRecord::Kind::IdsRefused).at(0).ticket, ticket);
    }

    void e25_aMillionUnusableIdsOfACommandPushNoEventOut()
    {
        SettledRig rig;
        constexpr std::size_t Many = 1'000'000;
        rig.command(ItemsAction{ItemVerb::Requeue, Ids(Many)});
        QCOMPARE(runsEnded(rig), Many);
        QCOMPARE(rig.events(EventRecord::Kind::TicketDone).size(), 1U);
        QCOMPARE(rig.events(EventRecord::Kind::IdsRefused).size(), 1U);
        QCOMPARE(rig.events(EventRecord::Kind::Command).size(), 1U);
        QCOMPARE(rig.counters().eventsDropped, 0U);
    }
};

QONTROLLER_TEST(ForeignLimitsTest)
#include "tst_foreignlimits.moc"
