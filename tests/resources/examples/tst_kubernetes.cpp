// SPDX-License-Identifier: LGPL-3.0-or-later
// The example script-kubernetes in the real program: the real kubectl and git, and a stand-in for
// the API server.
#include "example.h"
#include "testprogram.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// A copy of the example with an API server that knows its resources.
class KubernetesExample final
{
public:
    KubernetesExample()
        : example("script-kubernetes")
    {
        m_api.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_api.start("setpriv", {"--pdeathsig", "KILL", "python3",
                                EXAMPLES "/../../tests/resources/examples/kubernetesapi.py",
                                example.file(".")});
        if (!QTest::qWaitFor([&] { return QFile::exists(example.file("kubeconfig")); }, 60'000))
            qFatal("the API server does not start");
        QDir().mkpath(example.file("origins"));
        kubectl({"apply", "-f", "crd.yaml"});
    }
    ~KubernetesExample() { endApi(); }

    void endApi()
    {
        m_api.kill();
        m_api.waitForFinished();
    }
    void setFaults(const QByteArray &json) const
    {
        example.write("faults.part", json);
        example.must("mv", {"faults.part", "faults"});
    }
    /// The requests that have changed something, or begun a watch.
    [[nodiscard]] QByteArray requests() const { return contentsOf(example.file("requests")); }

    QByteArray kubectl(const QStringList &arguments) const
    {
        return example.must("env", QStringList{"HOME=" + example.file("home"), "kubectl",
                                               "--kubeconfig", "kubeconfig"}
                                       + arguments);
    }
    [[nodiscard]] QJsonObject resource(const QString &name) const
    {
        return QJsonDocument::fromJson(
                   kubectl({"get", "gitrepositories", name, "--ignore-not-found", "-o", "json"}))
            .object();
    }
    [[nodiscard]] QString value(const QString &name, const char *part, const char *key) const
    {
        return resource(name)[part].toObject()[key].toString();
    }
    /// The names of all resources, in their order.
    [[nodiscard]] QByteArray names() const
    {
        return kubectl({"get", "gitrepositories", "-o", "jsonpath={.items[*].metadata.name}"});
    }
    void apply(const QByteArray &name, const QByteArray &url, const QByteArray &labels = "") const
    {
        example.write("resource.json",
                      R"({"apiVersion": "example.org/v1", "kind": "GitRepository", "metadata": {
                          "name": ")"
                          + name + R"(", "labels": {)" + labels + R"(}}, "spec": {"url": ")" + url
                          + R"("}})");
        kubectl({"apply", "-f", "resource.json"});
    }

    QByteArray git(const QStringList &arguments) const
    {
        return example
            .must("git", QStringList{"-c", "user.name=x", "-c", "user.email=x@x"} + arguments)
            .trimmed();
    }
    void makeRepository(const QString &name) const
    {
        git({"init", "--quiet", "--bare", "-b", "main", "origins/" + name});
    }
    /// A commit in the repository \a name, and its hash.
    QByteArray commit(const QString &name) const
    {
        const QString origin = "origins/" + name;
        const QString tree = git({"-C", origin, "hash-object", "-w", "-t", "tree", "/dev/null"});
        const QByteArray hash = git(
            {"-C", origin, "commit-tree", "-m", QString::number(++m_commits), tree});
        git({"-C", origin, "update-ref", "refs/heads/main", hash});
        return hash;
    }
    void remove(const QString &path) const { example.must("rm", {"-r", path}); }
    [[nodiscard]] QStringList mirrors() const { return entriesOf(example.file("mirrors")); }

    /// Runs one controller once; the exit status.
    [[nodiscard]] int run(ServerProcess &server, const QString &controller) const
    {
        prepare(server);
        return server.run(
            {example.file("session.json"), "--until-idle", "--json", "--only", controller});
    }
    void prepare(ServerProcess &server) const
    {
        server.setEnvironment("HOME", example.file("home")); // kubectl's cache is there
    }

    const Example example;

private:
    QProcess m_api;
    mutable int m_commits = 0;
};

const QByteArray OursInKubernetes = R"("app.kubernetes.io/managed-by": "qontroller")";

} // namespace

class KubernetesExampleTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { NEEDS_PROGRAMS("git", "jq", "kubectl", "python3"); }

    void keepsAResourceForEachRepository()
    {
        const KubernetesExample world;
        for (const char *name :
             {"first.git", "empty.git", "Big_one.git", "-odd 'name'.git", "new\nline.git", "..git"})
            world.makeRepository(name);
        const QByteArray first = world.commit("first.git");
        ServerProcess server;
        QCOMPARE(world.run(server, "publish"), 3);
        QCOMPARE(server.summary()["known"].toInt(), 6);
        QCOMPARE(server.summary()["parked"].toInt(), 4);
        QVERIFY2(server.log().contains("parked: Big_one.git: a resource's name has only a-z"),
                 server.log());
        QCOMPARE(world.names(), QByteArray("empty first"));
        const QString url = "file://" + world.example.file("origins/");
        QCOMPARE(world.resource("first")["spec"].toObject(),
                 (QJsonObject{{"url", url + "first.git"},
                              {"branch", "main"},
                              {"head", QString(first)}}));
        QCOMPARE(world.resource("empty")["spec"].toObject(),
                 (QJsonObject{{"url", url + "empty.git"}, {"branch", "main"}}));

        // Nothing is written where nothing has changed.
        for (const char *name : {"Big_one.git", "-odd 'name'.git", "new\nline.git", "..git"})
            world.remove(QStringLiteral("origins/") + name);
        const QByteArray requests = world.requests();
        ServerProcess again;
        QVERIFY2(world.run(again, "publish") == 0, again.log());
        QCOMPARE(world.requests(), requests);

        const QString second = world.commit("first.git");
        ServerProcess later;
        QCOMPARE(world.run(later, "publish"), 0);
        QCOMPARE(world.value("first", "spec", "head"), second);
        QCOMPARE(world.requests().count("PATCH "), 1);
    }

    void deletesTheResourceOfARepositoryThatWentWhileNothingRan()
    {
        const KubernetesExample world;
        world.makeRepository("first.git");
        world.apply("first", "file:///x", OursInKubernetes);
        world.apply("gone", "file:///x", OursInKubernetes);
        world.apply("another", "file:///x", R"("app.kubernetes.io/managed-by": "another")");
        world.apply("by-hand", "file:///x");
        ServerProcess server;
        QVERIFY2(world.run(server, "publish") == 0, server.log());
        QCOMPARE(world.names(), QByteArray("another by-hand first"));
        QCOMPARE(world.requests().count("DELETE "), 1);
    }

    void leavesResourcesOfOthersAlone()
    {
        const KubernetesExample world;
        world.makeRepository("first.git");
        world.makeRepository("second.git");
        world.apply("first", "file:///of/others");
        ServerProcess server;
        QCOMPARE(world.run(server, "publish"), 3);
        QCOMPARE(server.summary()["parked"].toInt(), 1);
        QVERIFY2(server.log().contains("somebody else has a resource of this name, without the "
                                       "label app.kubernetes.io/managed-by=qontroller"),
                 server.log());
        QCOMPARE(world.value("first", "spec", "url"), "file:///of/others");

        // Also when the repository goes before one's eyes.
        world.example.replaceInSession("10s", "200ms");
        ServerProcess watching;
        world.prepare(watching);
        watching.start(
            {world.example.file("session.json"), "--only", "publish", "--log-level", "debug"});
        QVERIFY2(watching.waitForLog("parked: first.git"), watching.log());
        world.remove("origins/first.git");
        QVERIFY2(watching.waitForLog("removed: first.git"), watching.log());
        QCOMPARE(watching.end(), 128 + SIGTERM);
        QCOMPARE(world.names(), QByteArray("first second"));
        world.makeRepository("first.git");
        world.example.replaceInSession("200ms", "10s");

        // The label that the sentence names makes it ours.
        world.kubectl(
            {"label", "gitrepositories", "first", "app.kubernetes.io/managed-by=qontroller"});
        ServerProcess later;
        QVERIFY2(world.run(later, "publish") == 0, later.log());
        QVERIFY(world.value("first", "spec", "url").endsWith("origins/first.git"));
    }

    void keepsAMirrorForEachResource()
    {
        const KubernetesExample world;
        world.example.replaceInSession(R"("1m")", R"("1m", "maxRetries": 1)");
        world.makeRepository("first.git");
        QByteArray head = world.commit("first.git");
        const QByteArray url = "file://" + world.example.file("origins/first.git").toUtf8();
        world.apply("first", url);
        world.apply("gone", url);
        world.apply("lost", "file:///nowhere");
        world.apply("trap", "ext::sh -c touch% bad");
        world.apply("path", world.example.file("origins/first.git").toUtf8());
        world.apply("word", "file");
        ServerProcess server;
        QCOMPARE(world.run(server, "mirror"), 3);
        QCOMPARE(server.summary()["known"].toInt(), 6);
        QCOMPARE(server.summary()["failed"].toInt(), 1);
        QCOMPARE(server.summary()["parked"].toInt(), 3);
        QVERIFY2(server.log().contains("failed: lost: git cannot read file:///nowhere"),
                 server.log());
        QVERIFY2(server.log().contains(
                     "parked: trap: spec.url must begin with one of file:// https:// "
                     "ssh://"),
                 server.log());
        QVERIFY(!QFile::exists(world.example.file("bad")));
        QCOMPARE(world.mirrors(), (QStringList{"first.git", "gone.git"}));
        const auto mirrored = [&] {
            return world.git({"--git-dir=mirrors/first.git", "rev-parse", "HEAD"});
        };
        const auto status = [&] { return world.resource("first")["status"].toObject(); };
        QCOMPARE(mirrored(), head);
        QCOMPARE(status(), (QJsonObject{{"observedGeneration", 1}, {"head", QString(head)}}));

        // Gone while nothing ran, once in the middle of being cloned.
        world.kubectl({"delete", "gitrepositories", "gone", "lost", "trap", "path", "word"});
        QDir().mkpath(world.example.file("mirrors.part/half.git"));
        head = world.commit("first.git");
        ServerProcess later;
        QVERIFY2(world.run(later, "mirror") == 0, later.log());
        QCOMPARE(world.mirrors(), QStringList{"first.git"});
        QVERIFY(entriesOf(world.example.file("mirrors.part")).isEmpty());
        QCOMPARE(mirrored(), head);
        QCOMPARE(status()["head"].toString(), QString(head));

        // Nothing is written where nothing has changed.
        const qsizetype writes = world.requests().count("PUT ");
        ServerProcess again;
        QCOMPARE(world.run(again, "mirror"), 0);
        QCOMPARE(world.requests().count("PUT "), writes);
    }

    void deletesNothingWhileTheClusterIsAway_data()
    {
        QTest::addColumn<QString>("controller");
        QTest::addColumn<QString>("trouble");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char *controller, const char *trouble, const char *words) {
            QTest::addRow("%s, %s", controller, trouble)
                << controller << trouble << QByteArray(words);
        };
        row("publish", "error", "the test wants it so");
        row("publish", "away", "was refused");
        row("publish", "origins", "No such file or directory");
        row("mirror", "error", "the test wants it so");
        row("mirror", "kubeconfig", "no such file or directory");
    }
    void deletesNothingWhileTheClusterIsAway()
    {
        QFETCH(QString, controller);
        QFETCH(QString, trouble);
        QFETCH(QByteArray, words);
        KubernetesExample world;
        world.apply("left", "file:///x", OursInKubernetes);
        world.apply("other", "file:///x", OursInKubernetes);
        QDir().mkpath(world.example.file("mirrors/left.git"));
        if (trouble == "error")
            world.setFaults(R"({"status": 500})");
        else if (trouble == "away")
            world.endApi();
        else
            world.remove(trouble);
        const QByteArray requests = world.requests();
        ServerProcess server;
        world.prepare(server);
        server.start({world.example.file("session.json"), "--only", controller});
        QVERIFY2(server.waitForLog(controller.toUtf8() + ": list failed: "), server.log());
        QVERIFY2(server.log().contains(words), server.log());
        QCOMPARE(server.end(), 128 + SIGTERM);
        QCOMPARE(world.requests().count("DELETE "), requests.count("DELETE "));
        QCOMPARE(world.mirrors(), QStringList{"left.git"});
    }

    void seesChangesOfResourcesAsTheyHappen()
    {
        const KubernetesExample world;
        world.example.replaceInSession("1m", "1h"); // no list but those that a watch asks for
        world.makeRepository("first.git");
        const QByteArray url = "file://" + world.example.file("origins/first.git").toUtf8();
        const auto watches = [&] { return world.requests().count("watch=true"); };
        ServerProcess server;
        world.prepare(server);
        server.start({world.example.file("session.json"), "--only", "mirror", "--json"});
        QTRY_COMPARE(watches(), 1);
        world.apply("a", url);
        QTRY_COMPARE(world.mirrors(), QStringList{"a.git"});
        world.apply("b", url);
        QTRY_COMPARE(world.mirrors(), (QStringList{"a.git", "b.git"}));
        world.kubectl({"delete", "gitrepositories", "a"});
        QTRY_COMPARE(world.mirrors(), QStringList{"b.git"});

        // The server ends it, as it does every hour.
        world.setFaults(R"({"closed": 1})");
        QVERIFY2(server.waitForLog("watch ended"), server.log());
        QTRY_COMPARE(watches(), 2);
        world.apply("c", url);
        QTRY_COMPARE(world.mirrors(), (QStringList{"b.git", "c.git"}));

        world.setFaults(R"({"closed": 1, "expired": 1})");
        QVERIFY2(server.waitForLog("too old resource version"), server.log());
        QTRY_COMPARE(watches(), 3);
        world.kubectl({"delete", "gitrepositories", "b"});
        QTRY_COMPARE(world.mirrors(), QStringList{"c.git"});

        // What happens while there is no watch is found by the list that follows the next.
        world.setFaults(R"({"closed": 2, "expired": 1, "watchStatus": 500})");
        QVERIFY2(server.waitForLog("the test wants it so"), server.log());
        world.apply("d", url);
        world.setFaults(R"({"closed": 2, "expired": 1})");
        QTRY_COMPARE(world.mirrors(), (QStringList{"c.git", "d.git"}));
        QCOMPARE(server.end(), 128 + SIGTERM);
        QVERIFY(server.summary()["watchEvents"].toInt() >= 4);
    }

    void missesNothingWhileAWatchBegins()
    {
        const KubernetesExample world;
        world.example.replaceInSession("1m", "1h");
        world.makeRepository("first.git");
        const QByteArray url = "file://" + world.example.file("origins/first.git").toUtf8();
        world.apply("a", url);
        world.setFaults(R"({"hold": true})");
        ServerProcess server;
        world.prepare(server);
        server.start({world.example.file("session.json"), "--only", "mirror"});
        QTRY_COMPARE(world.mirrors(), QStringList{"a.git"});
        world.apply("b", url); // after the list, before the watch
        world.setFaults("{}");
        QTRY_COMPARE(world.mirrors(), (QStringList{"a.git", "b.git"}));
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void aCommitGoesFromARepositoryIntoItsMirror()
    {
        const KubernetesExample world;
        world.example.replaceInSession("10s", "2s");
        world.makeRepository("first.git");
        world.makeRepository("second.git");
        ServerProcess server;
        world.prepare(server);
        server.start({world.example.file("session.json")});
        QTRY_COMPARE(world.mirrors(), (QStringList{"first.git", "second.git"}));
        const QByteArray head = world.commit("first.git");
        const auto mirrored = [&] { // costs less to ask than kubectl
            return world.git({"--git-dir=mirrors/first.git", "for-each-ref",
                              "--format=%(objectname)", "refs/heads/main"});
        };
        QTRY_COMPARE(mirrored(), head);
        QTRY_COMPARE(world.value("first", "status", "head"), QString(head));
        world.remove("origins/second.git");
        QTRY_COMPARE(world.mirrors(), QStringList{"first.git"});
        QCOMPARE(world.names(), QByteArray("first"));
        QCOMPARE(server.end(), 128 + SIGTERM);
    }
};

QONTROLLER_GUILESS_TEST(KubernetesExampleTest)
#include "tst_kubernetes.moc"
