// SPDX-License-Identifier: LGPL-3.0-or-later
#include "leftundone.h"
#include "servermetrics.h"
#include "testprogram.h"

#include <QtTest/QtTest>

#include <csignal>

#include <sys/stat.h>

using namespace qontroller;
using namespace qontroller::test;

namespace {

QByteArray listsTotal(const char *result)
{
    return QByteArray(R"(qontroller_lists_total{controller="test",result=")") + result + R"("})";
}

const QByteArray Age = R"(qontroller_list_age_seconds{controller="test"})";
const QByteArray Synced = R"(qontroller_synced{controller="test"})";

} // namespace

/// Lists that fail, hang or are not complete, and work that is not done in the end: exit status,
/// log and metrics of each.
class ServerListsTest final : public QObject
{
    Q_OBJECT

private slots:
    void aListThatFailsIsToldOnce()
    {
        ServerProcess server;
        server.start({server.behaviour({{"lists", "fail"}}), "--metrics", "127.0.0.1:0", "--json",
                      "--status-interval", "20ms"});
        QVERIFY2(server.waitForLog(" warning: test: list failed: no connection\n"), server.log());
        QTRY_VERIFY(metricOf(server, listsTotal("failed")) >= 2);
        QCOMPARE(metricOf(server, listsTotal("complete")), 0.0);
        QCOMPARE(metricOf(server, Synced), 0.0);
        QVERIFY(metricOf(server, Age) > 0.5);
        QVERIFY(server.waitForOutput("\"listsFailed\":2,\"lastList\":\"failed\""));
        QCOMPARE(server.end(), 128 + SIGTERM);
        QCOMPARE(server.log().count("list failed: no connection"), 1);
    }

    void theEndOfItIsToldToo()
    {
        ServerProcess server;
        const QString session = server.behaviour({{"lists", "late"}});
        server.start({session, "--until-idle", "--json", "--log-level", "debug"});
        QCOMPARE(server.wait(), 0);
        QVERIFY2(server.log().contains(" warning: test: list failed: no connection\n"),
                 server.log());
        QVERIFY2(server.log().contains(" debug: test: list failed: no connection\n"), server.log());
        QVERIFY2(server.log().contains("Z test: list complete again: after 2 that were not\n"),
                 server.log());
        QCOMPARE(server.summary().value("listsFailed").toInt(), 2);
        QCOMPARE(server.summary().value("lastList").toString(), QStringLiteral("complete"));
    }

    void untilIdleGivesUpAfterFiveFailedLists()
    {
        ServerProcess server;
        QCOMPARE(server.runUntilIdle(server.behaviour({{"lists", "fail"}})), 3);
        QCOMPARE(server.summary().value("listsFailed").toInt(), 5);
        QCOMPARE(server.summary().value("lastList").toString(), QStringLiteral("failed"));
        QVERIFY2(server.log().contains(" warning: test: not in order: no list was complete, and "
                                       "the last 5 lists have failed: no connection\n"),
                 server.log());
    }

    void aPartialListIsHandledAndNotAllIsWell()
    {
        ServerProcess server;
        QCOMPARE(server.runUntilIdle(server.behaviour({{"lists", "partial"}})), 3);
        QCOMPARE(server.summary().value("added").toInt(), 3);
        QCOMPARE(server.summary().value("lastList").toString(), QStringLiteral("partial"));
        QVERIFY2(server.log().contains(" warning: test: not in order: the last list was not "
                                       "complete, so deletions wait: /srv/x cannot be read\n"),
                 server.log());

        server.start({server.behaviour({{"lists", "partial"}}, {{"resyncInterval", "20ms"}}),
                      "--metrics", "127.0.0.1:0"});
        QTRY_VERIFY(metricOf(server, listsTotal("partial")) >= 2);
        QCOMPARE(metricOf(server, Synced), 0.0);
        QVERIFY(metricOf(server, Age) > 0);
        QVERIFY2(server.waitForLog("warning: test: list not complete: deletions wait: /srv/x "
                                   "cannot be read\n"),
                 server.log());
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void aListThatHangsIsSeen()
    {
        ServerProcess server;
        const QString session = server.behaviour({{"lists", "hang"}}, {{"resyncInterval", "1s"}});
        server.start(
            {session, "--metrics", "127.0.0.1:0", "--until-idle", "--run-for", "12s", "--json"});
        QTRY_VERIFY(metricOf(server, Age) > 0);
        const double age = metricOf(server, Age);
        QTRY_VERIFY(metricOf(server, Age) > age);
        QCOMPARE(metricOf(server, Synced), 0.0);
        QVERIFY2(server.waitForLog(" warning: test: list slow: under way for 10s and has not "
                                   "ended\n"),
                 server.log());
        QCOMPARE(server.wait(), 3);
        QCOMPARE(server.summary().value("lastList").toString(), QStringLiteral("none"));
        QVERIFY2(server.log().contains(" warning: test: not in order: no list has ended: its "
                                       "objects are not known\n"),
                 server.log());
        QCOMPARE(server.log().count("list slow"), 1);
    }

    void aListThatDoesNotEndWhenAskedIsNotInOrder_data()
    {
        QTest::addColumn<bool>("bySignal");
        QTest::addColumn<int>("status");
        QTest::newRow("by itself") << false << 1;
        QTest::newRow("signal") << true << 143;
    }
    void aListThatDoesNotEndWhenAskedIsNotInOrder()
    {
        QFETCH(bool, bySignal);
        ServerProcess server;
        QCOMPARE(::mkfifo(server.file("gate").toLocal8Bit().constData(), 0600), 0);
        const QString session = server.behaviour({{"lists", "deaf"}, {"gate", server.file("gate")}},
                                                 {{"resyncInterval", "20ms"}});
        const QString socket = server.file("control.sock");
        server.start({session, "--run-for", bySignal ? "1h" : "1s", "--json", "--status-interval",
                      "20ms", "--control", socket, "--metrics", "127.0.0.1:0"});
        QVERIFY(server.waitForOutput("\"lastList\":\"complete\""));
        QVERIFY(QFile::exists(socket));
        if (bySignal) {
            QTRY_VERIFY(metricOf(server, Age) > 2); // the one that is deaf goes on
            server.signal(SIGTERM);
        }
        QTEST(server.wait(), "status");
        QVERIFY(!QFile::exists(socket));
        QCOMPARE(server.summary().value("lastList").toString(), QStringLiteral("complete"));
        QVERIFY2(server.log().contains(" warning: test: list has run for "), server.log());
        QVERIFY2(server.log().contains(" warning: test: not in order: a list does not end although "
                                       "it was asked to stop\n"),
                 server.log());
    }

    void whatIsInBackOffInTheEndIsNotInOrder()
    {
        ServerProcess server;
        const QString session = server.behaviour({{"outcome", "retry"}},
                                                 {{"backoff",
                                                   QJsonObject{{"base", "1h"}, {"max", "1h"}}}});
        server.start({session, "--json", "--metrics", "127.0.0.1:0", "--run-for", "2s"});
        QTRY_COMPARE(metricOf(server, R"(qontroller_items{controller="test",state="backoff"})"),
                     3.0);
        QCOMPARE(server.wait(), 3);
        QCOMPARE(server.summary().value("backoff").toInt(), 3);
        QVERIFY2(server.log().contains(" warning: test: 3 objects are left undone: object-"),
                 server.log());
        const QString why = " (back-off after 1 failed attempt: it never works)";
        QCOMPARE(leftUndone(server),
                 QStringList({"object-0" + why, "object-1" + why, "object-2" + why}));
        // Three failures of one cause are told of once, and in the end.
        QCOMPARE(server.log().count(" warning: test: error: object-"), 1);
    }

    void retriesTakeNoLineFromWarnings()
    {
        ServerProcess server;
        const QString session = server.behaviour({{"outcome", "retry"}, {"objects", 40}},
                                                 {{"maxRetries", 5},
                                                  {"retryRate", 10000},
                                                  {"retryBurst", 10000},
                                                  {"backoff", QJsonObject{{"base", "1ms"}}}});
        QCOMPARE(server.run({session, "--until-idle", "--log-level", "debug"}), 3);
        QCOMPARE(server.log().count(" warning: test: failed: object-"), 40);
        QVERIFY2(server.log().contains(" more events\n"), server.log());
    }

    void retriesAreForTheCurious()
    {
        ServerProcess server;
        const QString session = server.behaviour({{"outcome", "retry"}, {"objects", 1}},
                                                 {{"maxRetries", 2},
                                                  {"backoff", QJsonObject{{"base", "1ms"}}}});
        QCOMPARE(server.run({session, "--until-idle", "--log-level", "debug"}), 3);
        QCOMPARE(server.log().count(" warning: test: error: object-0: it never works\n"), 1);
        QCOMPARE(server.log().count(" debug: test: error: object-0: it never works\n"), 1);
        QCOMPARE(server.log().count(" warning: test: failed: object-0: it never works\n"), 1);
    }
};

QONTROLLER_GUILESS_TEST(ServerListsTest)
#include "tst_serverlists.moc"
