// SPDX-License-Identifier: LGPL-3.0-or-later
#include "consistrig.h"
#include "core/engine/observe/items/itemdetail.h"
#include "core/remote/attach/attachedhosts.h"
#include "core/remote/client/hostcalls.h"
#include "core/remote/client/remotehost.h"
#include "core/remote/server/remoteserver.h"
#include "latch.h"
#include "servedengine.h"
#include "testprogram.h"

#include <grpcpp/grpcpp.h>
#include <qontroller.grpc.pb.h>

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <thread>

using namespace qontroller;
using namespace qontroller::remote;
using consist::LifecycleQuestion;
using consist::Phase;
using Kind = consist::Command::Kind;

namespace {

/// A host with a real mover of operations, served through a socket to a client.
struct MembersRig
{
    void open()
    {
        server = test::serveAt(socket(), served());
        host = test::reach(socket());
        calls = std::make_unique<HostCalls>(*host);
    }
    void startServices()
    {
        services.putWeb("web", {"s1", "s2", "s3"});
        services.start();
        lifecycles = services.mover;
    }
    [[nodiscard]] Served served()
    {
        Served served = engine.served();
        served.lifecycles = [this] {
            MutexLock lock(mutex);
            return lifecycles;
        };
        served.noteDone = [this](const Caller &caller, const std::string &what) {
            MutexLock lock(mutex);
            noted.push_back(caller.who + ": " + what);
        };
        return served;
    }
    [[nodiscard]] std::string lastNoted()
    {
        MutexLock lock(mutex);
        return noted.empty() ? std::string() : noted.back();
    }
    [[nodiscard]] std::string socket() const
    {
        return folder.filePath("control.sock").toStdString();
    }
    [[nodiscard]] consist::LifecycleAnswer look(const LifecycleQuestion &question = {})
    {
        auto answer = calls->members(question);
        if (!answer)
            qFatal("%s", answer.error().sentence.c_str());
        return *std::move(answer);
    }
    [[nodiscard]] std::string operate(Kind kind, const std::string &member = "s1")
    {
        const auto done = calls->operate(services.key(member), {kind, "r1", "restart", "nobody"});
        return done ? "" : done.error().sentence;
    }

    QTemporaryDir folder;
    consist::test::ConsistRig services;
    test::ServedEngine engine;
    Mutex mutex;
    std::shared_ptr<consist::LifecyclePort> lifecycles;
    std::vector<std::string> noted;
    std::unique_ptr<RemoteServer> server;
    std::unique_ptr<RemoteHost> host;
    std::unique_ptr<HostCalls> calls;
};

/// Tells of a great many, or of nothing until it may.
class OtherLifecycles final : public consist::LifecyclePort
{
public:
    explicit OtherLifecycles(std::shared_ptr<test::Latch> latch = nullptr)
        : m_latch(std::move(latch))
    {}
    tl::expected<consist::LifecycleAnswer, Error> look(const LifecycleQuestion &) override
    {
        if (m_latch)
            m_latch->wait();
        consist::LifecycleAnswer answer;
        if (m_latch)
            return answer;
        consist::EmployerView view{{"services", "web"}, {}, {}, {}, 7};
        for (int i = 0; i < 100'000; ++i)
            view.members.push_back({{"Server", "server-" + std::to_string(i)},
                                    consist::MemberState::InService,
                                    WallTime(Duration(i)),
                                    {"weight 100, and whatever else there is to say of it"}});
        answer.opened = {view, view};
        answer.opened[1].name.employer = "api";
        return answer;
    }
    tl::expected<void, Error> submit(const consist::EmployeeKey &,
                                     const consist::Command &) override
    {
        return {};
    }
    tl::expected<void, Error> forget(const consist::EmployerName &, const std::string &) override
    {
        return {};
    }

private:
    const std::shared_ptr<test::Latch> m_latch; // the thread that it holds may outlive all else
};

} // namespace

/// Operations on members of a host that runs elsewhere.
class RemoteMembersTest final : public QObject
{
    Q_OBJECT

private slots:
    void employersMembersAndOperationsAreSeen()
    {
        MembersRig rig;
        rig.startServices();
        QVERIFY(rig.services.hasTraffic("s1", "on"));
        rig.open();
        const consist::EmployerName web{"demo", "web"};
        QVERIFY(test::eventually([&] {
            const auto answer = rig.look({LifecycleQuestion::Depth::Employers, {web}});
            return answer.opened.size() == 1 && answer.opened[0].members.size() == 3;
        }));
        QCOMPARE(rig.services.command(Kind::Begin, "s1"), std::string());
        QVERIFY(rig.services.reaches("s1", Phase::Drained));
        const LifecycleQuestion question{LifecycleQuestion::Depth::Employers, {web}};
        const auto near = rig.services.mover->look(question);
        auto far = rig.look(question);
        QVERIFY(far.now >= near->now);
        far.now = near->now;
        QVERIFY(far == *near); // not a word is lost
        QVERIFY(!rig.look().employers);
    }

    void anOperationIsBegunStartedFinishedAndUndone()
    {
        MembersRig rig;
        rig.startServices();
        QVERIFY(rig.services.hasTraffic("s1", "on"));
        rig.open();
        const std::string me = nameOfUser(::geteuid());
        QCOMPARE(rig.operate(Kind::Begin), std::string());
        QCOMPARE(rig.lastNoted(), me + ": begin operation r1 of type restart on employee//s1");
        QVERIFY(rig.services.reaches("s1", Phase::Drained));
        QCOMPARE(rig.operate(Kind::Finish), std::string("it was not started"));
        QCOMPARE(rig.lastNoted(),
                 me + ": finish operation r1 on employee//s1: refused: it was not started");
        QCOMPARE(rig.operate(Kind::Start), std::string());
        QVERIFY(rig.services.reaches("s1", Phase::Operating));
        QCOMPARE(rig.operate(Kind::Finish), std::string());
        QVERIFY(rig.services.isOver("s1"));
        QCOMPARE(rig.operate(Kind::Begin, "s2"), std::string());
        QCOMPARE(rig.operate(Kind::Undo, "s2"), std::string());
        QVERIFY(rig.services.isOver("s2"));
        QVERIFY(rig.services.hasTraffic("s2", "on"));
    }

    void aMemberIsDeleted()
    {
        MembersRig rig;
        rig.startServices();
        QVERIFY(rig.services.hasTraffic("s3", "on"));
        rig.open();
        QCOMPARE(rig.operate(Kind::Delete, "s3"), std::string());
        QCOMPARE(rig.lastNoted(), nameOfUser(::geteuid()) + ": delete member employee//s3");
        QVERIFY(test::eventually([&] {
            const std::lock_guard lock(rig.services.world->mutex);
            return !rig.services.world->deleted.empty();
        }));
    }

    // The log says who it was, and not who they said they are.
    void anEmployerIsForgotten()
    {
        MembersRig rig;
        std::vector<std::string> log;
        rig.services.log = [&](const std::string &line) {
            MutexLock lock(rig.mutex);
            log.push_back(line);
        };
        rig.startServices();
        QVERIFY(rig.services.hasTraffic("s1", "on"));
        rig.open();
        const consist::EmployerName web{"demo", "web"};
        const auto running = rig.calls->forgetEmployer(web);
        QCOMPARE(running.error().sentence, std::string("its controller demo runs"));
        rig.services.host = nullptr;
        const auto unknown = rig.calls->forgetEmployer({"demo", "wep"});
        QCOMPARE(unknown.error().sentence, std::string("there is no employer wep (demo)"));
        QVERIFY(rig.calls->forgetEmployer(web));
        QCOMPARE(rig.lastNoted(), nameOfUser(::geteuid()) + ": forget employer web (demo)");
        MutexLock lock(rig.mutex);
        QVERIFY(log.back().starts_with(nameOfUser(::geteuid()) + " has forgotten"));
    }

    void aHostWithoutConsistControllersSaysSo()
    {
        MembersRig rig;
        rig.open();
        QVERIFY(!rig.look().hasControllers);
        const auto done = rig.calls->operate({"Server", "s1"}, {Kind::Begin, "r1", "restart", {}});
        QCOMPARE(done.error().kind, RemoteError::Kind::Refused);
        QVERIFY2(done.error().sentence.ends_with("no controller with members runs on this host"),
                 done.error().sentence.c_str());
        rig.startServices(); // another session was applied
        QVERIFY(rig.look().hasControllers);
    }

    void whatIsNoMemberIsRefused()
    {
        MembersRig rig;
        rig.startServices();
        rig.open();
        const auto member = consist::EmployeeKey::fromText("s1");
        const auto done = rig.calls->operate(member, {Kind::Begin, "r1", "restart", {}});
        QCOMPARE(done.error().kind, RemoteError::Kind::WrongQuestion);
        const auto unknown = rig.calls->operate({"Server", "s1"},
                                                {Kind::Begin, "r1", "restart", {}});
        QCOMPARE(unknown.error().kind, RemoteError::Kind::Refused);
        QVERIFY2(unknown.error().sentence.ends_with(
                     "s1: no controller that runs has any of its kind"),
                 unknown.error().sentence.c_str());
        const LifecycleQuestion question{LifecycleQuestion::Depth::Employers,
                                         std::vector(257,
                                                     consist::EmployerName{"services", "web"})};
        QCOMPARE(rig.calls->members(question).error().kind, RemoteError::Kind::WrongQuestion);
    }

    void r7_aGreatManyMembersComeInMessagesThatAllClientsTake()
    {
        MembersRig rig;
        rig.lifecycles = std::make_shared<OtherLifecycles>();
        rig.open();
        const LifecycleQuestion question{LifecycleQuestion::Depth::Employers,
                                         {{"services", "web"}, {"services", "api"}}};
        const auto stub = v1::Host::NewStub(rig.host->channel());
        grpc::ClientContext context;
        v1::MembersRequest request;
        request.set_employers(true);
        const auto stream = stub->GetMembers(&context, request);
        int messages = 0;
        for (v1::MembersReply reply; stream->Read(&reply);)
            messages += reply.ByteSizeLong() < (4U << 20) ? 1 : -1000;
        QVERIFY(stream->Finish().ok());
        QVERIFY(messages > 10);
        const auto answer = rig.look(question);
        QCOMPARE(answer.opened.size(), 2U);
        for (const consist::EmployerView &view : answer.opened) {
            QCOMPARE(view.members.size(), 100'000U);
            QCOMPARE(view.members.back().employee, consist::EmployeeKey("Server", "server-99999"));
            QCOMPARE(view.quotaLeft, std::optional<std::size_t>(7));
        }
        QCOMPARE(answer.opened[1].name.employer, std::string("api"));
    }

    void aPluginThatDoesNotReturnHoldsNoServerUp()
    {
        MembersRig rig;
        const auto latch = std::make_shared<test::Latch>();
        rig.lifecycles = std::make_shared<OtherLifecycles>(latch);
        rig.open();
        std::thread asks([&] { static_cast<void>(rig.calls->members({})); });
        QVERIFY(test::eventually([&] { return latch->waiting() == 1; }));
        rig.server.reset();
        asks.join();
        latch->open();
    }

    void severalHostsHaveAPortEach()
    {
        MembersRig rig;
        MembersRig other;
        rig.startServices();
        QVERIFY(rig.services.hasTraffic("s1", "on"));
        rig.open();
        other.open();
        AttachedHosts hosts;
        const HostId first = hosts.add(*parseAddress(rig.socket()));
        const HostId second = hosts.add(*parseAddress(other.socket() + ",name=NIGHT"));
        std::map<HostId, std::shared_ptr<consist::LifecyclePort>> ports;
        for (const HostLinkPtr &link : hosts.links()) {
            ports.emplace(link->id(), link->members());
            QCOMPARE(link->members(), ports.at(link->id())); // a front end need not begin anew
        }
        QCOMPARE(ports.size(), 2U);
        QCOMPARE(ports.at(second)->look({}).error().message,
                 std::string("NIGHT is not connected: try again later"));
        FeedReader near(hosts.find(first)->feed(), Reads::Events);
        FeedReader far(hosts.find(second)->feed(), Reads::Events);
        QVERIFY(test::eventually([&] {
            static_cast<void>(near.pull());
            static_cast<void>(far.pull());
            return ports.at(first)->look({}) && ports.at(second)->look({});
        }));
        QVERIFY(ports.at(first)->look({})->hasControllers);
        QVERIFY(!ports.at(second)->look({})->hasControllers);
        QVERIFY(ports.at(first)->submit(rig.services.key("s1"), {Kind::Begin, "r1", "x", {}}));
        QCOMPARE(ports.at(first)->look({})->operations.size(), 1U);
        QCOMPARE(ports.at(first)->forget({"demo", "web"}, {}).error().message,
                 std::string("its controller demo runs"));
        rig.server.reset();
        QVERIFY(test::eventually([&] {
            static_cast<void>(near.pull());
            return hosts.elsewhere().front().state == HostState::Lost;
        }));
        QVERIFY(!ports.at(first)->look({}));
        QVERIFY(!ports.at(first)->submit(rig.services.key("s2"), {Kind::Begin, "r1", "x", {}}));
    }
};

QONTROLLER_GUILESS_TEST(RemoteMembersTest)
#include "tst_remotemembers.moc"
