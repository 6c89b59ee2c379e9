// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/metrics/metricsserver.h"
#include "httpget.h"
#include "samples.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::test;

namespace {

auto startServer(const QString &address)
{
    auto collectable = std::make_shared<FixedCollectable>(std::vector{freshSample("demo")});
    return MetricsServer::start(address.toStdString(), std::move(collectable));
}

} // namespace

class MetricsServerTest : public QObject
{
    Q_OBJECT

private slots:
    void servesMetricsOnAPortOfTheSystemsChoice();
    void listensOnManyKindsOfAddress_data();
    void listensOnManyKindsOfAddress();
    void freesThePortWhenDestroyed();
    void saysThatAPortIsTaken();
    void saysThatAHostIsUnknown();
    void servesIPv6OrSaysWhyNot();
    void stopsWithoutDelay();
    void refusesAddressesThatAreNone_data();
    void refusesAddressesThatAreNone();
    void acceptsGoodAddressesWithoutListening();
};

void MetricsServerTest::servesMetricsOnAPortOfTheSystemsChoice()
{
    const auto server = startServer("127.0.0.1:0");
    QVERIFY2(server, server ? "" : server.error().c_str());
    QVERIFY((*server)->port() != 0);
    const auto expectedUrl = QString("http://127.0.0.1:%1/metrics").arg((*server)->port());
    QCOMPARE(QString::fromStdString((*server)->url()), expectedUrl);

    const QByteArray body = httpGet(QUrl(expectedUrl));
    QVERIFY2(body.contains("workqueue_depth{name=\"demo\",controller=\"demo\"} 0\n"), body.left(2000));
    QVERIFY(body.contains("# TYPE workqueue_queue_duration_seconds histogram\n"));
    QVERIFY2(body.contains("le=\"9.999999999999999e-06\""), "bucket labels differ from Kubernetes'");
}

void MetricsServerTest::listensOnManyKindsOfAddress_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("host");
    QTest::newRow("IPv4") << "127.0.0.1:0" << "127.0.0.1";
    QTest::newRow("name") << "localhost:0" << "localhost";
    QTest::newRow("every address") << ":0" << "0.0.0.0";
}

void MetricsServerTest::listensOnManyKindsOfAddress()
{
    QFETCH(QString, address);
    QFETCH(QString, host);
    const auto server = startServer(address);
    QVERIFY2(server, server ? "" : server.error().c_str());
    const QUrl url(QString::fromStdString((*server)->url()));
    QVERIFY(!httpGet(url).isEmpty());
    QVERIFY((*server)->url().starts_with("http://" + host.toStdString() + ':'));
}

void MetricsServerTest::freesThePortWhenDestroyed()
{
    auto first = startServer("127.0.0.1:0");
    QVERIFY(first);
    const QString address = QString("127.0.0.1:%1").arg((*first)->port());
    first->reset();
    const auto second = startServer(address);
    QVERIFY2(second, second ? "" : second.error().c_str());
}

void MetricsServerTest::saysThatAPortIsTaken()
{
    const auto first = startServer("127.0.0.1:0");
    QVERIFY(first);
    const QString address = QString("127.0.0.1:%1").arg((*first)->port());
    const auto second = startServer(address);
    QVERIFY(!second);
    QCOMPARE(QString::fromStdString(second.error()),
             QString("Metrics cannot be served on %1: Address already in use.").arg(address));
}

void MetricsServerTest::saysThatAHostIsUnknown()
{
    const auto server = startServer("no.such.host.invalid:0");
    QVERIFY(!server);
    QVERIFY2(server.error().starts_with("Metrics cannot be served on no.such.host.invalid:0: "),
             server.error().c_str());
}

void MetricsServerTest::servesIPv6OrSaysWhyNot()
{
    const auto server = startServer("[::1]:0");
    QVERIFY2(server || server.error().starts_with("Metrics cannot be served on [::1]:0: "),
             server ? "" : server.error().c_str());
}

void MetricsServerTest::stopsWithoutDelay()
{
    auto server = startServer("127.0.0.1:0");
    QVERIFY(server);
    QElapsedTimer timer;
    timer.start();
    server->reset();
    QVERIFY2(timer.elapsed() < 1000, "the accept loop was not woken");
}

void MetricsServerTest::refusesAddressesThatAreNone_data()
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

void MetricsServerTest::refusesAddressesThatAreNone()
{
    QFETCH(QString, address);
    const auto server = startServer(address);
    QVERIFY(!server);
    QCOMPARE(std::optional(server.error()), validateMetricsAddress(address.toStdString()));
    QVERIFY(server.error().find("as in 127.0.0.1:9464.") != std::string::npos);
}

void MetricsServerTest::acceptsGoodAddressesWithoutListening()
{
    QCOMPARE(validateMetricsAddress("127.0.0.1:9464"), std::nullopt);
    QCOMPARE(validateMetricsAddress("[::1]:0"), std::nullopt);
}

QTEST_GUILESS_MAIN(MetricsServerTest)
#include "tst_metricsserver.moc"
