// SPDX-License-Identifier: LGPL-3.0-or-later
// Operations on servers behind a real HAProxy, and what may come in between.
#include "latch.h"
#include "loadbalancershop.h"
#include "programs.h"
#include "testprogram.h"

#include <QtCore/QScopeGuard>
#include <QtTest/QtTest>

#include <atomic>
#include <thread>

using namespace qontroller;
using namespace qontroller::loadbalancer;
using namespace qontroller::test;
using Kind = qontroller::consist::Command::Kind;

namespace {

/// What the file of a server asks for, after its "ready".
constexpr const char *Wish = R"(true, "operations": [{"id": "r", "type": "work"}])";
constexpr const char *FinishedWish =
    R"(true, "operations": [{"id": "r", "type": "work", "finished": true}])";

/// Clients of HAProxy's frontend, one after the other, as long as this object lives.
class Clients
{
public:
    explicit Clients(std::uint16_t port)
        : m_thread([this, port](const std::stop_token &stop) {
            while (!stop.stop_requested())
                ++(Request(port, "/").status() == 200 ? m_served : m_failed);
        })
    {}
    /// Some that have begun from now on have their answers.
    [[nodiscard]] bool goOn() const
    {
        const int before = m_served + m_failed;
        return eventually([&] { return m_served + m_failed > before + 20; });
    }
    [[nodiscard]] int failed() const { return m_failed; }

private:
    std::atomic<int> m_served = 0;
    std::atomic<int> m_failed = 0;
    std::jthread m_thread;
};

} // namespace

class OperationsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { NEEDS_PROGRAMS("haproxy"); }

    void aFileAsksAndAProgramWorks()
    {
        Shop shop(2);
        std::atomic<int> runs = 0;
        std::atomic<bool> wasOut = true;
        shop.rig.options.operate["restart"] = {"restart-it"};
        shop.rig.runProgram = [&](const std::vector<std::string> &command, const Work &work,
                                  auto &&...) {
            wasOut = wasOut && command.front() == "restart-it"
                     && work.employee.qualifiedName() == "s1" && shop.haproxy.state(S1) == "maint";
            shop.servers[0]->restart();
            ++runs;
            return ProgramAnswer{true, {}};
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
        ask(R"([{"id": "move-1", "type": "move"}])"); // that is for others to do
        QVERIFY(shop.rig.reaches("s1", Phase::Drained));
        QCOMPARE(shop.haproxy.state(S1), "maint");
        ask(R"([{"id": "move-1", "type": "move", "finished": true}])");
        QVERIFY(shop.rig.isOver("s1"));
        QVERIFY(shop.haproxy.comesTo(S1, "ready"));
        QCOMPARE(runs.load(), 1);
    }

    // As vim saves: it renames the file first and writes it then. Here the moment is a long one.
    void aFileThatIsSavedUnchangedEndsNoOperation()
    {
        Shop shop(2);
        shop.rig.options.deletionDelay = std::chrono::hours(1);
        std::atomic<bool> isUndone = false;
        shop.rig.note = [&](const std::string &line) {
            isUndone = isUndone || line.ends_with("is undone");
        };
        QVERIFY(shop.start());
        shop.setReady("s1", Wish);
        QVERIFY(shop.rig.reaches("s1", Phase::Drained));
        for (int round = 0; round < 3; ++round) {
            QVERIFY(QFile::rename(shop.rig.files.path("s1.json"), shop.rig.files.path("s1.json~")));
            QVERIFY(passesOver(shop));
            QCOMPARE(shop.haproxy.state(S1), "maint");
            QCOMPARE(shop.rig.operation("s1")->operation.phase, Phase::Drained);
            shop.setReady("s1", Wish);
            QVERIFY(QFile::remove(shop.rig.files.path("s1.json~")));
            QVERIFY(passesOver(shop));
            QCOMPARE(shop.haproxy.state(S1), "maint");
            QCOMPARE(shop.rig.operation("s1")->operation.phase, Phase::Drained);
        }
        QVERIFY(!isUndone);
        shop.setReady("s1", FinishedWish);
        QVERIFY(shop.haproxy.comesTo(S1, "ready"));
    }

    void aServerThatIsWorkedOnIsAskedNothingHoweverItsFileIsSaved()
    {
        Latch worked;
        Shop shop(2);
        shop.rig.options.deletionDelay = std::chrono::hours(1);
        shop.rig.options.operate["work"] = {"work-on-it"};
        shop.rig.runProgram = [&](auto &&...) {
            worked.wait();
            return ProgramAnswer{true, {}};
        };
        const auto opened = qScopeGuard([&] { worked.open(); });
        QVERIFY(shop.start());
        const Clients clients(shop.haproxy.port());
        QVERIFY(eventually([&] { return everServed(shop, "web::s1") > 0; }));
        shop.setReady("s1", Wish);
        QVERIFY(eventually([&] { return worked.waiting() == 1; }));
        const int before = everServed(shop, "web::s1");

        const QString file = shop.rig.files.path("s1.json");
        for (int round = 0; round < 20; ++round) {
            const bool isSlow = round < 3;
            QVERIFY(QFile::rename(file, file + '~'));
            QVERIFY(!isSlow || (passesOver(shop) && clients.goOn()));
            shop.setReady("s1", Wish);
            QVERIFY(!isSlow || (passesOver(shop) && clients.goOn()));
            QVERIFY(QFile::remove(file + '~'));
        }
        QVERIFY(passesOver(shop) && clients.goOn());
        QCOMPARE(everServed(shop, "web::s1"), before);
        QCOMPARE(worked.waiting(), 1);
        worked.open();
        QVERIFY(shop.rig.isOver("s1"));
        QVERIFY(eventually([&] { return everServed(shop, "web::s1") > before; }));
        QCOMPARE(clients.failed(), 0);
    }

    void aFileThatIsDeletedAndComesBackBringsNoTrafficToWhomIsWorkedOn()
    {
        Shop shop(2);
        shop.rig.options.deletionDelay = std::chrono::milliseconds(20);
        QVERIFY(shop.start());
        shop.setReady("s1", Wish);
        QVERIFY(shop.rig.reaches("s1", Phase::Drained));
        shop.rig.files.drop("s1");
        QVERIFY(shop.haproxy.comesTo(S1, "none"));
        QCOMPARE(shop.rig.operation("s1")->operation.phase, Phase::Drained);
        shop.setReady("s1", Wish);
        QVERIFY(shop.haproxy.comesTo(S1, "maint"));
        QVERIFY(passesOver(shop));
        QCOMPARE(shop.haproxy.state(S1), "maint");
        QCOMPARE(shop.rig.operation("s1")->operation.phase, Phase::Drained);
        shop.setReady("s1", FinishedWish);
        QVERIFY(shop.haproxy.comesTo(S1, "ready"));
        QVERIFY(shop.rig.isOver("s1"));
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
        QVERIFY(shop.haproxy.comesTo(S1, "drain")); // the deadline may be over before the pass
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
        QCOMPARE(shop.rig.marks("s1"), std::size_t(1)); // nothing is confirmed
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

    void aControllerOfAnotherNameGoesOn()
    {
        Shop shop(2);
        QVERIFY(shop.start());
        QVERIFY(shop.rig.drains("s1"));
        QCOMPARE(shop.rig.command(Kind::Start, "s1"), "");
        shop.rig.options.controller = "renamed";
        shop.rig.restart();
        QVERIFY(shop.rig.isWell("web"));
        QCOMPARE(shop.haproxy.state(S1), "maint");
        QCOMPARE(everServed(shop, "web::s1"), 0);
        QCOMPARE(shop.rig.command(Kind::Finish, "s1"), "");
        QVERIFY(shop.rig.reaches("s1", Phase::PostCheck));
        QCOMPARE(shop.rig.operation("s1")->waiting.whom.at(0).name,
                 "web (shop): its controller does not run");
        QVERIFY(shop.rig.mover->forget({"shop", "web"}, "ann"));
        QVERIFY(shop.rig.isOver("s1"));
        QCOMPARE(shop.haproxy.state(S1), "ready");
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
            return shop.rig.mover->store().look(
                [](const Books &books) { return books.employers().size() == 1; });
        }));
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

QONTROLLER_GUILESS_TEST(OperationsTest)
#include "tst_operations.moc"
