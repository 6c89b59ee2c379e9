// SPDX-License-Identifier: LGPL-3.0-or-later
// The example script-http in the real program, against a web server.
#include "example.h"
#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::test;

class HttpExampleTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { NEEDS_PROGRAMS("curl", "jq", "openssl", "python3"); }

    void checksEndpoints()
    {
        const Example example("script-http");
        QDir().mkpath(example.file("www"));
        example.write("www/page", "hello");
        const WebServer web(example.file("www"));
        const QString page = web.url("page?a=[1-3]&b={x}");
        example.write("endpoints", ("# ours\n\n" + page + '\n' + web.url("lost")
                                    + "\nhttp://127.0.0.1:1/\nfile:///etc/passwd\n")
                                       .toUtf8());
        ServerProcess server;
        QCOMPARE(example.run(server), 3);
        QCOMPARE(server.summary()["known"].toInt(), 4);
        QCOMPARE(server.summary()["failed"].toInt(), 2);
        QCOMPARE(server.summary()["parked"].toInt(), 1);
        const auto report = [&](const QString &url) {
            return contentsOf(example.file("reports/")
                              + QString(url).replace("%", "%25").replace("/", "%2F"));
        };
        QCOMPARE(report(page), QByteArray("up 200\n"));
        QCOMPARE(report(web.url("lost")), QByteArray("ill 404\n"));
        QCOMPARE(report("http://127.0.0.1:1/"), QByteArray("down\n"));
        QCOMPARE(report("file:///etc/passwd"), QByteArray("wrong\n"));
        QCOMPARE(entriesOf(example.file("reports")).size(), 4);

        // Deleted while nothing ran.
        example.write("endpoints", page.toUtf8() + '\n');
        ServerProcess later;
        QCOMPARE(example.run(later), 0);
        QCOMPARE(later.summary()["known"].toInt(), 1);
        QCOMPARE(entriesOf(example.file("reports")).size(), 1);
        QCOMPARE(report(page), QByteArray("up 200\n"));
    }

    void saysWhichEndpointsCannotBeAsked()
    {
        const Example example("script-http");
        QDir().mkpath(example.file("www"));
        const WebServer web(example.file("www"));
        const QByteArray page = web.url("?a=%2F").toUtf8();
        example.write("endpoints",
                      "\xEF\xBB\xBF  " + page + " \r\n" + page + QByteArray(300, 'x') + '\n');
        example.write("home/.curlrc", "user-agent = x\nwrite-out = wrong\nhead\n");
        ServerProcess server;
        server.setEnvironment("HOME", example.file("home"));
        QCOMPARE(example.run(server), 3);
        QCOMPARE(server.summary()["known"].toInt(), 2);
        QCOMPARE(server.summary()["parked"].toInt(), 1);
        QVERIFY2(server.log().contains("too long for the name of a report"), server.log());
        QCOMPARE(entriesOf(example.file("reports")).size(), 1);

        // What is no text would be another address: nothing is concluded.
        example.write("endpoints", "http://127.0.0.1:1/caf\xE9\n");
        ServerProcess odd;
        QCOMPARE(example.run(odd), 3);
        QVERIFY2(odd.log().contains("must be text in UTF-8"), odd.log());
        QCOMPARE(entriesOf(example.file("reports")).size(), 1);
    }

    void asksAddressesWithOtherLettersWithoutALocale()
    {
        const Example example("script-http");
        example.replaceInSession(R"("maxRetries": 2)", R"("maxRetries": 0)");
        example.write("endpoints", "http://m\xC3\xBCller.invalid/\n");
        ServerProcess server;
        server.setEnvironment("LC_ALL", "C");
        QCOMPARE(example.run(server), 3);
        QCOMPARE(server.summary()["parked"].toInt(), 0);
        QCOMPARE(server.summary()["failed"].toInt(), 1); // it is an address, but of no host
    }

    void saysThatTlsIsNotAccepted()
    {
        const Example example("script-http");
        example.replaceInSession(R"("maxRetries": 2)", R"("maxRetries": 0)");
        QDir().mkpath(example.file("www"));
        const WebServer web(example.file("www"));
        example.must("openssl", {"req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj",
                                 "/CN=127.0.0.1", "-keyout", "key.pem", "-out", "own.pem"});
        QProcess tls;
        tls.setWorkingDirectory(example.file("."));
        tls.start("openssl", {"s_server", "-accept", "127.0.0.1:0", "-www", "-key", "key.pem",
                              "-cert", "own.pem"});
        QByteArray said;
        while (!said.contains("ACCEPT 127.0.0.1:") || !said.endsWith('\n')) {
            QVERIFY2(tls.waitForReadyRead(), said);
            said += tls.readAllStandardOutput();
        }
        const QByteArray own = "https://" + said.mid(said.indexOf("127.0.0.1:")).trimmed() + '/';
        const QByteArray none = web.url("").replace("http:", "https:").toUtf8();
        example.write("endpoints", own + '\n' + none + '\n');
        ServerProcess server;
        QCOMPARE(example.run(server), 3);
        tls.kill();
        tls.waitForFinished();
        QCOMPARE(server.summary()["failed"].toInt(), 2);
        QVERIFY2(server.log().contains(own + ": the TLS certificate is not accepted"),
                 server.log());
        QVERIFY2(server.log().contains(none + ": the TLS connection is not accepted"),
                 server.log());
    }
};

QONTROLLER_GUILESS_TEST(HttpExampleTest)
#include "tst_http.moc"
