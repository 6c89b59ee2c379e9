// SPDX-License-Identifier: LGPL-3.0-or-later
// QONTROLLER_SEQUENCES=n damages a journal so many times, beginning with QONTROLLER_SEED.
#include "effort.h"
#include "faultydisk.h"
#include "files.h"
#include "testprogram.h"

#include "core/engine/journal/journal.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <map>
#include <random>
#include <set>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

constexpr std::array Files{"journal.sqlite", "journal.sqlite-wal", "journal.sqlite-end"};
constexpr int ObjectCount = 300;
const JournaledController Robin{"robin", "test", "these"};
const WallTime Epoch(1'700'000'000s);

/// An object in any state, with texts of any length.
KnownItem anyItem(std::uint64_t key, std::minstd_rand &random)
{
    const auto below = [&random](std::size_t count) { return random() % count; };
    const auto text = [&](std::size_t most) {
        return std::string(below(most), char('a' + below(26)));
    };
    const auto time = [&] { return Epoch + std::chrono::milliseconds(below(1'000'000'000)); };
    KnownItem item;
    item.key = key;
    item.id = "folder/" + std::to_string(key) + text(40);
    item.version = random();
    item.existence = Existence(below(ExistenceCount));
    item.denied = below(5) == 0;
    item.givenUp = below(4) == 0;
    item.standing = Standing(below(4));
    item.next = NextRun(below(7));
    item.nextRun = below(2) ? time() : WallTime{};
    item.band = Band(below(BandCount));
    item.causes = std::uint16_t(below(0x2000));
    item.errors = std::uint32_t(below(3) ? 0 : below(1000));
    item.text = text(below(8) ? 10 : 6000); // a few with pages of their own
    item.error = text(50);
    item.lastError = item.errors ? time() : WallTime{};
    item.paused = below(6) == 0;
    item.pausedUntil = item.paused && below(2) ? time() : WallTime{};
    item.pauseReason = item.paused ? "moving " + text(20) : "";
    item.hold = below(3) ? 0 : random();
    item.pause = below(3) ? 0 : random();
    item.firstSeen = std::chrono::floor<std::chrono::seconds>(time());
    item.lastRun = time();
    item.since = item.lastRun + 5ms;
    item.lastSuccess = below(3) ? item.lastRun - 7ms : WallTime{};
    item.generation = below(9);
    item.observedGeneration = below(9);
    return item;
}

/// With as many objects as fill some pages.
KeptJob anyJob()
{
    KeptJob job{7, ItemVerb::Pause, {2h, "moving"}, 0.5, "anna", "id:/o/", Epoch, {}, {}};
    Ids ids;
    for (int i = 0; i < 2000; ++i)
        ids.push_back("folder/object-" + std::to_string(i));
    job.objects = {{"robin", "test", "these", std::move(ids)}};
    job.progress = {{{3, "not known"}}, 900, 3, 890, 7, 0};
    return job;
}

using Items = std::map<ItemKey, KnownItem>;

/// What a start is given, and whether it says that something lacks.
class Given final : public KnownSink
{
public:
    void add(KnownItem item) override { items.insert_or_assign(item.key, std::move(item)); }
    void pause(const KnownPause &pause) override { isPaused = pause; }
    void goOn(const KnownWave &told) override { wave = told; }

    Items items;
    KnownPause isPaused;
    KnownWave wave;
    std::vector<KeptJob> jobs;
    std::string said;   ///< empty: nothing lacks
    std::string whyNot; ///< it does not start
};

Given readJournal(const std::filesystem::path &file)
{
    Given given;
    ManualClock clock;
    auto opened = Journal::open(file, clock);
    if (!opened) {
        given.whyNot = opened.error().message;
        return given;
    }
    if (!opened->setAside.empty())
        given.said += "set aside: " + opened->why + '\n';
    if (opened->lacksItsEnd)
        given.said += "lacks its end\n";
    if (opened->hadNoContent)
        given.said += "was empty\n";
    try {
        opened->journal
            ->known(Robin, nullptr,
                    [&given](const std::string &, const Restored &restored) {
                        if (restored.damaged > 0)
                            given.said += "damaged rows\n";
                    })
            ->read(given);
    } catch (const std::exception &error) {
        given.whyNot = error.what();
    }
    if (auto jobs = opened->journal->readJobs()) {
        given.jobs = std::move(jobs->jobs);
        given.said += jobs->damaged.empty() ? "" : "damaged job\n";
    } else {
        given.said += jobs.error().message;
    }
    if (given.isPaused.reason.starts_with("its pause is damaged"))
        given.said += "damaged pause\n";
    return given;
}

/// A journal as a kill leaves it: a part is settled, a part is in the file `-wal` alone.
class Wreck
{
public:
    Wreck()
    {
        std::minstd_rand random(7);
        ManualClock clock;
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        auto opened = Journal::open(path / Files[0], clock);
        Journal &journal = *opened->journal;
        const auto put = [&](std::uint64_t first, std::uint64_t last) {
            const auto written = journal.store()->transact([&](Rows &rows) {
                const auto number = JournalFile::enter(rows, Robin);
                for (std::uint64_t key = first; key <= last; ++key) {
                    const KnownItem item = anyItem(key, random);
                    JournalFile::writeItem(rows, number, item);
                    m_written[key].push_back(item);
                    m_last.insert_or_assign(key, item);
                }
            });
            if (!written)
                qFatal("%s", written.error().message.c_str());
        };
        put(1, ObjectCount * 2 / 3);
        static_cast<void>(journal.store()->settle());
        for (std::uint64_t first = ObjectCount / 2; first < ObjectCount; first += 10)
            put(first, first + 9); // some anew, and some for the first time
        m_pause = {true, Epoch + 1h, "the disk is full"};
        if (!journal.store()->transact([&](Rows &rows) {
                JournalFile::writePause(rows, 1, m_pause);
                JournalFile::writeWave(rows, 1, m_wave);
                JobRows::write(rows, m_job);
                JournalFile::removeItem(rows, 1, 3);
            }))
            qFatal("it is not written");
        m_last.erase(3);
        for (const char *file : Files)
            m_bytes[file] = contentsOf(folder.filePath(file));
    }

    [[nodiscard]] const QByteArray &bytes(const char *file) const { return m_bytes.at(file); }
    void put(const QTemporaryDir &folder, const char *file, const QByteArray &bytes) const
    {
        writeContents(folder.filePath(file), bytes);
        QFile::setPermissions(folder.filePath(file), QFile::ReadOwner | QFile::WriteOwner);
    }
    /// What is wrong with what \a given has; empty: nothing is.
    [[nodiscard]] std::string whatIsWrong(const Given &given) const
    {
        if (!given.whyNot.empty())
            return "it does not start: " + given.whyNot;
        for (const auto &[key, item] : given.items) {
            const auto found = m_written.find(key);
            if (found == m_written.end() || std::ranges::count(found->second, item) == 0)
                return "an item that nobody wrote: " + item.id;
        }
        if (given.said.empty() && given.items != m_last)
            return "it lacks something, and does not say so:" + whatLacks(given.items);
        if (given.said.empty() && given.isPaused != m_pause)
            return "it forgets a pause, and does not say so";
        if (given.said.empty() && given.wave != m_wave)
            return "it forgets what the guard has counted, and does not say so";
        if (given.said.empty() && given.jobs != std::vector{m_job})
            return "it forgets a job, and does not say so";
        if (given.jobs.size() > 1 || (!given.jobs.empty() && given.jobs.front() != m_job))
            return "a job that nobody began";
        return {};
    }

private:
    [[nodiscard]] std::string whatLacks(const Items &items) const
    {
        std::string keys;
        for (const auto &[key, item] : m_last) {
            const auto found = items.find(key);
            if (found == items.end() || found->second != item)
                keys += ' ' + std::to_string(key) + (found == items.end() ? " is gone" : " is old");
        }
        for (const auto &[key, item] : items)
            keys += m_last.contains(key) ? "" : ' ' + std::to_string(key) + " is back";
        return keys;
    }

    std::map<std::string, QByteArray> m_bytes;
    std::map<ItemKey, std::vector<KnownItem>> m_written;
    Items m_last;
    KnownPause m_pause;
    const KnownWave m_wave{ObjectCount, 9, Epoch + 1s};
    const KeptJob m_job = anyJob();
};

quint64 fromEnvironment(const char *name, quint64 otherwise)
{
    return qEnvironmentVariableIsSet(name) ? qEnvironmentVariable(name).toULongLong() : otherwise;
}

} // namespace

/// A journal that was cut, or in which a bit was turned, is started with, and what it has lost is
/// said.
class JournalDamageTest : public QObject
{
    Q_OBJECT

private slots:
    void e30_whatIsWholeIsGivenWhole()
    {
        const Wreck wreck;
        const QTemporaryDir folder;
        for (const char *file : Files)
            wreck.put(folder, file, wreck.bytes(file));
        const Given given = readJournal(folder.filePath(Files[0]).toStdString());
        QCOMPARE(given.said, std::string());
        QCOMPARE(wreck.whatIsWrong(given), std::string());
        QVERIFY(given.items.size() > 250);
        QVERIFY(wreck.bytes(Files[1]).size() > 50'000);
    }

    // As SQLite reads it, nothing is wrong with the file.
    void e30_aDamagedColumnIsNoticed_data()
    {
        QTest::addColumn<QString>("change");
        QTest::newRow("its name") << "replace(sql, 'checksum', 'checksul') WHERE name = 'wave'";
        QTest::newRow("its type") << "replace(sql, 'PRIMARY', 'PRIMERY') WHERE name = 'item'";
        QTest::newRow("what it is by itself")
            << "replace(sql, 'DEFAULT 0', 'DEFAULT 8') WHERE name = 'pause'";
    }
    void e30_aDamagedColumnIsNoticed()
    {
        QFETCH(QString, change);
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath(Files[0]).toStdString();
        ManualClock clock;
        QVERIFY(Journal::open(file, clock));
        {
            SQLite::Database database(file, SQLite::OPEN_READWRITE);
            database.exec("PRAGMA writable_schema = ON");
            QCOMPARE(database.exec("UPDATE sqlite_master SET sql = " + change.toStdString()), 1);
        }
        const auto opened = Journal::open(file, clock);
        QVERIFY(opened);
        QVERIFY(!opened->setAside.empty());
        QVERIFY2(opened->why.find("not what they were") != std::string::npos, opened->why.c_str());
    }

    void e30_whatADamagedJournalHasLostIsSaid()
    {
        const Wreck wreck;
        const quint64 first = fromEnvironment("QONTROLLER_SEED", 1);
        const quint64 count = fromEnvironment("QONTROLLER_SEQUENCES", effort(300));
        std::map<std::string, int> outcomes;
        for (quint64 seed = first; seed < first + count; ++seed) {
            const FaultyDisk disk; // without waiting for a real one
            std::mt19937 random(static_cast<std::uint32_t>(seed));
            const char *damaged = Files[random() % 2];
            QByteArray bytes = wreck.bytes(damaged);
            const qsizetype at = qsizetype(random() % std::uint32_t(bytes.size()));
            if (random() % 2)
                bytes.truncate(at);
            else
                bytes[at] = char(bytes[at] ^ (1 << random() % 8));
            const QTemporaryDir folder;
            for (const char *file : Files)
                wreck.put(folder, file, file == damaged ? bytes : wreck.bytes(file));
            const Given given = readJournal(folder.filePath(Files[0]).toStdString());
            const std::string wrong = wreck.whatIsWrong(given);
            ++outcomes[given.said.substr(0, given.said.find_first_of(":\n"))];
            QVERIFY2(wrong.empty(), qPrintable(QString("QONTROLLER_SEED=%1: %2, byte %3: %4")
                                                   .arg(seed)
                                                   .arg(damaged)
                                                   .arg(at)
                                                   .arg(wrong.c_str())));
        }
        for (const auto &[said, times] : outcomes)
            qInfo("%d times: %s", times, said.empty() ? "nothing lacks" : said.c_str());
        QVERIFY(outcomes.size() > 2 || count < 100);
    }
};

QONTROLLER_TEST(JournalDamageTest)
#include "tst_journaldamage.moc"
