// SPDX-License-Identifier: LGPL-3.0-or-later
#include "mounts.h"
#include "rig.h"
#include "testprogram.h"

#include <QtTest/QtTest>

#include <algorithm>

using namespace qontroller;
using namespace qontroller::foldermirror;
using namespace qontroller::test;
using ListKind = ListResult::Kind;

namespace {

QString text(const ListResult &result)
{
    return QString::fromStdString(result.text());
}

void fill(const std::string &folder, int files)
{
    for (int i = 0; i < files; ++i)
        writeFile(folder + "/f" + std::to_string(i), "x");
}

} // namespace

class ListerTest final : public QObject
{
    Q_OBJECT

private slots:
    void givesEverythingInTheSourceByName()
    {
        MirrorRig rig;
        writeFile(rig.in("a/b.txt"), "x");
        writeFile(rig.in("-rf"), "x");
        writeFile(rig.in("new\nline"), "x");
        writeFile(rig.in("\xFF"), "x");
        writeFile(rig.in(".qontroller-mirror-0123456789abcdef-1.tmp"), "another mirror's");
        makeLink(rig.in("loop"), ".");
        makePipe(rig.in("pipe"));
        RecordingList listed;
        QVERIFY(Lister(*rig.mirror, Leftovers::Named).list(listed, {}).kind()
                == ListKind::Complete);
        const std::set<std::string> wanted{"a",   "a/b.txt", "-rf", "new%0Aline",
                                           "%FF", "loop",    "pipe"};
        QVERIFY(listed.ids == wanted);
        for (const auto &[id, version] : listed.versions)
            QVERIFY(version != 0);
    }

    void failsWithoutASource()
    {
        MirrorRig rig;
        removeAll(rig.source);
        RecordingList listed;
        const ListResult result = Lister(*rig.mirror, Leftovers::Named).list(listed, {});
        QVERIFY(result.kind() == ListKind::Failed);
        QVERIFY2(text(result).contains(QString::fromStdString(rig.source)),
                 qPrintable(text(result)));
    }

    void failsWhenTheTargetHasBecomeTheSource()
    {
        MirrorRig rig;
        makeLink(rig.target, rig.source);
        RecordingList listed;
        const ListResult result = Lister(*rig.mirror, Leftovers::Named).list(listed, {});
        QVERIFY(result.kind() == ListKind::Failed);
        QVERIFY(text(result).startsWith("target must be another folder"));
    }

    void failsWhenTheTargetIsMountedIntoTheSource()
    {
        const int status = withOwnMounts([] {
            MirrorRig rig;
            makeFolder(rig.target);
            const auto hidden = Mounted::again(rig.target, rig.in("hidden"));
            if (!hidden)
                return NotPermitted;
            RecordingList listed;
            const ListResult result = rig.list(listed);
            return result.kind() == ListKind::Failed && text(result).contains("hidden") ? 0 : 1;
        });
        ENDED_WELL(status, "may not mount folders here");
    }

    void givesWhatOnlyTheTargetHasSoThatItIsRemoved()
    {
        MirrorRig rig;
        writeFile(rig.in("kept/file"), "x");
        writeFile(rig.out("kept/stray"), "x");
        writeFile(rig.out("old/deep/file"), "x");
        makeLink(rig.out("old/link"), "/etc");
        makePipe(rig.out("pipe"));
        RecordingList listed;
        QVERIFY(Lister(*rig.mirror, Leftovers::Named).list(listed, {}).kind()
                == ListKind::Complete);
        for (const char *id :
             {"kept/stray", "old", "old/deep", "old/deep/file", "old/link", "pipe"})
            QVERIFY2(listed.leftovers.contains(id), id);
        QVERIFY(listed.ids == (std::set<std::string>{"kept", "kept/file"}));
        QVERIFY(rig.converge());
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());
        QVERIFY(!exists(rig.out("pipe")));
    }

    void leavesTheTargetAloneWithoutDetectDeletions()
    {
        MirrorRig rig;
        writeFile(rig.in("a"), "x");
        writeFile(rig.out("stray"), "x");
        RecordingList listed;
        QVERIFY(Lister(*rig.mirror, Leftovers::Left).list(listed, {}).kind() == ListKind::Complete);
        QVERIFY(listed.ids == std::set<std::string>{"a"} && listed.leftovers.empty());
    }

    void believesThatAllIsGoneOnlyAfterTheEngineHeardOfIt()
    {
        MirrorRig rig;
        Lister lister(*rig.mirror, Leftovers::Named);
        fill(rig.source, 20);
        QVERIFY(rig.converge());
        moveTo(rig.source, rig.folder.path("elsewhere"));
        makeFolder(rig.source); // as when a disk was unmounted
        RecordingList listed, again;
        QVERIFY(lister.list(listed, {}).kind() == ListKind::Complete);
        QVERIFY(listed.ids.empty());
        QCOMPARE(listed.leftovers.size(), std::size_t(20)); // for the engine's guard to hold
        // A run from before the list must not remove what the guard holds now …
        QVERIFY(rig.get("f1").kind() == Fetched<Entry>::Kind::Failed);
        // … but what an operator confirms is removed,
        QVERIFY(rig.remove("f1").kind() == Outcome::Kind::Done);
        QVERIFY(!exists(rig.out("f1")));
        // and once that list is history, absence is ordinary again.
        QVERIFY(lister.list(again, {}).kind() == ListKind::Complete);
        QVERIFY(rig.get("f2").kind() == Fetched<Entry>::Kind::Gone);
    }

    void takesStaleTemporaryFilesAwayButNotLiveOnes()
    {
        MirrorRig rig;
        makeFolder(rig.in("sub"));
        makeFolder(rig.out("sub"));
        writeFile(rig.out("sub/.qontroller-mirror-0123456789abcdef-7.tmp"), "crashed");
        makeLink(rig.out(".qontroller-mirror-0123456789abcdef-8.tmp"), "crashed");
        const auto folder = rig.mirror->target.openFolder("sub");
        QVERIFY(folder);
        {
            const auto live = TemporaryFile::create(*folder, rig.mirror->names);
            QVERIFY(live);
            RecordingList listed;
            QVERIFY(Lister(*rig.mirror, Leftovers::Named).list(listed, {}).kind()
                    == ListKind::Complete);
            QVERIFY(listed.ids == std::set<std::string>{"sub"} && listed.leftovers.empty());
            QCOMPARE(temporaryFilesIn(rig.target), 1);
        }
        QCOMPARE(temporaryFilesIn(rig.target), 0);
    }

    void stopsWhenAsked()
    {
        MirrorRig rig;
        fill(rig.source, 20);
        std::stop_source stop;
        stop.request_stop();
        RecordingList listed;
        QVERIFY(Lister(*rig.mirror, Leftovers::Named).list(listed, stop.get_token()).kind()
                == ListKind::Failed);
    }

    void doubtsATargetThatIsNoCopyYet()
    {
        MirrorRig rig;
        writeFile(rig.in("a"), "x");
        writeFile(rig.out("precious"), "x");
        RecordingList listed;
        QVERIFY(rig.list(listed).doubt().find("was not a copy") != std::string::npos);
        QVERIFY(listed.leftovers == std::set<std::string>{"precious"});
        RecordingList again;
        QVERIFY(!rig.list(again).doubt().empty()); // another life: nobody has decided yet
        removeAll(rig.out("precious"));
        QVERIFY(rig.list(again).doubt().empty());
        writeFile(rig.out("surplus"), "x"); // in a copy
        QVERIFY(rig.list(again).doubt().empty());
    }

    void doubtsAnotherSourceAfterARestart()
    {
        for (const bool isEmpty : {true, false}) { // as a mount point that is not mounted may be
            MirrorRig rig;
            fill(rig.source, 3);
            QVERIFY(rig.converge());
            moveTo(rig.source, rig.folder.path("elsewhere"));
            makeFolder(rig.in("lost+found"));
            if (!isEmpty)
                writeFile(rig.in(".keep"), "");
            rig.restart();
            for (int list = 0; list < 3; ++list) { // each the first of a life
                RecordingList listed;
                const ListResult result = rig.list(listed);
                QVERIFY(result.kind() == ListKind::Complete);
                QVERIFY2(result.doubt().find("disk is mounted") != std::string::npos || list > 0,
                         result.doubt().c_str());
                QVERIFY(!result.doubt().empty());
                QCOMPARE(listed.leftovers.size(), std::size_t(3));
            }
            removeAll(rig.source);
            moveTo(rig.folder.path("elsewhere"), rig.source); // mounted again
            RecordingList listed;
            QVERIFY(rig.list(listed).doubt().empty());
            QVERIFY(listed.leftovers.empty());
        }
    }

    void sayOnceInALifeThatTheSourceIsAnother()
    {
        MirrorRig rig;
        Lister lister(*rig.mirror, Leftovers::Named);
        fill(rig.source, 3);
        QVERIFY(rig.converge());
        moveTo(rig.source, rig.folder.path("elsewhere"));
        makeFolder(rig.source);
        RecordingList listed;
        QVERIFY(!lister.list(listed, {}).doubt().empty());
        QVERIFY(lister.list(listed, {}).doubt().empty()); // the engine holds what it lacked
    }

    // The place where a disk is mounted no more is a folder, too, and would be filled.
    void writesNothingIntoAFolderInThePlaceOfTheTarget()
    {
        MirrorRig rig;
        fill(rig.source, 2);
        QVERIFY(rig.converge());
        moveTo(rig.target, rig.folder.path("disk"));
        makeFolder(rig.target);
        writeFile(rig.in("new"), "x");
        const Outcome outcome = rig.run("new");
        QVERIFY(outcome.kind() == Outcome::Kind::Retry);
        QVERIFY2(outcome.text().find("another folder is in its place") != std::string::npos,
                 outcome.text().c_str());
        RecordingList listed;
        for (int i = 0; i < 2; ++i) {
            const ListResult result = rig.list(listed);
            QVERIFY(result.kind() == ListKind::Failed);
            QVERIFY2(text(result).contains("is another folder than before, and no mirror's"),
                     result.text().c_str());
        }
        QVERIFY(!exists(rig.out("new")) && !exists(rig.out("f0")));
        removeAll(rig.target);
        moveTo(rig.folder.path("disk"), rig.target);
        QVERIFY(rig.converge());
        QVERIFY(exists(rig.out("new")));
    }

    void refusesATargetThatNoMirrorHasWrittenToIfItIsToldTo()
    {
        MirrorRig rig;
        fill(rig.source, 2);
        QVERIFY(rig.converge());
        rig.options.newTarget = NewTarget::Refused;
        rig.restart();
        QVERIFY(rig.converge());
        moveTo(rig.target, rig.folder.path("disk"));
        makeFolder(rig.target); // at the start, too
        rig.restart();
        RecordingList listed;
        const ListResult result = rig.list(listed);
        QVERIFY(result.kind() == ListKind::Failed);
        QVERIFY2(text(result).contains("was no mirror's so far"), result.text().c_str());
        QVERIFY(listed.ids.empty());
    }

    void leavesTheTargetOfAnotherMirrorAlone()
    {
        MirrorRig outer;
        MirrorRig inner;
        inner.options.target = outer.out("sub/inner");
        inner.target = inner.options.target;
        inner.restart();
        fill(outer.source, 2);
        fill(inner.source, 2);
        QVERIFY(outer.converge());
        QVERIFY(inner.converge());
        RecordingList listed;
        QVERIFY(outer.list(listed).kind() == ListKind::Complete);
        QCOMPARE(listed.text(), std::string("f0 f1"));
        for (const char *path : {"sub/inner", "sub"})
            QVERIFY(isDone(outer.remove(path)));
        QVERIFY(outer.converge() && inner.converge());
        QCOMPARE(firstDifference(inner.source, inner.target), std::string());
    }

    void twoMirrorsOfOneTargetDoubtEachOther()
    {
        MirrorRig one;
        fill(one.source, 3);
        QVERIFY(one.converge());
        MirrorRig two;
        two.options.target = one.target;
        makeFolder(two.in("other"));
        for (int round = 0; round < 3; ++round) {
            RecordingList listed;
            one.end();
            two.restart();
            QVERIFY(!two.list(listed).doubt().empty());
            makeFolder(one.out("other")); // what the second copies
            two.end();
            one.restart();
            QVERIFY(!one.list(listed).doubt().empty());
        }
    }

    void leavesExcludedEntriesAlone()
    {
        MirrorRig rig;
        rig.options.excludes = *Excludes::of({"*.tmp", "cache/", "!keep.tmp"});
        rig.restart();
        for (const char *path : {"a.tmp", "keep.tmp", "sub/cache/x", "sub/file", "lost+found/#1"})
            writeFile(rig.in(path), "x");
        writeFile(rig.out("old/deep/b.tmp"), "x");
        writeFile(rig.out("old/file"), "x");
        writeFile(rig.out("cache/x"), "x");
        writeFile(rig.out("lost+found/#2"), "x");
        RecordingList listed;
        QVERIFY(rig.list(listed).kind() == ListKind::Complete);
        QVERIFY(listed.ids == (std::set<std::string>{"keep.tmp", "sub", "sub/file"}));
        QVERIFY(listed.leftovers == std::set<std::string>{"old/file"});
        QVERIFY(rig.converge());
        for (const char *path : {"old/deep/b.tmp", "cache/x", "lost+found/#2", "sub/file"})
            QVERIFY2(exists(rig.out(path)), path);
        for (const char *path : {"old/file", "a.tmp", "sub/cache", "lost+found/#1"})
            QVERIFY2(!exists(rig.out(path)), path);
        QVERIFY(rig.get("a.tmp").kind() == Fetched<Entry>::Kind::Ignored);
        QVERIFY(rig.get("sub/cache/gone").kind() == Fetched<Entry>::Kind::Ignored);
        QVERIFY(rig.remove("cache/x").kind() == Outcome::Kind::Done);
        QVERIFY(exists(rig.out("cache/x")));
    }

    void concludesNothingOfAMountThatHasGone()
    {
        const int status = withOwnMounts([] {
            MirrorRig rig;
            fill(rig.folder.path("disk"), 3);
            makeFolder(rig.in("disk"));
            writeFile(rig.in("disk2"), "x");
            writeFile(rig.in("top"), "x");
            auto mounted = Mounted::again(rig.folder.path("disk"), rig.in("disk"));
            if (!mounted)
                return NotPermitted;
            Lister lister(*rig.mirror, Leftovers::Named);
            RecordingList before, without, restarted, after;
            if (lister.list(before, {}).kind() != ListKind::Complete || !rig.converge()
                || !exists(rig.out("disk/f0")))
                return 1;
            mounted.unmount();
            writeFile(rig.in("disk/note"), "mount something here");
            removeAll(rig.in("top"));
            if (rig.get("disk/f0").kind() != Fetched<Entry>::Kind::Failed // before a list knows
                || rig.remove("disk/f0").kind() != Outcome::Kind::Retry)
                return 2;
            const ListResult result = lister.list(without, {});
            if (result.kind() != ListKind::Partial
                || result.below() != std::vector<std::string>{"disk"}
                || !text(result).contains("/disk\" any more"))
                return 3;
            if (without.ids != std::set<std::string>{"disk2"}
                || without.leftovers != std::set<std::string>{"top"})
                return 4;
            if (rig.get("disk/note").kind() != Fetched<Entry>::Kind::Failed
                || rig.remove("disk/f0").kind() != Outcome::Kind::Retry
                || !exists(rig.out("disk/f0")))
                return 5;
            rig.restart();
            const ListResult again = rig.list(restarted);
            if (again.below() != std::vector<std::string>{"disk"}
                || restarted.leftovers != std::set<std::string>{"top"})
                return 6;
            const auto back = Mounted::again(rig.folder.path("disk"), rig.in("disk"));
            if (rig.list(after).kind() != ListKind::Complete || !after.ids.contains("disk/f0"))
                return 7;
            return rig.converge() && firstDifference(rig.source, rig.target).empty() ? 0 : 8;
        });
        ENDED_WELL(status, "may not mount folders here");
    }

    void doubtsWhatAnotherMountLacks()
    {
        const int status = withOwnMounts([] {
            MirrorRig rig;
            fill(rig.in("plain"), 2);
            makeFolder(rig.in("disk"));
            Mounted mounted(rig.in("disk"), "tmpfs");
            if (!mounted)
                return NotPermitted;
            fill(rig.in("disk"), 2);
            if (!rig.converge())
                return 1;
            mounted.unmount();
            const Mounted other(rig.in("disk"), "tmpfs");
            rig.restart();
            RecordingList listed;
            const ListResult result = rig.list(listed);
            if (result.kind() != ListKind::Complete
                || result.doubt().find("another file system than before is mounted at")
                       == std::string::npos)
                return 2;
            fill(rig.in("disk"), 2);
            if (!rig.list(listed).doubt().empty()) // the same files on another disk
                return 3;
            const Mounted over(rig.in("plain"), "tmpfs");
            if (rig.get("plain/f0").kind() != Fetched<Entry>::Kind::Failed) // before a list knows
                return 5;
            return rig.list(listed).doubt().find("a file system was mounted at")
                           != std::string::npos
                       ? 0
                       : 4;
        });
        ENDED_WELL(status, "may not mount folders here");
    }

    void neverTouchesWhatIsMountedInTheTarget()
    {
        const int status = withOwnMounts([] {
            MirrorRig rig;
            writeFile(rig.in("file"), "x");
            if (!rig.converge())
                return 1;
            const Mounted mounted(rig.out("old/disk"), "tmpfs");
            if (!mounted)
                return NotPermitted;
            writeFile(rig.out("old/disk/precious"), "x");
            writeFile(rig.out("old/surplus"), "x");
            RecordingList listed;
            if (!rig.list(listed).doubt().empty()
                || listed.leftovers != std::set<std::string>{"old/surplus"})
                return 2;
            for (const char *path : {"old/disk", "old", "old/surplus"}) {
                if (rig.remove(path).kind() != Outcome::Kind::Done
                    && rig.remove(path).kind() != Outcome::Kind::Wait)
                    return 3;
            }
            return exists(rig.out("old/disk/precious")) && !exists(rig.out("old/surplus"))
                           && isDone(rig.remove("old"))
                       ? 0
                       : 4;
        });
        ENDED_WELL(status, "may not mount folders here");
    }

    void saysThatItCannotTellWhatTheTargetIs()
    {
        MirrorRig rig;
        writeFile(rig.in("file"), "x");
        makeFolder(rig.out(std::string(MirrorRecord::FileName) + "/x")); // which is no file
        RecordingList listed;
        QVERIFY(rig.list(listed).doubt().empty());
        QVERIFY(isDone(rig.run("file")));
        const auto said = rig.said.notes();
        QVERIFY(std::any_of(said.begin(), said.end(), [](const std::string &line) {
            return line.find("cannot be told what it is a copy of") != std::string::npos;
        }));
    }

    void makesDoWithAReplacedSource()
    {
        MirrorRig rig;
        Lister lister(*rig.mirror, Leftovers::Named);
        writeFile(rig.in("a"), "x");
        QVERIFY(rig.converge());
        moveTo(rig.source, rig.folder.path("elsewhere"));
        writeFile(rig.in("b"), "x");
        rig.mirror->announcements.startListening();
        QVERIFY(rig.converge());
        QVERIFY(rig.mirror->announcements.take().rootIsSuspect);
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());
    }
};

QONTROLLER_GUILESS_TEST(ListerTest)
#include "tst_lister.moc"
