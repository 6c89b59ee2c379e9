// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files.h"
#include "servercontrol.h"
#include "servermetrics.h"
#include "testprogram.h"

#include <QtCore/QDir>
#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller;
using namespace qontroller::test;

/// What exit status, log, metric and summary say of what a mirror removes, or does not.
class MirrorGuardTest final : public QObject
{
    Q_OBJECT

private slots:
    void whatSomebodyDeletedIsRemovedAndSaid()
    {
        ServerProcess server;
        mirrorThreeFiles(server);
        QVERIFY(QFile::remove(server.file("source/b")));
        QCOMPARE(server.runUntilIdle(session(server, "source")), 0);
        QCOMPARE(copies(server), QStringList({"a", "c"}));
        QVERIFY2(server.log().contains(" photos: vanished: 1 object that was there is gone, as "
                                       "a list says: removed unless the storage has it\n"),
                 server.log());
        QCOMPARE(server.summary().value("removed").toInt(), 1);
    }

    void whatNobodyDeletedIsHeldAndSaid_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QStringList>("content");
        QTest::addColumn<QByteArray>("why");
        QTest::newRow("emptied") << "source" << QStringList{} << QByteArray();
        QTest::newRow("exchanged")
            << "source" << QStringList{"lost+found"} << QByteArray("is another one than before");
        QTest::newRow("another") << "other" << QStringList{"d"}
                                 << QByteArray("the target was a copy of ");
    }
    void whatNobodyDeletedIsHeldAndSaid()
    {
        QFETCH(QString, source);
        QFETCH(QStringList, content);
        QFETCH(QByteArray, why);
        ServerProcess server;
        mirrorThreeFiles(server);
        if (why.isEmpty()) {
            for (const char *name : {"a", "b", "c"})
                QVERIFY(QFile::remove(server.file("source/") + name));
        } else {
            QVERIFY(QDir().rename(server.file("source"), server.file("moved")));
            QVERIFY(QDir().mkdir(server.file(source)));
        }
        for (const QString &name : content)
            server.write(source + '/' + name, "x");
        server.start({session(server, source), "--json", "--metrics", "127.0.0.1:0"});
        QVERIFY(server.waitForLog(" warning: photos: held: "));
        QTRY_COMPARE(metricOf(server, R"(qontroller_held_removals{controller="photos"})"), 3.0);
        QCOMPARE(server.end(), 128 + SIGTERM);
        QVERIFY2(server.log().contains(why), server.log());
        QVERIFY2(server.log().contains("3 removals were held to the end, and not decided: a, b, c"),
                 server.log());
        for (const char *name : {"a", "b", "c"})
            QVERIFY(QFile::exists(server.file("target/") + name));
        QCOMPARE(server.summary().value("removed").toInt(), 0);
        QCOMPARE(server.run({session(server, source), "--until-idle"}), 3);
    }

    void whoNamesOneObjectIsToldThatItsSourceIsAnotherOne()
    {
        ServerProcess server;
        mirrorThreeFiles(server);
        QVERIFY(QDir().rename(server.file("source"), server.file("moved")));
        QVERIFY(QDir().mkdir(server.file("source")));
        server.write("source/lost", "x");
        QCOMPARE(server.run({session(server, "source"), "--once", "--only", "photos/b"}), 3);
        QVERIFY2(server.log().contains("the list of photos is not believed: "), server.log());
        QVERIFY(QFile::exists(server.file("target/b")));
    }

    void aFileInThePlaceOfAFolderStopsNoOther_data()
    {
        QTest::addColumn<QString>("which");
        QTest::newRow("source") << "source";
        QTest::newRow("target") << "target";
    }
    void aFileInThePlaceOfAFolderStopsNoOther()
    {
        QFETCH(QString, which);
        ServerProcess server;
        QJsonObject ofB{{"target", server.file("other")}};
        ofB.insert(which, server.write("plain", "x"));
        const QString both = twoMirrors(server, ofB);
        server.start({both, "--json"});
        QVERIFY2(server.waitForLog("b: list failed: " + which.toUtf8() + " must be a folder, "),
                 server.log());
        QTRY_COMPARE(copies(server), QStringList({"a1", "a2"}));
        QCOMPARE(server.end(), 128 + SIGTERM);
        QCOMPARE(server.summary(1).value("added").toInt(), 0);
    }

    void aTargetIsOneMirrorsAtATime()
    {
        ServerProcess server;
        const QString session = twoMirrors(server);
        const QString socket = server.file("socket");
        server.start({session, "--json", "--metrics", "127.0.0.1:0", "--control", socket});
        const QByteArray used = "is that of "; // the other one, as its mark says
        QVERIFY(server.waitForLog(used));
        QTRY_VERIFY(copies(server) == QStringList({"a1", "a2"})
                    || copies(server) == QStringList({"b1", "b2"}));
        const QStringList mirrored = copies(server);
        const bool isFirst = mirrored.first() == "a1";
        const QByteArray refused = isFirst ? "b" : "a";
        const auto failures = [&](const QByteArray &name) {
            return metricOf(server,
                            "qontroller_lists_failed_in_a_row{controller=\"" + name + "\"}");
        };
        QTRY_VERIFY(failures(refused) >= 2); // it is tried again
        QCOMPARE(failures(isFirst ? "a" : "b"), 0.0);
        const auto isFailing = [&] {
            for (const QByteArray &line : said(socket, {"status"}).split('\n')) {
                if (line.startsWith(refused + ' '))
                    return line.contains(" failing ") && line.contains(used);
            }
            return false;
        };
        QTRY_VERIFY2(isFailing(), said(socket, {"status"}));
        QCOMPARE(server.end(), 128 + SIGTERM);
        QCOMPARE(copies(server), mirrored);
        for (int i = 0; i < 2; ++i)
            QCOMPARE(server.summary(i).value("removed").toInt(), 0);
        QCOMPARE(server.run({session, "--run-for", "1s"}), 3);
    }

private:
    /// A session of the mirrors a and b, each with two files in its source, with one target. b has
    /// the parameters \a ofB in the place of such.
    static QString twoMirrors(ServerProcess &server, const QJsonObject &ofB = {})
    {
        QJsonArray controllers;
        for (const char *name : {"a", "b"}) {
            const QString source = QStringLiteral("source-") + name;
            static_cast<void>(QDir().mkdir(server.file(source)));
            for (const char *file : {"1", "2"})
                server.write(source + '/' + name + file, "x");
            QJsonObject parameters{{"source", server.file(source)},
                                   {"target", server.file("target")}};
            for (auto it = ofB.begin(); *name == 'b' && it != ofB.end(); ++it)
                parameters.insert(it.key(), it.value());
            controllers.append(QJsonObject{{"name", name},
                                           {"plugin", "folder-mirror"},
                                           {"parameters", parameters},
                                           {"options", QJsonObject{{"resyncInterval", "1s"}}}});
        }
        const QJsonObject session{{"version", 1}, {"controllers", controllers}};
        return server.write("session.json", QJsonDocument(session).toJson());
    }
    static QStringList copies(ServerProcess &server)
    {
        QStringList names = entriesOf(server.file("target"));
        names.removeOne(".qontroller-mirror.source"); // whose copies they are
        names.removeOne(".qontroller-mirror.owner");  // who mirrors
        return names;
    }
    static QString session(ServerProcess &server, const QString &source)
    {
        return server.session({{"name", "photos"},
                               {"plugin", "folder-mirror"},
                               {"parameters", QJsonObject{{"source", server.file(source)},
                                                          {"target", server.file("target")}}}});
    }
    static void mirrorThreeFiles(ServerProcess &server)
    {
        QVERIFY(QDir().mkdir(server.file("source")));
        for (const char *name : {"a", "b", "c"})
            server.write(QStringLiteral("source/") + name, "x");
        QCOMPARE(server.runUntilIdle(session(server, "source")), 0);
        QCOMPARE(copies(server), QStringList({"a", "b", "c"}));
    }
};

QONTROLLER_GUILESS_TEST(MirrorGuardTest)
#include "tst_mirrorguard.moc"
