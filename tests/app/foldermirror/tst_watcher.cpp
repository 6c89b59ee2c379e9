// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"
#include "watchrig.h"

#include <QtTest/QtTest>

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <cstdio>

using namespace qontroller;
using namespace qontroller::foldermirror;
using namespace qontroller::test;

namespace {

bool write(const char *path, const std::string &text)
{
    const UniqueFd fd(::open(path, O_WRONLY | O_CLOEXEC));
    return fd && ::write(fd.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

} // namespace

class WatcherTest final : public QObject
{
    Q_OBJECT

private slots:
    void reportsWhatHappensToFiles()
    {
        WatchRig watch;
        MirrorRig &rig = watch.rig;
        writeFile(rig.in("sub/old"), "x");
        QVERIFY(watch.startAndWait());
        writeFile(rig.in("new"), "x");
        QVERIFY(watch.sees("new", EventType::Modified)); // created, then written
        makeLink(rig.in("link"), "x");
        QVERIFY(watch.sees("link", EventType::Added));
        writeFile(rig.in("sub/old"), "y");
        QVERIFY(watch.sees("sub/old", EventType::Modified));
        watch.events.forget();
        setMode(rig.in("sub/old"), 0600);
        QVERIFY(watch.sees("sub/old", EventType::Modified));
        moveTo(rig.in("sub/old"), rig.in("moved"));
        QVERIFY(watch.sees("sub/old", EventType::Deleted));
        QVERIFY(watch.sees("moved", EventType::Added));
        removeAll(rig.in("moved"));
        QVERIFY(watch.sees("moved", EventType::Deleted));
        writeFile(rig.in("bad\xFF\n"), "x");
        QVERIFY(watch.sees("bad%FF%0A", EventType::Modified));
        QVERIFY(watch.stop().kind() == WatchEnd::Kind::Closed);
    }

    void keepsQuietAboutTemporaryFiles()
    {
        WatchRig watch;
        QVERIFY(watch.startAndWait());
        writeFile(watch.rig.in(".qontroller-mirror-0123456789abcdef-1.tmp"), "x");
        writeFile(watch.rig.in("last"), "x");
        QVERIFY(watch.sees("last", EventType::Modified));
        QVERIFY(!watch.events.last(".qontroller-mirror-0123456789abcdef-1.tmp"));
    }

    void keepsQuietAboutWhatIsLeftAlone()
    {
        WatchRig watch;
        MirrorRig &rig = watch.rig;
        rig.options.excludes = *Excludes::of({"*.tmp", "cache/"});
        rig.restart();
        makeFolder(rig.in("cache"));
        QVERIFY(watch.startAndWait());
        for (const char *path : {"a.tmp", "cache/x", "new/cache/x", "new/b.tmp", "lost+found/x"})
            writeFile(rig.in(path), "x");
        writeFile(rig.in("last"), "x");
        QVERIFY(watch.sees("last", EventType::Modified));
        for (const char *id : {"a.tmp", "cache", "cache/x", "new/cache", "new/cache/x", "new/b.tmp",
                               "lost+found", "lost+found/x"})
            QVERIFY2(!watch.events.last(id), id);
    }

    void beginsAnewWhenAListHasFoundOtherMounts()
    {
        WatchRig watch;
        QVERIFY(watch.startAndWait());
        watch.rig.mirror->announcements.suspectMounts();
        QVERIFY(waitFor([&] { return watch.events.missed() == 1; }));
        writeFile(watch.rig.in("new"), "x");
        QVERIFY(watch.sees("new", EventType::Modified));
        QVERIFY(watch.stop().kind() == WatchEnd::Kind::Closed);
    }

    void watchesNewFoldersHoweverDeep()
    {
        WatchRig watch;
        MirrorRig &rig = watch.rig;
        QVERIFY(watch.startAndWait());
        std::string deep = "d";
        for (int i = 0; i < 60; ++i)
            deep += "/d" + std::to_string(i);
        writeFile(rig.in(deep + "/file"), "x"); // made at once, faster than any watch
        QVERIFY(waitFor([&] { return watch.events.last(deep + "/file").has_value(); }));
        writeFile(rig.in(deep + "/later"), "x");
        QVERIFY(watch.sees(deep + "/later", EventType::Modified));
    }

    void followsRenamedFolders()
    {
        WatchRig watch;
        MirrorRig &rig = watch.rig;
        writeFile(rig.in("a/b/file"), "x");
        QVERIFY(watch.startAndWait());
        moveTo(rig.in("a"), rig.in("z"));
        QVERIFY(watch.sees("a", EventType::Deleted));
        QVERIFY(watch.sees("a/b/file", EventType::Deleted));
        QVERIFY(watch.sees("z/b/file", EventType::Added));
        writeFile(rig.in("z/b/more"), "x");
        QVERIFY(watch.sees("z/b/more", EventType::Modified));
        QVERIFY(!watch.events.last("a/b/more"));
    }

    void forgetsFoldersThatLeave()
    {
        WatchRig watch;
        MirrorRig &rig = watch.rig;
        writeFile(rig.in("a/file"), "x");
        QVERIFY(watch.startAndWait());
        moveTo(rig.in("a"), rig.folder.path("outside"));
        QVERIFY(watch.sees("a", EventType::Deleted));
        writeFile(rig.folder.path("outside/unseen"), "x");
        moveTo(rig.folder.path("outside"), rig.in("back"));
        QVERIFY(watch.sees("back/unseen", EventType::Added));
        QVERIFY(!watch.events.last("a/unseen"));
        writeFile(rig.in("back/later"), "x");
        QVERIFY(watch.sees("back/later", EventType::Modified));
    }

    void survivesARenameStorm()
    {
        WatchRig watch;
        MirrorRig &rig = watch.rig;
        for (int i = 0; i < 10; ++i)
            writeFile(rig.in("f" + std::to_string(i) + "/sub/file"), "x");
        QVERIFY(watch.startAndWait());
        for (int i = 0; i < 3000; ++i) {
            const std::string folder = "f" + std::to_string(i % 10);
            const std::string other = "f" + std::to_string((i * 7 + 3) % 10);
            moveTo(rig.in(folder), rig.in("x"));
            if (other != folder)
                moveTo(rig.in(other), rig.in(folder));
            moveTo(rig.in("x"), rig.in(other));
        }
        for (int i = 0; i < 10; ++i) {
            const std::string id = "f" + std::to_string(i) + "/sub/after";
            writeFile(rig.in(id), "x");
            // Found by reading the folder (added) or by its own event (modified).
            QVERIFY2(waitFor([&] {
                         const auto last = watch.events.last(id);
                         return last && last != EventType::Deleted;
                     }),
                     id.c_str());
        }
        QVERIFY(watch.events.errors().empty());
    }

    void asksForAListAfterTheKernelsQueueRanOver()
    {
        WatchRig watch;
        MirrorRig &rig = watch.rig;
        makeFolder(rig.in("sub"));
        QVERIFY(watch.startAndWait());
        watch.events.hold();
        std::FILE *limitFile = std::fopen("/proc/sys/fs/inotify/max_queued_events", "r");
        int limit = 16384;
        QVERIFY(limitFile == nullptr || std::fscanf(limitFile, "%d", &limit) == 1);
        if (limitFile != nullptr)
            std::fclose(limitFile);
        writeFile(rig.in("first"), "x");
        QVERIFY(waitFor([&] { return watch.events.count() == 1; }));
        for (int i = 0; i < limit + 5000; ++i)
            writeFile(rig.in(i % 2 == 0 ? "one" : "two"), ""); // not merged by the kernel
        makeFolder(rig.in("sub/unseen"));
        watch.events.letGo();
        QVERIFY(waitFor([&] { return watch.events.missed() >= 1; }));
        writeFile(rig.in("sub/unseen/file"), "x"); // watched again, also what was missed
        QVERIFY(watch.sees("sub/unseen/file", EventType::Modified));
    }

    void saysSoWhenTheLimitOfWatchesIsReached()
    {
        // The limit is lowered for a child alone, in a user namespace of its own.
        const int status = inChild([] {
            const std::string user = "0 " + std::to_string(::getuid()) + " 1";
            if (::unshare(CLONE_NEWUSER) != 0 || !write("/proc/self/uid_map", user)
                || !write("/proc/sys/user/max_inotify_watches", "3"))
                return 77;
            MirrorRig rig;
            for (int i = 0; i < 10; ++i)
                makeFolder(rig.in("f" + std::to_string(i)));
            CollectedEvents events;
            std::stop_source stop;
            stop.request_stop(); // as soon as all stands; threads and fork() do not go together
            const WatchEnd end = Watcher(*rig.mirror, events).run(stop.get_token());
            const auto errors = events.errors();
            if (end.kind() != WatchEnd::Kind::Closed || !events.isReady())
                return 2;
            return errors.size() == 1 && errors[0].find("max_user_watches") != std::string::npos
                       ? 0
                       : 3;
        });
        if (status == 77)
            QSKIP("no user namespaces with their own inotify limits here");
        QCOMPARE(status, 0);
    }

    void endsWhenTheSourceIsRemoved()
    {
        WatchRig watch;
        QVERIFY(watch.startAndWait());
        removeAll(watch.rig.source);
        const WatchEnd end = watch.join();
        QVERIFY(end.kind() == WatchEnd::Kind::Failed);
        QVERIFY(end.error().find("removed") != std::string::npos);
    }

    void endsWhenTheSourceIsMovedAway()
    {
        WatchRig watch;
        QVERIFY(watch.startAndWait());
        moveTo(watch.rig.source, watch.rig.folder.path("elsewhere"));
        QVERIFY(watch.join().kind() == WatchEnd::Kind::Failed);
    }

    void failsWithoutASource()
    {
        WatchRig watch;
        removeAll(watch.rig.source);
        watch.start();
        QVERIFY(watch.join().kind() == WatchEnd::Kind::Failed);
        QVERIFY(!watch.events.isReady());
    }

    void passesOnWhatHandlersAnnounce()
    {
        WatchRig watch;
        QVERIFY(watch.startAndWait());
        QVERIFY(waitFor([&] { return watch.rig.mirror->announcements.isHeard(); }));
        watch.rig.mirror->announcements.add("some/id");
        QVERIFY(watch.sees("some/id", EventType::Modified));
        static_cast<void>(watch.stop());
        QVERIFY(!watch.rig.mirror->announcements.isHeard());
    }

    void looksAgainWhenAListSuspectsTheRoot()
    {
        WatchRig watch;
        QVERIFY(watch.startAndWait());
        watch.rig.mirror->announcements.suspectRoot(); // wrongly
        watch.rig.mirror->announcements.add("id");
        QVERIFY(watch.sees("id", EventType::Modified));
        // A descriptor keeps the removed folder alive, so the kernel tells nothing.
        const auto kept = watch.rig.mirror->source.tree().openRoot();
        removeAll(watch.rig.source);
        makeFolder(watch.rig.source);
        watch.rig.mirror->announcements.suspectRoot();
        QVERIFY(watch.join().kind() == WatchEnd::Kind::Failed);
        QVERIFY(kept);
    }
};

QONTROLLER_GUILESS_TEST(WatcherTest)
#include "tst_watcher.moc"
