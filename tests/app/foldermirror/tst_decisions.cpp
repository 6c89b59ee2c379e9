// SPDX-License-Identifier: LGPL-3.0-or-later
// The pure functions of folder-mirror: what differs, what an error means, when to wait.
#include "app/plugins/foldermirror/entry.h"
#include "app/plugins/foldermirror/failure.h"
#include "app/plugins/foldermirror/mirrorpaths.h"
#include "app/plugins/foldermirror/standstill.h"
#include "folders.h"
#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::foldermirror;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

Entry file()
{
    Entry entry;
    entry.kind = EntryKind::File;
    entry.mode = 0644;
    entry.owner = entry.group = 1000;
    entry.size = 5;
    entry.modified = 1'000'000'001;
    return entry;
}

Entry link()
{
    Entry entry = file();
    entry.kind = EntryKind::Symlink;
    entry.linkTarget = "there";
    return entry;
}

} // namespace

class DecisionsTest final : public QObject
{
    Q_OBJECT

private slots:
    void tellsWhatDiffers_data()
    {
        QTest::addColumn<Entry>("source");
        QTest::addColumn<Entry>("target");
        QTest::addColumn<Difference>("difference");
        const auto row = [](const char *name, const Entry &source, auto change,
                            Difference difference) {
            Entry target = source;
            change(target);
            QTest::newRow(name) << source << target << difference;
        };
        Entry folder = file();
        folder.kind = EntryKind::Directory;
        row(
            "same", file(), [](Entry &) {}, Difference::None);
        row(
            "inode and status time", file(), [](Entry &e) { e.inode = e.statusChanged = 9; },
            Difference::None);
        row(
            "size", file(), [](Entry &e) { e.size = 6; }, Difference::Content);
        row(
            "one nanosecond", file(), [](Entry &e) { ++e.modified; }, Difference::Content);
        row(
            "mode", file(), [](Entry &e) { e.mode = 0600; }, Difference::Metadata);
        row(
            "owner", file(), [](Entry &e) { e.owner = 0; }, Difference::Metadata);
        row(
            "kind", file(), [](Entry &e) { e.kind = EntryKind::Directory; }, Difference::Content);
        row(
            "link", link(), [](Entry &) {}, Difference::None);
        row(
            "link target", link(), [](Entry &e) { e.linkTarget = "here"; }, Difference::Content);
        row(
            "link mode", link(), [](Entry &e) { e.mode = 0777; }, Difference::None);
        row(
            "folder size", folder, [](Entry &e) { e.size = 4096; }, Difference::None);
        row(
            "folder time", folder, [](Entry &e) { ++e.modified; }, Difference::Metadata);
    }
    void tellsWhatDiffers()
    {
        QFETCH(Entry, source);
        QFETCH(Entry, target);
        QFETCH(Difference, difference);
        QVERIFY(compare(source, target, {}) == difference);
    }

    void leavesOwnersAloneForOrdinaryUsers()
    {
        Entry other = file();
        other.owner = 0;
        QVERIFY(compare(file(), other, {FileOwnership::Left}) == Difference::None);
    }

    void givesAnotherVersionForEveryChange()
    {
        const Version version = versionOf(file());
        for (auto change : {+[](Entry &e) { ++e.size; }, +[](Entry &e) { ++e.modified; },
                            +[](Entry &e) { ++e.statusChanged; }, +[](Entry &e) { ++e.mode; },
                            +[](Entry &e) { ++e.inode; }, +[](Entry &e) { ++e.owner; },
                            +[](Entry &e) { e.kind = EntryKind::Symlink; }}) {
            Entry changed = file();
            change(changed);
            QVERIFY(versionOf(changed) != version);
        }
        QVERIFY(version != 0 && versionOf(file()) == version);
    }

    void keepsTimesBefore1970()
    {
        const timespec time = timespecOf(-1);
        QCOMPARE(time.tv_sec, time_t(-1));
        QCOMPARE(time.tv_nsec, 999'999'999L);
        QCOMPARE(nanosecondsOf(time), std::int64_t(-1));
    }

    void aTimeThatCannotBeSaidIsTheNearest()
    {
        using Limits = std::numeric_limits<std::int64_t>;
        QCOMPARE(nanosecondsOf({9'223'372'036, 854'775'807}), Limits::max());
        QCOMPARE(nanosecondsOf({9'223'372'036, 854'775'808}), Limits::max());
        QCOMPARE(nanosecondsOf({10'742'400'000, 0}), Limits::max()); // 2310
        QCOMPARE(nanosecondsOf({-10'742'400'000, 0}), Limits::min());
        QCOMPARE(timespecOf(Limits::max()).tv_sec, time_t(9'223'372'036));
    }

    void decidesFromTheErrorWhetherToTryAgain_data()
    {
        QTest::addColumn<int>("code");
        QTest::addColumn<Outcome::Kind>("kind");
        QTest::addColumn<QString>("advice");
        using Kind = Outcome::Kind;
        QTest::newRow("full") << ENOSPC << Kind::Retry << "free some space";
        QTest::newRow("quota") << EDQUOT << Kind::Retry << "quota";
        QTest::newRow("read-only") << EROFS << Kind::Retry << "for writing";
        QTest::newRow("denied") << EACCES << Kind::Retry << "permission";
        QTest::newRow("name") << ENAMETOOLONG << Kind::Park << "shorter name";
        QTest::newRow("large") << EFBIG << Kind::Park << "files of this size";
        QTest::newRow("descriptors") << EMFILE << Kind::Shortage << "ulimit -n";
        QTest::newRow("memory") << ENOMEM << Kind::Shortage << "";
        QTest::newRow("locked by another") << EAGAIN << Kind::Retry << "";
        QTest::newRow("unknown") << ENODEV << Kind::Retry << "";
    }
    void decidesFromTheErrorWhetherToTryAgain()
    {
        QFETCH(int, code);
        QFETCH(Outcome::Kind, kind);
        QFETCH(QString, advice);
        const Outcome outcome = outcomeOf({code, "write", "/mnt/a\nb"});
        QVERIFY(outcome.kind() == kind);
        const QString text = QString::fromStdString(outcome.text());
        QVERIFY2(text.contains("/mnt/a%0Ab") && text.contains(advice), qPrintable(text));
        QVERIFY(!text.contains('\n'));
    }

    void waitsForASourceThatChangedAMomentAgo()
    {
        using Verdict = StandStill::Verdict;
        QVERIFY(StandStill::decide(1ms, 0ms) == Verdict::Wait);
        QVERIFY(StandStill::decide(24ms, 900ms) == Verdict::Wait);
        QVERIFY(StandStill::decide(25ms, 0ms) == Verdict::Copy);
        QVERIFY(StandStill::decide(1ms, 1s) == Verdict::CopyHastily);
        QVERIFY(StandStill::decide(-1h, 0ms) == Verdict::Copy);
    }

    void countsTheWaitOfEachFileFromItsFirstLook()
    {
        constexpr std::int64_t Second = 1'000'000'000;
        StandStill still;
        using Verdict = StandStill::Verdict;
        QVERIFY(still.judge("a", 10 * Second, 10 * Second) == Verdict::Wait);
        QVERIFY(still.judge("a", 11 * Second, 11 * Second) == Verdict::CopyHastily);
        QVERIFY(still.judge("a", 12 * Second, 12 * Second) == Verdict::Wait);
        QVERIFY(still.judge("b", 12 * Second, 13 * Second) == Verdict::Copy);
    }

    void forgetsFilesThatWentBeforeTheirCopy()
    {
        constexpr std::int64_t Second = 1'000'000'000;
        StandStill still;
        using Verdict = StandStill::Verdict;
        QVERIFY(still.judge("a", 10 * Second, 10 * Second) == Verdict::Wait);
        constexpr std::int64_t Weeks = 3'000'000 * Second;
        QVERIFY(still.judge("a", Weeks, Weeks) == Verdict::Wait); // another one of its name
    }

    void aCopyHasNoRightsOfAnothersOwner()
    {
        Entry source;
        source.kind = EntryKind::File;
        source.mode = 06755;
        source.owner = 12345;
        source.group = 100;
        QCOMPARE(rightsOfCopy(source, 12345, 100, {}).mode, 06755U);
        QCOMPARE(rightsOfCopy(source, 0, 100, {}).mode, 02755U);
        QCOMPARE(rightsOfCopy(source, 12345, 0, {}).mode, 04755U);
        Entry copy = source;
        copy.owner = copy.group = 65534;
        copy.mode = 0755;
        QVERIFY(compare(source, copy, {FileOwnership::Left}) == Difference::None);
        copy.mode = 06755;
        QVERIFY(compare(source, copy, {FileOwnership::Left}) == Difference::Metadata);
        source.kind = EntryKind::Directory; // files in it have its group
        QCOMPARE(rightsOfCopy(source, 0, 0, {}).mode, 06755U);
    }

    void refusesFoldersThatCannotBeMirrored_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("complaint");
        QTest::newRow("no source") << ""
                                   << "%/t"
                                   << "source is missing";
        QTest::newRow("no target") << "%/s"
                                   << ""
                                   << "target is missing";
        QTest::newRow("relative source") << "photos"
                                         << "%/t"
                                         << "source must be an absolute path";
        QTest::newRow("relative target") << "%/s"
                                         << "./t"
                                         << "target must be an absolute path";
        QTest::newRow("equal") << "%/s"
                               << "%/s"
                               << "target must be another folder";
        QTest::newRow("equal with slash") << "%/s/"
                                          << "%/s"
                                          << "target must be another folder";
        QTest::newRow("equal with dots") << "%/s"
                                         << "%/t/../s"
                                         << "target must be another folder";
        QTest::newRow("equal through a link") << "%/s"
                                              << "%/link"
                                              << "target must be another folder";
        QTest::newRow("target inside") << "%/s"
                                       << "%/s/x/y"
                                       << "target must not be inside source";
        QTest::newRow("target inside through a link") << "%/s"
                                                      << "%/link/y"
                                                      << "target must not be inside source";
        QTest::newRow("source inside") << "%/t/s"
                                       << "%/t"
                                       << "source must not be inside target";
        QTest::newRow("source inside root") << "%/s"
                                            << "/"
                                            << "source must not be inside target";
        QTest::newRow("good, what stands there may be mended") << "%/file"
                                                               << "%/t"
                                                               << "";
        QTest::newRow("good") << "%/s"
                              << "%/t"
                              << "";
        QTest::newRow("good with a like name") << "%/s"
                                               << "%/s-backup"
                                               << "";
        QTest::newRow("good, neither is there") << "%/none"
                                                << "%/neither"
                                                << "";
    }
    void refusesFoldersThatCannotBeMirrored()
    {
        QFETCH(QString, source);
        QFETCH(QString, target);
        QFETCH(QString, complaint);
        const TestFolder folder;
        makeFolder(folder.path("s/x"));
        makeFolder(folder.path("t/s"));
        makeLink(folder.path("link"), "s");
        writeFile(folder.path("file"), "x");
        const QString root = QString::fromStdString(folder.path());
        const auto wrong = validateFolders(source.replace('%', root).toStdString(),
                                           target.replace('%', root).toStdString());
        const QString text = QString::fromStdString(wrong.value_or(""));
        QVERIFY2(text.startsWith(complaint) && text.isEmpty() == complaint.isEmpty(),
                 qPrintable(text));
    }
};

QONTROLLER_GUILESS_TEST(DecisionsTest)
#include "tst_decisions.moc"
