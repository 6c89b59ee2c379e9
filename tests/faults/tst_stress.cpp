// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"
#include "testprogram.h"

#include "effort.h"

#include <map>
#include <random>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

constexpr int ManyObjects = 300;

ObjectId idOf(unsigned n)
{
    return "o" + std::to_string(n);
}

/// Reads versions from a source and notes which one was handled last for each id.
///
/// While it is wild its handlers fail, throw, ask for another look and change
/// their own objects.
class WildHandler final : public Storage<Version>, public Handler<Version>
{
public:
    WildHandler(ScriptedSource &source, unsigned seed)
        : m_source(source)
        , m_random(seed)
    {}
    void calmDown() { m_wild = false; }
    [[nodiscard]] bool overlapped() const { return m_overlapped; }
    /// Nothing: never handled, or removed.
    [[nodiscard]] std::optional<Version> lastHandled(unsigned n) const
    {
        const Version version = m_states[n].last;
        return version == 0 ? std::nullopt : std::optional(version);
    }
    [[nodiscard]] Version nextVersion() { return ++m_lastVersion; }
    [[nodiscard]] std::uint64_t runs() const { return m_runs; }

    Fetched<Version> get(const Attempt &attempt) override
    {
        const auto version = m_source.versionOf(attempt.id);
        if (!version)
            return Fetched<Version>::gone();
        return Fetched<Version>::found(std::make_shared<Version>(*version));
    }
    Outcome add(const Version &version, const Attempt &attempt) override
    {
        return run(attempt, version);
    }
    Outcome remove(const Attempt &attempt) override { return run(attempt, 0); }

private:
    struct State
    {
        std::atomic<bool> running = false;
        std::atomic<Version> last = 0;
    };

    [[nodiscard]] Outcome run(const Attempt &attempt, Version version)
    {
        ++m_runs;
        State &state = m_states[std::stoul(attempt.id.substr(1))];
        if (state.running.exchange(true))
            m_overlapped = true;
        state.last = version;
        const unsigned dice = roll();
        if (m_wild && dice == 0 && version != 0)
            m_source.modified(attempt.id, nextVersion());
        state.running = false;
        return m_wild ? outcome(dice) : Outcome::done();
    }
    [[nodiscard]] static Outcome outcome(unsigned dice)
    {
        switch (dice) {
        case 1: return Outcome::retry("dice");
        case 2: return Outcome::requeueAfter(1ms);
        case 3: return Outcome::wait("dice", 2ms);
        case 4: throw std::runtime_error("dice");
        default: return Outcome::done();
        }
    }
    [[nodiscard]] unsigned roll()
    {
        const std::lock_guard lock(m_randomMutex);
        return static_cast<unsigned>(m_random() % 12);
    }

    ScriptedSource &m_source;
    std::array<State, ManyObjects> m_states;
    std::atomic<Version> m_lastVersion = 0;
    std::atomic<std::uint64_t> m_runs = 0;
    std::atomic<bool> m_wild = true;
    std::atomic<bool> m_overlapped = false;
    std::mutex m_randomMutex;
    std::minstd_rand m_random;
};

/// A front end: what it knows of the objects from its own pulls. Thread-safe.
class Front
{
public:
    explicit Front(Feed &feed)
        : m_reader(feed)
    {}
    /// True if there is more.
    bool pull()
    {
        const std::lock_guard lock(m_mutex);
        bool isMore = false;
        for (const ControllerDelta &delta : m_reader.pull().controllers) {
            if (delta.resetRows)
                m_rows.clear();
            for (const ItemRow &row : delta.changed)
                m_rows[row.key] = row;
            for (const ItemKey key : delta.removed)
                m_rows.erase(key);
            isMore = isMore || delta.rowsPending > 0;
        }
        return isMore;
    }
    /// Each object in words, after all that is new.
    [[nodiscard]] std::map<ItemKey, std::string> seen()
    {
        while (pull()) {
        }
        const std::lock_guard lock(m_mutex);
        std::map<ItemKey, std::string> words;
        for (const auto &[key, row] : m_rows)
            words[key] = inWords(row);
        return words;
    }
    [[nodiscard]] static std::string inWords(const ItemRow &row)
    {
        std::string words = row.id + ' ' + std::string(name(row.state));
        for (const std::uint64_t number : {row.version, std::uint64_t(row.errors)})
            words += ' ' + std::to_string(number);
        for (const TimePoint time : {row.since, row.lastRun, row.lastSuccess, row.lastError})
            words += ' ' + std::to_string(time.time_since_epoch().count());
        return words + ' ' + row.text;
    }

private:
    std::mutex m_mutex;
    FeedReader m_reader;
    std::map<ItemKey, ItemRow> m_rows;
};

/// A host on the machine's own clock, with one controller that everything happens to.
struct StressRig
{
    explicit StressRig(unsigned seed)
        : handler(std::make_shared<WildHandler>(*source, seed))
    {
        ControllerSpec spec;
        spec.name = "stress";
        spec.parts.listerWatcher = source;
        spec.parts.reconciler = qontroller::makeReconciler<Version>(handler, handler);
        spec.parts.locker = makeLocker([this](auto &&...) {
            return ++asked % 50 ? LockResult::granted(std::make_unique<ObjectLock>())
                                : LockResult::refused("host 2");
        });
        spec.options.resyncInterval = 20ms;
        spec.options.massDeletionGuard = false;
        spec.options.maxRetries = 1'000'000;
        spec.options.backoffBase = 1ms;
        spec.options.backoffMax = 10ms;
        spec.options.retryRate = 1e6;
        spec.options.retryBurst = 1'000'000;
        id = host.add(spec).value();
    }
    void command(Action action) { host.submit({id, std::move(action)}); }

    /// One random thing of those that happen to a source.
    void changeSource(std::minstd_rand &random)
    {
        const ObjectId object = idOf(static_cast<unsigned>(random() % ManyObjects));
        switch (random() % 8) {
        case 0: return source->deleted(object);
        case 1: return source->put(object, handler->nextVersion()); // nobody says so
        case 2: return source->drop(object);
        default: return source->modified(object, handler->nextVersion());
        }
    }
    /// … of those that an operator does.
    void operate(std::minstd_rand &random)
    {
        const ObjectId object = idOf(static_cast<unsigned>(random() % ManyObjects));
        switch (random() % 9) {
        case 0: return command(setWorkers(static_cast<int>(random() % 8)));
        case 1: return command(ControllerAction{ControllerVerb::Pause, {1ms, "stress"}});
        case 2: return command(ItemsAction{ItemVerb::Pause, {object}, {{}, "stress"}});
        case 3: return command(ItemsAction{ItemVerb::Pause, {object}, {1ms, "stress"}});
        case 4: return command(ItemsAction{ItemVerb::Resume, {object}});
        case 5: return command(ControllerVerb::Resync);
        case 6: return static_cast<void>(host.detail(id, object));
        case 7: return look(random);
        default: return command(ItemsAction{ItemVerb::Requeue, {object}});
        }
    }
    /// Two front ends look, one of them a thousand times as rarely.
    void look(std::minstd_rand &random)
    {
        often.pull();
        if (random() % 1000 == 0)
            rarely.pull();
    }
    /// Everything is resumed, and the last list seen by a watch that stands.
    [[nodiscard]] bool comesToRest()
    {
        handler->calmDown();
        command(setWorkers(4));
        command(ControllerVerb::Resume);
        for (unsigned n = 0; n < ManyObjects; ++n)
            command(ItemsAction{ItemVerb::Resume, {idOf(n)}});
        if (!eventually([this] { return source->watchStands(); }))
            return false;
        command(setOption(&ControllerOptions::resyncInterval, Duration(1h)));
        const int lists = source->listsBegun();
        command(ControllerVerb::Resync);
        return eventually([&] {
            const ControllerStatus status = host.status().front();
            return source->listsBegun() > lists && source->listsBegun() == source->listsEnded()
                   && status.counters.lists == static_cast<unsigned>(source->listsEnded())
                   && status.isIdle();
        });
    }

    /// What each object is, as the host itself says.
    [[nodiscard]] std::map<ItemKey, std::string> truth()
    {
        std::map<ItemKey, std::string> words;
        for (unsigned n = 0; n < ManyObjects; ++n) {
            if (const auto detail = host.detail(id, idOf(n)))
                words[detail->row.key] = Front::inWords(detail->row);
        }
        return words;
    }

    std::shared_ptr<ScriptedSource> source = std::make_shared<ScriptedSource>();
    std::shared_ptr<WildHandler> handler;
    std::atomic<unsigned> asked = 0;
    ControllerId id = 0;
    Host host;
    Front often{host};
    Front rarely{host};
};

} // namespace

/// Everything at once, on real threads and real time. The seed is printed.
class StressTest : public QObject
{
    Q_OBJECT

private slots:
    void afterAllIsQuietEveryIdWasHandledAndIsSeenInItsFinalState_data()
    {
        QTest::addColumn<unsigned>("seed");
        QTest::newRow("always the same seed") << 42U;
        QTest::newRow("a new seed") << std::random_device{}();
    }
    void afterAllIsQuietEveryIdWasHandledAndIsSeenInItsFinalState()
    {
        QFETCH(unsigned, seed);
        qInfo("seed %u", seed);
        const auto before = threadCount();
        {
            StressRig rig(seed);
            run(rig, seed);
            QVERIFY(rig.comesToRest());
            QVERIFY(!rig.handler->overlapped());
            QVERIFY(!rig.source->listsOverlapped());
            for (unsigned n = 0; n < ManyObjects; ++n)
                QVERIFY2(rig.handler->lastHandled(n) == rig.source->versionOf(idOf(n)),
                         idOf(n).c_str());
            Front late(rig.host);
            const auto truth = rig.truth();
            for (Front *front : {&rig.often, &rig.rarely, &late}) {
                const auto seen = front->seen();
                QCOMPARE(seen.size(), truth.size());
                for (const auto &[key, words] : truth)
                    QCOMPARE(seen.contains(key) ? seen.at(key) : "nothing", words);
            }
            QCOMPARE(rig.host.stop(30s).front().leftCount, 0U);
        }
        QVERIFY(eventually([&] { return threadCount() == before; }));
    }

private:
    static void run(StressRig &rig, unsigned seed)
    {
        std::vector<std::jthread> threads;
        for (unsigned n = 0; n < 3; ++n) {
            threads.emplace_back([&rig, seed, n] {
                std::minstd_rand random(seed + n);
                for (int i = 0; i < effort(150'000); ++i)
                    rig.changeSource(random);
            });
        }
        for (unsigned n = 0; n < 2; ++n) {
            threads.emplace_back([&rig, seed, n] {
                std::minstd_rand random(seed + 100 + n);
                for (int i = 0; i < effort(20'000); ++i)
                    rig.operate(random);
            });
        }
        threads.emplace_back([&rig] {
            for (int i = 0; i < 2; ++i) {
                if (eventually([&] { return rig.source->watchStands(); }))
                    rig.source->endWatch(i % 2 ? WatchEnd::failed("stress") : WatchEnd::closed());
            }
        });
    }
};

QONTROLLER_TEST(StressTest)
#include "tst_stress.moc"
