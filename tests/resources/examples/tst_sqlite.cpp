// SPDX-License-Identifier: LGPL-3.0-or-later
// The example script-sqlite in the real program, against sqlite3.
#include "eventually.h"
#include "example.h"
#include "testprogram.h"

#include <QtCore/QJsonDocument>
#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller;
using namespace qontroller::test;

class SqliteExampleTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { NEEDS_PROGRAMS("sqlite3"); }

    void keepsRowsAsFiles()
    {
        const Example example("script-sqlite");
        const auto sql = [&](const QString &text) {
            example.must("sqlite3", {"data.sqlite", text});
        };
        sql(".read schema.sql");
        sql("INSERT INTO notes (name, body) VALUES ('milk', 'two bottles'), ('../a%b', 'x'), "
            "('it''s \"odd\"; DROP TABLE notes; --', 'y'), ('two' || char(10) || 'lines', 'z'), "
            "('-x', NULL), ('\xC3\xA9', ''), ('$(touch bad)', '$(touch bad)');");
        ServerProcess server;
        QVERIFY2(example.run(server) == 0, server.log());
        QCOMPARE(server.summary()["known"].toInt(), 7);
        QCOMPARE(entriesOf(example.file("files")).size(), 7);
        QVERIFY(QFile::exists(example.file("files/..%2Fa%25b.json")));
        QVERIFY(QFile::exists(example.file("files/two%0Alines.json")));
        QVERIFY(!QFile::exists(example.file("bad")));
        QCOMPARE(QJsonDocument::fromJson(contentsOf(example.file("files/milk.json")))
                     .array()
                     .at(0)
                     .toObject(),
                 (QJsonObject{{"name", "milk"}, {"body", "two bottles"}}));

        sql("UPDATE notes SET body = 'three' WHERE name = 'milk'");
        ServerProcess again;
        QCOMPARE(example.run(again), 0);
        QVERIFY(contentsOf(example.file("files/milk.json")).contains("three"));

        // Deleted while nothing ran, once in the middle of being written.
        sql("DELETE FROM notes WHERE name IN ('../a%b', 'two' || char(10) || 'lines')");
        QVERIFY(QFile::rename(example.file("files/two%0Alines.json"),
                              example.file("files/two%0Alines.json.part")));
        ServerProcess later;
        QCOMPARE(example.run(later), 0);
        QCOMPARE(entriesOf(example.file("files")).size(), 5);
        QVERIFY(!QFile::exists(example.file("files/..%2Fa%25b.json")));
        QVERIFY(!QFile::exists(example.file("files/two%0Alines.json.part")));

        QFile::remove(example.file("data.sqlite"));
        ServerProcess without;
        without.start({example.file("session.json")});
        QVERIFY(without.waitForLog("unable to open database"));
        without.signal(SIGTERM);
        without.wait();
        QCOMPARE(entriesOf(example.file("files")).size(), 5);
    }

    void keepsEveryByteOfARow()
    {
        const Example example("script-sqlite");
        const auto sql = [&](const QString &text) {
            example.must("sqlite3", {"data.sqlite", text});
        };
        sql(".read schema.sql");
        sql("INSERT INTO notes (name, body) VALUES ('blob', x'00FF5C6E'), "
            "('nul' || char(0) || 'x', 'a' || char(0) || 'b\\n'), ('latin', CAST(x'E9' AS TEXT)), "
            "('same', 'a text'), (CAST('same' AS BLOB), 'a BLOB'), (CAST(x'E9' AS TEXT), 'odd'), "
            "('%blobAA', 'plain'), ('', 'empty'), (printf('%.300c', 'x'), 'long');");
        example.write("home/.sqliterc", ".mode box\n.headers on\n");
        ServerProcess server;
        server.setEnvironment("HOME", example.file("home"));
        QCOMPARE(example.run(server), 3); // a name is too long for a file
        QCOMPARE(server.summary()["known"].toInt(), 9);
        QCOMPARE(server.summary()["parked"].toInt(), 1);
        QVERIFY2(server.log().contains("too long for that of a file"), server.log());
        const auto row = [&](const char *file) {
            const QByteArray text = contentsOf(example.file("files/") + file);
            return QJsonDocument::fromJson(text).array().at(0).toObject();
        };
        const auto object = [](const QJsonValue &name, const QJsonValue &body) {
            return QJsonObject{{"name", name}, {"body", body}};
        };
        QCOMPARE(row("blob.json"), object("blob", QJsonObject{{"blob", "00FF5C6E"}}));
        QCOMPARE(row("%text6E756C0078.json"), object(QString(QChar(0)).prepend("nul") + 'x',
                                                     QString(QChar(0)).prepend('a') + "b\\n"));
        QCOMPARE(row("latin.json"),
                 object(QJsonObject{{"text", "6C6174696E"}}, QJsonObject{{"text", "E9"}}));
        QCOMPARE(row("same.json"), object("same", "a text"));
        QCOMPARE(row("%blob73616D65.json"), object(QJsonObject{{"blob", "73616D65"}}, "a BLOB"));
        QCOMPARE(row("%textE9.json")["name"].toObject(), (QJsonObject{{"text", "E9"}}));
        QCOMPARE(row("%25blobAA.json"), object("%blobAA", "plain"));
        QCOMPARE(row("%text.json"), object("", "empty"));
        QCOMPARE(entriesOf(example.file("files")).size(), 8);

        sql("DELETE FROM notes WHERE typeof(name) = 'blob' OR length(name) = 300");
        ServerProcess later;
        QCOMPARE(example.run(later), 0);
        QCOMPARE(row("same.json"), object("same", "a text"));
        QVERIFY(!QFile::exists(example.file("files/%blob73616D65.json")));
    }

    void removesTheFileOfARowThatIsGone()
    {
        const Example example("script-sqlite");
        example.replaceInSession("10s", "50ms");
        example.must("sqlite3", {"data.sqlite", ".read schema.sql"});
        example.must("sqlite3", {"data.sqlite", "INSERT INTO notes (name) VALUES ('a'), ('b')"});
        ServerProcess server;
        server.start({example.file("session.json")});
        // Its lists come so soon that a file is often being written: once is enough.
        const auto comeToBe = [&example](const QStringList &files) {
            return comesTrue([&] { return entriesOf(example.file("files")) == files; });
        };
        QVERIFY(comeToBe({"a.json", "b.json"}));
        example.must("sqlite3", {"-cmd", ".timeout 10000", "data.sqlite",
                                 "DELETE FROM notes WHERE name = 'a'"});
        QVERIFY(comeToBe({"b.json"}));
        QCOMPARE(server.end(), 128 + SIGTERM);
    }
};

QONTROLLER_GUILESS_TEST(SqliteExampleTest)
#include "tst_sqlite.moc"
