// SPDX-License-Identifier: LGPL-3.0-or-later
// Services and servers in a real HAProxy: files come, change, go, and are wrong.
#include "core/engine/observe/items/description.h"

#include "loadbalancerrig.h"
#include "programs.h"
#include "testprogram.h"
#include "webserver.h"

#include <QtCore/QDir>
#include <QtTest/QtTest>

#include <algorithm>

using namespace qontroller;
using namespace qontroller::loadbalancer;
using namespace qontroller::test;

namespace {

/// A HAProxy and a controller that is not started yet.
struct HaproxyShop
{
    HaproxyShop() { rig.options.socket = haproxy.socket(); }

    /// With s1 behind the service "web", besides what was put already.
    [[nodiscard]] bool startsWithServer()
    {
        rig.files.putService("web");
        rig.files.putServer("s1", "127.0.0.1:9");
        rig.start();
        return haproxy.comesTo(S1, "ready");
    }

    HaproxyProcess haproxy;
    LoadBalancerRig rig;
};

} // namespace

class HaproxyTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { NEEDS_PROGRAMS("haproxy"); }

    void serversOfAServiceGetTraffic()
    {
        HaproxyShop shop;
        WebServer server;
        shop.rig.files.putService("web");
        shop.rig.files.putServer("s1", server.address());
        shop.rig.start();
        QVERIFY(shop.haproxy.comesTo(S1, "ready"));
        QVERIFY(shop.rig.hasMarks("s1", 1));
        QVERIFY(shop.rig.isWell("web"));
        QCOMPARE(Request(shop.haproxy.port(), "/").status(), 200);
        QCOMPARE(shop.haproxy.servers()[S1].weight, 100U);
    }

    void serversOfTheConfigurationAreLeftAlone()
    {
        HaproxyShop shop;
        const auto fixed = shop.haproxy.servers()["web/fixed"];
        QVERIFY(shop.startsWithServer());
        shop.rig.files.drop("web");
        QVERIFY(shop.haproxy.comesTo(S1, "none"));
        QVERIFY(shop.haproxy.servers()["web/fixed"] == fixed);
    }

    void aServerThatIsNotReadyGetsNoTraffic()
    {
        HaproxyShop shop;
        shop.rig.files.putService("web");
        shop.rig.files.putServer("s1", "127.0.0.1:9", "false");
        shop.rig.start();
        QVERIFY(shop.haproxy.comesTo(S1, "maint"));
        QCOMPARE(shop.rig.marks("s1"), std::size_t(0));
        shop.rig.files.putServer("s1", "127.0.0.1:9", "true");
        QVERIFY(shop.haproxy.comesTo(S1, "ready"));
        QVERIFY(shop.rig.hasMarks("s1", 1));
        shop.rig.files.putServer("s1", "127.0.0.1:9", "false");
        QVERIFY(shop.haproxy.comesTo(S1, "maint"));
        QVERIFY(shop.rig.hasMarks("s1", 0));
    }

    void addressesAndWeightsChange()
    {
        HaproxyShop shop;
        shop.rig.files.putService("web", R"(, "port": 8000)");
        shop.rig.files.putServer("s1", "127.0.0.1:9");
        shop.rig.start();
        QVERIFY(shop.haproxy.comesTo(S1, "ready"));
        shop.rig.files.write("s1", R"({"kind": "Server", "labels": {"app": "web"},
            "address": "::1", "ready": true, "weight": 7})");
        QVERIFY(eventually([&] {
            const ServerState state = shop.haproxy.servers()[S1];
            return state.address == "[::1]:8000" && state.weight == 7;
        }));
        QCOMPARE(shop.haproxy.state(S1), "ready");
        QVERIFY(shop.rig.isWell("web"));
    }

    void namesOfAllKindsAreServers()
    {
        HaproxyShop shop;
        shop.rig.files.putService("my shop");
        shop.rig.files.putServer("größe: 1::2", "127.0.0.1:9");
        shop.rig.start();
        QVERIFY(shop.haproxy.comesTo("web/my:20shop::gr:C3:B6:C3:9Fe:3A:201:3A:3A2", "ready"));
        QVERIFY(shop.rig.hasMarks("größe: 1::2", 1));
        shop.rig.files.drop(QStringLiteral("größe: 1::2"));
        QVERIFY(eventually([&] { return shop.haproxy.servers().size() == 1; }));
    }

    void aServiceMovesToAnotherBackend()
    {
        HaproxyShop shop;
        QVERIFY(shop.startsWithServer());
        shop.rig.files.write("web", R"({"kind": "Service", "selector": {"app": "web"},
            "backend": "other"})");
        QVERIFY(shop.haproxy.comesTo("other/web::s1", "ready"));
        QVERIFY(shop.haproxy.comesTo(S1, "none"));
        QVERIFY(shop.rig.hasMarks("s1", 1));
    }

    void twoServicesShareABackend()
    {
        HaproxyShop shop;
        shop.rig.files.putService("blue");
        QVERIFY(shop.startsWithServer());
        QVERIFY(shop.haproxy.comesTo("web/blue::s1", "ready"));
        QVERIFY(shop.rig.hasMarks("s1", 2));
        shop.rig.files.drop("blue");
        QVERIFY(shop.haproxy.comesTo("web/blue::s1", "none"));
        QVERIFY(shop.rig.hasMarks("s1", 1));
        QCOMPARE(shop.haproxy.state(S1), "ready");
    }

    void anOperatorSeesWhatShouldBeAndWhatIs()
    {
        HaproxyShop shop;
        shop.rig.files.putService("web");
        shop.rig.files.putServer("s1", "127.0.0.1:9");
        shop.rig.files.putServer("s2", "127.0.0.1:10", "false");
        shop.rig.start();
        const auto text = [&] {
            return shop.rig.host->describe(shop.rig.id, "web", {}).value_or(Description{});
        };
        QVERIFY(eventually([&] { return text().actual == text().desired; }));
        QCOMPARE(text().actual, "web/s1: 127.0.0.1:9, weight 100, gets traffic\n"
                                "web/s2: 127.0.0.1:10, weight 100, gets no traffic\n");
    }

    void aFileThatIsWrittenInTwoStepsHurtsNobody()
    {
        HaproxyShop shop;
        QVERIFY(shop.startsWithServer());
        QVERIFY(shop.rig.isWell("web"));
        QFile file(shop.rig.files.path("s1.json"));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate | QIODevice::Unbuffered));
        QVERIFY(file.write(R"({"kind": "Server", "labels": {"app": "web"}, )") > 0);
        shop.rig.host->submit({shop.rig.id, ItemsAction{ItemVerb::Requeue, {"web"}}});
        QVERIFY(shop.rig.says("web", "s1.json: "));
        QCOMPARE(shop.haproxy.state(S1), "ready");
        QCOMPARE(shop.rig.marks("s1"), std::size_t(1));
        QVERIFY(file.write(R"("address": "127.0.0.1:10", "ready": true})") > 0);
        file.close();
        QVERIFY(eventually([&] { return shop.haproxy.servers()[S1].address == "127.0.0.1:10"; }));
        QVERIFY(shop.rig.isWell("web"));
        QCOMPARE(shop.haproxy.state(S1), "ready");
    }

    void aBackendThatIsMissingIsSaid()
    {
        HaproxyShop shop;
        shop.rig.files.write("web", R"({"kind": "Service", "selector": {"app": "web"},
            "backend": "nope"})");
        shop.rig.files.putServer("s1", "127.0.0.1:9");
        shop.rig.files.putServer("s2", "127.0.0.1:10");
        shop.rig.start();
        QVERIFY(shop.rig.says("web", "HAProxy has no backend nope: add it to its configuration"));
        const auto view = shop.rig.mover->employer({"shop", "web"});
        for (const std::string &error : view.errors) // not once more for each server
            QVERIFY2(error.find("backend nope: HAProxy has no") != std::string::npos,
                     error.c_str());
        QCOMPARE(shop.rig.marks("s1"), std::size_t(1)); // not yet said to get none
    }

    void aFrontendThatWasDisabledIsEnabled()
    {
        HaproxyShop shop;
        shop.rig.files.putService("web", R"(, "frontend": "in")");
        shop.rig.start();
        QVERIFY(shop.rig.isWell("web"));
        QCOMPARE(shop.haproxy.ask("disable frontend in"), "");
        const ProxyState open{ProxyState::Side::Frontend, "in", "OPEN"};
        const auto isOpen = [&] {
            const auto proxies = Haproxy(shop.haproxy.api()).proxies({});
            return std::find(proxies->begin(), proxies->end(), open) != proxies->end();
        };
        QVERIFY(eventually(isOpen));
    }

    void whatSomebodyChangesByHandIsPutRight()
    {
        HaproxyShop shop;
        shop.rig.files.putService("web");
        shop.rig.files.putServer("s1", "127.0.0.1:9", "false");
        shop.rig.files.putServer("s2", "127.0.0.2:9");
        shop.rig.start();
        QVERIFY(shop.haproxy.comesTo(S1, "maint"));
        QVERIFY(shop.haproxy.comesTo(S2, "ready"));
        QVERIFY(shop.rig.isWell("web"));
        QCOMPARE(shop.haproxy.ask(std::string("set server ") + S1 + " state ready"), "");
        QVERIFY(shop.haproxy.comesTo(S1, "maint"));
        QCOMPARE(shop.haproxy.ask(std::string("set server ") + S2 + " state maint"), "");
        QVERIFY(shop.haproxy.comesTo(S2, "ready"));
    }

    void aServerWhoseFileIsWrongStaysAsItIs()
    {
        HaproxyShop shop;
        shop.rig.files.putServer("s2", "127.0.0.2:9");
        QVERIFY(shop.startsWithServer());
        QVERIFY(shop.haproxy.comesTo(S2, "ready"));
        shop.rig.files.write("s1", R"({"kind": "Server", "address": 7, "ready": true})");
        QVERIFY(shop.rig.says(
            "web", "s1.json: address: must be text that is not empty, but is 7; until it is mended"
                   " the server stays as it is"));
        QCOMPARE(shop.haproxy.state(S1), "ready");
        shop.rig.files.putServer("s2", "127.0.0.1:10"); // the others go on
        QVERIFY(eventually([&] { return shop.haproxy.servers()[S2].address == "127.0.0.1:10"; }));
        shop.rig.files.putServer("s1", "127.0.0.1:9");
        QVERIFY(shop.rig.isWell("web"));
    }

    void soItIsAfterARestartThatHasNotSeenItGood()
    {
        HaproxyShop shop;
        QVERIFY(shop.startsWithServer());
        QVERIFY(shop.rig.hasMarks("s1", 1));
        shop.rig.stop();
        shop.rig.files.write("s1", "{");
        shop.rig.start();
        QVERIFY(shop.rig.says("web", "s1.json: "));
        QCOMPARE(shop.haproxy.state(S1), "ready");
        QCOMPARE(shop.rig.marks("s1"), std::size_t(1));
    }

    void aServiceWhoseFileIsWrongIsSaidAndKeepsItsServers()
    {
        HaproxyShop shop;
        QVERIFY(shop.startsWithServer());
        shop.rig.files.write("web", R"({"kind": "Service", "backend": "a b"})");
        QVERIFY(shop.rig.says("web", "web.json: backend: must"));
        QCOMPARE(shop.haproxy.state(S1), "ready");
        shop.rig.files.putService("web");
        QVERIFY(shop.rig.isWell("web"));
    }

    void aFolderThatIsAwayTakesNothingOut()
    {
        HaproxyShop shop;
        QVERIFY(shop.startsWithServer());
        const QString folder = shop.rig.files.path(".");
        const QString elsewhere = QDir::cleanPath(folder) + "-away";
        QVERIFY(QDir().rename(QDir::cleanPath(folder), elsewhere));
        shop.rig.host->submit({shop.rig.id, ItemsAction{ItemVerb::Requeue, {"web"}}});
        QVERIFY(shop.rig.says("web", "is not the one that was listed: bring it back"));
        QCOMPARE(shop.haproxy.state(S1), "ready");
        QVERIFY(QDir().rename(elsewhere, QDir::cleanPath(folder)));
        shop.rig.host->submit({shop.rig.id, ItemsAction{ItemVerb::Requeue, {"web"}}});
        QVERIFY(shop.rig.isWell("web"));
        QCOMPARE(shop.haproxy.state(S1), "ready");
    }

    void aHaproxyThatHangsIsGivenUpAndComesBack()
    {
        HaproxyShop shop;
        shop.rig.options.timeout = std::chrono::milliseconds(100);
        shop.rig.files.putService("web");
        shop.rig.start();
        QVERIFY(shop.rig.isWell("web"));
        shop.haproxy.signal(SIGSTOP);
        shop.rig.files.putServer("s1", "127.0.0.1:9");
        QVERIFY(shop.rig.says("web", "has not answered within 100ms"));
        shop.haproxy.signal(SIGCONT);
        QVERIFY(shop.haproxy.comesTo(S1, "ready"));
        QVERIFY(shop.rig.isWell("web"));
    }

    void aHostThatStartsAgainFindsWhatIsThere()
    {
        HaproxyShop shop;
        shop.rig.files.putServer("s2", "127.0.0.2:9");
        QVERIFY(shop.startsWithServer());
        QVERIFY(shop.haproxy.comesTo(S2, "ready"));
        shop.rig.stop();
        shop.rig.files.drop("s2");
        shop.rig.start();
        QVERIFY(shop.haproxy.comesTo(S2, "none"));
        QCOMPARE(shop.haproxy.state(S1), "ready");
        QVERIFY(shop.rig.hasMarks("s2", 0));
    }
};

QONTROLLER_GUILESS_TEST(HaproxyTest)
#include "tst_haproxy.moc"
