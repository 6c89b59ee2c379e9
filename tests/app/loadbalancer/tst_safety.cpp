// SPDX-License-Identifier: LGPL-3.0-or-later
// What keeps traffic from a server that is not back, and a server that cannot come back from being
// taken out.
#include "app/plugins/loadbalancer/haproxywatch.h"
#include "app/plugins/loadbalancer/serviceclaims.h"
#include "core/sdk/testing/recordinglist.h"
#include "loadbalancershop.h"
#include "programs.h"
#include "testprogram.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <atomic>
#include <mutex>

using namespace qontroller;
using namespace qontroller::loadbalancer;
using namespace qontroller::test;
using Kind = qontroller::consist::Command::Kind;

namespace {

/// What was said, from several threads.
class Lines
{
public:
    void add(const std::string &line)
    {
        const std::lock_guard lock(m_mutex);
        m_lines.push_back(line);
    }
    [[nodiscard]] bool has(const std::string &start) const
    {
        const std::lock_guard lock(m_mutex);
        return std::ranges::any_of(m_lines,
                                   [&](const auto &line) { return line.starts_with(start); });
    }

private:
    mutable std::mutex m_mutex;
    std::vector<std::string> m_lines;
};

} // namespace

class SafetyTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { NEEDS_PROGRAMS("haproxy"); }

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

    // Or it would stay down on the board after a pass that came between the two looks.
    void aServerThatFellBetweenTwoLooksOfTheWatchIsNews()
    {
        Shop shop(1);
        QVERIFY(shop.start());
        const auto isDown = [&] { return shop.haproxy.servers()[S1].isDown; };
        QVERIFY(eventually([&] { return !isDown(); }));
        HaproxyWatch watch(nullptr, std::make_shared<Haproxy>(shop.haproxy.api()), Duration::max());
        const auto look = [&watch] {
            RecordingList list;
            static_cast<void>(watch.list(list, {}));
            return list.versions;
        };
        const auto before = look();
        QVERIFY(!before.empty());
        shop.servers[0]->stop();
        QVERIFY(eventually(isDown));
        shop.servers[0]->start();
        QVERIFY(eventually([&] { return !isDown(); }));
        QVERIFY(look() != before);
    }

    void aServerThatEndsByItselfIsDownAndCountsAsOutOfService()
    {
        Shop shop(2);
        shop.rig.options.preCheck.maxUnavailable = EmployeeShare{1};
        QVERIFY(shop.start());
        shop.servers[0]->stop();
        const auto status = [&] {
            const auto view = shop.rig.mover->employer({"shop", "web"});
            return view.members.empty() || view.members[0].status.empty()
                       ? std::string()
                       : view.members[0].status[0];
        };
        QVERIFY(eventually([&] {
            return status().starts_with(
                "down, gets no traffic: HAProxy's check does not find it (no connection), ");
        }));
        QCOMPARE(shop.rig.command(Kind::Begin, "s2"), ""); // none would be left
        QCOMPARE(shop.rig.operation("s2")->operation.phase, Phase::PreCheck);
        shop.servers[0]->start();
        QVERIFY2(eventually([&] { return status().starts_with("gets traffic, "); }),
                 status().c_str());
        QVERIFY(shop.rig.reaches("s2", Phase::Drained));
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

    void aServerOfAnotherServiceAtItsAddressHoldsItsOperationBack()
    {
        Shop shop(2);
        QVERIFY(shop.start());
        const std::string address = shop.servers[0]->address();
        QCOMPARE(shop.haproxy.ask("add server web/blue::b1 " + address), "New server registered.");
        QCOMPARE(shop.haproxy.ask("enable server web/blue::b1"), "");
        QVERIFY(shop.rig.says("web", "HAProxy has another server at " + address
                                         + ", \"web/blue::b1\", which stays in traffic whatever is "
                                           "drained here: give each server an address of its own"));
        QCOMPARE(shop.rig.command(Kind::Begin, "s1"), "");
        QCOMPARE(shop.rig.operation("s1")->operation.phase, Phase::PreCheck);
        QCOMPARE(shop.haproxy.state(S1), "ready");
    }

    void aFolderThatIsEmptyAtTheStartTakesNoServerOut()
    {
        Shop shop(3);
        shop.rig.massRemovalGuard = true;
        Lines logged;
        shop.rig.log = [&](const std::string &line) { logged.add(line); };
        QVERIFY(shop.start());
        shop.rig.stop();
        for (const char *name : {"s1", "s2", "s3"})
            shop.rig.files.drop(name);
        shop.rig.start();
        QVERIFY(shop.rig.says("web", "3 of 3 members have vanished, and nobody has said that they "
                                     "were deleted (s1, s2, s3): they are held as they are"));
        QVERIFY(passesOver(shop)); // also with the list of the servers
        for (const char *path : {S1, S2, "web/web::s3"})
            QCOMPARE(shop.haproxy.state(path), "ready");
        QCOMPARE(Request(shop.haproxy.port(), "/").status(), 200);
        QCOMPARE(shop.rig.mover->counts().controllers["shop"].heldMembers, std::size_t(3));
        QCOMPARE(shop.rig.mover->counts().controllers["shop"].employersInTrouble, std::size_t(1));
        QVERIFY(logged.has("web (shop): 3 members have vanished"));
        QCOMPARE(shop.rig.mover->employer({"shop", "web"}).members.front().status.front(),
                 "held: it has vanished, and nobody has said that it was deleted");
        // Nothing begins on them but what a person wants of them.
        QCOMPARE(shop.rig.command(Kind::Begin, "s2"), "");
        const auto waitsFor = [&] {
            std::string whom;
            if (const auto view = shop.rig.operation("s2")) {
                for (const Holder &one : view->waiting.whom)
                    whom += one.name + '\n';
            }
            return whom;
        };
        const std::string vanished = "web (shop): it has vanished: bring it back, or delete it\n";
        QVERIFY2(eventually([&] { return waitsFor() == vanished; }), waitsFor().c_str());
        QCOMPARE(shop.rig.command(Kind::Undo, "s2"), "");
        QVERIFY(shop.rig.mover->submit(shop.rig.key("s1"), {Kind::Delete, {}, {}, "ann"}));
        QVERIFY(shop.haproxy.comesTo(S1, "none"));
        QVERIFY(shop.rig.isOver("s1"));
        QCOMPARE(shop.haproxy.state(S2), "ready");
        shop.setReady("s2", "true"); // the others come back
        shop.setReady("s3", "true");
        QVERIFY(shop.rig.isWell("web"));
        QCOMPARE(shop.haproxy.state(S2), "ready");
        QCOMPARE(shop.haproxy.state(S1), "none");
        QCOMPARE(shop.rig.mover->counts().controllers["shop"].heldMembers, std::size_t(0));
    }

    void anotherFolderThatCameWhileNothingRanTakesNoServerOut()
    {
        Shop shop(4);
        const QTemporaryDir place;
        const QString folder = place.filePath("shop");
        const auto copy = [&](const QString &to, const QStringList &names) {
            return QDir().mkpath(to) && std::ranges::all_of(names, [&](const QString &name) {
                       return QFile::copy(shop.rig.files.path(name), to + '/' + name);
                   });
        };
        QVERIFY(copy(folder, {"web.json", "s1.json", "s2.json", "s3.json", "s4.json"}));
        shop.rig.options.folder = folder.toStdString();
        shop.rig.massRemovalGuard = true;
        Lines logged;
        shop.rig.log = [&](const std::string &line) { logged.add(line); };
        QVERIFY(shop.start());
        QVERIFY(eventually([&] { return !shop.rig.trustedFolder().empty(); }));
        const std::string former = shop.rig.trustedFolder();
        shop.rig.stop();
        QVERIFY(QDir().rename(folder, place.filePath("away")));
        QVERIFY(copy(folder, {"web.json", "s1.json", "s2.json"}));
        for (int start = 0; start < 3; ++start) { // the next one doubts it, too
            shop.rig.restart();
            QVERIFY(shop.rig.says("web", "2 of 4 members have vanished"));
            QVERIFY(passesOver(shop));
            QCOMPARE(shop.rig.mover->counts().controllers["shop"].heldMembers, std::size_t(2));
            for (const char *path : {S1, S2, "web/web::s3", "web/web::s4"})
                QCOMPARE(shop.haproxy.state(path), "ready");
        }
        QVERIFY(logged.has("shop: a list lacks 2 members, which is not taken for a deletion: the "
                           "folder \""
                           + shop.rig.options.folder + "\" is another one than before"));
        for (const char *name : {"s3", "s4"})
            QVERIFY(shop.rig.mover->submit(shop.rig.key(name), {Kind::Delete, {}, {}, "ann"}));
        // A list that lacks what is still to be deleted leaves the next start in doubt.
        QVERIFY(shop.rig.isOver("s3") && shop.rig.isOver("s4"));
        QVERIFY(shop.rig.isWell("web"));
        shop.rig.restart();
        QVERIFY(shop.rig.isWell("web"));
        QVERIFY(eventually([&] { return shop.rig.trustedFolder() != former; }));
        shop.rig.stop();
        QVERIFY(QFile::remove(folder + "/s1.json"));
        shop.rig.start();
        QVERIFY(shop.haproxy.comesTo(S1, "none"));
        QCOMPARE(shop.rig.mover->counts().controllers["shop"].heldMembers, std::size_t(0));
    }

    void aServiceThatAnotherFolderLacksIsHeld()
    {
        Shop shop(1);
        const QTemporaryDir place;
        const QString folder = place.filePath("shop");
        shop.rig.files.write("blue", R"({"kind": "Service", "selector": {"app": "web"},
            "backend": "other"})");
        const auto copy = [&](const QStringList &names) {
            return QDir().mkpath(folder) && std::ranges::all_of(names, [&](const QString &name) {
                       return QFile::copy(shop.rig.files.path(name), folder + '/' + name);
                   });
        };
        QVERIFY(copy({"web.json", "blue.json", "s1.json"}));
        shop.rig.options.folder = folder.toStdString();
        shop.rig.massRemovalGuard = true;
        shop.rig.start();
        QVERIFY(shop.haproxy.comesTo(S1, "ready"));
        QVERIFY(shop.haproxy.comesTo("other/blue::s1", "ready"));
        shop.rig.stop();
        QVERIFY(QDir().rename(folder, place.filePath("away")));
        QVERIFY(copy({"web.json", "s1.json"}));
        for (int start = 0; start < 2; ++start) {
            shop.rig.restart();
            QVERIFY(shop.rig.isWell("web"));
            QVERIFY(eventually(
                [&] { return shop.rig.host->held(shop.rig.id) == std::vector<ObjectId>{"blue"}; }));
            QCOMPARE(shop.haproxy.state("other/blue::s1"), "ready");
        }
    }

    void whatOneByOneWasDeletedIsGone()
    {
        Shop shop(2);
        shop.rig.massRemovalGuard = true;
        Lines noted;
        shop.rig.note = [&](const std::string &line) { noted.add(line); };
        QVERIFY(shop.start());
        shop.rig.stop();
        shop.rig.files.drop("s1");
        shop.rig.start();
        QVERIFY(shop.haproxy.comesTo(S1, "none")); // one of two, while nothing ran
        QVERIFY(eventually(
            [&] { return noted.has("shop: 1 members have gone, for a list lacks them: s1"); }));
        shop.rig.files.drop("s2"); // the last one, before the eyes of the program
        const bool isGone = shop.haproxy.comesTo(S2, "none");
        std::string status;
        for (const auto &member : shop.rig.mover->employer({"shop", "web"}).members) {
            for (const std::string &line : member.status)
                status += line + '\n';
        }
        QVERIFY2(isGone, status.c_str());
    }

    void whatIsMadeForACheckReleasesNoService()
    {
        auto &claims = ServiceClaims::ofThisProcess();
        const int running = 0;
        const int checked = 0;
        QVERIFY(!claims.claim("socket", "web", {"shop", &running}));
        claims.releaseAll(&checked); // made and dropped
        QCOMPARE(claims.claim("socket", "web", {"other", nullptr}),
                 std::optional<std::string>("shop"));
        QVERIFY(!claims.claim("socket", "web", {"shop", &checked})); // its controller's next
        claims.releaseAll(&running);
        QVERIFY(claims.claim("socket", "web", {"other", nullptr}));
        claims.releaseAll(&checked);
        QVERIFY(!claims.claim("socket", "web", {"other", &running}));
        claims.releaseAll(&running);
    }

    void twoControllersOfOneServiceAtOneHaproxyAreRefused()
    {
        Shop shop(1);
        QVERIFY(shop.start());
        LoadBalancerRig other;
        other.options.controller = "other";
        other.options.socket = shop.haproxy.socket();
        other.files.putService("web");
        other.start();
        QVERIFY(other.says("web", "the controller shop keeps a service web at the HAProxy of "
                                      + shop.haproxy.socket() + " already"));
        QCOMPARE(shop.haproxy.state(S1), "ready");
        shop.rig.files.drop("web"); // now it may have it
        QVERIFY(other.isWell("web"));
    }

    void anOperationWaitsForAFileThatIsWrong()
    {
        Shop shop(2);
        std::atomic<bool> isAllowed = false;
        shop.rig.options.preCheck.command = {"may-i"};
        shop.rig.runProgram = [&](auto &&...) {
            return ProgramAnswer{isAllowed.load(), "not yet"};
        };
        QVERIFY(shop.start());
        shop.rig.files.write("s1", "{");
        QVERIFY(shop.rig.says("web", "s1.json: "));
        isAllowed = true;
        QCOMPARE(shop.rig.command(Kind::Begin, "s1"), "");
        QVERIFY(eventually([&] {
            const auto view = shop.rig.operation("s1");
            return view && view->waiting.whom.size() == 1
                   && view->waiting.whom[0].name.starts_with("web (shop): s1.json: ");
        }));
        QCOMPARE(shop.rig.operation("s1")->operation.phase, Phase::PreCheck);
        QCOMPARE(shop.haproxy.state(S1), "ready");
        shop.setReady("s1", "true");
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
};

QONTROLLER_GUILESS_TEST(SafetyTest)
#include "tst_safety.moc"
