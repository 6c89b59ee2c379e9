// SPDX-License-Identifier: LGPL-3.0-or-later
// The example script-git in the real program, against git.
#include "example.h"
#include "testprogram.h"

#include <QtCore/QDateTime>
#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// git in the folder of \a example, as an author of its own.
QByteArray git(const Example &example, const QStringList &arguments)
{
    return example.must("git", QStringList{"-c", "user.name=x", "-c", "user.email=x@x", "-c",
                                           "init.defaultBranch=main"}
                                   + arguments);
}

} // namespace

class GitExampleTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { NEEDS_PROGRAMS("git"); }

    void keepsRepositoriesCloned()
    {
        const Example example("script-git");
        for (const char *name : {"plain.git", "-odd 'name'.git", "new\nline.git", "..git"})
            QDir().mkpath(example.file("origins/") + name);
        const auto git = [&](const QStringList &arguments) { return ::git(example, arguments); };
        for (const QString &name : entriesOf(example.file("origins")))
            git({"init", "--quiet", "--bare", "origins/" + name});
        git({"clone", "--quiet", "origins/plain.git", "work"});
        git({"-C", "work", "commit", "--quiet", "--allow-empty", "-m", "first"});
        git({"-C", "work", "push", "--quiet", "origin", "HEAD"});

        ServerProcess server;
        QCOMPARE(example.run(server), 3); // a folder cannot be called "."
        QCOMPARE(server.summary()["parked"].toInt(), 1);
        QCOMPARE(entriesOf(example.file("clones")),
                 (QStringList{"-odd 'name'", "new\nline", "plain"}));
        QVERIFY(git({"-C", "clones/plain", "log"}).contains("first"));

        QDir(example.file("origins/..git")).removeRecursively();
        git({"-C", "work", "commit", "--quiet", "--allow-empty", "-m", "second"});
        git({"-C", "work", "push", "--quiet", "origin", "HEAD"});
        ServerProcess again;
        QCOMPARE(example.run(again), 0);
        QVERIFY(git({"-C", "clones/plain", "log"}).contains("second"));
        QVERIFY(entriesOf(example.file("clones.part")).isEmpty());

        // Deleted while nothing ran, once in the middle of being cloned.
        QDir(example.file("origins/new\nline.git")).removeRecursively();
        QDir().mkpath(example.file("clones.part/half"));
        ServerProcess later;
        QCOMPARE(example.run(later), 0);
        QCOMPARE(entriesOf(example.file("clones")), (QStringList{"-odd 'name'", "plain"}));
        QVERIFY(entriesOf(example.file("clones.part")).isEmpty());
    }

    void followsWhateverBecomesOfARepositorysBranches()
    {
        const Example example("script-git");
        const auto git = [&](const QStringList &arguments) { return ::git(example, arguments); };
        const auto commit = [&](const QByteArray &text, const QStringList &how = {}) {
            example.write("work/file", text);
            git({"-C", "work", "add", "file"});
            git(QStringList{"-C", "work", "commit", "--quiet", "-m", text} + how);
        };
        const auto head = [&](const char *branch) {
            git({"-C", "origins/a.git", "symbolic-ref", "HEAD", "refs/heads/" + QString(branch)});
        };
        const auto push = [&](const QStringList &what) {
            git(QStringList{"-C", "work", "push", "--quiet", "--force", "origin"} + what);
        };
        const auto run = [&] {
            ServerProcess server;
            const int status = example.run(server);
            return status == 0 ? contentsOf(example.file("clones/a/file")) : server.log();
        };
        git({"init", "--quiet", "--bare", "-b", "release", "origins/a.git"});
        git({"clone", "--quiet", "origins/a.git", "work"});
        git({"-C", "work", "checkout", "--quiet", "-b", "release"});
        commit("first");
        push({"release"});
        QCOMPARE(run(), QByteArray("first"));

        // The branch gets a name for which the old one stands in the way.
        git({"-C", "work", "branch", "-m", "release", "release/1"});
        commit("renamed");
        head("release/1");
        push({":release"});
        push({"release/1"});
        QCOMPARE(run(), QByteArray("renamed"));
        git({"-C", "work", "tag", "t"});
        push({"t"});
        QCOMPARE(run(), QByteArray("renamed"));
        commit("rewritten", {"--amend"});
        git({"-C", "work", "tag", "--force", "t"});
        push({"release/1", "t"});
        // A git that was killed has left its lock.
        example.write("clones/a/.git/index.lock", "");
        QFile lock(example.file("clones/a/.git/index.lock"));
        QVERIFY(lock.open(QIODevice::ReadWrite));
        QVERIFY(lock.setFileTime(QDateTime::currentDateTime().addSecs(-2 * 3600),
                                 QFile::FileModificationTime));
        lock.close();
        QCOMPARE(run(), QByteArray("rewritten"));
        QCOMPARE(git({"-C", "clones/a", "rev-parse", "t"}), git({"-C", "work", "rev-parse", "t"}));

        // A tag has the branch's name.
        git({"-C", "work", "tag", "release/1"});
        push({"refs/tags/release/1"});
        commit("after the tag");
        push({"refs/heads/release/1"});
        QCOMPARE(run(), QByteArray("after the tag"));
        commit("once more");
        push({"refs/heads/release/1"});
        QCOMPARE(run(), QByteArray("once more"));
        git({"-C", "work", "tag", "-d", "release/1"});
        push({":refs/tags/release/1"});

        head("lost");
        QVERIFY(run().contains("HEAD of the repository is a branch that it has not"));
        head("release/1");

        // What was done by hand is left alone, and said.
        example.write("clones/a/file", "own");
        git({"-C", "clones/a", "commit", "--quiet", "-a", "-m", "own"});
        commit("later");
        push({"release/1"});
        QVERIFY(run().contains("the clone has commits that the repository never had"));
        QCOMPARE(contentsOf(example.file("clones/a/file")), QByteArray("own"));
        git({"-C", "clones/a", "reset", "--quiet", "--hard", "HEAD~1"});
        QCOMPARE(run(), QByteArray("later"));
    }

    void tagsThatAreDeletedGoAndOwnOnesStay()
    {
        const Example example("script-git");
        const auto git = [&](const QStringList &arguments) { return ::git(example, arguments); };
        const auto inWork = [&](const QStringList &what) { git(QStringList{"-C", "work"} + what); };
        const auto tags = [&] {
            ServerProcess server;
            const int status = example.run(server);
            return status == 0 ? git({"-C", "clones/a", "tag"}) : server.log();
        };
        git({"init", "--quiet", "--bare", "-b", "main", "origins/a.git"});
        git({"clone", "--quiet", "origins/a.git", "work"});
        inWork({"checkout", "--quiet", "-b", "main"});
        inWork({"commit", "--quiet", "--allow-empty", "-m", "first"});
        inWork({"push", "--quiet", "origin", "main"});
        QCOMPARE(tags(), QByteArray());
        git({"-C", "clones/a", "tag", "own"});
        // One is of no branch, and one of a commit that goes with it.
        inWork({"tag", "t"});
        inWork({"checkout", "--quiet", "--detach"});
        inWork({"commit", "--quiet", "--allow-empty", "-m", "aside"});
        inWork({"tag", "-a", "-m", "aside", "aside"});
        inWork({"push", "--quiet", "origin", "t", "aside"});
        QCOMPARE(tags(), QByteArray("aside\nown\nt\n"));

        // The name of a new one may need that an old one is gone.
        inWork({"push", "--quiet", "origin", ":aside", ":t"});
        inWork({"push", "--quiet", "origin", "HEAD:refs/tags/t/1"});
        QCOMPARE(tags(), QByteArray("own\nt/1\n"));
        inWork({"push", "--quiet", "origin", ":t/1"});
        QCOMPARE(tags(), QByteArray("own\n"));

        // What only an own tag keeps is never lost.
        git({"-C", "clones/a", "checkout", "--quiet", "--detach"});
        git({"-C", "clones/a", "commit", "--quiet", "--allow-empty", "-m", "own"});
        git({"-C", "clones/a", "tag", "mine"});
        git({"-C", "clones/a", "checkout", "--quiet", "main"});
        QVERIFY(tags().contains("the clone has commits that the repository never had"));
    }

    void saysWhatGitFailedAt_data()
    {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("no repository") << "git -C clones/a remote set-url origin /nowhere"
                                       << QByteArray("does not appear to be a git repository");
        QTest::newRow("files in the way")
            << "git -C clones/a rm --quiet --cached file && echo own >clones/a/file"
            << QByteArray("would be overwritten by checkout:");
        QTest::newRow("locked") << "touch clones/a/.git/index.lock"
                                << QByteArray("index.lock': File exists.");
    }
    void saysWhatGitFailedAt()
    {
        QFETCH(QString, change);
        QFETCH(QByteArray, words);
        const Example example("script-git");
        const auto git = [&](const QStringList &arguments) { return ::git(example, arguments); };
        git({"init", "--quiet", "--bare", "-b", "main", "origins/a.git"});
        git({"clone", "--quiet", "origins/a.git", "work"});
        git({"-C", "work", "checkout", "--quiet", "-b", "main"});
        example.write("work/file", "first");
        git({"-C", "work", "add", "file"});
        git({"-C", "work", "commit", "--quiet", "-m", "first"});
        git({"-C", "work", "push", "--quiet", "origin", "main"});
        ServerProcess server;
        QVERIFY2(example.run(server) == 0, server.log());
        example.write("work/file", "second");
        git({"-C", "work", "commit", "--quiet", "-a", "-m", "second"});
        git({"-C", "work", "push", "--quiet", "origin", "main"});
        example.must("sh", {"-ec", change});

        QProcess add;
        add.setWorkingDirectory(example.file("."));
        add.setEnvironment(QProcess::systemEnvironment()
                           << "ORIGINS=" + example.file("origins")
                           << "CLONES=" + example.file("clones") << "QONTROLLER_ID=a.git");
        add.start(example.file("add"), QStringList());
        QVERIFY(add.waitForFinished());
        QVERIFY(add.exitCode() != 0);
        const QByteArray said = add.readAllStandardError().trimmed();
        const QByteArray last = said.mid(said.lastIndexOf('\n') + 1);
        QVERIFY2(last.startsWith("fatal: ") || last.startsWith("error: "), said);
        QVERIFY2(last.contains(words), said);
    }

    void itsFoldersMayBeLinks()
    {
        const Example example("script-git");
        example.must("sh", {"-c", R"(mkdir real copies copies.part && ln -s real origins
            ln -s copies clones && ln -s copies.part clones.part
            git init --quiet --bare real/a.git && mkdir copies/left copies.part/half)"});
        ServerProcess server;
        QVERIFY2(example.run(server) == 0, server.log());
        QCOMPARE(entriesOf(example.file("clones")), (QStringList{"a"}));
        QVERIFY(entriesOf(example.file("clones.part")).isEmpty());
    }

    void saysThatARepositorysNameIsNoText()
    {
        const Example example("script-git");
        example.must("sh", {"-c", R"(git init --quiet --bare origins/a.git
            git init --quiet --bare "origins/$(printf 'caf\351').git")"});
        ServerProcess server;
        QCOMPARE(example.run(server), 3); // the list is not complete
        QVERIFY2(server.log().contains("invalid UTF8"), server.log());
        QCOMPARE(entriesOf(example.file("clones")), (QStringList{"a"}));
        example.must("rm", {"-r", "origins"}); // Qt cannot remove such a name
    }

    void seesCommitsAndDeletionsOfRepositoriesAsTheyHappen()
    {
        const Example example("script-git");
        example.replaceInSession("30s", "1s");
        example.must("git", {"init", "--quiet", "--bare", "origins/a.git"});
        example.must("git", {"init", "--quiet", "--bare", "origins/b.git"});
        ServerProcess server;
        server.start({example.file("session.json")});
        QTRY_COMPARE(entriesOf(example.file("clones")), (QStringList{"a", "b"}));
        QVERIFY(QDir(example.file("origins/b.git")).removeRecursively());
        QTRY_COMPARE(entriesOf(example.file("clones")), (QStringList{"a"}));
        QCOMPARE(server.end(), 128 + SIGTERM);
    }
};

QONTROLLER_GUILESS_TEST(GitExampleTest)
#include "tst_git.moc"
