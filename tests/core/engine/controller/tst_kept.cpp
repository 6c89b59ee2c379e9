// SPDX-License-Identifier: LGPL-3.0-or-later
// What attempts leave with their objects for those that come after them.
#include "enginerig.h"
#include "testprogram.h"

#include <map>
#include <optional>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;
using namespace std::string_literals;

namespace {

/// A handler that leaves what it is told to, and notes what it was given.
class Keeper
{
public:
    explicit Keeper(EngineRig &rig)
        : m_rig(rig)
    {
        rig.probe->onAdd([this](const Attempt &attempt) { return run(attempt); });
        rig.probe->onRemove([this](const Attempt &attempt) { return run(attempt); });
    }
    /// From now on an attempt leaves \a text, or nothing new, and ends with \a outcome.
    void leave(std::optional<std::string> text, Outcome outcome = Outcome::done())
    {
        const std::lock_guard lock(m_mutex);
        m_text = std::move(text);
        m_outcome = std::move(outcome);
    }
    /// Has "a" handled once more.
    [[nodiscard]] bool again()
    {
        const std::size_t before = given().size();
        m_rig.command(ItemsAction{ItemVerb::Requeue, {"a"}});
        return eventually([&] { return given().size() > before && m_rig.gauges().running == 0; });
    }
    [[nodiscard]] std::vector<std::string> given() const
    {
        const std::lock_guard lock(m_mutex);
        return m_given;
    }

private:
    Outcome run(const Attempt &attempt)
    {
        const std::lock_guard lock(m_mutex);
        m_given.emplace_back(attempt.kept);
        if (m_text)
            attempt.keep(*m_text);
        return m_outcome;
    }

    EngineRig &m_rig;
    mutable std::mutex m_mutex;
    std::optional<std::string> m_text;
    Outcome m_outcome = Outcome::done();
    std::vector<std::string> m_given;
};

using Given = std::vector<std::string>;

std::string kept(EngineRig &rig)
{
    return rig.row("a").keptText.text();
}

/// A journal whose disk takes as long as the test says.
class SlowDisk final : public KnownItems
{
public:
    void read(KnownSink &) override {}
    std::string awaitKeptText(ItemKey, bool another) override
    {
        if (another)
            ++waits;
        else
            ++looks;
        written.wait();
        return isFull ? "the disk is full" : "";
    }

    std::atomic<int> waits = 0;
    std::atomic<int> looks = 0;
    std::atomic<bool> isFull = false;
    Latch written;
};

} // namespace

class KeptTest : public QObject
{
    Q_OBJECT

private slots:
    void e31_whatAnAttemptLeavesIsGivenToTheNext_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("done") << int(Outcome::Kind::Done);
        QTest::newRow("requeueAfter") << int(Outcome::Kind::RequeueAfter);
        QTest::newRow("retry") << int(Outcome::Kind::Retry);
        QTest::newRow("park") << int(Outcome::Kind::Park);
        QTest::newRow("wait") << int(Outcome::Kind::Wait);
        QTest::newRow("shortage") << int(Outcome::Kind::Shortage);
    }
    void e31_whatAnAttemptLeavesIsGivenToTheNext()
    {
        QFETCH(int, kind);
        const std::map<int, Outcome> outcomes{{int(Outcome::Kind::Done), Outcome::done()},
                                              {int(Outcome::Kind::RequeueAfter),
                                               Outcome::requeueAfter(1h)},
                                              {int(Outcome::Kind::Retry),
                                               Outcome::retry("half of it")},
                                              {int(Outcome::Kind::Park), Outcome::park("no use")},
                                              {int(Outcome::Kind::Wait), Outcome::wait("it", 1h)},
                                              {int(Outcome::Kind::Shortage),
                                               Outcome::shortage("memory", 1h)}};
        EngineRig rig;
        rig.options.backoffBase = rig.options.backoffMax = 1h;
        Keeper keeper(rig);
        rig.source->put("a");
        keeper.leave("server 17", outcomes.at(kind));
        rig.start();
        QVERIFY(eventually([&] { return kept(rig) == "server 17" && rig.gauges().running == 0; }));
        keeper.leave(std::nullopt);
        QVERIFY(kind == int(Outcome::Kind::Shortage)
                    ? rig.passUntil([&] { return keeper.given().size() == 2; })
                    : keeper.again());
        QCOMPARE(keeper.given(), (Given{"", "server 17"}));
        QCOMPARE(kept(rig), "server 17"s); // it said nothing, so that stays
    }

    void e31_whatAnAttemptLeavesBeforeItThrowsCounts()
    {
        EngineRig rig;
        rig.source->put("a");
        rig.probe->onAdd([](const Attempt &attempt) -> Outcome {
            attempt.keep("server 17");
            throw std::runtime_error("no network");
        });
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::BackOff));
        QCOMPARE(kept(rig), "server 17"s);
        QCOMPARE(rig.row("a").text, "no network"s);
    }

    void e31_itCountsWhileTheAttemptRuns()
    {
        EngineRig rig;
        Latch &latch = rig.latch();
        rig.source->put("a");
        std::atomic<int> step = 0;
        rig.probe->onAdd([&](const Attempt &attempt) {
            for (const char *text : {"one", "two", ""}) {
                attempt.keep(text);
                ++step;
                latch.wait(attempt.stop);
            }
            return Outcome::done();
        });
        rig.start();
        QVERIFY(eventually([&] { return step == 1; }));
        QCOMPARE(kept(rig), "one"s);
        QCOMPARE(rig.row("a").state, ItemState::Running);
        latch.open();
        QVERIFY(rig.settles());
        QCOMPARE(kept(rig), ""s);
    }

    void e31_anotherTextTakesItsPlaceAndAnEmptyOneClearsIt()
    {
        EngineRig rig;
        Keeper keeper(rig);
        rig.source->put("a");
        keeper.leave("one");
        QVERIFY(rig.startAndSettle());
        keeper.leave("two");
        QVERIFY(keeper.again());
        keeper.leave("");
        QVERIFY(keeper.again());
        QVERIFY(keeper.again());
        QCOMPARE(keeper.given(), (Given{"", "one", "two", ""}));
        QCOMPARE(kept(rig), ""s);
    }

    void e31_bytesStayAsTheyAre()
    {
        const std::string bytes = "\0\xff\n\x1b[31m{}\""s;
        EngineRig rig;
        Keeper keeper(rig);
        rig.source->put("a");
        keeper.leave(bytes);
        QVERIFY(rig.startAndSettle());
        QVERIFY(keeper.again());
        QVERIFY(keeper.given().back() == bytes);
        QVERIFY(kept(rig) == bytes);
    }

    void e31_whatIsTooLongIsAnErrorOfItsAttempt()
    {
        EngineRig rig;
        rig.options.backoffBase = rig.options.backoffMax = 1h;
        Keeper keeper(rig);
        rig.source->put("a");
        keeper.leave(std::string(LongestKept, 'x'));
        QVERIFY(rig.startAndSettle());
        QCOMPARE(kept(rig).size(), LongestKept);
        keeper.leave(std::string(LongestKept + 1, 'y'));
        QVERIFY(keeper.again());
        QCOMPARE(rig.row("a").state, ItemState::BackOff);
        QCOMPARE(rig.row("a").text,
                 "keep() was given 4097 bytes, and a text that is kept has at most 4096"s);
        QVERIFY(kept(rig) == std::string(LongestKept, 'x')); // what was there stays
    }

    void e31_aRemovalIsGivenItAndTakesItAlong()
    {
        EngineRig rig;
        rig.options.backoffBase = rig.options.backoffMax = 1h;
        Keeper keeper(rig);
        rig.source->put("a");
        keeper.leave("server 17");
        QVERIFY(rig.startAndSettle());
        keeper.leave("server 17 is going", Outcome::retry("not yet"));
        rig.source->deleted("a");
        QVERIFY(rig.reaches("a", ItemState::BackOff));
        QCOMPARE(kept(rig), "server 17 is going"s);
        keeper.leave("it has gone", Outcome::done());
        rig.command(ItemsAction{ItemVerb::Requeue, {"a"}});
        QVERIFY(eventually([&] { return !rig.knows("a"); }));
        keeper.leave(std::nullopt);
        rig.source->created("a");
        QVERIFY(
            eventually([&] { return keeper.given().size() == 4 && rig.gauges().running == 0; }));
        QCOMPARE(keeper.given(), (Given{"", "server 17", "server 17 is going", ""}));
        QCOMPARE(kept(rig), ""s);
    }

    // Its storage said so in the same attempt.
    void e31_aRemovalIsGivenWhatItsStorageLeft()
    {
        EngineRig rig;
        rig.source->putMany(9); // else all that is known would vanish
        Keeper keeper(rig);
        rig.source->put("a");
        QVERIFY(rig.startAndSettle());
        rig.probe->onGet([](const Attempt &attempt) {
            attempt.keep("seen last at nine");
            return attempt.id == "a" ? Fetched<std::string>::gone() : Probe::object(attempt.id);
        });
        rig.source->modified("a");
        QVERIFY(eventually([&] { return !rig.knows("a"); }));
        QCOMPARE(keeper.given().back(), "seen last at nine"s);
        QCOMPARE(keeper.given().size(), std::size_t(11));
    }

    void e31_afterItsEndAnAttemptLeavesNothing()
    {
        EngineRig rig;
        std::shared_ptr<AttemptSink> late;
        rig.source->put("a");
        rig.probe->onAdd([&late](const Attempt &attempt) {
            late = attempt.sink;
            attempt.keep("in time");
            return Outcome::done();
        });
        QVERIFY(rig.startAndSettle());
        late->keep("too late");
        QCOMPARE(kept(rig), "in time"s);
    }

    void e31_anyThreadMayLeaveIt()
    {
        EngineRig rig;
        rig.source->put("a");
        rig.probe->onAdd([](const Attempt &attempt) {
            std::vector<std::thread> threads;
            for (int i = 0; i < 4; ++i) {
                threads.emplace_back([sink = attempt.sink, i] {
                    for (int n = 0; n < 1000; ++n)
                        sink->keep(std::to_string(i * 1000 + n));
                });
            }
            for (std::thread &thread : threads)
                thread.join();
            attempt.keep("last");
            return Outcome::done();
        });
        QVERIFY(rig.startAndSettle());
        QCOMPARE(kept(rig), "last"s);
    }

    // Many at once, so that some are taken in hands.
    void e31_eachObjectHasItsOwn()
    {
        EngineRig rig;
        rig.options.workers = 4;
        std::atomic<int> wrong = 0;
        constexpr int Count = 2000;
        rig.source->putMany(Count);
        rig.probe->onAdd([&](const Attempt &attempt) {
            const bool isFirst = rig.probe->adds(attempt.id) == 1;
            const bool leaves = attempt.id.size() % 2 == 0;
            wrong += attempt.kept != (isFirst || !leaves ? "" : "of " + attempt.id);
            if (leaves)
                attempt.keep("of " + attempt.id);
            return Outcome::done();
        });
        QVERIFY(rig.startAndSettle());
        QVERIFY(rig.resync());
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->total().adds, 2 * Count);
        QCOMPARE(wrong.load(), 0);
    }

    void e31_anAttemptEndsOnceAnotherTextIsOnDisk()
    {
        EngineRig rig;
        const auto disk = std::make_shared<SlowDisk>();
        Keeper keeper(rig);
        rig.source->put("a");
        keeper.leave("server 17");
        ControllerSpec spec = rig.spec();
        spec.known = disk;
        const auto added = rig.host.add(std::move(spec));
        QVERIFY(added);
        rig.id = *added;
        QVERIFY(eventually([&] { return disk->waits == 1; }));
        QCOMPARE(rig.row("a").state, ItemState::Running);
        QCOMPARE(kept(rig), "server 17"s); // there is something to be written
        disk->written.open();
        QVERIFY(rig.settles());
        QVERIFY(keeper.again()); // with the same text
        keeper.leave(std::nullopt);
        QVERIFY(keeper.again());
        QCOMPARE(disk->waits.load(), 1);
        keeper.leave("");
        QVERIFY(keeper.again());
        QCOMPARE(disk->waits.load(), 2);
    }

    void e31_whatIsNotOnDiskHasNotSucceeded()
    {
        EngineRig rig;
        const auto disk = std::make_shared<SlowDisk>();
        disk->written.open();
        disk->isFull = true;
        Keeper keeper(rig);
        rig.source->put("a");
        keeper.leave("server 17");
        ControllerSpec spec = rig.spec();
        spec.known = disk;
        const auto added = rig.host.add(std::move(spec));
        QVERIFY(added);
        rig.id = *added;
        QVERIFY(eventually([&] { return disk->waits == 1; }));
        QVERIFY(eventually([&] { // with the same text as before, which nobody has on disk
            rig.clock.advance(1s);
            return disk->looks >= 2;
        }));
        QCOMPARE(rig.row("a").lastSuccess, TimePoint{});
        QCOMPARE(rig.row("a").errors, 0U);
        QVERIFY(rig.row("a").text.find("what is kept of it is not on disk: the disk is full")
                != std::string::npos);
        disk->isFull = false;
        QVERIFY(eventually([&] {
            rig.clock.advance(1s);
            return rig.row("a").lastSuccess != TimePoint{};
        }));
    }
};

QONTROLLER_TEST(KeptTest)
#include "tst_kept.moc"
