// SPDX-License-Identifier: LGPL-3.0-or-later
#include "effort.h"
#include "enginerig.h"
#include "testprogram.h"

#include "core/engine/journal/journaledcontrol.h"
#include "core/engine/journal/journalwriter.h"
#include "core/engine/journal/rowformat.h"
#include "core/engine/observe/items/description.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <atomic>
#include <deque>
#include <optional>

#include <sys/stat.h>
#include <unistd.h>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

constexpr const char *Name = "batman";

/// A program that is started several times with one journal. The world goes on.
class Lives
{
public:
    Lives()
    {
        source->putMany(4);
        options.resyncInterval = 1h;
        options.backoffBase = options.backoffMax = 24h;
        options.maxRetries = 1;
    }
    ~Lives() { end(); }

    [[nodiscard]] std::filesystem::path file() const
    {
        return std::filesystem::path(folder.path().toStdString()) / name;
    }
    void begin()
    {
        open();
        add();
    }
    void open()
    {
        auto opened = Journal::open(file(), clock);
        if (!opened)
            qFatal("%s", opened.error().message.c_str());
        setAside = opened->setAside;
        journal = std::move(opened->journal);
        host.emplace(clock);
        writer.emplace(*journal, *host, clock, [this](const std::string &why) {
            MutexLock lock(mutex);
            news.push_back(why);
        });
        writer->begin();
    }
    /// To file().
    [[nodiscard]] bool moves()
    {
        auto opened = Journal::open(file(), clock);
        return opened && journal->moveTo(std::move(opened->journal));
    }
    void add()
    {
        ControllerSpec spec{Name, plugin, {}, options};
        spec.parts = {source,
                      qontroller::makeReconciler<std::string>(probe, probe),
                      nullptr,
                      nullptr,
                      {}};
        spec.known = journal->known({Name, plugin, objects, options}, nullptr,
                                    [this](const std::string &, const Restored &now) {
                                        restored = now;
                                    });
        const auto added = host->add(std::move(spec));
        if (!added)
            qFatal("%s", added.error().c_str());
        id = *added;
    }
    /// In order; what is not on disk yet is written.
    void end()
    {
        writer.reset();
        host.reset();
        journal.reset();
    }
    /// \a off: by the calendar.
    void restart(Duration off = {})
    {
        end();
        clock.advance(off);
        begin();
    }
    /// Begins again with what was on disk when it was killed.
    void restartFrom(const std::string &killed)
    {
        end();
        name = killed;
        begin();
    }
    /// A kill at this moment leaves the files of \a killed.
    void copyTo(const std::string &killed) const
    {
        for (const char *suffix : Store::Suffixes) {
            const auto copy = std::filesystem::path(folder.path().toStdString()) / killed;
            if (std::filesystem::exists(file().string() + suffix))
                std::filesystem::copy_file(file().string() + suffix, copy.string() + suffix);
        }
    }
    /// Nothing can be written from now on, and the writer has seen it.
    [[nodiscard]] bool takeFileAway()
    {
        if (!QFile::rename(folder.filePath("journal.sqlite"), folder.filePath("away")))
            return false;
        source->created("seen");
        source->deleted("seen");
        return eventually([this] { return !isWritten(); });
    }
    /// … and it tries again.
    [[nodiscard]] bool bringFileBack()
    {
        const bool isBack = QFile::rename(folder.filePath("away"),
                                          folder.filePath("journal.sqlite"));
        clock.advance(JournalWriter::RetryInterval);
        return isBack;
    }
    /// These objects are not there any more, and no event says so.
    void drop(int first, int last)
    {
        for (int i = first; i <= last; ++i)
            source->drop("o" + std::to_string(i));
        probe->onGet([this](const Attempt &attempt) {
            return source->isGone(attempt.id) ? Fetched<std::string>::gone()
                                              : Probe::object(attempt.id);
        });
    }
    [[nodiscard]] std::uint64_t heldCount()
    {
        return status().gauges.states[static_cast<std::size_t>(ItemState::Held)];
    }
    /// From now on an attempt for \a id ends so.
    void answer(const ObjectId &item, Outcome outcome)
    {
        answers.insert_or_assign(item, std::move(outcome));
        probe->onAdd([this, all = answers, left = texts](const Attempt &attempt) {
            {
                MutexLock lock(mutex);
                given[attempt.id] = attempt.kept;
            }
            const auto text = left.find(attempt.id);
            if (text != left.end() && text->second)
                attempt.keep(*text->second);
            const auto found = all.find(attempt.id);
            return found == all.end() ? Outcome::done() : found->second;
        });
    }
    /// … and before that it leaves \a text; nothing: what was there stays.
    void leaves(const ObjectId &item, std::optional<std::string> text, Outcome outcome)
    {
        texts.insert_or_assign(item, std::move(text));
        answer(item, std::move(outcome));
    }
    /// What the last attempt for \a item was given.
    [[nodiscard]] std::string wasGiven(const ObjectId &item)
    {
        MutexLock lock(mutex);
        return given[item];
    }
    /// How many texts are in the journal.
    [[nodiscard]] int textsInFile() const
    {
        int count = 0;
        const auto read = journal->store()->transact([&](Rows &rows) {
            rows.each("SELECT count(*) FROM kept",
                      [&](SQLite::Statement &row) { count = row.getColumn(0).getInt(); });
        });
        return read ? count : -1;
    }
    /// Lists wait for \a latch from now on.
    void holdLists(Latch &latch)
    {
        source->onList([this, &latch](ListSink &sink, const std::stop_token &stop) {
            latch.wait(stop);
            return source->giveWorld(sink);
        });
    }
    /// Whether all that has happened is on disk.
    [[nodiscard]] bool isWritten() { return journal->turns()->sync(1s); }
    [[nodiscard]] ControllerStatus status() { return host->status().front(); }
    /// Begins with thirty objects, of which the first six go, and waits until they have.
    [[nodiscard]] bool beginsAndLosesSome()
    {
        source->putMany(30);
        begin();
        if (!settles())
            return false;
        drop(0, 5);
        command(ControllerVerb::Resync);
        return eventually([this] { return status().gauges.known == 24; });
    }
    [[nodiscard]] bool settles()
    {
        return eventually([this] {
            const ControllerStatus now = status();
            return now.hasListed && now.gauges.depth == 0 && now.gauges.running == 0;
        });
    }
    [[nodiscard]] ItemRow row(const ObjectId &item)
    {
        return host->detail(id, item).value_or(ItemDetail{}).row;
    }
    [[nodiscard]] bool reaches(const ObjectId &item, ItemState state)
    {
        return eventually([&] { return row(item).state == state; });
    }
    void command(Action action) { host->submit({id, std::move(action)}); }
    [[nodiscard]] std::vector<std::string> whatWasSaid()
    {
        MutexLock lock(mutex);
        return news;
    }

    QTemporaryDir folder;
    ManualClock clock;
    std::string name = "journal.sqlite";
    std::string plugin = "test";
    std::string objects = "these";
    ControllerOptions options;
    std::shared_ptr<ScriptedSource> source = std::make_shared<ScriptedSource>();
    std::shared_ptr<Probe> probe = std::make_shared<Probe>();
    std::map<ObjectId, Outcome> answers;
    std::map<ObjectId, std::optional<std::string>> texts;
    std::filesystem::path setAside;
    std::unique_ptr<Journal> journal;
    std::optional<Host> host;
    std::optional<JournalWriter> writer;
    ControllerId id = 0;
    Restored restored;
    Mutex mutex;
    std::vector<std::string> news;
    std::map<ObjectId, std::string> given; ///< what was left before
};

/// All rows of the journal of \a file, as another program finds them.
std::map<ObjectId, KnownItem> rowsIn(Journal &journal)
{
    std::map<ObjectId, KnownItem> all;
    const auto read = journal.store()->transact([&](Rows &rows) {
        for (const JournalFile::Entry &each : JournalFile::controllers(rows)) {
            JournalFile::readItems(rows, each.number, [&all](KnownItem item) {
                all.emplace(item.id, std::move(item));
            });
        }
    });
    if (!read)
        qFatal("%s", read.error().message.c_str());
    return all;
}

/// Whether an object that comes now is in the file when it is handled.
bool isOnDiskWhenHandled(Lives &lives)
{
    const auto isOnDisk = std::make_shared<std::atomic<bool>>(false);
    lives.probe->onAdd([&lives, isOnDisk](const Attempt &attempt) {
        *isOnDisk = rowsIn(*lives.journal).contains(attempt.id);
        return Outcome::done();
    });
    lives.source->created("new");
    return eventually([&] { return lives.row("new").lastSuccess != TimePoint{}; }) && *isOnDisk;
}

/// A host that says what a test wants, a delta for each pull.
class TellingFeed final : public Feed
{
public:
    [[nodiscard]] ReaderId attach(Reads) override { return 1; }
    void detach(ReaderId) override {}
    [[nodiscard]] Delta pull(ReaderId) override
    {
        MutexLock lock(m_mutex);
        if (m_deltas.empty())
            return {};
        Delta next = std::move(m_deltas.front());
        m_deltas.pop_front();
        return next;
    }
    [[nodiscard]] Sample sample() override { return {}; }
    [[nodiscard]] std::optional<ItemDetail> detail(ControllerId, const ObjectId &) override
    {
        return std::nullopt;
    }
    [[nodiscard]] std::optional<Description> describe(ControllerId, const ObjectId &,
                                                      std::stop_token) override
    {
        return std::nullopt;
    }
    [[nodiscard]] std::vector<ObjectId> held(ControllerId) override { return {}; }
    void tell(Delta delta)
    {
        MutexLock lock(m_mutex);
        m_deltas.push_back(std::move(delta));
    }

private:
    Mutex m_mutex;
    std::deque<Delta> m_deltas QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace

/// What a journal that reads the feed, and nothing else, gives the next life of a controller.
class JournalWriterTest : public QObject
{
    Q_OBJECT

private slots:
    void aRowIsTheItemThatWasWritten()
    {
        const WallTime base(1'700'000'000s);
        ManualClock clock;
        KnownItem item;
        item.key = 7;
        item.id = "ünder/way";
        item.version = ~std::uint64_t{0};
        item.existence = Existence::Kept;
        item.denied = true;
        item.givenUp = true;
        item.standing = Standing::Parked;
        item.next = NextRun::BackOff;
        item.nextRun = base + 1ms;
        item.band = Band::Event;
        item.causes = 0x1fff;
        item.errors = 3;
        item.text = "it broke";
        item.error = "it broke before";
        item.lastError = base + 2ms;
        item.paused = true;
        item.pausedUntil = base + 3ms;
        item.pauseReason = "moving";
        item.hold = 9;
        item.pause = ~Spell{0};
        item.since = base + 4ms;
        item.firstSeen = base + 5s;
        item.lastRun = base + 6ms;
        item.lastSuccess = base + 5ms;
        item.generation = 8;
        item.observedGeneration = 9;
        item.keptText = KeptText(std::string_view("\0\xff\n", 3));
        KnownItem plain;
        plain.key = 8;
        plain.id = "plain";
        const auto journal = Journal::inMemory(clock);
        QVERIFY(journal->store()->transact([&](Rows &rows) {
            const auto number = JournalFile::enter(rows, {Name, "test", "these"});
            JournalFile::writeItem(rows, number, item);
            JournalFile::writeItem(rows, number, plain);
            JournalFile::KeptChecksums written;
            for (const KnownItem &each : {item, plain})
                JournalFile::writeKept(rows, number, each.key, each.keptText, written);
            if (JournalFile::keptChecksums(rows, number) != written)
                qFatal("what is in the file is not known");
        }));
        const auto rows = rowsIn(*journal);
        QVERIFY(rows.at("ünder/way") == item);
        QVERIFY(rows.at("plain") == plain);
    }

    void e30_aRestartKeepsWhatIsKnown()
    {
        Latch list;
        Lives lives;
        lives.probe->onGet(
            [](const Attempt &attempt) { return Probe::object(attempt.id).withGeneration(7); });
        lives.answer("o0", Outcome::retry("it broke"));
        lives.answer("o1", Outcome::park("no use"));
        lives.answer("o2", Outcome::requeueAfter(100h));
        lives.begin();
        QVERIFY(lives.settles());
        lives.command(ItemsAction{ItemVerb::Requeue, {"o0", "o1", "o2"}});
        QVERIFY(lives.reaches("o0", ItemState::BackOff));
        QVERIFY(lives.reaches("o1", ItemState::Parked));
        QVERIFY(eventually([&] { return lives.row("o2").nextRun != TimePoint{}; }));
        lives.command(ItemsAction{ItemVerb::Pause, {"o3"}, {48h, "moving"}});
        QVERIFY(lives.settles());
        QVERIFY(lives.isWritten());
        std::map<ObjectId, ItemRow> rows;
        for (const char *id : {"o0", "o1", "o2", "o3"})
            rows[id] = lives.row(id);

        lives.holdLists(list);
        lives.restart(7h);
        QCOMPARE(lives.restored.objects, 4U);
        QCOMPARE(lives.restored.paused, 1U);
        for (const auto &[id, before] : rows) { // before the first list
            const ItemRow now = lives.row(id);
            const auto isSame = [](TimePoint one, TimePoint other) {
                return std::chrono::abs(one - other) < 1ms; // times are kept in whole ones
            };
            QCOMPARE(now.key, before.key);
            QCOMPARE(now.state, before.state);
            QCOMPARE(now.errors, before.errors);
            QCOMPARE(now.text, before.text);
            QCOMPARE(now.pauseReason, before.pauseReason);
            QCOMPARE(now.causes, before.causes);
            QCOMPARE(now.generation, before.generation);
            QCOMPARE(now.observedGeneration, before.observedGeneration);
            QVERIFY(isSame(now.nextRun, before.nextRun));
            QVERIFY(isSame(now.pausedUntil, before.pausedUntil));
            QVERIFY(isSame(now.since, before.since));
            QVERIFY(isSame(now.lastRun, before.lastRun));
            QVERIFY(isSame(now.lastSuccess, before.lastSuccess));
            QVERIFY(isSame(now.firstSeen, before.firstSeen));
        }
        list.open();
        QVERIFY(lives.settles());
        QCOMPARE(lives.row("o0").state, ItemState::BackOff);
        QCOMPARE(lives.row("o3").state, ItemState::Paused);
        QVERIFY(lives.row("o3").again); // the list asked for it
    }

    void e30_aControllerThatIsPausedStaysSo()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        lives.command(ControllerAction{ControllerVerb::Pause, {2h, "the disk is full"}});
        const WallTime since = lives.clock.wallNow();
        lives.clock.advance(1min);
        lives.restart();
        QVERIFY(lives.restored.pause.isPaused);
        QVERIFY(std::chrono::abs(lives.restored.pause.since - since) < 1s);
        QCOMPARE(lives.restored.pause.reason, std::string("the disk is full"));
        QCOMPARE(lives.status().state, ControllerState::Paused);
    }

    /// As on a machine that starts without a battery for its clock.
    void e30_aCalendarThatGoesBackMakesNoPauseOfAControllerLonger()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        lives.command(ControllerAction{ControllerVerb::Pause, {2h, "the disk is full"}});
        QVERIFY(lives.isWritten());
        for (int life = 0; life < 2; ++life) {
            lives.end();
            lives.clock.setWall(lives.clock.wallNow() - 24h);
            lives.begin();
            QCOMPARE(lives.status().state, ControllerState::Paused);
            QVERIFY(lives.isWritten());
        }
        lives.clock.advance(2h);
        QVERIFY(eventually([&] { return lives.status().state == ControllerState::Running; }));
    }

    /// It was written before there was a column for it.
    void e30_aPauseOfAnEarlierVersionStays()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        lives.command(ControllerAction{ControllerVerb::Pause, {2h, "the disk is full"}});
        QVERIFY(lives.isWritten());
        lives.end();
        const std::int64_t number = 1;
        const std::string reason = "the disk is full";
        const std::int64_t until = milliseconds(lives.restored.pause.until);
        const auto columns = std::make_tuple(until, std::cref(reason));
        SQLite::Database(lives.file().string(), SQLite::OPEN_READWRITE)
            .exec("UPDATE pause SET since = 0, until = " + std::to_string(until)
                  + ", checksum = " + std::to_string(checksumOf(number, columns)));
        lives.begin();
        QCOMPARE(lives.restored.pause.reason, reason);
        QVERIFY(!lives.restored.isPauseDamaged);
    }

    void e17_whatIsKnownWaitsForTheFirstList()
    {
        Latch list;
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        lives.answer("o0", Outcome::wait("a", 1min));
        lives.command(ItemsAction{ItemVerb::Requeue, {"o0"}});
        QVERIFY(eventually([&] { return lives.row("o0").nextRun != TimePoint{}; }));
        lives.end();
        lives.probe->forgetLog();
        lives.holdLists(list);
        lives.begin();
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
        lives.begin();
        QVERIFY(lives.settles());
        lives.end();
        lives.source->drop("o2");
        lives.probe->onGet([&](const Attempt &attempt) {
            return lives.source->isGone(attempt.id) ? Fetched<std::string>::gone()
                                                    : Probe::object(attempt.id);
        });
        lives.begin();
        QVERIFY(lives.settles());
        QCOMPARE(lives.probe->removes("o2"), 1);
        QCOMPARE(lives.probe->total().removes, 1);
        QVERIFY(lives.isWritten());
        QCOMPARE(rowsIn(*lives.journal).size(), std::size_t(3));
        lives.restart(); // and then nothing knows of it
        QVERIFY(lives.settles());
        QCOMPARE(lives.probe->total().removes, 1);
    }

    // The kill comes before, while or after it is written what has gone.
    void e9_aKillForgetsNoneOfThoseThatWent_data()
    {
        QTest::addColumn<int>("written"); // while this of six removals runs, and no more after it
        QTest::addColumn<int>("last");    // more have gone up to this one
        QTest::addColumn<quint64>("held");
        QTest::newRow("none is written") << 0 << 10 << quint64(11); // all are judged together
        QTest::newRow("the first are") << 3 << 10 << quint64(5);
        QTest::newRow("all are") << 7 << 10 << quint64(5);
        QTest::newRow("none is written, and few go") << 0 << 9 << quint64(0);
        QTest::newRow("the first are, and few go") << 3 << 9 << quint64(0);
        QTest::newRow("all are, and few go") << 7 << 9 << quint64(0);
    }
    void e9_aKillForgetsNoneOfThoseThatWent()
    {
        QFETCH(int, written);
        QFETCH(int, last);
        QFETCH(quint64, held);
        Lives lives;
        lives.options.workers = 1;
        lives.source->putMany(30);
        lives.begin();
        QVERIFY(lives.settles());
        QVERIFY(lives.isWritten());
        std::atomic<int> removals = 0;
        lives.probe->onRemove([&](const Attempt &) {
            if (++removals == written && !lives.isWritten())
                qFatal("it is not written");
            return Outcome::done();
        });
        lives.drop(0, 5);
        lives.command(ControllerVerb::Resync);
        QVERIFY(eventually([&] { return lives.status().gauges.known == 24; }));
        QVERIFY(written <= 6 || lives.isWritten());
        lives.copyTo("killed");
        lives.drop(6, last);
        lives.restartFrom("killed");
        QVERIFY(lives.settles());
        QCOMPARE(lives.heldCount(), held);
        QCOMPARE(lives.probe->removes("o9"), held > 0 ? 0 : 1);
    }

    void e9_ofOtherObjectsNothingHasGone_data()
    {
        QTest::addColumn<QString>("objects");
        QTest::addColumn<quint64>("held");
        QTest::newRow("of the same") << "these" << quint64(5);
        QTest::newRow("of others") << "others" << quint64(0);
    }
    void e9_ofOtherObjectsNothingHasGone()
    {
        QFETCH(QString, objects);
        QFETCH(quint64, held);
        Lives lives;
        QVERIFY(lives.beginsAndLosesSome());
        lives.end();
        lives.objects = objects.toStdString();
        lives.begin();
        QVERIFY(lives.settles());
        lives.drop(6, 10);
        lives.command(ControllerVerb::Resync);
        QVERIFY(eventually(
            [&] { return lives.heldCount() == held && lives.status().gauges.known == 19 + held; }));
    }

    void e9_aCountThatIsNotWhatWasWrittenIsSaid()
    {
        Lives lives;
        QVERIFY(lives.beginsAndLosesSome());
        QVERIFY(lives.isWritten());
        QVERIFY(lives.journal->store()->transact(
            [](Rows &rows) { rows.run("UPDATE wave SET gone = 1"); }));
        lives.restart();
        QCOMPARE(lives.restored.objects, 24U);
        QVERIFY(lives.restored.isWaveDamaged);
    }

    void whatHasNotChangedIsNotWrittenAnew()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        lives.restart();
        QVERIFY(lives.settles());
        QVERIFY(lives.isWritten());
        const auto before = rowsIn(*lives.journal);
        lives.end();
        lives.source->onList([](auto &&...) { return ListResult::failed("away"); });
        lives.begin();
        QVERIFY(lives.isWritten());
        QVERIFY(rowsIn(*lives.journal) == before);
    }

    void anotherPluginKnowsNothingOfTheObjects()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        lives.end();
        lives.plugin = "another";
        lives.begin();
        QCOMPARE(lives.restored.objects, 0U);
        QCOMPARE(lives.restored.dropped, 4U);
    }

    void ofOtherObjectsTheWordOfAnOperatorStays()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        lives.command(ItemsAction{ItemVerb::Pause, {"o3"}, {48h, "moving"}});
        lives.end();
        lives.objects = "others";
        lives.begin();
        QCOMPARE(lives.restored.objects, 1U);
        QCOMPARE(lives.restored.dropped, 3U);
        QCOMPARE(lives.row("o3").pauseReason, std::string("moving"));
    }

    void aControllerThatTakesThePlaceOfAnotherKeepsItsRows()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        lives.command(ControllerVerb::Remove);
        QVERIFY(eventually([&] { return lives.host->status().empty(); }));
        lives.add();
        QVERIFY(lives.settles());
        QVERIFY(lives.isWritten());
        QCOMPARE(lives.restored.objects, 4U);
        QCOMPARE(rowsIn(*lives.journal).size(), std::size_t(4));
    }

    // A controller is gone before its last words are there.
    void e30_lastWordsThatComeLateForgetNothing()
    {
        ManualClock clock;
        const auto journal = Journal::inMemory(clock);
        TellingFeed feed;
        JournalWriter writer(*journal, feed, clock, nullptr);
        writer.begin();
        ControllerDelta controller;
        controller.id = 7;
        controller.name = Name;
        Delta rows;
        rows.controllers = {controller};
        rows.controllers.front().changed.emplace_back().id = "o1";
        rows.controllers.front().changed.back().key = 1;
        Delta gone;
        gone.removed = {7};
        Delta words;
        words.controllers = {controller};
        words.removed = {7};
        for (const Delta &each : {rows, gone, words}) {
            feed.tell(each);
            QVERIFY(journal->turns()->sync(1s));
        }
        QCOMPARE(rowsIn(*journal).size(), std::size_t(1));
    }

    void whatTheSessionDoesNotNameIsForgotten()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        lives.end();
        auto opened = Journal::open(lives.file(), lives.clock);
        QVERIFY(opened);
        QVERIFY(opened->journal->keepOnly({Name})->empty());
        const auto forgotten = opened->journal->keepOnly({"robin"});
        QCOMPARE(forgotten->front().controller, std::string(Name));
        QCOMPARE(forgotten->front().known.objects, 4U);
        QVERIFY(rowsIn(*opened->journal).empty());
    }

    void e30_aDamagedFileIsSetAside()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        lives.end();
        QFile file(lives.folder.filePath("journal.sqlite"));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QCOMPARE(file.write("no SQLite file is this"), 22);
        file.close();
        lives.begin();
        QCOMPARE(lives.setAside.string(), lives.file().string() + ".damaged-2026-01-01T00-00-00Z");
        QVERIFY(std::filesystem::exists(lives.setAside));
        QCOMPARE(lives.restored.objects, 0U);
        QVERIFY(lives.settles());
        QVERIFY(lives.isWritten());
    }

    void e30_aDamagedPageOrControllerIsNoticed_data()
    {
        QTest::addColumn<QString>("sql"); // empty: a page is overwritten
        QTest::newRow("page") << QString();
        QTest::newRow("controller")
            << "UPDATE controller SET name = 'robin'; UPDATE life SET is_open = 1";
    }
    void e30_aDamagedPageOrControllerIsNoticed()
    {
        QFETCH(QString, sql);
        Lives lives;
        lives.source->putMany(500);
        lives.begin();
        QVERIFY(lives.settles());
        lives.end();
        if (sql.isEmpty()) {
            QFile file(lives.folder.filePath("journal.sqlite"));
            QVERIFY(file.open(QIODevice::ReadWrite));
            QVERIFY(file.size() > 40'000 && file.seek(file.size() - 2 * 4096));
            QCOMPARE(file.write(QByteArray(4096, 'x')), 4096);
        } else {
            SQLite::Database(lives.file().string(), SQLite::OPEN_READWRITE).exec(sql.toStdString());
        }
        lives.begin();
        QVERIFY(!lives.setAside.empty());
        QCOMPARE(lives.restored.objects, 0U);
        if (!sql.isEmpty()) { // whoever looks at it finds how it was left
            SQLite::Database aside(lives.setAside.string());
            QCOMPARE(aside.execAndGet("SELECT is_open FROM life").getInt(), 1);
        }
    }

    void e30_aPauseWithAnEndIsWrittenOnce()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        lives.command(ControllerAction{ControllerVerb::Pause, {2h, "the disk is full"}});
        QVERIFY(lives.isWritten());
        QVERIFY(lives.journal->store()->transact(
            [](Rows &rows) { rows.run("UPDATE pause SET reason = 'seen'"); }));
        lives.clock.setWall(lives.clock.wallNow() + 1ms); // both clocks never say quite the same
        QVERIFY(lives.isWritten());
        std::string reason;
        QVERIFY(lives.journal->store()->transact([&reason](Rows &rows) {
            rows.each("SELECT reason FROM pause",
                      [&reason](SQLite::Statement &row) { reason = row.getColumn(0).getString(); });
        }));
        QCOMPARE(reason, std::string("seen"));
    }

    void e30_aPauseThatIsDamagedHasNoEnd()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        lives.command(ControllerAction{ControllerVerb::Pause, {2h, "the disk is full"}});
        QVERIFY(lives.isWritten());
        lives.end();
        SQLite::Database(lives.file().string(), SQLite::OPEN_READWRITE)
            .exec("UPDATE pause SET until = 1");
        lives.begin();
        QCOMPARE(lives.status().state, ControllerState::Paused);
        QVERIFY(lives.restored.pause.until == WallTime{});
        QVERIFY(lives.restored.pause.reason.starts_with("its pause is damaged"));
    }

    void e30_aJournalWithoutItsNewestPartIsNoticed()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        QVERIFY(lives.isWritten());
        const QString copy = lives.folder.filePath("copy"); // as a kill leaves it
        QVERIFY(QFile::copy(lives.folder.filePath("journal.sqlite"), copy));
        QVERIFY(QFile::copy(lives.folder.filePath("journal.sqlite-wal"), copy + "-wal"));
        const QString lacking = lives.folder.filePath("lacking");
        QVERIFY(QFile::copy(copy, lacking));
        const auto opened = [&](const QString &file) {
            auto journal = Journal::open(file.toStdString(), lives.clock);
            if (!journal)
                qFatal("%s", journal.error().message.c_str());
            return *std::move(journal);
        };
        QVERIFY(!opened(copy).lacksItsEnd);
        QVERIFY(opened(lacking).lacksItsEnd);
        QVERIFY(!opened(lacking).lacksItsEnd); // said once
        QFile empty(lives.folder.filePath("empty"));
        QVERIFY(empty.open(QIODevice::WriteOnly));
        QVERIFY(empty.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
        QVERIFY(opened(empty.fileName()).hadNoContent);
    }

    void e30_aRowThatIsNotWhatWasWrittenIsLeftOut()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        QVERIFY(lives.isWritten());
        QVERIFY(lives.journal->store()->transact([](Rows &rows) {
            rows.run("UPDATE item SET last_run = last_run + 1 WHERE id = ?", std::string("o1"));
        }));
        lives.end();
        lives.begin();
        QCOMPARE(lives.restored.objects, 3U);
        QCOMPARE(lives.restored.damaged, 1U);
        QCOMPARE(lives.restored.damagedTexts, 0U);
    }

    // What attempts leave for those after them

    void e31_aRestartGivesWhatWasLeft()
    {
        Lives lives;
        lives.leaves("o0", "server 17", Outcome::retry("half of it"));
        lives.begin();
        QVERIFY(lives.reaches("o0", ItemState::BackOff));
        QVERIFY(lives.settles());
        lives.restart();
        QCOMPARE(lives.row("o0").keptText.text(), std::string("server 17"));
        lives.answer("o0", Outcome::done());
        lives.command(ItemsAction{ItemVerb::Requeue, {"o0"}});
        QVERIFY(lives.reaches("o0", ItemState::InSync));
        QVERIFY(lives.settles());
        QCOMPARE(lives.wasGiven("o0"), std::string("server 17"));
        QCOMPARE(lives.wasGiven("o1"), std::string());
    }

    // As a kill at that moment leaves it.
    void e31_whatAnAttemptLeftIsOnDiskWhenItEnds()
    {
        Lives lives;
        lives.leaves("o0", "server 17", Outcome::done());
        lives.begin();
        QVERIFY(eventually([&] { return lives.row("o0").lastSuccess != TimePoint{}; }));
        QCOMPARE(rowsIn(*lives.journal).at("o0").keptText.text(), std::string("server 17"));
        QVERIFY(lives.settles());
        lives.leaves("o0", "server 18", Outcome::done());
        lives.clock.advance(1s);
        const TimePoint before = lives.row("o0").lastRun;
        lives.command(ItemsAction{ItemVerb::Requeue, {"o0"}});
        QVERIFY(eventually([&] { return lives.row("o0").lastRun > before; }));
        QCOMPARE(rowsIn(*lives.journal).at("o0").keptText.text(), std::string("server 18"));
    }

    void e31_whatIsClearedOrGoneIsNotInTheFile()
    {
        Lives lives;
        for (const char *id : {"o0", "o1", "o2"})
            lives.leaves(id, "server 17", Outcome::done());
        lives.begin();
        QVERIFY(lives.settles());
        lives.leaves("o0", "", Outcome::done());
        lives.command(ItemsAction{ItemVerb::Requeue, {"o0"}});
        lives.source->deleted("o1");
        QVERIFY(eventually([&] { return lives.status().gauges.known == 3; }));
        QVERIFY(lives.settles());
        QVERIFY(lives.isWritten());
        QCOMPARE(lives.textsInFile(), 1);
        lives.end();
        lives.plugin = "another";
        lives.begin();
        QCOMPARE(lives.restored.droppedTexts, 1U);
        QCOMPARE(lives.textsInFile(), 0);
    }

    void e31_anIdThatMeansAnotherObjectLosesIt()
    {
        Lives lives;
        lives.leaves("o3", "server 17", Outcome::done());
        lives.begin();
        QVERIFY(lives.settles());
        lives.command(ItemsAction{ItemVerb::Pause, {"o3"}, {48h, "moving"}});
        lives.end();
        lives.objects = "others";
        lives.begin();
        QCOMPARE(lives.restored.droppedTexts, 1U);
        QVERIFY(lives.row("o3").paused);
        QVERIFY(lives.row("o3").keptText.isEmpty());
        QVERIFY(lives.isWritten());
        QCOMPARE(lives.textsInFile(), 0);
    }

    void e31_aControllerThatTakesThePlaceOfAnotherIsGivenIt()
    {
        Lives lives;
        lives.leaves("o0", "server 17", Outcome::done());
        lives.begin();
        QVERIFY(lives.settles());
        lives.command(ControllerVerb::Remove);
        QVERIFY(eventually([&] { return lives.host->status().empty(); }));
        lives.leaves("o0", std::nullopt, Outcome::done());
        lives.add();
        QVERIFY(lives.settles());
        QCOMPARE(lives.wasGiven("o0"), std::string("server 17"));
        QCOMPARE(lives.row("o0").keptText.text(), std::string("server 17"));
    }

    void e31_aTextThatIsNotWhatWasWrittenIsLeftOut()
    {
        Lives lives;
        lives.leaves("o0", "server 17", Outcome::done());
        lives.leaves("o1", "server 18", Outcome::done());
        lives.begin();
        QVERIFY(lives.settles());
        QVERIFY(lives.isWritten());
        QVERIFY(lives.journal->store()->transact([](Rows &rows) {
            rows.run("UPDATE kept SET said = 'server 16' WHERE said = 'server 17'");
        }));
        lives.end();
        lives.begin();
        QCOMPARE(lives.restored.objects, 4U);
        QCOMPARE(lives.restored.damaged, 0U);
        QCOMPARE(lives.restored.damagedTexts, 1U);
        QVERIFY(lives.row("o0").keptText.isEmpty());
        QCOMPARE(lives.row("o1").keptText.text(), std::string("server 18"));
    }

    void e31_aFileOfAnEarlierVersionGetsRoomForIt()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        QVERIFY(lives.isWritten());
        QVERIFY(lives.journal->store()->transact([](Rows &rows) {
            for (const char *sql :
                 {"DROP TABLE kept", "DROP TABLE wave", "DROP TABLE option",
                  "DROP TABLE temporary_workers", "DROP TABLE line", "DROP TABLE job",
                  "DROP TABLE job_objects", "DROP TABLE job_progress", "DROP TABLE acknowledgement",
                  "DROP TABLE alarm_since", "ALTER TABLE pause DROP COLUMN since",
                  "DROP TABLE line_objects", "DROP TABLE line_result", "DROP TABLE alarm_told",
                  "ALTER TABLE item DROP COLUMN hold", "ALTER TABLE item DROP COLUMN pause",
                  "PRAGMA user_version = 1"})
                rows.run(sql);
        }));
        lives.end();
        lives.leaves("o0", "server 17", Outcome::done());
        lives.begin();
        QVERIFY(lives.setAside.empty());
        QCOMPARE(lives.restored.objects, 4U);
        QVERIFY(lives.settles());
        QVERIFY(lives.isWritten());
        QCOMPARE(lives.textsInFile(), 1);
    }

    void e30_whileNothingCanBeWrittenTheHostGoesOn()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        QVERIFY(lives.isWritten());
        const QString moved = lives.folder.filePath("moved");
        QVERIFY(QFile::rename(lives.folder.filePath("journal.sqlite"), moved));
        lives.source->created("new");
        QVERIFY(eventually([&] { return lives.status().gauges.known == 5; }));
        QVERIFY(!lives.isWritten());
        lives.source->deleted("o3"); // nobody follows what happens now
        QVERIFY(eventually([&] { return lives.status().gauges.known == 4; }));
        const std::string why = lives.journal->status().whyNotWritten;
        QVERIFY2(why.find("was moved or deleted") != std::string::npos, why.c_str());
        QVERIFY(QFile::rename(moved, lives.folder.filePath("journal.sqlite")));
        QVERIFY(!lives.isWritten()); // it is not tried again at once
        lives.clock.advance(JournalWriter::RetryInterval);
        QVERIFY(eventually([&] { return lives.isWritten(); }));
        QCOMPARE(lives.journal->status().whyNotWritten, std::string());
        const auto rows = rowsIn(*lives.journal);
        QCOMPARE(rows.size(), std::size_t(4));
        QVERIFY(rows.contains("new") && !rows.contains("o3"));
        QCOMPARE(lives.whatWasSaid().size(), std::size_t(2));
        QCOMPARE(lives.whatWasSaid().back(), std::string());
    }

    void e30_whatAControllerKnewThatEndedMeanwhileIsWrittenOnceThatWorks()
    {
        Lives lives;
        lives.begin();
        lives.command(ItemsAction{ItemVerb::Pause, {"o0"}, {}});
        QVERIFY(lives.settles());
        QVERIFY(lives.isWritten());
        QVERIFY(lives.takeFileAway());
        lives.command(ItemsAction{ItemVerb::Resume, {"o0"}});
        lives.command(ItemsAction{ItemVerb::Pause, {"o1"}, {.reason = "cable"}});
        lives.command(SetOptions{{{findOption("maxRetries"), 7}}});
        lives.source->created("new");
        lives.source->deleted("o3");
        QVERIFY(eventually([&] {
            return lives.row("new").lastSuccess != TimePoint{} && lives.status().gauges.known == 4;
        }));
        lives.command(ControllerVerb::Remove);
        QVERIFY(eventually([&] { return lives.host->status().empty(); }));
        QVERIFY(lives.bringFileBack());
        QVERIFY(eventually([&] { return lives.isWritten(); }));
        const auto rows = rowsIn(*lives.journal);
        QCOMPARE(rows.size(), std::size_t(4));
        QVERIFY(rows.contains("new") && !rows.contains("o3"));
        QVERIFY(rows.at("o1").paused && !rows.at("o0").paused);
        lives.restart();
        QCOMPARE(lives.restored.paused, 1U);
        QCOMPARE(lives.restored.objects, 4U);
        QVERIFY(lives.settles());
        QVERIFY(lives.isWritten()); // and once more, with what the next life knows
        QCOMPARE(rowsIn(*lives.journal).size(), std::size_t(4));
    }

    void e30_oneThatStartsBeforeItIsWrittenKnowsIt()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        QVERIFY(lives.isWritten());
        QVERIFY(lives.takeFileAway());
        lives.command(ItemsAction{ItemVerb::Pause, {"o1"}, {.reason = "cable"}});
        lives.command(ControllerVerb::Remove);
        QVERIFY(eventually([&] { return lives.host->status().empty(); }));
        QVERIFY(lives.bringFileBack());
        lives.add();
        QVERIFY(lives.settles());
        QVERIFY(lives.row("o1").paused);
        QVERIFY(eventually([&] { return lives.isWritten(); }));
        QVERIFY(rowsIn(*lives.journal).at("o1").paused);
        lives.command(ItemsAction{ItemVerb::Resume, {"o1"}});
        QVERIFY(lives.isWritten());
        QVERIFY(!rowsIn(*lives.journal).at("o1").paused);
    }

    void e30_whatIsToBeForgottenMeanwhileIsForgottenOnceThatWorks()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        QVERIFY(lives.isWritten());
        QVERIFY(lives.takeFileAway());
        lives.command(ControllerVerb::Remove);
        QVERIFY(eventually([&] { return lives.host->status().empty(); }));
        QVERIFY(!lives.journal->keepOnly({"robin"}));
        QVERIFY(lives.bringFileBack());
        QVERIFY(eventually([&] { return lives.isWritten(); }));
        QVERIFY(rowsIn(*lives.journal).empty());
    }

    void e30_aDiskThatDoesNotAnswerIsSaid()
    {
        Lives lives;
        const auto opened = Journal::open(lives.file(), lives.clock);
        QVERIFY(opened);
        WriteTurns &turns = *opened->journal->turns();
        const auto why = [&] { return opened->journal->status().whyNotWritten; };
        const auto turn = turns.begin(); // as the writer does, before it writes
        lives.clock.advance(WriteTurns::Patience - 1ms);
        QCOMPARE(why(), std::string());
        lives.clock.advance(1ms);
        QVERIFY2(why().find(": the disk has not answered for 2 s") != std::string::npos,
                 why().c_str());
        turns.end(turn, "");
        QCOMPARE(why(), std::string());
    }

    void e30_whatChangesIsOnDiskAnIntervalLater()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        QVERIFY(lives.isWritten());
        lives.source->created("new");
        QVERIFY(eventually([&] {
            lives.clock.advance(JournalWriter::Interval);
            return rowsIn(*lives.journal).contains("new");
        }));
    }

    void e30_anObjectIsOnDiskBeforeItIsHandled()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        QVERIFY(isOnDiskWhenHandled(lives));
    }

    void e30_aCommandIsAnsweredWhenItIsOnDisk()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        JournaledControl control(*lives.host, lives.journal->turns());
        control.submit({lives.id, ItemsAction{ItemVerb::Pause, {"o1"}, {48h, "moving"}}});
        QCOMPARE(rowsIn(*lives.journal)["o1"].pauseReason, std::string("moving"));
    }

    void e30_whatAnOperatorHasChangedOfOptionsIsKept()
    {
        Lives lives;
        lives.options.workers = 2;
        lives.begin();
        QVERIFY(lives.settles());
        JournaledController controller{Name, lives.plugin, lives.objects, lives.options};
        const auto kept = [&] { return lives.journal->resumeChanges(controller).value().kept; };
        QVERIFY(lives.isWritten());
        QVERIFY(kept() == ControllerChanges());
        lives.command(setOption(&ControllerOptions::maxRetries, 5));
        const TemporaryWorkers workers{3, 2, lives.clock.wallNow() + 1h, 1h, "anna"};
        lives.journal->setTemporary(Name, workers);
        lives.command(setWorkers(3));
        QVERIFY(lives.isWritten());
        const ControllerChanges changed{{{"maxRetries", "5", "1"}}, workers};
        QVERIFY(kept() == changed);
        QVERIFY(lives.journal->status().controllers.front().changes == changed);
        controller.plugin = "another";
        QVERIFY(kept() == ControllerChanges());
        controller.plugin = lives.plugin;
        lives.command(setWorkers(2)); // it has gone back
        QVERIFY(lives.isWritten());
        QVERIFY(kept() == ControllerChanges({{{"maxRetries", "5", "1"}}, {}}));
        controller.given->maxRetries = 3; // the session says something else for one life
        QVERIFY(kept() == ControllerChanges());
        controller.given->maxRetries = 1;
        QVERIFY(kept() == ControllerChanges());
        lives.command(setOption(&ControllerOptions::maxRetries, 6));
        QVERIFY(lives.isWritten());
        QVERIFY(kept() == ControllerChanges({{{"maxRetries", "6", "1"}}, {}}));
        lives.command(setOption(&ControllerOptions::maxRetries, 1)); // by hand
        QVERIFY(lives.isWritten());
        QVERIFY(kept() == ControllerChanges());
    }

    void e30_whatOperatorsHaveSaidIsKept()
    {
        Lives lives;
        lives.begin();
        const auto line = [](int second, const char *text) {
            return OperatorLine{WallTime(std::chrono::seconds(second)), "anna", Name, text, false};
        };
        lives.journal->add(line(1, "pause 3 objects"));
        lives.journal->add(line(2, "resume 3 objects"));
        QVERIFY(lives.isWritten());
        lives.restart();
        lives.journal->add(line(3, "pause"));
        QVERIFY(lives.isWritten());
        const auto lines = lives.journal->lines(2).value();
        QCOMPARE(lines.size(), std::size_t(2));
        QCOMPARE(lines.front().text, std::string("resume 3 objects"));
        QCOMPARE(lines.back().text, std::string("pause"));
        QVERIFY(lines.back().at == WallTime(3s));
    }

    void e30_whatOperatorsHaveSaidIsKeptWithItsObjectsAndItsResult()
    {
        Lives lives;
        lives.begin();
        OperatorLine requeue{WallTime(1s), "anna", Name, "requeue 40 objects", false};
        requeue.ids = {"a", std::string("b\0c", 3)};
        requeue.idCount = 40;
        requeue.ticket = 7;
        requeue.number = 12;
        lives.journal->add(requeue);
        lives.journal->setResult(12, "1 was handled");
        lives.journal->add({WallTime(2s), "anna", Name, "pause", false});
        QVERIFY(lives.isWritten());
        lives.journal->setResult(12, "40 were handled"); // once more has ended
        lives.journal->setResult(13, "of no line");
        QVERIFY(lives.isWritten());
        lives.restart();
        const auto lines = lives.journal->lines(10).value();
        QCOMPARE(lines.size(), std::size_t(2));
        QCOMPARE(lines.front().ids, requeue.ids);
        QCOMPARE(lines.front().idCount, std::uint64_t(40));
        QCOMPARE(lines.front().result, std::string("40 were handled"));
        QVERIFY(lines.back().ids.empty() && lines.back().idCount == 0);
        QCOMPARE(lines.back().result, std::string());
    }

    void e30_linesOfAFileOfAnEarlierVersionAreReadWithoutObjects()
    {
        Lives lives;
        lives.begin();
        OperatorLine pause{WallTime(1s), "anna", Name, "pause 1 object", false};
        pause.ids = {"a"};
        pause.idCount = 1;
        lives.journal->add(pause);
        QVERIFY(lives.isWritten());
        QVERIFY(lives.journal->store()->transact([](Rows &rows) {
            for (const char *sql : {"DROP TABLE line_objects", "DROP TABLE line_result",
                                    "DROP TABLE alarm_told", "ALTER TABLE item DROP COLUMN hold",
                                    "ALTER TABLE item DROP COLUMN pause",
                                    "ALTER TABLE job_objects DROP COLUMN spells",
                                    "PRAGMA user_version = 9"})
                rows.run(sql);
        }));
        lives.end();
        lives.begin();
        QVERIFY(lives.setAside.empty());
        lives.journal->add(pause);
        QVERIFY(lives.isWritten());
        const auto lines = lives.journal->lines(10).value();
        QCOMPARE(lines.size(), std::size_t(2));
        QCOMPARE(lines.front().text, pause.text);
        QVERIFY(lines.front().ids.empty());
        QCOMPARE(lines.back().ids, pause.ids);
    }

    void whatIsLongOrDamagedOfALineIsLeftOut()
    {
        ManualClock clock;
        const auto journal = Journal::inMemory(clock);
        OperatorLine line{WallTime(1s), "anna", Name, "requeue 3 objects", false};
        line.ids = {std::string(LineRows::MostBytesOfIds / 2, 'a'),
                    std::string(LineRows::MostBytesOfIds / 3, 'b'),
                    std::string(LineRows::MostBytesOfIds / 3, 'c')};
        line.idCount = 3;
        line.ticket = line.number = 1;
        const auto lines = journal->store()->transact([&](Rows &rows) {
            LineRows::Places places;
            LineRows::write(rows, std::span(&line, 1), places);
            ++line.number;
            LineRows::write(rows, std::span(&line, 1), places);
            LineRows::write(rows, LineRows::Results{{1, std::string(5000, 'x')}, {2, "done"}},
                            places);
            rows.run("UPDATE line_objects SET count = 4 WHERE line = 2");
            rows.run("UPDATE line_result SET said = 'well' WHERE line = 2");
            return LineRows::read(rows, 2);
        });
        QCOMPARE(lines->front().ids.size(), std::size_t(2));
        QCOMPARE(lines->front().idCount, std::uint64_t(3));
        QCOMPARE(lines->front().result.size(), LineRows::LongestResult);
        QVERIFY(lines->back().ids.empty() && lines->back().idCount == 0);
        QCOMPARE(lines->back().result, std::string());
        QCOMPARE(lines->back().text, line.text);
    }

    void theOldestOfManyLinesGo()
    {
        ManualClock clock;
        const auto journal = Journal::inMemory(clock);
        const std::vector<OperatorLine> lines(std::size_t(LineRows::Most) + 1);
        LineRows::Places places;
        const auto left = journal->store()->transact([&](Rows &rows) {
            LineRows::write(rows, lines, places);
            LineRows::write(rows, LineRows::Results{{7, "done"}}, places); // of one that is gone
            return LineRows::read(rows, lines.size()).size();
        });
        QCOMPARE(left.value(), std::size_t(LineRows::Most));
    }

    // As with a session that is saved under another name.
    void e30_aFileThatTakesTheJournalsPlaceHasAllThatRuns()
    {
        Lives lives;
        const std::filesystem::path before = lives.file();
        lives.begin();
        QVERIFY(lives.settles());
        lives.command(ItemsAction{ItemVerb::Pause, {"o1"}, {48h, "moving"}});
        QVERIFY(lives.isWritten());
        lives.name = "other.sqlite";
        QVERIFY(lives.moves());
        lives.command(ItemsAction{ItemVerb::Pause, {"o2"}, {48h, "moving, too"}});
        QVERIFY(lives.isWritten());
        const auto rows = rowsIn(*lives.journal);
        QCOMPARE(rows.size(), std::size_t(4));
        QCOMPARE(rows.at("o1").pauseReason, std::string("moving"));
        QCOMPARE(rows.at("o2").pauseReason, std::string("moving, too"));
        QCOMPARE(lives.journal->status().file, lives.file().string());

        const auto left = Journal::open(before, lives.clock); // nobody uses it any more
        QVERIFY2(left, left ? "" : left.error().message.c_str());
        QCOMPARE(rowsIn(*left->journal).at("o1").pauseReason, std::string("moving"));
        QVERIFY(!rowsIn(*left->journal).at("o2").paused);
        QVERIFY(!left->lacksItsEnd);
        lives.restart();
        QVERIFY(lives.row("o2").paused);
    }

    // What the file knows of a controller that does not run is what its start finds.
    void whatAFileLacksIsSaidOfThatFile()
    {
        Lives lives;
        lives.begin();
        lives.journal->addLost("all of it");
        auto another = Journal::open(lives.folder.filePath("another.sqlite").toStdString(),
                                     lives.clock);
        QVERIFY(another && lives.journal->moveTo(std::move(another->journal)));
        QCOMPARE(lives.journal->status().lost, std::string());
        auto third = Journal::open(lives.folder.filePath("third.sqlite").toStdString(),
                                   lives.clock);
        QVERIFY(third);
        third->journal->addLost("its end");
        QVERIFY(lives.journal->moveTo(std::move(third->journal)));
        QCOMPARE(lives.journal->status().lost, std::string("its end"));
    }

    void e30_whatAnotherFileKnowsOfOthersStays()
    {
        Lives lives;
        lives.name = "other.sqlite";
        lives.begin();
        QVERIFY(lives.settles());
        lives.command(ItemsAction{ItemVerb::Pause, {"o1"}, {48h, "moving"}});
        QVERIFY(lives.isWritten());
        lives.end();
        lives.name = "journal.sqlite";
        lives.open();
        lives.name = "other.sqlite";
        QVERIFY(lives.moves());
        lives.add();
        QVERIFY(lives.row("o1").paused);
        QCOMPARE(lives.restored.paused, 1U);
    }

    void aNewObjectWaitsForTheFileThatTookTheJournalsPlace()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        lives.name = "other.sqlite";
        QVERIFY(lives.moves());
        QVERIFY(isOnDiskWhenHandled(lives));
    }

    void theStatusSaysWhatWasRestoredAndWhenItWasWritten()
    {
        Lives lives;
        lives.begin();
        QVERIFY(lives.settles());
        lives.command(ItemsAction{ItemVerb::Pause, {"o1"}, {48h, "moving"}});
        lives.restart();
        QVERIFY(lives.isWritten());
        JournalStatus status = lives.journal->status();
        QCOMPARE(status.file, lives.file().string());
        QVERIFY(status.bytes >= 4096);
        QCOMPARE(status.controllers.size(), std::size_t(1));
        QCOMPARE(describe(status.controllers.front().restored),
                 std::string("4 objects (1 paused)"));
        lives.clock.advance(1h);
        lives.source->created("new");
        QVERIFY(eventually([&] { return lives.status().gauges.known == 5; }));
        QVERIFY(lives.isWritten());
        status = lives.journal->status();
        QVERIFY(status.written >= lives.clock.wallNow() - 1min);
        lives.command(ControllerAction(ControllerVerb::Remove));
        QVERIFY(eventually([&] { return lives.journal->status().controllers.empty(); }));
    }

    void compactingMakesTheFileSmall()
    {
        Lives lives;
        lives.source->putMany(2000);
        lives.begin();
        QVERIFY(lives.settles());
        QVERIFY(lives.isWritten());
        QVERIFY(lives.journal->compact());
        const std::uint64_t full = lives.journal->status().bytes;
        for (int i = 0; i < 2000; ++i)
            lives.source->deleted("o" + std::to_string(i));
        QVERIFY(eventually([&] { return lives.status().gauges.known == 0; }));
        QVERIFY(lives.isWritten());
        QVERIFY(lives.journal->compact());
        QVERIFY2(lives.journal->status().bytes < full / 2,
                 qPrintable(QString::number(lives.journal->status().bytes)));
        lives.source->created("new"); // it is written on
        QVERIFY(eventually([&] { return lives.status().gauges.known == 1; }));
        QVERIFY(lives.isWritten());
        QCOMPARE(rowsIn(*lives.journal).size(), std::size_t(1));
    }
};

QONTROLLER_TEST(JournalWriterTest)
#include "tst_journalwriter.moc"
