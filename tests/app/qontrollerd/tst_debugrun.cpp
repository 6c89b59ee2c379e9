// SPDX-License-Identifier: LGPL-3.0-or-later
#include "servermetrics.h"
#include "testprogram.h"

#include <QtCore/QDir>
#include <QtCore/QDirIterator>
#include <QtCore/QFile>
#include <QtTest/QtTest>

#include <algorithm>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// Two that exist, one of which cannot be handled, and what is left of a third.
constexpr const char *List =
    R"(printf '{"id":"%s"}\n' good bad; echo '{"id":"old","leftover":true}')";
constexpr const char *AddGood =
    R"(echo "added $QONTROLLER_ID" >>done; [ "$QONTROLLER_ID" = good ] ||
    { echo "no room" >&2; exit 1; })";

} // namespace

/// The options with which a person looks at what a controller does: --only, --once, --dry-run.
class DebugRunTest final : public QObject
{
    Q_OBJECT

private slots:
    void aDryRunOnlySaysWhatItWouldDo_data()
    {
        QTest::addColumn<QString>("isolation");
        QTest::newRow("in the process") << "none";
        QTest::newRow("isolated") << "process";
    }
    void aDryRunOnlySaysWhatItWouldDo()
    {
        QFETCH(QString, isolation);
        ServerProcess server;
        QCOMPARE(server.run({session(server, AddGood, isolation), "--dry-run"}), 0);
        QVERIFY2(server.log().contains("Z hosts: would be added: good\n"), server.log());
        QVERIFY2(server.log().contains("Z hosts: would be added: bad\n"), server.log());
        QVERIFY2(server.log().contains("Z hosts: would be removed: old\n"), server.log());
        QVERIFY2(server.log().contains("Z others: would be added: good\n"), server.log());
        QVERIFY2(server.output().startsWith("Summary of a dry run: "), server.output());
        QCOMPARE(done(server), QByteArray());
    }

    void onceHandlesEachObjectOnce()
    {
        ServerProcess server;
        QCOMPARE(server.run({session(server), "--once", "--only", "hosts", "--json"}), 3);
        QVERIFY2(server.log().contains("Z hosts: added: good\n"), server.log());
        QVERIFY2(server.log().contains("Z hosts: removed: old\n"), server.log());
        QVERIFY2(server.log().contains(" warning: hosts: failed: bad: "), server.log());
        QVERIFY2(server.log().contains("no room"), server.log());
        QVERIFY2(!server.log().contains("others"), server.log());
        QList<QByteArray> lines = done(server).trimmed().split('\n');
        std::ranges::sort(lines);
        QCOMPARE(lines, QList<QByteArray>({"added bad", "added good", "removed old"}));
    }

    void onceHasNoOtherObjectLookedAt()
    {
        ServerProcess server;
        const QString file = session(server, R"(echo "added $QONTROLLER_ID" >>done
echo '{"requeue":"good"}' >&3; echo '{"requeue":"bad"}' >&3; echo 3 files)");
        QCOMPARE(server.run({file, "--once", "--only", "hosts"}), 0);
        QVERIFY2(server.log().contains("Z hosts: added: good: 3 files\n"), server.log());
        QVERIFY2(!server.log().contains("would be looked at"), server.log());
        QVERIFY2(server.log().contains("Z hosts: look wanted: bad: each object of the list is "
                                       "handled once and no more\n"),
                 server.log());
        QList<QByteArray> lines = done(server).trimmed().split('\n');
        std::ranges::sort(lines);
        QCOMPARE(lines, QList<QByteArray>({"added bad", "added good", "removed old"}));
    }

    void whatWaitsIsNotDone()
    {
        ServerProcess server;
        const QString file = session(server, R"(echo '{"wait":"the backup","requeueAfter":"1m"}')");
        QCOMPARE(server.run({file, "--once", "--only", "hosts", "--json"}), 3);
        QVERIFY2(server.log().contains("Z hosts: waits: good: the backup; would be looked at again "
                                       "in 1m\n"),
                 server.log());
        QVERIFY2(server.log().contains(" warning: hosts: 2 objects are left undone: "),
                 server.log());
        QVERIFY2(server.log().contains("good (waiting: the backup)"), server.log());
        QCOMPARE(server.summary().value("added").toInt(), 0);
        QCOMPARE(server.summary().value("removed").toInt(), 1);
        QCOMPARE(server.summary().value("waiting").toInt(), 2);
    }

    void onlyOneObjectIsHandled_data()
    {
        QTest::addColumn<QString>("object");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("done");
        QTest::newRow("well") << "good" << 0 << QByteArray("added good\n");
        QTest::newRow("failing") << "bad" << 3 << QByteArray("added bad\n");
        QTest::newRow("left over") << "old" << 0 << QByteArray("removed old\n");
    }
    void onlyOneObjectIsHandled()
    {
        QFETCH(QString, object);
        QFETCH(int, status);
        ServerProcess server;
        QCOMPARE(server.run({session(server), "--only", "hosts/" + object, "--once"}), status);
        QTEST(done(server), "done");
    }

    void anIdThatNoListShowsIsNotRemoved()
    {
        ServerProcess server;
        QCOMPARE(server.run({session(server), "--only", "hosts/typo", "--once", "--json"}), 3);
        QCOMPARE(server.summary().value("listsFailed").toInt(), 1);
        QVERIFY2(server.log().contains("the list of hosts shows no object typo, neither as one "
                                       "that exists nor as left over"),
                 server.log());
        QCOMPARE(done(server), QByteArray());
    }

    void refusesASelection_data()
    {
        QTest::addColumn<QString>("only");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("unknown") << "host"
                                 << "there is no such controller; the session has hosts and others";
        QTest::newRow("no id") << "hosts/"
                               << "an id is missing after the slash";
    }
    void refusesASelection()
    {
        QFETCH(QString, only);
        QFETCH(QString, sentence);
        ServerProcess server;
        QCOMPARE(server.run({session(server), "--only", only}), 2);
        QCOMPARE(QString::fromUtf8(server.log()),
                 "qontrollerd: --only " + only + ": " + sentence + '\n');
    }

    void aDryRunMayLookBesideTheServer()
    {
        ServerProcess server;
        const QString file = session(server);
        const QString folder = server.file("state");
        server.start({file, "--only", "others", "--state-dir", folder});
        QVERIFY2(server.waitForLog("others: started\n"), server.log());
        ServerProcess look;
        QCOMPARE(look.run({file, "--dry-run", "--state-dir", folder}), 0);
        ServerProcess second;
        QCOMPARE(second.run({file, "--once", "--state-dir", folder}), 2);
    }

    void aDryRunLeavesNothingBehind()
    {
        ServerProcess server;
        const QString file = mirrorAndProcesses(server);
        const QStringList before = allIn(server.file("work"));
        ServerProcess look;
        QCOMPARE(look.run({file, "--dry-run"}), 3); // for what is held
        QVERIFY2(look.log().contains("Z photos: would be added: a\n"), look.log());
        QVERIFY2(look.log().contains(" copies: held: 1 object vanished"), look.log());
        QVERIFY2(look.log().contains("Z jobs: would be added: sleeper\n"), look.log());
        QCOMPARE(allIn(server.file("work")), before);
    }

    // They are locked by the server.
    void aDryRunMayLookAtWhatTheServerWorksOn()
    {
        ServerProcess server;
        const QString file = mirrorAndProcesses(server);
        server.start({file, "--metrics", "127.0.0.1:0"});
        QTRY_VERIFY(metricOf(server, R"(qontroller_items{controller="jobs",state="in_sync"})")
                    == 1.0);
        QTRY_VERIFY(QFile::exists(server.file("work/photos/a")));
        server.write("work/source/b", "b");
        ServerProcess look;
        QCOMPARE(look.run({file, "--dry-run", "--only", "photos/b"}), 0);
        QVERIFY2(look.log().contains("Z photos: would be added: b\n"), look.log());
        ServerProcess all;
        QCOMPARE(all.run({file, "--dry-run"}), 3);
        QCOMPARE(all.log().count(" warning: "), all.log().count(" warning: copies: "));
        QVERIFY2(all.log().contains("Z jobs: would be added: sleeper\n"), all.log());
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

private:
    /// Paths, and when they were changed.
    static QStringList allIn(const QString &folder)
    {
        QStringList all;
        QDirIterator it(folder,
                        QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
                        QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString path = it.next();
            all.append(path + ' ' + it.fileInfo().lastModified().toString(Qt::ISODateWithMs));
        }
        all.sort();
        return all;
    }

    /// Two mirrors, of which one has a target, and processes without a state folder.
    static QString mirrorAndProcesses(ServerProcess &server)
    {
        for (const char *folder : {"source", "specs", "copies"})
            QDir().mkpath(server.file("work/") + folder);
        server.write("work/source/a", "a");
        server.write("work/specs/sleeper.json", R"({"command": ["sleep", "1000"]})");
        server.write("work/copies/old", "x");
        const auto mirror = [&](const char *name) {
            return QJsonObject{{"name", name},
                               {"plugin", "folder-mirror"},
                               {"isolation", "process"},
                               {"parameters",
                                QJsonObject{{"source", server.file("work/source")},
                                            {"target", server.file("work/") + name}}}};
        };
        const QJsonObject jobs{{"name", "jobs"},
                               {"plugin", "process"},
                               {"parameters", QJsonObject{{"folder", server.file("work/specs")},
                                                          {"state", server.file("work/state")}}}};
        const QJsonObject session{{"version", 1},
                                  {"controllers",
                                   QJsonArray{mirror("photos"), mirror("copies"), jobs}}};
        return server.write("session.json", QJsonDocument(session).toJson());
    }

    static QByteArray done(const ServerProcess &server)
    {
        QFile file(server.file("done"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    /// The controllers hosts and others, which do the same.
    static QString session(ServerProcess &server, const char *add = AddGood,
                           const QString &isolation = "none")
    {
        const auto shell = [](const char *text) { return QJsonArray{"sh", "-c", text, "sh"}; };
        const QJsonObject parameters{{"workingDirectory", "{session}"},
                                     {"list", shell(List)},
                                     {"listFormat", "json"},
                                     {"add", shell(add)},
                                     {"delete", shell("echo \"removed $QONTROLLER_ID\" >>done")}};
        QJsonArray controllers;
        for (const char *name : {"hosts", "others"})
            controllers.append(QJsonObject{{"name", name},
                                           {"plugin", "script"},
                                           {"isolation", isolation},
                                           {"parameters", parameters}});
        const QJsonObject session{{"version", 1}, {"controllers", controllers}};
        return server.write("session.json", QJsonDocument(session).toJson());
    }
};

QONTROLLER_GUILESS_TEST(DebugRunTest)
#include "tst_debugrun.moc"
