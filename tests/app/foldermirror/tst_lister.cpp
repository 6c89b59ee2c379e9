// SPDX-License-Identifier: LGPL-3.0-or-later
#include "rig.h"
#include "testprogram.h"

#include <QtTest/QtTest>

#include <sched.h>
#include <sys/mount.h>

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
        const int status = inChild([] {
            MirrorRig rig;
            makeFolder(rig.in("hidden"));
            makeFolder(rig.target);
            if ((::unshare(CLONE_NEWNS) != 0 && ::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
                || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0
                || ::mount(rig.target.c_str(), rig.in("hidden").c_str(), nullptr, MS_BIND, nullptr)
                       != 0)
                return 77;
            RecordingList listed;
            const ListResult result = Lister(*rig.mirror, Leftovers::Named).list(listed, {});
            ::umount(rig.in("hidden").c_str());
            return result.kind() == ListKind::Failed && text(result).contains("hidden") ? 0 : 1;
        });
        if (status == 77)
            QSKIP("may not mount folders here");
        QCOMPARE(status, 0);
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
