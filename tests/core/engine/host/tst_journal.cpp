// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"
#include "memoryjournal.h"
#include "testprogram.h"

#include <optional>
#include <stdexcept>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// A program that is started several times: each life has a host of its own, and knows what the
/// journal wrote in the lives before it. The world goes on.
class Lives
{
public:
    Lives()
    {
        source->putMany(4);
        begin();
    }

    void begin()
    {
        host.emplace(clock);
        ControllerSpec spec;
        spec.name = "batman";
        spec.parts = {source,
                      qontroller::makeReconciler<std::string>(probe, probe),
                      nullptr,
                      nullptr,
                      {}};
        spec.options = options();
        spec.known = journal;
        const auto added = host->add(std::move(spec));
        if (!added)
            qFatal("%s", added.error().c_str());
        id = *added;
        reader.emplace(*host);
    }
    /// The journal has seen all, then the program ends; \a off: by the calendar.
    void end(Duration off)
    {
        journal->follow(*reader, "batman");
        reader.reset();
        host.reset();
        clock.advance(off);
    }
    void restart(Duration off = 1h)
    {
        end(off);
        begin();
    }
    [[nodiscard]] static ControllerOptions options()
    {
        ControllerOptions options;
        options.resyncInterval = 1h;
        options.backoffBase = options.backoffMax = 24h;
        options.maxRetries = 1;
        return options;
    }

    [[nodiscard]] ControllerStatus status() { return host->status().front(); }
    [[nodiscard]] ItemRow row(const ObjectId &item)
    {
        return host->detail(id, item).value_or(ItemDetail{}).row;
    }
    /// Waits for the first list, and until nothing is ready or runs.
    [[nodiscard]] bool settles()
    {
        return eventually([this] {
            const ControllerStatus now = status();
            return now.hasListed && now.gauges.depth == 0 && now.gauges.running == 0;
        });
    }
    [[nodiscard]] bool reaches(const ObjectId &item, ItemState state)
    {
        return eventually([&] { return row(item).state == state; });
    }
    void command(Action action) { host->submit({id, std::move(action)}); }
    /// From now on an attempt for \a id ends so.
    void answer(const ObjectId &item, Outcome outcome)
    {
        answers.insert_or_assign(item, std::move(outcome));
        probe->onAdd([all = answers](const Attempt &attempt) {
            const auto found = all.find(attempt.id);
            return found == all.end() ? Outcome::done() : found->second;
        });
    }

    ManualClock clock;
    std::shared_ptr<ScriptedSource> source = std::make_shared<ScriptedSource>();
    std::shared_ptr<Probe> probe = std::make_shared<Probe>();
    std::shared_ptr<MemoryJournal> journal = std::make_shared<MemoryJournal>();
    std::map<ObjectId, Outcome> answers;
    ControllerId id = 0;
    std::optional<Host> host;
    std::optional<FeedReader> reader;
};

/// A journal that is not as it should be.
class BadJournal final : public KnownItems
{
public:
    explicit BadJournal(std::function<void(KnownSink &)> read)
        : m_read(std::move(read))
    {}
    void read(KnownSink &sink) override { m_read(sink); }

private:
    std::function<void(KnownSink &)> m_read;
};

} // namespace

/// What a journal that reads the feed, and nothing else, gives the next life of a controller.
class JournalTest : public QObject
{
    Q_OBJECT

private slots:
    void whatAJournalFollowsIsWhatTheNextLifeKnows()
    {
        Latch list;
        Lives lives;
        lives.probe->onGet(
            [](const Attempt &attempt) { return Probe::object(attempt.id).withGeneration(7); });
        lives.answer("o0", Outcome::retry("it broke"));
        lives.answer("o1", Outcome::park("no use"));
        lives.answer("o2", Outcome::requeueAfter(100h));
        QVERIFY(lives.settles());
        lives.command(ItemsAction{ItemVerb::Requeue, {"o0", "o1", "o2"}});
        QVERIFY(lives.reaches("o0", ItemState::BackOff));
        QVERIFY(lives.reaches("o1", ItemState::Parked));
        QVERIFY(eventually([&] { return lives.row("o2").nextRun != TimePoint{}; }));
        lives.command(ItemsAction{ItemVerb::Pause, {"o3"}, {48h, "moving"}});
        QVERIFY(lives.settles());
        std::map<ObjectId, ItemRow> rows;
        for (const char *id : {"o0", "o1", "o2", "o3"})
            rows[id] = lives.row(id);

        lives.source->onList([&](ListSink &sink, const std::stop_token &stop) {
            list.wait(stop);
            return lives.source->giveWorld(sink);
        });
        lives.restart(7h);
        for (const auto &[id, before] : rows) { // before the first list
            const ItemRow now = lives.row(id);
            const auto age = [&](TimePoint time) { return lives.clock.now() - time; };
            QCOMPARE(now.state, before.state);
            QCOMPARE(now.errors, before.errors);
            QCOMPARE(now.text, before.text);
            QCOMPARE(now.pauseReason, before.pauseReason);
            QCOMPARE(now.causes, before.causes);
            QCOMPARE(now.generation, before.generation);
            QCOMPARE(now.observedGeneration, before.observedGeneration);
            QCOMPARE(age(now.nextRun), age(before.nextRun));
            QCOMPARE(age(now.pausedUntil), age(before.pausedUntil));
            QCOMPARE(age(now.since), age(before.since));
            QCOMPARE(age(now.lastRun), age(before.lastRun));
            QCOMPARE(age(now.lastSuccess), age(before.lastSuccess));
            QCOMPARE(age(now.firstSeen), age(before.firstSeen));
        }
        list.open();
        QVERIFY(lives.settles());
        QCOMPARE(lives.row("o0").state, ItemState::BackOff);
        QCOMPARE(lives.row("o3").state, ItemState::Paused);
        QVERIFY(lives.row("o3").again); // the list asked for it
    }

    void e17_whatIsKnownWaitsForTheFirstList()
    {
        Latch list;
        Lives lives;
        QVERIFY(lives.settles());
        lives.answer("o0", Outcome::wait("a", 1min));
        lives.command(ItemsAction{ItemVerb::Requeue, {"o0"}});
        QVERIFY(eventually([&] { return lives.row("o0").nextRun != TimePoint{}; }));
        lives.probe->forgetLog();
        lives.source->onList([&](ListSink &sink, const std::stop_token &stop) {
            list.wait(stop);
            return lives.source->giveWorld(sink);
        });
        lives.restart();
        QCOMPARE(lives.status().gauges.known, 4U);
        lives.clock.advance(1min); // it is due
        QVERIFY(eventually([&] { return lives.status().gauges.depth == 1; }));
        QCOMPARE(lives.probe->log(), std::string());
        list.open();
        QVERIFY(lives.settles());
    }

    void e8_aDeletionWhileTheProgramWasOffIsHandled()
    {
        Lives lives;
        QVERIFY(lives.settles());
        lives.end(1h);
        lives.source->drop("o2");
        lives.probe->onGet([&](const Attempt &attempt) {
            return lives.source->isGone(attempt.id) ? Fetched<std::string>::gone()
                                                    : Probe::object(attempt.id);
        });
        lives.begin();
        QVERIFY(lives.settles());
        QCOMPARE(lives.probe->removes("o2"), 1);
        QCOMPARE(lives.probe->total().removes, 1);
        lives.restart(); // and then nothing knows of it
        QVERIFY(!lives.journal->book().contains("o2"));
        QVERIFY(lives.settles());
        QCOMPARE(lives.probe->total().removes, 1);
    }

    void whoFallsBehindLosesNothingThatIsWritten()
    {
        Lives lives;
        QVERIFY(lives.settles());
        lives.journal->follow(*lives.reader, "batman");
        QCOMPARE(lives.journal->book().size(), std::size_t(4));
        lives.reader.emplace(*lives.host); // all rows come anew
        lives.source->deleted("o3");
        QVERIFY(eventually([&] { return lives.status().gauges.known == 3; }));
        lives.journal->follow(*lives.reader, "batman");
        QCOMPARE(lives.journal->book().size(), std::size_t(3));
    }

    void idsThatNoObjectCanHaveAreCountedAndShown()
    {
        ControllerSpec spec;
        EngineRig rig;
        spec = rig.spec();
        spec.known = std::make_shared<BadJournal>([](KnownSink &sink) {
            for (int i = 0; i < 700; ++i) {
                KnownItem item;
                item.id = "o" + std::to_string(i);
                item.text = std::string(1 << 20, 'x');
                sink.add(std::move(item));
            }
            sink.add({});
            KnownItem item;
            item.id = std::string(LongestId + 1, 'x');
            sink.add(std::move(item));
        });
        const auto added = rig.host.add(std::move(spec));
        QVERIFY(added);
        rig.id = *added;
        QCOMPARE(rig.gauges().known, 700U);
        QCOMPARE(rig.counters().idsRefused, 2U);
        QCOMPARE(rig.events(EventRecord::Kind::IdsRefused).size(), std::size_t(1));
        QVERIFY(rig.row("o3").text.size() <= LongestText);
    }

    void aJournalThatCannotBeReadKeepsItsControllerFromStarting()
    {
        EngineRig rig;
        ControllerSpec spec = rig.spec();
        spec.known = std::make_shared<BadJournal>([](KnownSink &sink) {
            KnownItem item;
            item.id = "a";
            item.next = NextRun::Worker;
            sink.add(std::move(item));
            throw std::runtime_error("the disk is gone");
        });
        const auto added = rig.host.add(std::move(spec));
        QVERIFY(!added);
        QCOMPARE(added.error(), std::string("controller \"batman\": what is known of its objects "
                                            "cannot be read: the disk is gone"));
        QCOMPARE(rig.source->listsBegun(), 0);
        QVERIFY(rig.host.status().empty());
        QVERIFY(rig.host.add(rig.spec())); // the name is free again
    }
};

QONTROLLER_TEST(JournalTest)
#include "tst_journal.moc"
