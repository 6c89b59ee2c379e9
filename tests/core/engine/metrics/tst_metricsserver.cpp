// SPDX-License-Identifier: LGPL-3.0-or-later
#include "authority.h"
#include "core/engine/metrics/metricsserver.h"
#include "core/remote/tls/certificates.h"
#include "httpget.h"
#include "samples.h"
#include "testprogram.h"

#include <QtCore/QTemporaryDir>
#include <QtNetwork/QTcpSocket>
#include <QtTest/QtTest>

#include <array>
#include <atomic>
#include <ctime>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace qontroller;
using namespace qontroller::test;

namespace {

auto startServer(const QString &address, const std::string &whyNotReady = {})
{
    auto collectable = std::make_shared<FixedCollectable>(std::vector{freshSample("demo")});
    return MetricsServer::start(address.toStdString(),
                                {std::move(collectable), [whyNotReady] { return whyNotReady; }});
}

/// The same at a free port, over TLS.
auto startServer(const MetricsTls &tls)
{
    auto collectable = std::make_shared<FixedCollectable>(std::vector{freshSample("demo")});
    return MetricsServer::start("127.0.0.1:0",
                                {std::move(collectable), [] { return std::string(); }}, tls);
}

/// All that the server at \a port answers to a request for \a path.
QByteArray get(std::uint16_t port, const QByteArray &path, const QByteArray &headers = {})
{
    QTcpSocket socket;
    socket.connectToHost(QHostAddress::LocalHost, port);
    socket.write("GET " + path + " HTTP/1.1\r\nHost: test\r\nConnection: close\r\n" + headers
                 + "\r\n");
    while (socket.waitForReadyRead(10'000)) {
    }
    return socket.readAll();
}

} // namespace

class MetricsServerTest : public QObject
{
    Q_OBJECT

private slots:
    void servesMetricsOnAPortOfTheSystemsChoice()
    {
        const auto server = startServer("127.0.0.1:0");
        QVERIFY2(server, server ? "" : server.error().sentence.c_str());
        QVERIFY((*server)->port() != 0);
        const auto expectedUrl = QString("http://127.0.0.1:%1/metrics").arg((*server)->port());
        QCOMPARE(QString::fromStdString((*server)->url()), expectedUrl);

        const QByteArray body = httpGet(QUrl(expectedUrl));
        QVERIFY2(body.contains("workqueue_depth{name=\"demo\",controller=\"demo\"} 0\n"),
                 body.left(2000));
        QVERIFY(body.contains("# TYPE workqueue_queue_duration_seconds histogram\n"));
        QVERIFY2(body.contains("le=\"9.999999999999999e-06\""),
                 "bucket labels differ from Kubernetes'");
    }

    void listensOnManyKindsOfAddress_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("host");
        QTest::newRow("name") << "localhost:0"
                              << "localhost";
        QTest::newRow("every address") << ":0"
                                       << "0.0.0.0";
    }
    void listensOnManyKindsOfAddress()
    {
        QFETCH(QString, address);
        QFETCH(QString, host);
        const auto server = startServer(address);
        QVERIFY2(server, server ? "" : server.error().sentence.c_str());
        const QUrl url(QString::fromStdString((*server)->url()));
        QVERIFY(!httpGet(url).isEmpty());
        QVERIFY((*server)->url().starts_with("http://" + host.toStdString() + ':'));
    }

    void saysThatItRuns()
    {
        const auto server = startServer("127.0.0.1:0", "photos: no list\n");
        const QByteArray answer = get((*server)->port(), "/healthz");
        QVERIFY2(answer.startsWith("HTTP/1.1 200 ") && answer.endsWith("\r\n\r\nok\n"), answer);
    }

    void saysWhetherItIsReady()
    {
        const auto ready = startServer("127.0.0.1:0");
        QByteArray answer = get((*ready)->port(), "/readyz");
        QVERIFY2(answer.startsWith("HTTP/1.1 200 ") && answer.endsWith("\r\n\r\nready\n"), answer);
        const auto waiting = startServer("127.0.0.1:0", "photos: no list\n");
        answer = get((*waiting)->port(), "/readyz");
        QVERIFY2(answer.startsWith("HTTP/1.1 503 ") && answer.endsWith("\r\n\r\nphotos: no list\n"),
                 answer);
    }

    void asksForAPassword()
    {
        auto collectable = std::make_shared<FixedCollectable>(std::vector{freshSample("demo")});
        const auto server = MetricsServer::start("127.0.0.1:0",
                                                 {std::move(collectable),
                                                  [] { return std::string("not yet"); },
                                                  [](std::string_view given) {
                                                      return given == "Basic x";
                                                  }});
        QVERIFY(server);
        const std::uint16_t port = (*server)->port();
        for (const char *path : {"/metrics", "/readyz"}) {
            const QByteArray refused = get(port, path);
            QVERIFY2(refused.contains(" 401 "), refused);
            QVERIFY2(refused.contains("WWW-Authenticate: Basic realm=\"Qontroller\""), refused);
            QVERIFY2(!refused.contains("demo") && !refused.contains("not yet"), refused);
            const QByteArray wrong = get(port, path, "Authorization: Basic y\r\n");
            QVERIFY2(wrong.contains(" 401 "), wrong);
        }
        QVERIFY(get(port, "/metrics", "Authorization: Basic x\r\n").contains(" 200 "));
        QVERIFY(get(port, "/readyz", "Authorization: Basic x\r\n").contains(" 503 "));
        QVERIFY(get(port, "/healthz").contains(" 200 "));
    }

    void servesNothingElse()
    {
        const auto server = startServer("127.0.0.1:0");
        for (const char *path : {"/", "/metrics/x", "/etc/passwd", "/../etc/passwd"})
            QVERIFY2(get((*server)->port(), path).startsWith("HTTP/1.1 40"), path);
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, (*server)->port());
        socket.write("POST /metrics HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\n\r\na=b");
        QVERIFY(socket.waitForReadyRead(10'000));
        const QByteArray answer = socket.readAll();
        QVERIFY2(answer.startsWith("HTTP/1.1 405 ") && answer.contains("Allow: GET, HEAD"), answer);
    }

    void servesOverTls()
    {
        const Authority authority("hosts");
        const QTemporaryDir folder;
        authority.give("server", folder.path());
        authority.writeTo(folder.filePath("hosts.pem"));
        const auto own = remote::readOwnCertificate(folder.path().toStdString());
        QVERIFY2(own, own ? "" : own.error().c_str());
        const auto server = startServer({own->certificates, own->key});
        QVERIFY2(server, server ? "" : server.error().sentence.c_str());
        const QUrl url(QString::fromStdString((*server)->url()));
        QCOMPARE(url.scheme(), QString("https"));
        QVERIFY(httpGet(url, folder.filePath("hosts.pem")).contains("workqueue_depth"));
        QCOMPARE(httpGet(url), QByteArray());                        // nobody vouches for it
        QVERIFY(!get((*server)->port(), "/healthz").contains("ok")); // nothing in the clear
    }

    void saysThatACertificateIsNone()
    {
        const auto server = startServer({"none", "none"});
        QVERIFY(!server);
        QVERIFY2(server.error().sentence.ends_with(
                     "its certificate or key is none that can be used."),
                 server.error().sentence.c_str());
    }

    void servesBesideConnectionsThatSayNothing()
    {
        const auto server = startServer("127.0.0.1:0");
        std::array<QTcpSocket, 100> silent;
        for (QTcpSocket &socket : silent) {
            socket.connectToHost(QHostAddress::LocalHost, (*server)->port());
            QVERIFY(socket.waitForConnected(10'000));
        }
        QVERIFY(get((*server)->port(), "/metrics").startsWith("HTTP/1.1 200 "));
        for (QTcpSocket &socket : silent) // closed after a while
            QVERIFY(socket.state() == QAbstractSocket::UnconnectedState
                    || socket.waitForDisconnected(30'000));
    }

    void makesRoomForThoseWhoAsk()
    {
        std::atomic<int> ended = 0;
        std::string said;
        MetricsPages pages{std::make_shared<FixedCollectable>(std::vector{freshSample("demo")}),
                           [] { return std::string(); }};
        pages.noteCrowd = [&](const std::string &sentence) {
            if (ended == 0)
                said = sentence;
            ++ended;
        };
        const auto server = MetricsServer::start("127.0.0.1:0", std::move(pages));
        QVERIFY(server);
        std::array<QTcpSocket, 300> slow;
        for (QTcpSocket &socket : slow) {
            socket.connectToHost(QHostAddress::LocalHost, (*server)->port());
            QVERIFY(socket.waitForConnected(10'000));
            socket.write("GET /metrics HTTP/1.1\r\nHo");
            QVERIFY(socket.waitForBytesWritten(10'000));
        }
        for (int i = 0; i < 3; ++i)
            QVERIFY(get((*server)->port(), "/metrics").startsWith("HTTP/1.1 200 "));
        QVERIFY(ended > 0);
        QCOMPARE(said,
                 std::string("more than 256 connections are open: those that have said nothing "
                             "for the longest time are ended"));
    }

    void waitsQuietlyForADescriptor()
    {
        std::string said;
        int times = 0;
        MetricsPages pages{std::make_shared<FixedCollectable>(std::vector{freshSample("demo")}),
                           [] { return std::string(); }};
        pages.noteShort = [&](const std::string &sentence) {
            said = sentence;
            ++times;
        };
        const auto server = MetricsServer::start("127.0.0.1:0", std::move(pages));
        QVERIFY(server);
        QTcpSocket socket;
        QVERIFY(socket.bind(QHostAddress::LocalHost)); // has its descriptor
        rlimit limit{};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &limit), 0);
        const int next = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        ::close(next);
        rlimit none = limit;
        none.rlim_cur = static_cast<rlim_t>(next);
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &none), 0);
        socket.connectToHost(QHostAddress::LocalHost, (*server)->port());
        socket.write("GET /healthz HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
        const std::clock_t before = std::clock();
        const bool isAnswered = socket.waitForReadyRead(500);
        const double busy = double(std::clock() - before) / CLOCKS_PER_SEC;
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &limit), 0);
        QVERIFY(!isAnswered);
        QVERIFY2(busy < 0.25, qPrintable(QString::number(busy)));
        QVERIFY(socket.waitForReadyRead(10'000));
        QVERIFY(socket.readAll().contains("200 OK"));
        QCOMPARE(said, std::string("connections wait, for they cannot be accepted: Too many open "
                                   "files"));
        QCOMPARE(times, 1);
    }

    void knowsWhatOtherMachinesReach_data()
    {
        QTest::addColumn<bool>("isLoopback");
        QTest::newRow("127.0.0.1:9464") << true;
        QTest::newRow("127.9.9.9:9464") << true;
        QTest::newRow("localhost:9464") << true;
        QTest::newRow("[::1]:9464") << true;
        QTest::newRow(":9464") << false;
        QTest::newRow("0.0.0.0:9464") << false;
        QTest::newRow("192.0.2.1:9464") << false;
        QTest::newRow("[2001:db8::1]:9464") << false;
    }
    void knowsWhatOtherMachinesReach() { QTEST(isLoopback(QTest::currentDataTag()), "isLoopback"); }

    void saysThatAPortIsTaken()
    {
        auto first = startServer("127.0.0.1:0");
        QVERIFY(first);
        const QString address = QString("127.0.0.1:%1").arg((*first)->port());
        const auto second = startServer(address);
        QVERIFY(!second);
        QCOMPARE(QString::fromStdString(second.error().sentence),
                 QString("Metrics cannot be served on %1: Address already in use.").arg(address));
        first->reset();
        QVERIFY(startServer(address)); // it is free again
    }

    void saysThatAHostIsUnknown()
    {
        const auto server = startServer("no.such.host.invalid:0");
        QVERIFY(!server);
        QVERIFY2(server.error().sentence.starts_with(
                     "Metrics cannot be served on no.such.host.invalid:0: "),
                 server.error().sentence.c_str());
    }

    void servesIPv6OrSaysWhyNot()
    {
        const auto server = startServer("[::1]:0");
        if (!server) { // the machine has none
            QVERIFY2(server.error().sentence.starts_with("Metrics cannot be served on [::1]:0: "),
                     server.error().sentence.c_str());
            return;
        }
        QVERIFY((*server)->url().starts_with("http://[::1]:"));
        QVERIFY(!httpGet(QUrl(QString::fromStdString((*server)->url()))).isEmpty());
    }

    void stopsWithoutDelay()
    {
        auto server = startServer("127.0.0.1:0");
        QVERIFY(server);
        QElapsedTimer timer;
        timer.start();
        server->reset();
        QVERIFY2(timer.elapsed() < 1000, "a thread was not woken");
    }

    void refusesAddressesThatAreNone_data()
    {
        QTest::addColumn<QString>("address");
        QTest::newRow("empty") << "";
        QTest::newRow("no port") << "127.0.0.1";
        QTest::newRow("empty port") << "127.0.0.1:";
        QTest::newRow("port too large") << "127.0.0.1:65536";
        QTest::newRow("negative port") << "127.0.0.1:-1";
        QTest::newRow("text after port") << "127.0.0.1:9464x";
        QTest::newRow("IPv6 without brackets") << "::1:9464";
        QTest::newRow("space") << "local host:9464";
        QTest::newRow("several") << "127.0.0.1:1,127.0.0.1:2";
        QTest::newRow("TLS port") << "127.0.0.1:9464s";
    }
    void refusesAddressesThatAreNone()
    {
        QFETCH(QString, address);
        const auto server = startServer(address);
        QVERIFY(!server);
        QCOMPARE(std::optional(server.error().sentence),
                 validateMetricsAddress(address.toStdString()));
        QVERIFY(server.error().sentence.find("as in 127.0.0.1:9464.") != std::string::npos);
    }

    void acceptsGoodAddressesWithoutListening()
    {
        QCOMPARE(validateMetricsAddress("127.0.0.1:9464"), std::nullopt);
        QCOMPARE(validateMetricsAddress("[::1]:0"), std::nullopt);
    }
};

QONTROLLER_GUILESS_TEST(MetricsServerTest)
#include "tst_metricsserver.moc"
