// SPDX-License-Identifier: LGPL-3.0-or-later
#include "effort.h"
#include "enginerig.h"
#include "faultydisk.h"
#include "testprogram.h"

#include "core/engine/journal/journalwriter.h"
#include "core/engine/observe/items/description.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <atomic>
#include <new>
#include <optional>
#include <set>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

using DiskOperation = FaultyDisk::Operation;
using DiskFault = FaultyDisk::Fault;
using FaultLasts = FaultyDisk::Lasts;

constexpr const char *Controller = "batman";
constexpr const char *Reason = "moving";

/// What a journal has, or is to have.
struct Kept
{
    std::set<ObjectId> objects;
    std::set<ObjectId> gone; ///< only of what it is to have
    bool isPaused = false;   ///< the object o1
    bool isWholePaused = false;

    [[nodiscard]] bool covers(const Kept &promised) const
    {
        const auto isThere = [this](const ObjectId &id) { return objects.contains(id); };
        return std::ranges::all_of(promised.objects, isThere)
               && std::ranges::none_of(promised.gone, isThere) && (isPaused || !promised.isPaused)
               && (isWholePaused || !promised.isWholePaused);
    }
};

/// The feed of a host in a program that is short of memory now and then.
class ShortFeed final : public Feed
{
public:
    explicit ShortFeed(Feed &feed)
        : m_feed(feed)
    {}
    void setShort(bool isShort) { m_isShort = isShort; }

    ReaderId attach(Reads reads) override { return m_feed.attach(reads); }
    Delta pull(ReaderId reader) override
    {
        if (m_isShort)
            throw std::bad_alloc();
        return m_feed.pull(reader);
    }
    void detach(ReaderId reader) override { m_feed.detach(reader); }
    Sample sample() override { return m_feed.sample(); }
    std::optional<ItemDetail> detail(ControllerId controller, const ObjectId &id) override
    {
        return m_feed.detail(controller, id);
    }
    std::optional<Description> describe(ControllerId controller, const ObjectId &id,
                                        std::stop_token stop) override
    {
        return m_feed.describe(controller, id, std::move(stop));
    }
    std::vector<ObjectId> held(ControllerId controller) override { return m_feed.held(controller); }

private:
    Feed &m_feed;
    std::atomic<bool> m_isShort = false;
};

/// One life of a host on a disk that fails.
class LifeOnDisk
{
public:
    explicit LifeOnDisk(const std::filesystem::path &file)
    {
        m_source->putMany(4);
        auto opened = Journal::open(file, m_clock);
        check(opened || opened.error().message.starts_with(file.string()), "an error has no file");
        if (!opened)
            return;
        m_journal = std::move(opened->journal);
        m_writer.emplace(*m_journal, m_feed, m_clock, nullptr);
        m_writer->begin();
        ControllerSpec spec{Controller, "test", {}, {}};
        spec.options.resyncInterval = 1h;
        spec.parts = {m_source,
                      qontroller::makeReconciler<std::string>(m_probe, m_probe),
                      nullptr,
                      nullptr,
                      {}};
        spec.known = m_journal->known({Controller, "test", "these"});
        if (const auto added = m_host.add(std::move(spec)))
            m_id = *added; // else it is not known what was before, and that was said
    }

    /// What it was told to be on disk.
    [[nodiscard]] const Kept &promised() const { return m_promised; }
    [[nodiscard]] const std::string &whatWasWrong() const { return m_wrong; }

    void play()
    {
        if (!m_id)
            return;
        check(reaches(4), "the host does not go on");
        if (isOnDisk())
            m_promised.objects = {"o0", "o1", "o2", "o3"};
        m_host.submit({*m_id, ItemsAction{ItemVerb::Pause, {"o1"}, {48h, Reason}}});
        m_promised.isPaused = isOnDisk();
        m_clock.advance(JournalWriter::SettleInterval);
        m_source->created("new");
        check(reaches(5), "the host does not go on");
        if (isOnDisk())
            m_promised.objects = {"o0", "o1", "o2", "o3", "new"};
        m_promised.objects.erase("o3"); // it may be there or not, until that is answered
        m_source->deleted("o3");
        check(reaches(4), "the host does not go on");
        if (isOnDisk())
            m_promised.gone = {"o3"};
        m_clock.advance(JournalWriter::SettleInterval);
        m_host.submit({*m_id, ControllerAction{ControllerVerb::Pause, {48h, Reason}}});
        m_promised.isWholePaused = isOnDisk();
    }
    /// An operator's word while memory is short.
    void pauseWhileShort()
    {
        check(reaches(4), "the host does not go on");
        m_feed.setShort(true);
        m_host.submit({*m_id, ItemsAction{ItemVerb::Pause, {"o1"}, {48h, Reason}}});
        check(!isOnDisk(), "it says that it is on disk");
        check(m_journal->status().whyNotWritten.find("memory") != std::string::npos,
              "it says another reason");
        m_feed.setShort(false);
    }
    /// The disk is well again: all that has happened comes to be there.
    void catchUp()
    {
        if (!m_id)
            return;
        const bool isWritten = eventually([this] {
            m_clock.advance(JournalWriter::RetryInterval);
            return m_journal->turns()->sync();
        });
        check(isWritten && m_journal->status().whyNotWritten.empty(), "it does not catch up");
        m_promised = {{"o0", "o1", "o2", "new"}, {"o3"}, true, true};
    }

private:
    void check(bool isSo, const char *wrong)
    {
        if (!isSo)
            m_wrong = wrong;
    }
    [[nodiscard]] bool isOnDisk()
    {
        const bool is = m_journal->turns()->sync();
        check(is || !m_journal->status().whyNotWritten.empty(), "it was not said why");
        return is;
    }
    [[nodiscard]] bool reaches(std::uint64_t count)
    {
        return eventually([&] {
            const ControllerStatus now = m_host.status().front();
            return now.hasListed && now.gauges.known == count && now.gauges.depth == 0
                   && now.gauges.running == 0;
        });
    }

    ManualClock m_clock;
    std::shared_ptr<ScriptedSource> m_source = std::make_shared<ScriptedSource>();
    std::shared_ptr<Probe> m_probe = std::make_shared<Probe>();
    std::unique_ptr<Journal> m_journal;
    Host m_host{m_clock};
    ShortFeed m_feed{m_host};
    std::optional<JournalWriter> m_writer;
    std::optional<ControllerId> m_id;
    Kept m_promised;
    std::string m_wrong;
};

class CollectKept final : public KnownSink
{
public:
    explicit CollectKept(Kept &kept)
        : m_kept(kept)
    {}
    void add(KnownItem item) override
    {
        m_kept.objects.insert(item.id);
        m_kept.isPaused |= item.id == "o1" && item.paused && item.pauseReason == Reason;
    }
    void pause(const KnownPause &pause) override { m_kept.isWholePaused |= pause.reason == Reason; }
    void goOn(const KnownWave &) override {}

private:
    Kept &m_kept;
};

/// What the next life is given.
struct Found
{
    Kept kept;
    std::string lost; ///< what is said to lack

    /// What is wrong with it; empty: it has all that was \a promised, and says nothing else.
    [[nodiscard]] std::string whatIsWrong(const Kept &promised) const
    {
        if (!lost.empty())
            return lost;
        if (kept.covers(promised))
            return {};
        std::string all = "it has";
        for (const ObjectId &id : kept.objects)
            all += ' ' + id;
        return all + (kept.isPaused ? " and a pause" : "")
               + (kept.isWholePaused ? " and a pause of all" : "");
    }
};

Found foundIn(const std::filesystem::path &file)
{
    ManualClock clock;
    auto opened = Journal::open(file, clock);
    if (!opened)
        qFatal("%s", opened.error().message.c_str());
    Found found;
    Restored restored;
    CollectKept sink(found.kept);
    opened->journal
        ->known({Controller, "test", "these"}, nullptr,
                [&](const std::string &, const Restored &now) { restored = now; })
        ->read(sink);
    if (!opened->setAside.empty())
        found.lost += "set aside: " + opened->why;
    if (opened->lacksItsEnd)
        found.lost += "it lacks its end";
    if (restored.damaged > 0 || restored.dropped > 0)
        found.lost += "rows are damaged";
    return found;
}

} // namespace

/// What was answered is there in the next life, whatever the disk does.
class JournalFaultsTest : public QObject
{
    Q_OBJECT

private slots:
    void e30_whatWasAnsweredOutlivesEachFailureOfTheDisk_data()
    {
        QTest::addColumn<DiskOperation>("kind");
        QTest::addColumn<DiskFault>("fault");
        QTest::addColumn<FaultLasts>("lasts");
        const auto row = [](const char *what, DiskOperation kind, DiskFault fault,
                            FaultLasts lasts) { QTest::newRow(what) << kind << fault << lasts; };
        row("an open", DiskOperation::Open, DiskFault::Error, FaultLasts::Once);
        row("a write", DiskOperation::Write, DiskFault::Error, FaultLasts::Once);
        row("a short write", DiskOperation::Write, DiskFault::ShortWrite, FaultLasts::Once);
        row("a full disk", DiskOperation::Write, DiskFault::Full, FaultLasts::UntilMended);
        row("a sync", DiskOperation::Sync, DiskFault::Error, FaultLasts::Once);
        row("all syncs", DiskOperation::Sync, DiskFault::Error, FaultLasts::UntilMended);
        row("a truncate", DiskOperation::Truncate, DiskFault::Error, FaultLasts::Once);
        row("all", DiskOperation::Any, DiskFault::Error, FaultLasts::UntilMended);
    }
    void e30_whatWasAnsweredOutlivesEachFailureOfTheDisk()
    {
        QFETCH(DiskOperation, kind);
        QFETCH(DiskFault, fault);
        QFETCH(FaultLasts, lasts);
        std::uint64_t number = 0;
        for (bool hasFailed = true; hasFailed; number += Step) {
            const QTemporaryDir folder;
            const auto file = std::filesystem::path(folder.path().toStdString()) / "journal";
            FaultyDisk disk;
            disk.failAt(number + 1, kind, fault, lasts);
            Kept promised;
            {
                LifeOnDisk life(file);
                life.play();
                hasFailed = disk.hasFailed();
                const bool comesBack = hasFailed && number % 2 == 0;
                if (comesBack) {
                    disk.mend();
                    life.catchUp();
                }
                promised = life.promised();
                QVERIFY2(life.whatWasWrong().empty(), life.whatWasWrong().c_str());
                QVERIFY(hasFailed || promised.isWholePaused);
            }
            disk.mend();
            const std::string wrong = foundIn(file).whatIsWrong(promised);
            QVERIFY2(wrong.empty(), (std::to_string(number) + ": " + wrong).c_str());
        }
        QVERIFY(number > Step);
    }

    void e30_whatWasAnsweredOutlivesAPowerLoss()
    {
        constexpr std::uint32_t Remains = 3; // nothing that was not synced, and two mixtures
        std::uint64_t number = 0;
        for (bool hasFailed = true; hasFailed; number += Step) {
            const QTemporaryDir folder;
            const auto file = std::filesystem::path(folder.path().toStdString()) / "journal";
            FaultyDisk disk;
            disk.losePowerAt(number + 1);
            Kept promised;
            {
                LifeOnDisk life(file);
                life.play();
                hasFailed = disk.hasFailed();
                promised = life.promised();
                QVERIFY2(life.whatWasWrong().empty(), life.whatWasWrong().c_str());
                QVERIFY(hasFailed || promised.isWholePaused);
            }
            disk.restart(std::uint32_t(number) % Remains);
            const std::string wrong = foundIn(file).whatIsWrong(promised);
            QVERIFY2(wrong.empty(), (std::to_string(number) + ": " + wrong).c_str());
        }
        QVERIFY(number > 20);
    }

    void e26_aShortageOfMemoryIsSaidAndPasses()
    {
        const QTemporaryDir folder;
        const auto file = std::filesystem::path(folder.path().toStdString()) / "journal";
        {
            LifeOnDisk life(file);
            life.pauseWhileShort();
            life.play();
            life.catchUp();
            QCOMPARE(life.whatWasWrong(), std::string());
        }
        QCOMPARE(foundIn(file).whatIsWrong({{"o0", "o1", "o2", "new"}, {"o3"}, true, true}),
                 std::string());
    }

private:
    static constexpr std::uint64_t Step = IsSanitized ? 5 : 1;
};

QONTROLLER_TEST(JournalFaultsTest)
#include "tst_journalfaults.moc"
