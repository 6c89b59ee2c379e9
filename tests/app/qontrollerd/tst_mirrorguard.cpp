// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files.h"
#include "servermetrics.h"
#include "testprogram.h"

#include <QtCore/QDir>
#include <QtTest/QtTest>

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
        QVERIFY2(server.log().contains(" photos: vanished: 1 object that was known is missing "
                                       "from a list: removed unless the storage has it\n"),
                 server.log());
        QCOMPARE(server.summary().value("removed").toInt(), 1);
    }

    void whatNobodyDeletedIsHeldAndSaid_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QStringList>("content");
        QTest::addColumn<QByteArray>("why");
        QTest::newRow("emptied") << "source" << QStringList{} << QByteArray();
        QTest::newRow("exchanged") << "source" << QStringList{"lost+found"}
                                   << QByteArray("is another one than before");
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
        server.signal(SIGTERM);
        QCOMPARE(server.wait(), 128 + SIGTERM);
        QVERIFY2(server.log().contains(why), server.log());
        QVERIFY2(server.log().contains("3 removals were held to the end, and not decided: a, b, c"), server.log());
        for (const char *name : {"a", "b", "c"})
            QVERIFY(QFile::exists(server.file("target/") + name));
        QCOMPARE(server.summary().value("removed").toInt(), 0);
        QCOMPARE(server.run({session(server, source), "--until-idle"}), 3);
    }

private:
    static QStringList copies(ServerProcess &server)
    {
        QStringList names = entriesOf(server.file("target"));
        names.removeOne(".qontroller-mirror.source"); // whose copies they are
        return names;
    }
    static QString session(ServerProcess &server, const QString &source)
    {
        return server.session(
            {{"name", "photos"},
             {"plugin", "folder-mirror"},
             {"parameters",
              QJsonObject{{"source", server.file(source)}, {"target", server.file("target")}}}});
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
