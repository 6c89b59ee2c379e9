// SPDX-License-Identifier: LGPL-3.0-or-later
#include "asleep.h"
#include "effort.h"
#include "enginerig.h"
#include "nothreads.h"
#include "testprogram.h"

#include <fstream>
#include <future>

#include <sys/resource.h>
#include <unistd.h>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

using Fail = std::function<Outcome()>;

namespace {

[[noreturn]] void throwNoFiles()
{
    throw std::system_error(EMFILE, std::generic_category(), "no log");
}

constexpr const char *NoFiles = "no log: Too many open files";
constexpr const char *NoThread = "no thread for another worker: Resource temporarily unavailable";

/// While it lives, this process gets no more memory from the system.
class NoMemory
{
public:
    NoMemory()
    {
        std::size_t pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        ::getrlimit(RLIMIT_AS, &m_before);
        const rlimit now{pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)),
                         m_before.rlim_max};
        ::setrlimit(RLIMIT_AS, &now);
    }
    ~NoMemory() { ::setrlimit(RLIMIT_AS, &m_before); }
    NoMemory(const NoMemory &) = delete;
    NoMemory &operator=(const NoMemory &) = delete;

private:
    rlimit m_before{};
};

} // namespace

/// E26: what the host has no more of is no fault of an object.
class ShortagesTest : public QObject
{
    Q_OBJECT

private slots:
    void e26_usesNoAttempt_data()
    {
        QTest::addColumn<Fail>("fail");
        QTest::addColumn<QString>("text");
        QTest::newRow("said") << Fail([] { return Outcome::shortage("no sockets"); })
                              << "no sockets";
        QTest::newRow("thrown") << Fail([]() -> Outcome { throwNoFiles(); }) << NoFiles;
        QTest::newRow("memory") << Fail([]() -> Outcome { throw std::bad_alloc(); })
                                << "out of memory";
    }
    void e26_usesNoAttempt()
    {
        QFETCH(Fail, fail);
        QFETCH(QString, text);
        EngineRig rig;
        rig.options.maxRetries = 0;
        rig.source->put("a");
        rig.probe->onAdd([&](const Attempt &) { return fail(); });
        rig.start();
        for (std::uint64_t n = 1; n <= 10; ++n) {
            QVERIFY(rig.passUntil([&] { return rig.counters().shortages >= n; }));
            QVERIFY(rig.reaches("a", ItemState::Waiting));
        }
        const ItemRow row = rig.row("a");
        QCOMPARE(row.errors, 0U);
        QCOMPARE(QString::fromStdString(row.text), text);
        QCOMPARE(rig.counters().errors, 0U);
        QCOMPARE(rig.counters().panics, 0U);
        QCOMPARE(rig.counters().added, 0U);
        QVERIFY(row.lastSuccess == TimePoint{});

        rig.probe->onAdd({});
        QVERIFY(rig.passUntil([&] { return rig.counters().added == 1; }));
        QCOMPARE(rig.row("a").state, ItemState::InSync);
    }

    void e26_isTriedAgainMoreAndMoreRarely()
    {
        EngineRig rig;
        rig.source->put("a");
        rig.probe->onAdd([](const Attempt &) { return Outcome::shortage("no memory"); });
        rig.start();
        std::uint64_t met = 0;
        for (const Duration wanted : {1s, 2s, 4s, 8s, 16s, 30s, 30s}) {
            ++met;
            QVERIFY(eventually([&] {
                return rig.counters().shortages == met && rig.row("a").nextRun != TimePoint{};
            }));
            const ItemRow row = rig.row("a");
            QVERIFY(row.nextRun - row.lastRun >= wanted);
            QVERIFY(row.nextRun - row.lastRun <= wanted + 1ms);
            QVERIFY(rig.passToNextRun("a"));
        }
    }

    void e26_allObjectsShareOneWait()
    {
        EngineRig rig;
        rig.options.workers = 1;
        rig.source->putMany(50);
        rig.probe->onAdd([](const Attempt &) { return Outcome::shortage("no memory"); });
        rig.start();
        QVERIFY(eventually([&] { return rig.counters().waits == 50; }));
        const TimePoint next = rig.row("o0").nextRun;
        for (int i = 0; i < 50; ++i)
            QVERIFY(rig.row("o" + std::to_string(i)).nextRun == next);
        QVERIFY(next - rig.clock.now() <= 1s + 1ms); // fifty are no row of fifty
    }

    void e26_isShownWhileItLasts()
    {
        SettledRig rig{"a"};
        QVERIFY(rig.pull().shortage.text.empty());
        rig.probe->onAdd([](const Attempt &) -> Outcome { throwNoFiles(); });
        rig.source->modified("a");
        QVERIFY(eventually([&] { return rig.pull().shortage.text == NoFiles; }));
        QVERIFY(rig.pull().shortage.at == rig.clock.now());
        QCOMPARE(rig.status().shortage.text, std::string(NoFiles));
        QVERIFY(rig.passToNextRun("a")); // it lasts
        QVERIFY(eventually([&] { return rig.counters().shortages == 2; }));
        QCOMPARE(rig.events(EventRecord::Kind::Shortage).size(), std::size_t(1)); // said once
        QCOMPARE(rig.awaitEvent(EventRecord::Kind::Shortage),
                 std::string("the host has no more of something: ") + NoFiles);

        rig.probe->onAdd({});
        QVERIFY(rig.passUntil([&] { return rig.counters().added == 2; }));
        QVERIFY(!rig.pull().shortage.text.empty()); // others may not have been tried yet
        rig.pass(2s + 2ms);
        QVERIFY(rig.pull().shortage.text.empty());
        QVERIFY(rig.status().shortage.text.empty());
    }

    void e26_aStorageALockerAndASourceMeetIt()
    {
        EngineRig rig;
        rig.source->put("a");
        rig.probe->onGet([](auto &&...) -> Fetched<std::string> { throwNoFiles(); });
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::Waiting));
        QVERIFY(eventually([&] { return rig.counters().shortages == 1; }));
        QCOMPARE(rig.row("a").errors, 0U);

        EngineRig locked;
        locked.source->put("a");
        locked.locker = makeLocker([](auto &&...) -> LockResult { throwNoFiles(); });
        locked.start();
        QVERIFY(eventually([&] { return locked.pull().shortage.text == NoFiles; }));
        QCOMPARE(locked.row("a").errors, 0U);

        EngineRig blind;
        blind.source->onList([](auto &&...) -> ListResult { throwNoFiles(); });
        QVERIFY(blind.startAndList());
        QVERIFY(eventually([&] { return blind.pull().listError == NoFiles; }));
        QCOMPARE(blind.pull().shortage.text, std::string(NoFiles));
    }

    void e26_newObjectsOfAListMeetIt()
    {
        if (IsSanitized)
            QSKIP("the sanitizers need memory of their own");
        EngineRig rig;
        std::optional<NoMemory> none;
        std::promise<bool> isNothingElse; // that would need memory
        rig.source->onList([&](ListSink &sink, auto &&) {
            sink.add("a"); // the first that its controller knows
            const bool areAsleep = eventually([] { return areOthersAsleep(); });
            none.emplace();
            isNothingElse.set_value(areAsleep);
            return ListResult::complete();
        });
        rig.start();
        QVERIFY(isNothingElse.get_future().get());
        const bool hasFailed = eventually([&] { return rig.counters().listFailures == 1; });
        none.reset();
        QVERIFY(hasFailed);
        QCOMPARE(rig.pull().listError, std::string("out of memory"));
        QCOMPARE(rig.pull().shortage.text, std::string("out of memory"));

        rig.source->onList([](ListSink &sink, auto &&) {
            sink.add("a");
            return ListResult::complete();
        });
        QVERIFY(rig.passUntil([&] { return rig.pull().listError.empty(); }));
        QVERIFY(rig.reaches("a", ItemState::InSync));
    }

    void e26_workersThatCannotBeStartedAreOne()
    {
        EngineRig rig;
        rig.options.workers = 1;
        QVERIFY(rig.startAndSettle());
        QVERIFY(eventually([&] { return rig.source->watchStands(); })); // it needs a thread as well
        {
            const NoThreads none;
            rig.command(setWorkers(3));
        }
        QCOMPARE(rig.gauges().workers, 1);
        QCOMPARE(rig.pull().shortage.text, std::string(NoThread));
        QCOMPARE(rig.counters().shortages, 1U);
        rig.command(setWorkers(3));
        QCOMPARE(rig.gauges().workers, 3);
    }

    void e26_aWatchThatCannotBeStartedIsOne()
    {
        EngineRig rig;
        std::optional<NoThreads> none;
        rig.source->onWatchMode([&none] { none.emplace(); });
        const bool listed = rig.startAndList();
        none.reset();
        QVERIFY(listed);
        QCOMPARE(rig.pull().shortage.text,
                 std::string("no thread for a watch: Resource temporarily unavailable"));
    }

    void e26_aStuckWorkerThatCannotBeReplacedIsOne()
    {
        EngineRig rig;
        rig.options.workers = 1;
        rig.options.handlerTimeout = 10s;
        Latch &hanging = rig.latch();
        rig.probe->onAdd([&](const Attempt &attempt) {
            if (attempt.id == "hangs")
                hanging.wait();
            return Outcome::done();
        });
        rig.source->put("hangs");
        rig.start();
        QVERIFY(eventually([&] { return hanging.waiting() == 1; })); // its handler is called
        QVERIFY(eventually([&] { return rig.source->watchStands(); }));
        rig.source->created("other");
        {
            const NoThreads none;
            rig.pass(rig.options.handlerTimeout);
            QVERIFY(eventually([&] { return rig.pull().shortage.text == NoThread; }));
            QCOMPARE(rig.probe->adds("other"), 0);
        }
        rig.pass(rig.options.handlerTimeout); // tried again
        QVERIFY(eventually([&] { return rig.probe->adds("other") == 1; }));
    }
};

QONTROLLER_TEST(ShortagesTest)
#include "tst_shortages.moc"
