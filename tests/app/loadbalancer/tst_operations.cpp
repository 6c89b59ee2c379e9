// SPDX-License-Identifier: LGPL-3.0-or-later
// Operations on servers behind a real HAProxy, and what may come in between.
#include "loadbalancerrig.h"
#include "programs.h"

#include <QtTest/QtTest>

#include <atomic>

using namespace qontroller;
using namespace qontroller::test;
using Kind = qontroller::consist::Command::Kind;

namespace {

constexpr const char *S1 = "web/web::s1";
constexpr const char *S2 = "web/web::s2";

/// A service with one or more servers that get traffic.
class Shop
{
public:
    explicit Shop(int count, int milliseconds = 3)
    {
        rig.options.socket = haproxy.socket();
        rig.files.check = "20ms";
        rig.files.putService("web");
        for (int i = 0; i < count; ++i) {
            servers.push_back(std::make_unique<WebServer>(milliseconds));
            rig.files.putServer(QStringLiteral("s%1").arg(i + 1), servers.back()->address());
        }
    }
    [[nodiscard]] bool start()
    {
        rig.start();
        for (std::size_t i = 0; i < servers.size(); ++i) {
            const std::string name = 's' + std::to_string(i + 1);
            if (!haproxy.comesTo("web/web::" + name, "ready") || !rig.hasMarks(name, 1))
                return false;
        }
        return true;
    }
    void setReady(const QString &server, const QByteArray &ready)
    {
        const auto i = static_cast<std::size_t>(server.mid(1).toInt() - 1);
        rig.files.putServer(server, servers[i]->address(), ready);
    }
    /// Open sessions of the server at \a path.
    [[nodiscard]] std::uint64_t sessions(const std::string &path) const
    {
        return haproxy.servers()[path].sessions;
    }
    [[nodiscard]] bool hasSessions(const std::string &path, std::uint64_t count) const
    {
        return eventually([&] { return sessions(path) == count; });
    }

    HaproxyProcess haproxy;
    LoadBalancerRig rig;
    std::vector<std::unique_ptr<WebServer>> servers;
};

} // namespace

class OperationsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const QByteArray missing = missingPrograms({"haproxy"});
        QVERIFY2(missing.isEmpty(), missing);
    }

    void aServerIsTakenOutAndComesBack()
    {
        Shop shop(2);
        QVERIFY(shop.start());
        QVERIFY(shop.rig.drains("s1"));
        QCOMPARE(shop.haproxy.state(S1), "maint");
        QCOMPARE(shop.rig.marks("s1"), std::size_t(0));
        QCOMPARE(shop.rig.command(Kind::Start, "s1"), "");
        QCOMPARE(shop.rig.command(Kind::Finish, "s1"), "");
        QVERIFY(shop.rig.isOver("s1"));
        QCOMPARE(shop.haproxy.state(S1), "ready");
        QCOMPARE(shop.rig.marks("s1"), std::size_t(1));
    }

    void aFileAsksAndAProgramWorks()
    {
        Shop shop(2);
        std::atomic<int> runs = 0;
        std::atomic<bool> wasOut = true;
        shop.rig.options.operate["restart"] = {"restart-it"};
        shop.rig.runCommand = [&](const std::vector<std::string> &command, std::string_view server,
                                  auto &&...) {
            wasOut = wasOut && command.front() == "restart-it" && server == "s1"
                     && shop.haproxy.state(S1) == "maint";
            shop.servers[0]->restart();
            ++runs;
            return CommandAnswer{true, {}};
        };
        QVERIFY(shop.start());
        const auto ask = [&](const QByteArray &operations) {
            shop.rig.files.write("s1", R"({"kind": "Server", "labels": {"app": "web"},
                "address": ")" + QByteArray::fromStdString(shop.servers[0]->address())
                                           + R"(", "ready": true, "operations": )" + operations
                                           + "}");
        };
        ask(R"([{"id": "restart-7", "type": "restart"}])");
        QVERIFY(eventually([&] { return runs == 1; }));
        QVERIFY(shop.rig.isOver("s1"));
        QVERIFY(wasOut);
        QVERIFY(shop.haproxy.comesTo(S1, "ready"));
        ask("[]");
        ask(R"([{"id": "move-1", "type": "move"}])"); // that is somebody else's to do
        QVERIFY(shop.rig.reaches("s1", Phase::Drained));
        QCOMPARE(shop.haproxy.state(S1), "maint");
        ask(R"([{"id": "move-1", "type": "move", "finished": true}])");
        QVERIFY(shop.rig.isOver("s1"));
        QVERIFY(shop.haproxy.comesTo(S1, "ready"));
        QCOMPARE(runs.load(), 1);
    }

    void aRequestUnderWayIsWaitedFor()
    {
        Shop shop(1, 300);
        QVERIFY(shop.start());
        const Request request(shop.haproxy.port(), "/");
        QVERIFY(shop.hasSessions(S1, 1));
        QCOMPARE(shop.rig.command(Kind::Begin, "s1"), "");
        QVERIFY(shop.haproxy.comesTo(S1, "drain"));
        QCOMPARE(shop.rig.operation("s1")->operation.phase, Phase::Draining);
        QCOMPARE(shop.rig.marks("s1"), std::size_t(1));
        QVERIFY(shop.rig.reaches("s1", Phase::Drained));
        QCOMPARE(request.status(), 200);
        QCOMPARE(shop.sessions(S1), std::uint64_t(0));
    }

    void aSessionThatNeverEndsIsStuckAndMayBeForced()
    {
        Shop shop(1);
        shop.rig.options.drainDeadline = std::chrono::milliseconds(50);
        QVERIFY(shop.start());
        const Request request(shop.haproxy.port(), "/hang");
        QVERIFY(shop.hasSessions(S1, 1));
        QCOMPARE(shop.rig.command(Kind::Begin, "s1"), "");
        QVERIFY(eventually([&] {
            const auto view = shop.rig.operation("s1");
            return view && view->waiting.isStuck;
        }));
        const auto stuck = shop.rig.operation("s1");
        QVERIFY(stuck->waiting.what == WaitsFor::Marks);
        QCOMPARE(stuck->waiting.whom.size(), std::size_t(1));
        QCOMPARE(stuck->waiting.whom[0].name, "web (shop)");
        QVERIFY(!stuck->isAllowed);
        QCOMPARE(shop.haproxy.state(S1), "drain");
        QCOMPARE(shop.rig.command(Kind::Force, "s1"), "");
        QVERIFY(shop.rig.reaches("s1", Phase::Drained));
        QCOMPARE(shop.rig.command(Kind::Start, "s1"), "");
        shop.servers[0]->restart();
        QCOMPARE(request.status(), 502);
        QCOMPARE(shop.rig.command(Kind::Finish, "s1"), "");
        QVERIFY(shop.rig.isOver("s1"));
        QVERIFY(shop.haproxy.comesTo(S1, "ready"));
    }

    void aDrainGoesOnBesideAFileThatIsWrong()
    {
        Shop shop(2);
        QVERIFY(shop.start());
        shop.rig.files.write("s2", "{");
        QVERIFY(eventually([&] { return shop.rig.row("web").state == ItemState::Failed; }));
        std::vector<std::unique_ptr<Request>> requests;
        QVERIFY(eventually([&] {
            requests.push_back(std::make_unique<Request>(shop.haproxy.port(), "/hang"));
            return shop.sessions(S1) > 0;
        }));
        QCOMPARE(shop.rig.command(Kind::Begin, "s1"), "");
        QVERIFY(shop.haproxy.comesTo(S1, "drain"));
        QVERIFY(eventually([&] { return shop.rig.row("web").state == ItemState::Failed; }));
        QCOMPARE(shop.rig.marks("s1"), std::size_t(1));
        shop.servers[0]->restart(); // its sessions end
        QVERIFY(shop.rig.reaches("s1", Phase::Drained));
    }

    void anOperationWaitsForAFileThatIsWrong()
    {
        Shop shop(2);
        std::atomic<bool> isAllowed = false;
        shop.rig.options.preCheck.command = {"may-i"};
        shop.rig.runCommand = [&](auto &&...) {
            return CommandAnswer{isAllowed.load(), "not yet"};
        };
        QVERIFY(shop.start());
        shop.rig.files.write("s1", "{");
        QVERIFY(shop.rig.says("web", "s1.json: "));
        isAllowed = true;
        QCOMPARE(shop.rig.command(Kind::Begin, "s1"), "");
        QVERIFY(eventually([&] {
            const auto view = shop.rig.operation("s1");
            return view && view->waiting.whom.size() == 1
                   && view->waiting.whom[0].name.find("may be drained") != std::string::npos;
        }));
        QCOMPARE(shop.rig.operation("s1")->operation.phase, Phase::PreCheck);
        QCOMPARE(shop.haproxy.state(S1), "ready");
        shop.setReady("s1", "true");
        QVERIFY(shop.rig.reaches("s1", Phase::Drained));
    }

    void aServerThatHaproxyHasBesideOursIsSaidAndNotOperatedOn()
    {
        Shop shop(2);
        QVERIFY(shop.start());
        const auto ask = [&](const std::string &command) {
            return shop.haproxy.ask(command + " web/mine");
        };
        const std::string address = shop.servers[0]->address();
        QCOMPARE(shop.haproxy.ask("add server web/mine " + address), "New server registered.");
        QVERIFY(shop.rig.isWell("web")); // it is in maintenance
        QCOMPARE(ask("enable server"), "");
        QVERIFY(shop.rig.says("web", "drain of server s1: HAProxy has another server at " + address
                                         + ", \"web/mine\", which stays in traffic whatever is "
                                           "drained here: take it out of HAProxy's configuration"));
        QCOMPARE(shop.rig.command(Kind::Begin, "s1"), "");
        QCOMPARE(shop.rig.operation("s1")->operation.phase, Phase::PreCheck);
        shop.rig.restart();
        QVERIFY(shop.rig.says("web", "HAProxy has another server at " + address));
        QCOMPARE(shop.rig.operation("s1")->operation.phase, Phase::PreCheck);
        QCOMPARE(shop.haproxy.state(S1), "ready");
        QCOMPARE(ask("disable server"), "");
        QVERIFY(shop.rig.reaches("s1", Phase::Drained));
    }

    void anOperationUnderWayEndsWhenTheFileIsMended()
    {
        Shop shop(2);
        QVERIFY(shop.start());
        QVERIFY(shop.rig.drains("s1"));
        shop.rig.files.write("s1", "{");
        QVERIFY(shop.rig.says("web", "s1.json: "));
        QCOMPARE(shop.rig.command(Kind::Start, "s1"), "");
        shop.rig.restart(); // which forgets the last good state
        QVERIFY(shop.rig.says("web", "s1.json: "));
        QCOMPARE(shop.rig.command(Kind::Finish, "s1"), "");
        QVERIFY(shop.rig.reaches("s1", Phase::Restoring));
        QCOMPARE(shop.haproxy.state(S1), "maint");
        shop.setReady("s1", "true");
        QVERIFY(shop.rig.isOver("s1"));
        QCOMPARE(shop.haproxy.state(S1), "ready");
    }

    void aServerThatDoesNotGetReadyGetsNoTraffic()
    {
        Shop shop(2);
        QVERIFY(shop.start());
        QVERIFY(shop.rig.drains("s1"));
        shop.setReady("s1", "false");
        QCOMPARE(shop.rig.command(Kind::Start, "s1"), "");
        QCOMPARE(shop.rig.command(Kind::Finish, "s1"), "");
        QVERIFY(shop.rig.reaches("s1", Phase::Restoring));
        QVERIFY(shop.rig.isWell("web"));
        const auto waits = shop.rig.operation("s1");
        QVERIFY(waits->waiting.what == WaitsFor::Traffic);
        QCOMPARE(waits->waiting.whom.size(), std::size_t(1));
        QCOMPARE(waits->waiting.whom[0].name, "web (shop)");
        QCOMPARE(shop.haproxy.state(S1), "maint");
        QCOMPARE(shop.rig.command(Kind::Begin, "s2"), "");
        QCOMPARE(shop.rig.operation("s2")->operation.phase, Phase::PreCheck);
        shop.setReady("s1", "true");
        QVERIFY(shop.rig.isOver("s1"));
        QCOMPARE(shop.haproxy.state(S1), "ready");
        QVERIFY(shop.rig.reaches("s2", Phase::Drained));
    }

    void aServerThatDoesNotComeBackGetsNoTrafficAndHoldsTheOthers()
    {
        Shop shop(2);
        QVERIFY(shop.start());
        QVERIFY(shop.rig.drains("s1"));
        QCOMPARE(shop.rig.command(Kind::Start, "s1"), "");
        shop.servers[0]->stop(); // and the command that restarts it says that all is well
        QCOMPARE(shop.rig.command(Kind::Finish, "s1"), "");
        QVERIFY(shop.rig.says("web", "web/s1: HAProxy's check does not find it (no connection), so"
                                     " it gets no traffic before it does"));
        QCOMPARE(shop.rig.operation("s1")->operation.phase, Phase::Restoring);
        QCOMPARE(shop.rig.command(Kind::Begin, "s2"), "");
        QCOMPARE(shop.rig.operation("s2")->operation.phase, Phase::PreCheck);
        for (int request = 0; request < 50; ++request)
            QCOMPARE(Request(shop.haproxy.port(), "/").status(), 200);
        QCOMPARE(shop.haproxy.state(S1), "drain");
        shop.servers[0]->start();
        QVERIFY(shop.rig.isOver("s1"));
        QCOMPARE(shop.haproxy.state(S1), "ready");
        QVERIFY(shop.rig.reaches("s2", Phase::Drained));
    }

    void aServerThatEndsByItselfIsDownInItsStatus()
    {
        Shop shop(2);
        QVERIFY(shop.start());
        shop.servers[0]->stop();
        const auto status = [&] {
            const auto view = shop.rig.desk->employer({"shop", "web"});
            return view.members.empty() || view.members[0].status.empty()
                       ? std::string()
                       : view.members[0].status[0];
        };
        QVERIFY(eventually([&] {
            return status().starts_with(
                "down, gets no traffic: HAProxy's check does not find it (no connection), ");
        }));
        shop.servers[0]->start();
        QVERIFY(eventually([&] { return status().starts_with("gets traffic, "); }));
    }

    void aServerThatGetsACheckHasItAfterTheNextOperation()
    {
        Shop shop(2);
        shop.rig.files.check = "off";
        shop.rig.files.putService("web");
        QVERIFY(shop.start());
        shop.rig.files.check = "20ms";
        shop.rig.files.putService("web");
        QVERIFY(shop.rig.drains("s1"));
        QVERIFY(eventually([&] { return shop.haproxy.servers()[S1].isChecked; }));
        QCOMPARE(shop.rig.command(Kind::Start, "s1"), "");
        QCOMPARE(shop.rig.command(Kind::Finish, "s1"), "");
        QVERIFY(shop.rig.isOver("s1"));
        QVERIFY(shop.haproxy.servers()[S1].isChecked);
        QVERIFY(!shop.haproxy.servers()[S2].isChecked);
    }

    void aHaproxyThatWasKilledIsRebuiltWithoutWhoIsOperatedOn()
    {
        Shop shop(3);
        QVERIFY(shop.start());
        QVERIFY(shop.rig.drains("s1"));
        QCOMPARE(shop.rig.command(Kind::Start, "s1"), "");
        shop.servers[0]->stop();
        for (int i = 0; i < 3; ++i) {
            shop.haproxy.kill();
            shop.haproxy.start();
            QVERIFY(shop.haproxy.comesTo(S2, "ready"));
            QVERIFY(shop.haproxy.comesTo("web/web::s3", "ready"));
            QVERIFY(shop.haproxy.comesTo(S1, "maint"));
            for (int request = 0; request < 20; ++request)
                QCOMPARE(Request(shop.haproxy.port(), "/").status(), 200);
            QCOMPARE(everServed(shop, "web::s1"), 0);
        }
        QCOMPARE(shop.rig.operation("s1")->operation.phase, Phase::Operating);
        shop.servers[0]->start();
        QCOMPARE(shop.rig.command(Kind::Finish, "s1"), "");
        QVERIFY(shop.rig.isOver("s1"));
        QCOMPARE(shop.haproxy.state(S1), "ready");
    }

    void aHaproxyThatIsAwayStopsNoOperationForEver()
    {
        Shop shop(2);
        QVERIFY(shop.start());
        shop.haproxy.kill();
        QCOMPARE(shop.rig.command(Kind::Begin, "s1"), "");
        QVERIFY(shop.rig.reaches("s1", Phase::Draining));
        QVERIFY(shop.rig.says("web", "cannot be reached"));
        QCOMPARE(shop.rig.marks("s1"), std::size_t(1)); // nobody has confirmed anything
        shop.haproxy.start();
        QVERIFY(shop.rig.reaches("s1", Phase::Drained));
        QCOMPARE(shop.haproxy.state(S1), "maint");
    }

    void aHostThatStartsAgainGoesOn()
    {
        Shop shop(2);
        QVERIFY(shop.start());
        QVERIFY(shop.rig.drains("s1"));
        QCOMPARE(shop.rig.command(Kind::Start, "s1"), "");
        shop.rig.stop();
        shop.haproxy.kill(); // both forget
        shop.haproxy.start();
        shop.rig.start();
        QVERIFY(shop.haproxy.comesTo(S2, "ready"));
        QVERIFY(shop.haproxy.comesTo(S1, "maint"));
        QCOMPARE(everServed(shop, "web::s1"), 0);
        QCOMPARE(shop.rig.command(Kind::Finish, "s1"), "");
        QVERIFY(shop.rig.isOver("s1"));
    }

    void aServiceIsGoneWhenNobodyHoldsItsServersAnyMore()
    {
        Shop shop(1);
        shop.rig.files.write("blue", R"({"kind": "Service", "selector": {"app": "web"},
            "backend": "other"})");
        shop.rig.start();
        QVERIFY(shop.haproxy.comesTo(S1, "ready"));
        QVERIFY(shop.haproxy.comesTo("other/blue::s1", "ready"));
        QVERIFY(shop.rig.hasMarks("s1", 2));
        const Request request(shop.haproxy.port(), "/hang");
        QVERIFY(shop.hasSessions(S1, 1));
        shop.rig.files.drop("web");
        QVERIFY(shop.haproxy.comesTo(S1, "drain"));
        QCOMPARE(shop.rig.marks("s1"), std::size_t(2));
        QVERIFY(shop.rig.host->detail(shop.rig.id, "web"));
        shop.servers[0]->restart(); // the session ends
        QVERIFY(shop.haproxy.comesTo(S1, "none"));
        QVERIFY(shop.rig.hasMarks("s1", 1)); // blue's
        QVERIFY(eventually([&] { return !shop.rig.host->detail(shop.rig.id, "web"); }));
        QCOMPARE(shop.haproxy.state("other/blue::s1"), "ready");
        QVERIFY(eventually([&] {
            return shop.rig.desk->store().look(
                [](const Books &books) { return books.employers().size() == 1; });
        }));
    }

    void aWishToDeleteIsServedAfterTheDrain()
    {
        Shop shop(2);
        QVERIFY(shop.start());
        const auto done = shop.rig.desk->submit(shop.rig.key("s1"), {Kind::Delete, {}, {}, "ann"});
        QVERIFY(done);
        QVERIFY(eventually([&] { return !QFile::exists(shop.rig.files.path("s1.json")); }));
        QVERIFY(shop.haproxy.comesTo(S1, "none"));
        QVERIFY(shop.rig.isOver("s1"));
        QCOMPARE(shop.rig.marks("s1"), std::size_t(0));
        QCOMPARE(shop.haproxy.state(S2), "ready");
    }

private:
    /// How many sessions the server has had since HAProxy started; -1 if there is no such server.
    static int everServed(const Shop &shop, const std::string &name)
    {
        const QString text = QString::fromStdString(shop.haproxy.ask("show stat -1 4 -1"));
        for (const QString &line : text.split(u'\n')) {
            const QStringList words = line.split(u',');
            if (words.size() > 8 && words[1].toStdString() == name)
                return words[7].toInt();
        }
        return -1;
    }
};

QTEST_GUILESS_MAIN(OperationsTest)
#include "tst_operations.moc"
