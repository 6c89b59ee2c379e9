// SPDX-License-Identifier: LGPL-3.0-or-later
#include "eventually.h"
#include "servercontrol.h"
#include "servermetrics.h"
#include "testprogram.h"

#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller;
using namespace qontroller::test;

/// A crowd of retries at the real server: what metrics, `status` and `why` say of those that wait.
class ServerRetryLimitTest final : public QObject
{
    Q_OBJECT

private slots:
    void whoWaitsForTheRetryRateIsCountedAndSaysSo()
    {
        ServerProcess server;
        const QString socket = server.file("control.sock");
        const QJsonObject options{{"retryRate", 0.000001}, // nobody lives to see the next one
                                  {"retryBurst", 1},
                                  {"maxRetries", 3},
                                  {"resyncInterval", "1h"}};
        server.start({server.behaviour({{"outcome", "retry"}, {"objects", 5}}, options),
                      "--metrics", "127.0.0.1:0", "--control", socket});
        const auto limited = [&server] {
            return metricOf(server, R"(qontroller_retries_limited{controller="test"})");
        };
        const auto failed = [&server] {
            return metricOf(server,
                            R"(controller_runtime_reconcile_errors_total{controller="test"})");
        };
        QVERIFY2(comesTrue([&] { return limited() == 5; }), server.metrics());
        QCOMPARE(failed(), 6.0); // each once, and the burst
        const QString reason = statusAt(socket).value("reason").toString();
        QVERIFY2(reason.startsWith("5 objects in back-off, of which 5 wait for the retryRate: "
                                   "about 57d "),
                 qPrintable(reason));
        int twice = 0;
        for (int i = 0; i < 5; ++i) {
            const QByteArray why = said(socket, {"why", QStringLiteral("test/object-%1").arg(i)});
            QVERIFY2(why.contains("; its back-off is over, and the retryRate lets 5 retries wait; "
                                  "tried again in about "),
                     why);
            QVERIFY2(why.contains("\nthe last error: it never works\n"), why);
            twice += why.startsWith("failed 2 times; ");
        }
        QCOMPARE(twice, 1);

        const QByteArray changed = said(socket, {"options", "test", "retryRate=1000"});
        QVERIFY2(!changed.startsWith("status"), changed);
        QVERIFY2(comesTrue([&] { return failed() == 5 * 4; }), server.metrics());
        QCOMPARE(limited(), 0.0);
        QCOMPARE(statusAt(socket).value("reason").toString(), "5 objects failed: it never works");
        QCOMPARE(server.end(), 128 + SIGTERM);
    }
};

QONTROLLER_GUILESS_TEST(ServerRetryLimitTest)
#include "tst_serverretrylimit.moc"
