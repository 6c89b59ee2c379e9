// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/safetree.h"
#include "folders.h"
#include "testprogram.h"

#include <QtTest/QtTest>

#include <fcntl.h>

using namespace qontroller;
using namespace qontroller::foldermirror;
using namespace qontroller::test;

class SafeTreeTest final : public QObject
{
    Q_OBJECT

private slots:
    void neverLeavesTheRoot_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<Resolver>("resolver");
        QTest::addColumn<bool>("opens");
        for (const Resolver resolver : {Resolver::Kernel, Resolver::StepByStep}) {
            const char *how = resolver == Resolver::Kernel ? "kernel" : "steps";
            const auto row = [&](const char *path, bool opens) {
                QTest::addRow("%s, %s", path, how) << QString(path) << resolver << opens;
            };
            row("", true);
            row("in", true);
            row("in/side", true);
            row("out", false);
            row("out/secret", false);
            row("in/up/..", false);
            row("..", false);
            row("in/../..", false);
            row("absolute", false);
            row("/etc", false);
            row("in//side", resolver == Resolver::Kernel);
            row("nothing", false);
        }
    }
    void neverLeavesTheRoot()
    {
        QFETCH(QString, path);
        QFETCH(Resolver, resolver);
        QFETCH(bool, opens);
        const TestFolder folder;
        makeFolder(folder.path("outside/secret"));
        makeFolder(folder.path("root/in/side"));
        makeFolder(folder.path("root/in/up"));
        makeLink(folder.path("root/out"), "../outside");
        makeLink(folder.path("root/absolute"), folder.path("outside"));
        const UniqueFd root(::open(folder.path("root").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        const UniqueFd fd = openBeneath(root.get(), path.toStdString(), O_RDONLY | O_DIRECTORY,
                                        resolver);
        if (path == "in/up/.." && fd)
            QCOMPARE(resolver, Resolver::Kernel); // stays within the root all the same
        else
            QCOMPARE(bool(fd), opens);
    }

    void opensPathsLongerThanTheKernelTakes()
    {
        const TestFolder folder;
        const std::string name(200, 'x');
        UniqueFd at(::open(folder.path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        std::string path;
        for (int i = 0; i < 40; ++i) { // 8 KB
            QCOMPARE(::mkdirat(at.get(), name.c_str(), 0755), 0);
            at.reset(::openat(at.get(), name.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
            path += (path.empty() ? "" : "/") + name;
        }
        const SafeTree tree(folder.path());
        QVERIFY(tree.openDirectory(path));
        const auto entry = tree.lookUp(path);
        QVERIFY(entry && entry->kind == EntryKind::Directory);
    }

    void looksAtLinksInsteadOfFollowingThem()
    {
        const TestFolder folder;
        makeLink(folder.path("link"), "/etc/passwd");
        const SafeTree tree(folder.path());
        const auto entry = tree.lookUp("link");
        QVERIFY(entry && entry->kind == EntryKind::Symlink);
        QVERIFY(entry->linkTarget == "/etc/passwd");
        QVERIFY(!tree.openFile("link"));
        QVERIFY(tree.lookUp("link/x").error().code == ELOOP
                || tree.lookUp("link/x").error().code == ENOTDIR);
    }

    void doesNotWaitForAPipe()
    {
        const TestFolder folder;
        makePipe(folder.path("pipe"));
        QVERIFY(SafeTree(folder.path()).openFile("pipe"));
    }

    void seesARootThatWasMadeAgain()
    {
        const TestFolder folder;
        const SafeTree tree(folder.path("root"));
        QVERIFY(tree.openRoot().error().code == ENOENT);
        makeFolder(folder.path("root/a"));
        QVERIFY(tree.lookUp("a"));
        removeAll(folder.path("root"));
        makeFolder(folder.path("root/b"));
        QVERIFY(!tree.lookUp("a"));
        QVERIFY(tree.lookUp("b"));
    }

    void readsEveryNameOfAFolder()
    {
        const TestFolder folder;
        for (const char *name : {"a", "-rf", "new\nline", "\xFF\xFE", "..."})
            writeFile(folder.path(name), "");
        const auto fd = SafeTree(folder.path()).openDirectory("");
        QVERIFY(fd);
        FolderReader reader(fd->get());
        int count = 0;
        while (reader.next())
            ++count;
        QCOMPARE(count, 5);
        QCOMPARE(reader.error(), 0);
    }
};

QONTROLLER_GUILESS_TEST(SafeTreeTest)
#include "tst_safetree.moc"
