// SPDX-License-Identifier: LGPL-3.0-or-later
#include "kitrig.h"
#include "rollout.h"
#include "signs.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// A source and a storage of one kind, in memory. Thread-safe.
template<class T>
class Shelf
{
public:
    [[nodiscard]] Version put(const ObjectId &id, T object)
    {
        Version version = 0;
        {
            const std::lock_guard lock(m_mutex);
            version = ++m_version;
            m_objects[id] = std::move(object);
        }
        source->modified(id, version);
        return version;
    }
    void drop(const ObjectId &id)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_objects.erase(id);
        }
        source->deleted(id);
    }
    [[nodiscard]] std::optional<T> find(const ObjectId &id) const
    {
        const std::lock_guard lock(m_mutex);
        const auto place = m_objects.find(id);
        return place == m_objects.end() ? std::nullopt : std::optional(place->second);
    }
    [[nodiscard]] std::map<ObjectId, T> all() const
    {
        const std::lock_guard lock(m_mutex);
        return m_objects;
    }
    [[nodiscard]] std::shared_ptr<SharedCache<T>> open(Caches &caches, const std::string &name,
                                                       std::vector<CacheIndex<T>> indexes = {})
    {
        return *caches.open<T>(name, [&] {
            CacheParts<T> parts;
            parts.listerWatcher = source;
            parts.storage = makeStorage<T>([this](const Attempt &attempt) {
                const auto object = find(attempt.id);
                return object ? Fetched<T>::found(std::make_shared<const T>(*object))
                              : Fetched<T>::gone();
            });
            parts.indexes = std::move(indexes);
            parts.options.resyncInterval = 1h;
            return parts;
        });
    }

    std::shared_ptr<ScriptedSource> source = std::make_shared<ScriptedSource>();

private:
    mutable std::mutex m_mutex;
    std::map<ObjectId, T> m_objects;
    Version m_version = 0;
};

/// Processes that are ready when the test says so.
class FakeTable final : public rollout::ProcessTable
{
public:
    Version start(const ObjectId &id, const rollout::Process &process) override
    {
        rollout::Process started = process;
        {
            const std::lock_guard lock(m_mutex);
            started.uid = "p" + std::to_string(++m_started);
            started.isReady = m_areReady;
            m_most = std::max(m_most, shelf.all().size() + 1);
        }
        return shelf.put(id, started);
    }
    Version setOwner(const ObjectId &id, const std::string &uid, const ObjectId &owner) override
    {
        rollout::Process process = *shelf.find(id);
        process.owner = uid;
        process.ownerId = owner;
        return shelf.put(id, process);
    }
    void stop(const ObjectId &id) override
    {
        const std::lock_guard lock(m_mutex);
        m_least = std::min(m_least, shelf.all().size() - 1);
        shelf.drop(id);
    }

    void setReady(bool areReady)
    {
        const std::lock_guard lock(m_mutex);
        m_areReady = areReady;
    }
    [[nodiscard]] int started() const
    {
        const std::lock_guard lock(m_mutex);
        return m_started;
    }
    void beginCounting()
    {
        const std::lock_guard lock(m_mutex);
        m_least = m_most = shelf.all().size();
    }
    [[nodiscard]] std::size_t least() const
    {
        const std::lock_guard lock(m_mutex);
        return m_least;
    }
    [[nodiscard]] std::size_t most() const
    {
        const std::lock_guard lock(m_mutex);
        return m_most;
    }
    /// "id=command" of all.
    [[nodiscard]] std::string text() const
    {
        std::string text;
        for (const auto &[id, process] : shelf.all())
            text += (text.empty() ? "" : " ") + id + "=" + process.command;
        return text;
    }

    Shelf<rollout::Process> shelf;

private:
    mutable std::mutex m_mutex;
    int m_started = 0;
    bool m_areReady = true;
    std::size_t m_least = 0;
    std::size_t m_most = 0;
};

/// The rollout controller and its collector in one program, on the machine's clock.
struct RolloutRig
{
    void start()
    {
        const rollout::World world{sets.open(caches, "sets"),
                                   table->shelf.open(caches, "processes",
                                                     {{"owner", rollout::ownerKeys}}),
                                   table, [this](const ObjectId &id) { return sets.find(id); }};
        for (auto &[name, parts] : {std::pair("rollout", rollout::makeRollout(world)),
                                    std::pair("collector", rollout::makeRolloutCollector(world))}) {
            ControllerSpec spec;
            spec.name = name;
            spec.parts = parts;
            spec.options.resyncInterval = 1h;
            QVERIFY(host->add(std::move(spec)).has_value());
        }
    }
    ~RolloutRig()
    {
        static_cast<void>(host->stop(10s));
        host.reset();
        if (!eventually([this] {
                return sets.source.use_count() == 1 && table->shelf.source.use_count() == 1;
            }))
            qFatal("a cache still runs");
    }
    [[nodiscard]] bool becomes(const std::string &text) const
    {
        return eventually([&] { return table->text() == text; });
    }

    Shelf<rollout::Set> sets;
    std::shared_ptr<FakeTable> table = std::make_shared<FakeTable>();
    Caches caches;
    std::optional<Host> host{std::in_place};
};

} // namespace

/// The worked controllers of resources/examples.
class KitExamplesTest : public QObject
{
    Q_OBJECT

private slots:
    void rolloutKeepsTheNumberOfProcesses()
    {
        RolloutRig rig;
        static_cast<void>(rig.sets.put("web", {"s1", "run 1", 3, 1}));
        rig.start();
        QVERIFY(rig.becomes("web-1=run 1 web-2=run 1 web-3=run 1"));
        rig.table->shelf.drop("web-2"); // somebody else
        QVERIFY(eventually([&] { return rig.table->started() == 4; }));
        QVERIFY(rig.becomes("web-1=run 1 web-2=run 1 web-3=run 1"));
        static_cast<void>(rig.sets.put("web", {"s1", "run 1", 1, 2}));
        QVERIFY(eventually([&] { return rig.table->shelf.all().size() == 1; }));
        QCOMPARE(rig.table->started(), 4); // none too many
    }

    void rolloutReplacesOneAtATime()
    {
        RolloutRig rig;
        static_cast<void>(rig.sets.put("web", {"s1", "run 1", 3, 1}));
        rig.start();
        QVERIFY(rig.becomes("web-1=run 1 web-2=run 1 web-3=run 1"));
        rig.table->beginCounting();
        static_cast<void>(rig.sets.put("web", {"s1", "run 2", 3, 2}));
        QVERIFY(rig.becomes("web-1=run 2 web-2=run 2 web-3=run 2"));
        QCOMPARE(rig.table->least(), std::size_t(2));
        QCOMPARE(rig.table->most(), std::size_t(3));
    }

    void rolloutWaitsForAProcessToBeReady()
    {
        RolloutRig rig;
        static_cast<void>(rig.sets.put("web", {"s1", "run 1", 2, 1}));
        rig.start();
        QVERIFY(rig.becomes("web-1=run 1 web-2=run 1"));
        rig.table->setReady(false);
        static_cast<void>(rig.sets.put("web", {"s1", "run 2", 2, 2}));
        QVERIFY(rig.becomes("web-1=run 2 web-2=run 1"));
        QVERIFY(eventually([&] {
            return rig.host->status()
                       .front()
                       .gauges.states[static_cast<std::size_t>(ItemState::Waiting)]
                   == 1;
        }));
        QCOMPARE(rig.table->text(), "web-1=run 2 web-2=run 1");
        rig.table->setReady(true);
        rollout::Process first = *rig.table->shelf.find("web-1");
        first.isReady = true;
        static_cast<void>(rig.table->shelf.put("web-1", first));
        QVERIFY(rig.becomes("web-1=run 2 web-2=run 2"));
    }

    void rolloutAdoptsWhatHasNoOwner()
    {
        RolloutRig rig;
        static_cast<void>(rig.table->shelf.put("web-1", {"x1", "run 1", "", "", true}));
        static_cast<void>(rig.sets.put("web", {"s1", "run 1", 1, 1}));
        rig.start();
        QVERIFY(eventually([&] { return rig.table->shelf.find("web-1")->owner == "s1"; }));
        QCOMPARE(rig.table->started(), 0);
    }

    void theCollectorStopsWhatASetLeaves()
    {
        RolloutRig rig;
        static_cast<void>(rig.sets.put("web", {"s1", "run 1", 2, 1}));
        static_cast<void>(rig.table->shelf.put("other-1", {"x1", "run 9", "", "", true}));
        rig.start();
        QVERIFY(rig.becomes("other-1=run 9 web-1=run 1 web-2=run 1"));
        rig.sets.drop("web");
        QVERIFY(rig.becomes("other-1=run 9"));
    }

    void signsBringTwoSourcesTogether()
    {
        Shelf<signs::Room> rooms;
        Shelf<signs::Booking> bookings;
        std::mutex mutex;
        std::map<ObjectId, std::string> written;
        int writes = 0;
        const auto sign = [&](const ObjectId &room) {
            const std::lock_guard lock(mutex);
            return written[room];
        };
        static_cast<void>(rooms.put("r1", {"Red room"}));
        static_cast<void>(rooms.put("r2", {"Blue room"}));
        static_cast<void>(bookings.put("b1", {"r1", "Ann", ""}));
        Caches caches;
        std::optional<Host> host(std::in_place);
        ControllerSpec spec;
        spec.name = "signs";
        spec.options.resyncInterval = 1h;
        spec.parts = signs::makeSigns(rooms.open(caches, "rooms"),
                                      bookings.open(caches, "bookings",
                                                    {{"room", signs::roomKeys}}),
                                      [&](const ObjectId &room, const std::string &text) {
                                          const std::lock_guard lock(mutex);
                                          written[room] = text;
                                          ++writes;
                                      });
        QVERIFY(host->add(std::move(spec)).has_value());
        QVERIFY(
            eventually([&] { return sign("r1") == "Red room\nAnn" && sign("r2") == "Blue room"; }));
        QVERIFY(eventually([&] {
            return rooms.source->watchStands() && bookings.source->watchStands()
                   && host->status().front().isIdle();
        }));
        static_cast<void>(bookings.put("b1", {"r2", "Ann", ""}));
        QVERIFY(
            eventually([&] { return sign("r1") == "Red room" && sign("r2") == "Blue room\nAnn"; }));
        bookings.drop("b1");
        QVERIFY(eventually([&] { return sign("r2") == "Blue room"; }));
        rooms.drop("r1");
        QVERIFY(eventually([&] { return sign("r1").empty(); }));
        static_cast<void>(host->stop(10s));
        host.reset();
        spec = {};
        QVERIFY(eventually(
            [&] { return rooms.source.use_count() == 1 && bookings.source.use_count() == 1; }));
    }
};

QTEST_APPLESS_MAIN(KitExamplesTest)
#include "tst_kitexamples.moc"
