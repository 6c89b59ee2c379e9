// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files.h"
#include "servercontrol.h"
#include "servermetrics.h"
#include "testprogram.h"

#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller;
using namespace qontroller::test;

namespace {

QJsonArray shellLine(const char *script)
{
    return {"sh", "-c", script, "sh"};
}

/// When `add` has run, in milliseconds.
QList<qint64> runsOf(const ServerProcess &server)
{
    QList<qint64> times;
    for (const QByteArray &time : contentsOf(server.file("runs")).trimmed().split('\n'))
        times << time.toLongLong();
    return times;
}

} // namespace

/// Objects that run again and again for nothing, at the real server: log, metrics and status.
class ServerLoopsTest final : public QObject
{
    Q_OBJECT

private slots:
    void aLoopIsSaidAndSlowed_data()
    {
        QTest::addColumn<QString>("add");
        QTest::addColumn<QByteArray>("limit");
        QTest::newRow("its watch tells of what add writes")
            << R"(echo '{"type":"MODIFIED","id":"a"}' >> changes)" << QByteArray("300");
        QTest::newRow("it asks for its own object")
            << R"(echo '{"requeue":"a"}' >&3)" << QByteArray("20");
    }
    void aLoopIsSaidAndSlowed()
    {
        QFETCH(QString, add);
        QFETCH(QByteArray, limit);
        ServerProcess server;
        server.write("changes", "{\"ready\":1}\n");
        const QString socket = server.file("control.sock");
        const QJsonObject parameters{{"workingDirectory", "{session}"},
                                     {"list", shellLine(R"(echo '{"id":"a","version":1}')")},
                                     {"listFormat", "json"},
                                     {"watch", QJsonArray{"tail", "-n", "+1", "-f", "changes"}},
                                     {"add", shellLine(qPrintable("date +%s%3N >> runs; " + add))}};
        server.start({server.session({{"name", "test"},
                                      {"plugin", "script"},
                                      {"parameters", parameters},
                                      {"options", QJsonObject{{"resyncInterval", "1h"}}}}),
                      "--metrics", "127.0.0.1:0", "--control", socket});
        QVERIFY2(server.waitForLog(" warning: test: looping: a: ran more than " + limit
                                   + " times a minute although nothing says that it has changed: "
                                     "from now on it runs once a second\n"),
                 server.log());
        QCOMPARE(metricOf(server, R"(qontroller_looping_items{controller="test"})"), 1.0);
        QCOMPARE(metricOf(server, R"(qontroller_loops_total{controller="test"})"), 1.0);
        const QJsonObject status = statusAt(socket);
        QCOMPARE(status.value("health").toString(), "degraded");
        QCOMPARE(status.value("reason").toString(),
                 "1 object runs again and again although nothing says that it has changed");
        QVERIFY2(said(socket, {"items", "is:looping"}).contains("test/a"),
                 said(socket, {"items", "is:looping"}));
        QVERIFY2(said(socket, {"why", "test/a"})
                     .contains("although nothing says that it has changed"),
                 said(socket, {"why", "test/a"}));

        const qsizetype runs = runsOf(server).size();
        QTRY_VERIFY(runsOf(server).size() >= runs + 3);
        const QList<qint64> times = runsOf(server);
        const qint64 waited = times.at(runs + 2) - times.at(runs + 1);
        QVERIFY2(waited >= 900, QByteArray::number(waited));
        QCOMPARE(server.end(), 128 + SIGTERM);
        QCOMPARE(server.log().count("looping: "), 1);
    }
};

QONTROLLER_GUILESS_TEST(ServerLoopsTest)
#include "tst_serverloops.moc"
