// SPDX-License-Identifier: LGPL-3.0-or-later
// A load balancer that another system keeps: its API is a real web server that serves files.
#include "loadbalancerrig.h"
#include "testprogram.h"
#include "webserver.h"

#include "app/plugins/loadbalancer/observedapi.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::loadbalancer;
using namespace qontroller::test;
using Kind = qontroller::consist::Command::Kind;

namespace {

/// What the other system says of its backend "web".
class OtherSystem
{
public:
    OtherSystem()
    {
        QDir(m_folder.path()).mkpath("backends");
        m_server = std::make_unique<WebServer>(0, m_folder.path().toStdString());
    }
    void say(const QByteArray &servers) const
    {
        QSaveFile file(m_folder.filePath("backends/web"));
        if (!file.open(QIODevice::WriteOnly) || file.write(servers) < 0 || !file.commit())
            qFatal("cannot write");
    }
    [[nodiscard]] std::string url() const { return "http://" + m_server->address(); }

private:
    QTemporaryDir m_folder;
    std::unique_ptr<WebServer> m_server;
};

struct ObservedShop
{
    ObservedShop()
    {
        rig.options.adapter = LoadBalancerOptions::Adapter::Observed;
        rig.options.url = other.url();
        rig.files.putService("web");
        rig.files.putServer("s1", "127.0.0.1:9");
        QTest::ignoreMessage(QtWarningMsg,
                             "shop: the adapter \"observed\" of load-balancer is experimental");
    }
    [[nodiscard]] bool waitsForTheOther()
    {
        return rig.says("web", "another system to make the change");
    }

    OtherSystem other;
    LoadBalancerRig rig;
};

constexpr const char *On = R"([{"name": "s1", "traffic": true, "sessions": 2}])";
constexpr const char *Leaving = R"([{"name": "s1", "traffic": false, "sessions": 1}])";
constexpr const char *Off = R"([{"name": "s1", "traffic": false, "sessions": 0}])";

} // namespace

class ObservedTest final : public QObject
{
    Q_OBJECT

private slots:
    void theMarkIsHeldUntilTheOtherHasDrained()
    {
        ObservedShop shop;
        shop.other.say(On);
        shop.rig.start();
        QVERIFY(shop.rig.isWell("web"));
        QCOMPARE(shop.rig.marks("s1"), std::size_t(1));
        QCOMPARE(shop.rig.command(Kind::Begin, "s1"), "");
        QVERIFY(shop.rig.reaches("s1", Phase::Draining));
        QVERIFY(shop.waitsForTheOther());
        QCOMPARE(shop.rig.row("web").errors, 0U); // that is no failure
        shop.other.say(Leaving);
        const auto runs = [&] { return shop.rig.row("web").lastRun; };
        const TimePoint before = runs();
        QVERIFY(eventually([&] { return runs() > before + std::chrono::milliseconds(100); }));
        QCOMPARE(shop.rig.operation("s1")->operation.phase, Phase::Draining);
        QCOMPARE(shop.rig.marks("s1"), std::size_t(1));
        shop.other.say(Off);
        QVERIFY(shop.rig.reaches("s1", Phase::Drained));
        QCOMPARE(shop.rig.command(Kind::Start, "s1"), "");
        QCOMPARE(shop.rig.command(Kind::Finish, "s1"), "");
        QVERIFY(shop.rig.reaches("s1", Phase::Restoring));
        QVERIFY(shop.waitsForTheOther());
        shop.other.say(On);
        QVERIFY(shop.rig.isOver("s1"));
        QCOMPARE(shop.rig.marks("s1"), std::size_t(1));
    }

    void aServerThatTheOtherHasTakenAwayIsDrained()
    {
        ObservedShop shop;
        shop.other.say(On);
        shop.rig.start();
        QVERIFY(shop.rig.isWell("web"));
        QCOMPARE(shop.rig.command(Kind::Begin, "s1"), "");
        QVERIFY(shop.rig.reaches("s1", Phase::Draining));
        shop.other.say("[]");
        QVERIFY(shop.rig.reaches("s1", Phase::Drained));
    }

    void aServiceThatIsGoneHoldsItsMarksUntilTheOtherFollows()
    {
        ObservedShop shop;
        shop.other.say(On);
        shop.rig.start();
        QVERIFY(shop.rig.isWell("web"));
        shop.rig.files.drop("web");
        QVERIFY(shop.waitsForTheOther());
        QCOMPARE(shop.rig.marks("s1"), std::size_t(1));
        shop.other.say("[]");
        QVERIFY(shop.rig.hasMarks("s1", 0));
    }

    void aBackendThatTheOtherDoesNotKnowIsSaid()
    {
        ObservedShop shop;
        shop.rig.start();
        QVERIFY(shop.rig.says("web", " knows no backend web: it is for its own system to make it"));
    }

    void answersThatAreNotUnderstoodAreSaid_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("no JSON") << QByteArray("ok") << "line 1, column";
        QTest::newRow("no list") << QByteArray("{}") << "must be a list of servers";
        QTest::newRow("no traffic")
            << QByteArray(R"([{"name": "s1"}])") << "[0].traffic: is missing";
        QTest::newRow("sessions") << QByteArray(
            R"([{"name": "s1", "traffic": true, "sessions": -1}])")
                                  << "[0].sessions: must be a whole number";
    }
    void answersThatAreNotUnderstoodAreSaid()
    {
        QFETCH(QByteArray, answer);
        QFETCH(QString, sentence);
        const OtherSystem other;
        other.say(answer);
        const auto servers = ObservedApi(other.url(), std::chrono::seconds(5)).servers("web", {});
        QVERIFY(!servers);
        const QString error = QString::fromStdString(servers.error().message);
        QVERIFY2(error.startsWith(QString::fromStdString(other.url())), qPrintable(error));
        QVERIFY2(error.contains(" answers with something else: " + sentence), qPrintable(error));
    }

    void anApiThatIsAwayIsSaid()
    {
        const auto port = freePort();
        const ObservedApi api("http://" + ownIp() + ':' + std::to_string(port),
                              std::chrono::seconds(5));
        const auto servers = api.servers("web", {});
        QVERIFY(!servers);
        QVERIFY2(servers.error().message.find("/backends/web: ") != std::string::npos,
                 servers.error().message.c_str());
    }
};

QONTROLLER_GUILESS_TEST(ObservedTest)
#include "tst_observed.moc"
