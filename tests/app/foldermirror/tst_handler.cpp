// SPDX-License-Identifier: LGPL-3.0-or-later
#include "rig.h"
#include "testprogram.h"

#include <QtCore/QDateTime>
#include <QtTest/QtTest>

#include <sys/stat.h>

using namespace qontroller;
using namespace qontroller::foldermirror;
using namespace qontroller::test;
using Kind = Outcome::Kind;

namespace {

ino_t inodeOf(const std::string &path)
{
    FileStatus status{};
    return ::lstat(path.c_str(), &status) == 0 ? status.st_ino : 0;
}

/// Has "folder/file", and removes what has been away for \a deletionDelay.
bool mirrorsAFile(MirrorRig &rig, Duration deletionDelay)
{
    rig.options.deletionDelay = deletionDelay;
    rig.restart();
    writeFile(rig.in("folder/file"), "content");
    return rig.converge();
}

} // namespace

using namespace std::chrono_literals;

class HandlerTest final : public QObject
{
    Q_OBJECT

private slots:
    void copiesAFileWithAllThatBelongsToIt()
    {
        MirrorRig rig;
        writeFile(rig.in("a/b/file"), "content");
        setMode(rig.in("a/b/file"), 04750);
        setModified(rig.in("a/b/file"), 1'000'000'000, 123'456'789);
        setModified(rig.in("a/b"), 999'999'999, 1);
        QVERIFY(isDone(rig.run("a/b/file")));
        QVERIFY(isDone(rig.run("a/b")));
        QVERIFY(isDone(rig.run("a")));
        QVERIFY(rig.mirror->emptying.isNone()); // also of those that went with the last in them
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());
        QCOMPARE(temporaryFilesIn(rig.target), 0);
    }

    void copiesASecondTimeOnlyWhatChanged()
    {
        MirrorRig rig;
        writeFile(rig.in("file"), "content");
        QVERIFY(isDone(rig.run("file")));
        const ino_t inode = inodeOf(rig.out("file"));
        QVERIFY(isDone(rig.run("file")));
        QCOMPARE(inodeOf(rig.out("file")), inode);
        setMode(rig.in("file"), 0600);
        QVERIFY(isDone(rig.run("file"))); // no new copy for that
        QCOMPARE(inodeOf(rig.out("file")), inode);
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());
        writeFile(rig.in("file"), "changed");
        QVERIFY(isDone(rig.run("file")));
        QVERIFY(inodeOf(rig.out("file")) != inode);
        QCOMPARE(readFile(rig.out("file")), std::string("changed"));
    }

    void repairsATargetThatWasTamperedWith()
    {
        MirrorRig rig;
        writeFile(rig.in("file"), "content");
        QVERIFY(isDone(rig.run("file")));
        writeFile(rig.out("file"), "tampered");
        QVERIFY(isDone(rig.run("file")));
        QCOMPARE(readFile(rig.out("file")), std::string("content"));
        setMode(rig.out("file"), 0777);
        QVERIFY(isDone(rig.run("file")));
        removeAll(rig.out("file"));
        QVERIFY(isDone(rig.run("file")));
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());
    }

    void findsAnEqualSizedForgeryOnlyByReading()
    {
        for (const ContentCheck check : {ContentCheck::ByMetadata, ContentCheck::ByReading}) {
            MirrorRig rig(check);
            writeFile(rig.in("file"), "content");
            setModified(rig.in("file"), 1'000'000, 0);
            QVERIFY(isDone(rig.run("file")));
            writeFile(rig.out("file"), "c0ntent");
            setModified(rig.out("file"), 1'000'000, 0);
            QVERIFY(isDone(rig.run("file")));
            const char *expected = check == ContentCheck::ByReading ? "content" : "c0ntent";
            QCOMPARE(readFile(rig.out("file")), std::string(expected));
        }
    }

    void copiesLinksAsLinks()
    {
        MirrorRig rig;
        makeLink(rig.in("away"), "/etc/passwd");
        makeLink(rig.in("dangling"), "../no\nwhere");
        setModified(rig.in("away"), 5, 6);
        QVERIFY(isDone(rig.run("away")));
        QVERIFY(isDone(rig.run("dangling")));
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());
        const ino_t inode = inodeOf(rig.out("away"));
        QVERIFY(isDone(rig.run("away")));
        QCOMPARE(inodeOf(rig.out("away")), inode);
    }

    void ignoresAndCountsSpecialFiles()
    {
        MirrorRig rig;
        makePipe(rig.in("pipe"));
        QVERIFY(rig.get("pipe").kind() == Fetched<Entry>::Kind::Ignored);
        writeFile(rig.out("pipe"), "was a file");
        QVERIFY(rig.get("pipe").kind() == Fetched<Entry>::Kind::Gone);
        QVERIFY(isDone(rig.run("pipe")));
        QVERIFY(!exists(rig.out("pipe")));
    }

    void becomesWhateverTheSourceBecame_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        for (const char *from : {"file", "folder", "full folder", "link", "pipe", "nothing"}) {
            for (const char *to : {"file", "folder", "full folder", "link", "pipe", "nothing"})
                QTest::addRow("%s to %s", from, to) << QString(from) << QString(to);
        }
    }
    void becomesWhateverTheSourceBecame()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        MirrorRig rig;
        const auto make = [&](const QString &what) {
            removeAll(rig.in("x"));
            if (what == "file")
                writeFile(rig.in("x"), "content");
            else if (what == "folder")
                makeFolder(rig.in("x"));
            else if (what == "full folder")
                writeFile(rig.in("x/y/z"), "deep");
            else if (what == "link")
                makeLink(rig.in("x"), "/etc");
            else if (what == "pipe")
                makePipe(rig.in("x"));
        };
        writeFile(rig.in("other"), "stays");
        make(from);
        QVERIFY(rig.converge());
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());
        make(to);
        QVERIFY(rig.converge());
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());
    }

    void neverFollowsALinkOutOfTheTarget()
    {
        MirrorRig rig;
        makeFolder(rig.folder.path("outside"));
        writeFile(rig.folder.path("outside/precious"), "precious");
        writeFile(rig.in("in/precious"), "from the source");
        makeFolder(rig.target);
        makeLink(rig.out("in"), rig.folder.path("outside"));
        QVERIFY(isDone(rig.run("in/precious"))); // replaces the link by a folder
        QCOMPARE(readFile(rig.folder.path("outside/precious")), std::string("precious"));
        QVERIFY(isDone(rig.run("in")));
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());

        makeLink(rig.out("gone"), rig.folder.path("outside"));
        QVERIFY(isDone(rig.remove("gone/precious")));
        QVERIFY(exists(rig.folder.path("outside/precious")));
        QVERIFY(isDone(rig.remove("gone")));
        QVERIFY(!exists(rig.out("gone")) && exists(rig.folder.path("outside/precious")));

        makeLink(rig.out("file"), rig.folder.path("outside/precious"));
        writeFile(rig.in("file"), "a file");
        QVERIFY(isDone(rig.run("file")));
        QCOMPARE(readFile(rig.folder.path("outside/precious")), std::string("precious"));
    }

    void neverReadsThroughALinkInTheSource()
    {
        MirrorRig rig;
        writeFile(rig.folder.path("outside/secret"), "secret");
        makeLink(rig.in("link"), rig.folder.path("outside"));
        QVERIFY(rig.get("link/secret").kind() == Fetched<Entry>::Kind::Gone);
    }

    void takesNoIdForAPathThatLeadsOut()
    {
        MirrorRig rig;
        writeFile(rig.folder.path("victim"), "x");
        for (const char *id : {"../victim", "/etc/passwd", "a/../../victim", ""}) {
            const ObjectId object(id);
            const Attempt attempt{object, "mirror", 1, 0, {}, nullptr};
            QVERIFY(rig.handler->get(attempt).kind() == Fetched<Entry>::Kind::Ignored);
            QVERIFY(isDone(rig.handler->remove(attempt)));
        }
        QVERIFY(exists(rig.folder.path("victim")));
    }

    void copiesFromAndIntoReadOnlyFolders()
    {
        MirrorRig rig;
        writeFile(rig.in("locked/file"), "content");
        setMode(rig.in("locked"), 0555);
        QVERIFY(rig.converge());
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());
        setMode(rig.in("locked"), 0755);
        writeFile(rig.in("locked/more"), "content");
        setMode(rig.in("locked"), 0555);
        QVERIFY(isDone(rig.run("locked/more")));
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());
        setMode(rig.in("locked"), 0755); // so that they can be removed
        setMode(rig.out("locked"), 0755);
    }

    void keepsTheTimesOfFoldersWhoseContentChanges()
    {
        MirrorRig rig;
        writeFile(rig.in("a/file"), "content");
        QVERIFY(rig.converge());
        writeFile(rig.in("a/new"), "content");
        setModified(rig.in("a"), 77, 88);
        QVERIFY(isDone(rig.run("a/new")));
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());
        removeAll(rig.in("a/new"));
        QVERIFY(isDone(rig.remove("a/new")));
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());
    }

    void removesAFolderWithTheLastThatWasInIt()
    {
        MirrorRig rig;
        writeFile(rig.in("other"), "");
        writeFile(rig.in("a/b/one"), "1");
        writeFile(rig.in("a/b/two"), "2");
        QVERIFY(rig.converge());
        removeAll(rig.in("a"));
        rig.mirror->announcements.startListening();
        rig.mirror->departures.note("a"); // as the watch does
        const Outcome waiting = rig.remove("a");
        QVERIFY(waiting.kind() == Kind::Wait);
        QVERIFY(waiting.delay() == std::chrono::milliseconds(100));
        QVERIFY(rig.mirror->announcements.take().deleted == std::vector<ObjectId>{"a/b"});
        QVERIFY(rig.run("a/b").kind() == Kind::Wait);
        const auto deleted = rig.mirror->announcements.take().deleted;
        const std::set<ObjectId> announced(deleted.begin(), deleted.end());
        QVERIFY((announced == std::set<ObjectId>{"a/b", "a/b/one", "a/b/two"}));
        QVERIFY(isDone(rig.run("a/b/one")));
        QVERIFY(exists(rig.out("a/b")));
        QVERIFY(isDone(rig.run("a/b/two")));
        QVERIFY(!exists(rig.out("a")));
        // Both wait for their next look, which may be far.
        QVERIFY((rig.mirror->announcements.take().deleted
                 == std::vector<ObjectId>{"a/b/one", "a/b/two", "a/b", "a"}));
        QVERIFY(isDone(rig.run("a/b")));
        QVERIFY(isDone(rig.run("a")));
        QVERIFY(rig.mirror->emptying.isNone()); // also of those that went with the last in them
    }

    void looksSeldomIntoAFolderWhoseContentStays()
    {
        MirrorRig rig;
        writeFile(rig.in("other"), "");
        writeFile(rig.in("a/one"), "1");
        writeFile(rig.in("a/two"), "2");
        QVERIFY(rig.converge());
        removeAll(rig.in("a"));
        rig.mirror->announcements.startListening();
        rig.mirror->departures.note("a");
        QVERIFY(rig.remove("a").delay() == 100ms);
        QCOMPARE(rig.mirror->announcements.take().deleted.size(), std::size_t(2));
        // The same time as at the last look says little: file systems keep it in jiffies.
        QVERIFY(rig.remove("a").delay() == 200ms);
        QVERIFY(rig.remove("a").delay() == 400ms);
        QCOMPARE(rig.mirror->announcements.take().deleted.size(), std::size_t(4));
        for (int i = 0; i < 8; ++i)
            static_cast<void>(rig.remove("a"));
        QVERIFY(rig.remove("a").delay() == 30s);
        static_cast<void>(rig.mirror->announcements.take());
        removeAll(rig.out("a/one"));
        QVERIFY(rig.remove("a").delay() == 100ms);
        QVERIFY(rig.mirror->announcements.take().deleted == std::vector<ObjectId>{"a/two"});
    }

    void announcesWhatWentWithAFolderThatWasNeverCopied()
    {
        MirrorRig rig;
        writeFile(rig.in("stays"), "x");
        QVERIFY(rig.converge());
        rig.mirror->announcements.startListening();
        rig.mirror->departures.note("a");
        QVERIFY(isDone(rig.remove("a"))); // nothing was made for it
        QVERIFY(rig.run("a/b").kind() == Kind::Done);
        QVERIFY(rig.mirror->announcements.take().deleted == std::vector<ObjectId>{"a/b"});
        static_cast<void>(rig.run("b"));
        QVERIFY(rig.mirror->announcements.take().deleted.empty());
    }

    void announcesNothingOfAFolderThatTheWatchHasNotSeenGo()
    {
        MirrorRig rig;
        writeFile(rig.in("stays"), "x");
        writeFile(rig.in("a/file"), "x");
        QVERIFY(rig.converge());
        rig.mirror->announcements.startListening();
        moveTo(rig.in("a"), rig.folder.path("away"));
        makeLink(rig.in("a"), "../away");
        QVERIFY(rig.run("a").kind() == Kind::Wait);
        const Announcements::News news = rig.mirror->announcements.take();
        QVERIFY(news.ids.empty() && news.deleted.empty());
        QVERIFY(exists(rig.out("a/file")));
    }

    void keepsAFolderForWhatIsLeftAloneInIt()
    {
        MirrorRig rig;
        rig.options.excludes = *Excludes::of({"cache/"});
        rig.restart();
        writeFile(rig.in("a/b/file"), "x");
        writeFile(rig.in("stays"), "x");
        QVERIFY(rig.converge());
        writeFile(rig.out("a/b/cache/x"), "x");
        removeAll(rig.in("a"));
        QVERIFY(rig.remove("a").kind() == Kind::Wait);
        QVERIFY(isDone(rig.remove("a/b/file")));
        QVERIFY(isDone(rig.remove("a/b"))); // as far as it goes
        QVERIFY(isDone(rig.remove("a")));
        QVERIFY(exists(rig.out("a/b/cache/x")));
        RecordingList listed;
        QVERIFY(rig.list(listed).kind() == ListResult::Kind::Complete);
        QVERIFY(listed.leftovers.empty()); // or it would be tried at each list
        writeFile(rig.in("a"), "now a file");
        const Outcome outcome = rig.run("a");
        QVERIFY(outcome.kind() == Kind::Retry);
        QVERIFY(QString::fromStdString(outcome.text()).contains("left alone"));
    }

    void removesNothingThatCameBack()
    {
        MirrorRig rig;
        writeFile(rig.in("file"), "content");
        QVERIFY(rig.converge());
        rig.mirror->announcements.startListening();
        QVERIFY(isDone(rig.remove("file")));
        QVERIFY(exists(rig.out("file")));
        QVERIFY(rig.mirror->announcements.take().ids == std::vector<ObjectId>{"file"});
    }

    // As editors save: they rename the file first and write it then. Here the moment is a long one.
    void removesNothingThatIsAwayForAMoment()
    {
        MirrorRig rig;
        QVERIFY(mirrorsAFile(rig, std::chrono::hours(1)));
        rig.now = 1'000'000 * QDateTime::currentMSecsSinceEpoch();
        const auto waits = [&](const char *path) {
            const Outcome outcome = rig.remove(path);
            return outcome.kind() == Kind::Wait && outcome.text() == "its absence to last";
        };
        moveTo(rig.in("folder/file"), rig.in("folder/file~"));
        QVERIFY(waits("folder/file"));
        moveTo(rig.in("folder/file~"), rig.in("folder/file"));
        QVERIFY(isDone(rig.run("folder/file")));
        moveTo(rig.in("folder"), rig.in("elsewhere"));
        for (const char *path : {"folder/file", "folder"})
            QVERIFY(waits(path));
        QCOMPARE(readFile(rig.out("folder/file")), "content");
        QVERIFY(isDone(rig.remove("never/was/there")));
        rig.restart(); // without its memory
        RecordingList listed;
        QVERIFY(rig.list(listed).kind() == ListResult::Kind::Complete);
        QVERIFY(waits("folder/file"));
        rig.now += Duration(std::chrono::hours(2)).count(); // nothing has come or gone since
        QVERIFY(isDone(rig.remove("folder/file")));
    }

    void removesWhatStaysAway()
    {
        MirrorRig rig;
        QVERIFY(mirrorsAFile(rig, std::chrono::milliseconds(20)));
        rig.now = 0; // as in a folder that changes always
        moveTo(rig.in("folder"), rig.folder.path("elsewhere"));
        QVERIFY(waitFor([&] {
            return rig.remove("folder/file").kind() == Kind::Done
                   && rig.remove("folder").kind() == Kind::Done;
        }));
        QVERIFY(!exists(rig.out("folder")));
    }

    void removesNothingWhileTheSourceIsAway()
    {
        MirrorRig rig;
        writeFile(rig.in("file"), "content");
        QVERIFY(rig.converge());
        moveTo(rig.source, rig.folder.path("elsewhere"));
        QVERIFY(rig.get("file").kind() == Fetched<Entry>::Kind::Failed);
        QVERIFY(rig.remove("file").kind() == Kind::Retry);
        makeFolder(rig.source); // an empty mount point
        QVERIFY(rig.get("file").kind() == Fetched<Entry>::Kind::Failed);
        const Outcome outcome = rig.remove("file");
        QVERIFY(outcome.kind() == Kind::Retry);
        QVERIFY(QString::fromStdString(outcome.text()).contains("another folder is in its place"));
        QVERIFY(exists(rig.out("file")));
    }

    void makesTheTargetAgainWhenItIsGone()
    {
        MirrorRig rig;
        writeFile(rig.in("a/b/c"), "content");
        QVERIFY(rig.converge());
        removeAll(rig.target);
        QVERIFY(rig.converge());
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());
    }

    void givesALongNameBackToItsOperator()
    {
        MirrorRig rig;
        const std::string name(255, 'n');
        writeFile(rig.in(name), "content");
        QVERIFY(isDone(rig.run(name))); // its temporary name is shorter
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());
    }

    void saysWhatStandsInTheWayOfTheTarget()
    {
        MirrorRig rig;
        writeFile(rig.in("file"), "content");
        writeFile(rig.target, "a file where the target should be");
        const Outcome outcome = rig.run("file");
        QVERIFY(outcome.kind() == Kind::Retry);
        QVERIFY(
            QString::fromStdString(outcome.text()).contains(QString::fromStdString(rig.target)));
    }
};

QONTROLLER_GUILESS_TEST(HandlerTest)
#include "tst_handler.moc"
