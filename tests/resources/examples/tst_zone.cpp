// SPDX-License-Identifier: LGPL-3.0-or-later
// The example script-zone in the real program.
#include "example.h"
#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::test;

class ZoneExampleTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { NEEDS_PROGRAMS("jq"); }

    void keepsTheRecordsOfAZone()
    {
        const Example example("script-zone");
        QDir().mkpath(example.file("wanted"));
        QDir().mkpath(example.file("served"));
        const QString served = example.file("served/example.org.zone");
        example.write("wanted/example.org", "www A 192.0.2.1\n# of the post\nmail A 192.0.2.2\n");
        example.write("wanted/example.net", "www A 192.0.2.4\n"); // stays: else all would be gone
        example.write("served/example.org.zone", "www IN A 192.0.2.9\nold IN A 192.0.2.3\n");
        {
            ServerProcess server;
            QCOMPARE(example.run(server), 0);
            QCOMPARE(contentsOf(served), QByteArray("mail IN A 192.0.2.2\nwww IN A 192.0.2.1\n"));
            QFile::remove(example.file("wanted/example.org"));
            QCOMPARE(example.run(server), 0);
            QVERIFY(!QFile::exists(served)); // what its store knows is left over
        }
        example.replaceInSession(R"("10s")", R"("10s", "backoff": {"base": "5ms"})");
        example.write("wanted/.hidden", "");
        example.write("wanted/bad", "no address\n");
        ServerProcess server;
        QCOMPARE(example.run(server), 3);
        QVERIFY2(server.log().contains("a record must be NAME TYPE VALUE, but is \"no address\""),
                 qPrintable(server.log()));
    }

    void keepsAllThatAZoneMayHold()
    {
        const Example example("script-zone");
        QDir().mkpath(example.file("wanted"));
        QDir().mkpath(example.file("served"));
        const QString served = example.file("served/example.org.zone");
        example.write("wanted/example.org",
                      "\xEF\xBB\xBF@ NS ns1\n@\tIN\tNS ns2\nWWW A 192.0.2.1\nwww a 192.0.2.2\r\n"
                      "@ MX 10 mail\n@ MX 20 post\n"
                      "k._domainkey TXT \"v=DKIM1\\; k=rsa\\n; IN (x) \\\"\"  \n");
        const QByteArray right = "@ IN MX 10 mail\n@ IN MX 20 post\n@ IN NS ns1\n@ IN NS ns2\n"
                                 "k._domainkey IN TXT \"v=DKIM1\\; k=rsa\\n; IN (x) \\\"\"\n"
                                 "www IN A 192.0.2.1\nwww IN A 192.0.2.2\n";
        ServerProcess server;
        QVERIFY2(example.run(server) == 0, server.log());
        QCOMPARE(contentsOf(served), right);

        // One more of a name is put right, too.
        example.write("served/example.org.zone", right + "@ IN NS stray\n");
        ServerProcess again;
        QCOMPARE(example.run(again), 0);
        QCOMPARE(contentsOf(served), right);
    }

    void itsFoldersMayBeLinks()
    {
        const Example example("script-zone");
        example.must("sh", {"-c", "mkdir real out && ln -s real wanted && ln -s out served"});
        example.write("wanted/a", "www in a 192.0.2.1\n");
        ServerProcess server;
        QVERIFY2(example.run(server) == 0, server.log());
        QCOMPARE(entriesOf(example.file("out")), (QStringList{"a.zone"}));
        QCOMPARE(contentsOf(example.file("out/a.zone")), QByteArray("www IN A 192.0.2.1\n"));
    }

    void servesNothingOfAZoneThatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("wrong");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char *wrong, const char *words) {
            QTest::newRow(words) << QByteArray(wrong) << QByteArray(words);
        };
        row("www 3600 A 192.0.2.1", "must be NAME TYPE VALUE");
        row("www IN 300 A 192.0.2.1", "must be NAME TYPE VALUE, but is \"www IN 300");
        row("$INCLUDE TXT passwd", "must be NAME TYPE VALUE, but is \"$INCLUDE");
        row("t TXT \"open", "its quotes closed");
        row("_dmarc TXT v=DMARC1; p=none", "no ; ( ) outside of them");
        row("t TXT caf\xE9", "must be UTF-8");
        row("# nothing yet", "has no record");
    }

    void servesNothingOfAZoneThatIsWrong()
    {
        QFETCH(QByteArray, wrong);
        QFETCH(QByteArray, words);
        const Example example("script-zone");
        example.replaceInSession(R"("10s")", R"("10s", "maxRetries": 0)");
        QDir().mkpath(example.file("wanted"));
        QDir().mkpath(example.file("served"));
        example.write("served/old.zone", "www IN A 192.0.2.9\n");
        const QByteArray line = wrong + '\n';
        example.write("wanted/old", line);
        example.write("wanted/new", (wrong.startsWith('#') ? "" : "www A 192.0.2.1\n") + line);
        ServerProcess server;
        QCOMPARE(example.run(server), 3);
        QCOMPARE(server.summary()["failed"].toInt(), 2);
        QVERIFY2(server.log().contains(words), server.log());
        QCOMPARE(entriesOf(example.file("served")), (QStringList{"old.zone"}));
        QCOMPARE(contentsOf(example.file("served/old.zone")), QByteArray("www IN A 192.0.2.9\n"));
    }

    void keepsAZoneWhoseFilesAreAway()
    {
        const Example example("script-zone");
        QDir().mkpath(example.file("wanted"));
        QDir().mkpath(example.file("served"));
        example.write("wanted/a", "www A 192.0.2.1\n");
        ServerProcess server;
        QCOMPARE(example.run(server), 0);
        QVERIFY(QFile::rename(example.file("wanted"), example.file("elsewhere")));
        QProcess get;
        get.setWorkingDirectory(example.file("."));
        get.setEnvironment(QProcess::systemEnvironment() << "WANTED=" + example.file("wanted"));
        get.start(example.file("get"), {"a"});
        QVERIFY(get.waitForFinished());
        QVERIFY(get.exitCode() != 0 && get.exitCode() != 66); // and not: it is gone
        QVERIFY(QFile::rename(example.file("elsewhere"), example.file("wanted")));
        get.start(example.file("get"), {"b"});
        QVERIFY(get.waitForFinished());
        QCOMPARE(get.exitCode(), 66);
    }
};

QONTROLLER_GUILESS_TEST(ZoneExampleTest)
#include "tst_zone.moc"
