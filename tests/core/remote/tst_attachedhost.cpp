// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/items/description.h"
#include "core/remote/attach/attachedhost.h"
#include "core/remote/server/remoteserver.h"
#include "cutline.h"
#include "servedengine.h"
#include "serverprocess.h"
#include "testprogram.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller;
using namespace qontroller::remote;
using namespace std::chrono_literals;

namespace {

/// A host that can be stopped and started anew behind the same socket, and a front end that stays.
struct AttachedRig
{
    AttachedRig()
    {
        for (const char *id : {"a", "b", "c"})
            engine.source->put(id);
    }

    void start() { server = test::serveAt(socket(), engine.served()); }
    [[nodiscard]] std::string socket() const
    {
        return folder.filePath("control.sock").toStdString();
    }
    [[nodiscard]] Address address() const { return *parseAddress(socket() + ",name=NIGHT"); }

    QTemporaryDir folder;
    test::ServedEngine engine;
    std::unique_ptr<RemoteServer> server;
    ManualClock clock;
    AttachedHost host{7, address(), clock};
    FeedReader reader{host.feed()};
};

/// The same, and a front end whose line to the host can be cut while the host lives.
struct LineRig : AttachedRig
{
    const std::string path = folder.filePath("line.sock").toStdString();
    test::CutLine line{path, socket()};
    AttachedHost far{8, *parseAddress(path), clock};
    FeedReader farReader{far.feed()};
};

const std::set<ObjectId> All{"a", "b", "c"};

} // namespace

/// A front end that stays with a host while the host comes and goes.
class AttachedHostTest final : public QObject
{
    Q_OBJECT

private slots:
    void saysWhatSecuresTheConnection_data()
    {
        QTest::addColumn<QByteArray>("secured");
        QTest::newRow("server:7000") << QByteArray("TLS");
        QTest::newRow("ssh://server/photos") << QByteArray("ssh");
        QTest::newRow("/run/qontroller/photos/control.sock") << QByteArray();
    }
    void saysWhatSecuresTheConnection()
    {
        QFETCH(QByteArray, secured);
        ManualClock clock;
        const AttachedHost host{1, *parseAddress(QTest::currentDataTag()), clock};
        QCOMPARE(host.status().secured, secured.toStdString());
    }

    void r4_aHostThatIsNotThereIsTriedEverMoreSeldom()
    {
        AttachedRig rig;
        QCOMPARE(rig.host.status().state, HostState::Connecting);
        QVERIFY(rig.reader.pull().controllers.empty());
        HostStatus status = rig.host.status();
        QCOMPARE(status.state, HostState::Lost);
        QCOMPARE(status.why, rig.socket() + ": no host listens there");
        const TimePoint since = status.since;
        for (const Duration pause :
             {500ms, 1000ms, 2000ms, 4000ms, 8000ms, 16000ms, 30000ms, 30000ms}) {
            QCOMPARE(rig.host.status().nextTry, rig.clock.now() + pause);
            rig.clock.advance(pause - 1ms);
            static_cast<void>(rig.reader.pull());
            QCOMPARE(rig.host.status().nextTry, rig.clock.now() + 1ms); // not tried before
            rig.clock.advance(1ms);
            static_cast<void>(rig.reader.pull());
        }
        QCOMPARE(rig.host.status().since, since);
        QCOMPARE(rig.host.status().heard, TimePoint{});
    }

    void whatIsKnownOfTheHostIsSaid()
    {
        AttachedRig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.start();
        QCOMPARE(test::idsOf(rig.reader.pull()), All);
        const HostStatus status = rig.host.status();
        QCOMPARE(status.id, HostId(7));
        QCOMPARE(status.name, std::string("NIGHT"));
        QCOMPARE(status.address, rig.socket() + ",name=NIGHT");
        QCOMPARE(status.state, HostState::Connected);
        QCOMPARE(status.version, std::string("0.2.0"));
        QVERIFY(status.maySteer);
        QVERIFY(status.why.empty());
        QCOMPARE(status.heard, rig.clock.now());
        QCOMPARE(status.run, 1U);
    }

    void r5_aHostThatIsLostComesBackWithEverything()
    {
        AttachedRig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.start();
        const Delta first = rig.reader.pull();
        QCOMPARE(first.controllers.size(), 1U);
        const ControllerId before = first.controllers.front().id;
        rig.server.reset();
        const TimePoint heard = rig.clock.now();
        rig.clock.advance(3s);
        const Delta lost = rig.reader.pull();
        QVERIFY(lost.controllers.empty() && lost.removed.empty());
        QCOMPARE(lost.now, rig.clock.now());
        QCOMPARE(rig.host.status().state, HostState::Lost);
        QCOMPARE(rig.host.status().since, rig.clock.now());
        QCOMPARE(rig.host.status().heard, heard);
        QVERIFY(!rig.host.status().why.empty());

        rig.start();
        rig.clock.advance(Attachment::FirstPause);
        const Delta again = rig.reader.pull();
        QCOMPARE(test::idsOf(again), All);
        QCOMPARE(rig.host.status().state, HostState::Connected);
        // It was started anew: what it calls 1 now is not what it called 1 before.
        const ControllerId now = again.controllers.front().id;
        QCOMPARE(before, ControllerId(rig.engine.id.number, {7, 1}));
        QCOMPARE(now, ControllerId(rig.engine.id.number, {7, 2}));
        QCOMPARE(again.removed, std::vector<ControllerId>{before});
        QVERIFY(!rig.host.feed().detail(before, "a"));
        QCOMPARE(rig.host.control().submit({before, ItemsAction{ItemVerb::Requeue, {"a"}}}),
                 Ticket(0));
        QVERIFY(rig.host.feed().detail(now, "a"));
        QVERIFY(rig.host.control().submit({now, ItemsAction{ItemVerb::Requeue, {"a"}}}) != 0);
    }

    void r6_whatWasToldIsNotToldAgainAfterTheConnectionWasLost()
    {
        LineRig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.start();
        std::vector<std::uint64_t> events;
        std::vector<std::uint64_t> ends;
        std::set<ControllerId> ids;
        const auto look = [&] {
            for (const ControllerDelta &controller : rig.farReader.pull().controllers) {
                ids.insert(controller.id);
                for (const EventRecord &event : controller.events)
                    events.push_back(event.number);
                for (const EventRecord &end : controller.ticketEnds)
                    ends.push_back(end.number);
            }
        };
        const auto hasEnded = [&](std::size_t runs) {
            look();
            return ends.size() >= runs;
        };
        rig.engine.host.submit({rig.engine.id, ItemsAction{ItemVerb::Requeue, {"a"}}});
        QVERIFY(test::eventually([&] { return hasEnded(1); }));
        rig.line.cut();
        QVERIFY(test::eventually([&] {
            look();
            return rig.far.status().state == HostState::Lost;
        }));
        rig.engine.host.submit({rig.engine.id, ItemsAction{ItemVerb::Requeue, {"b"}}}); // meanwhile
        rig.clock.advance(Attachment::FirstPause);
        QVERIFY(test::eventually([&] { return hasEnded(2); }));
        QCOMPARE(ids.size(), 1U); // the host has lived on
        QCOMPARE(ends, (std::vector<std::uint64_t>{1, 2}));
        QCOMPARE(std::set(events.begin(), events.end()).size(), events.size());
    }

    void aHostThatHasNoRoomIsLostAndTriedAgain()
    {
        LineRig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.start();
        QCOMPARE(test::idsOf(rig.farReader.pull()), All);
        const auto others = test::reach(rig.socket());
        std::vector<std::unique_ptr<FeedReader>> places;
        const auto takesPlace = [&] {
            auto place = std::make_unique<FeedReader>(*others);
            const bool isTaken = !place->pull().controllers.empty();
            places.push_back(std::move(place));
            return isTaken;
        };
        rig.line.cut();
        QVERIFY(test::eventually([&] {
            static_cast<void>(rig.farReader.pull());
            return rig.far.status().state == HostState::Lost;
        }));
        int taken = 0;
        while (takesPlace())
            ++taken;
        QCOMPARE(taken, 24);
        const HostStatus before = rig.far.status();
        for (int i = 0; i < 3; ++i) {
            rig.clock.advance(Attachment::LongestPause);
            const Delta refused = rig.farReader.pull();
            QVERIFY(refused.controllers.empty() && refused.removed.empty()); // what is known stays
            QCOMPARE(rig.far.status().state, HostState::Lost);
            QCOMPARE(rig.far.status().heard, before.heard); // what is known is as old
            QCOMPARE(rig.far.status().since, before.since);
            QVERIFY2(rig.far.status().why.find("24 windows") != std::string::npos,
                     rig.far.status().why.c_str());
        }
        places.clear();
        QVERIFY(test::eventually([&] {
            rig.clock.advance(Attachment::LongestPause);
            return test::idsOf(rig.farReader.pull()) == All;
        }));
        QCOMPARE(rig.far.status().state, HostState::Connected);
    }

    void nothingIsAskedOfAHostThatIsLost()
    {
        AttachedRig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.start();
        const ControllerId id = rig.reader.pull().controllers.front().id;
        rig.server.reset();
        static_cast<void>(rig.reader.pull());
        QVERIFY(!rig.host.feed().detail(id, "a"));
        QVERIFY(!rig.host.feed().describe(id, "a", {}));
        QVERIFY(rig.host.feed().held(id).empty());
        QVERIFY(rig.host.feed().sample().controllers.empty());
        QCOMPARE(rig.host.control().submit({id, ItemsAction{ItemVerb::Requeue, {"a"}}}), Ticket(0));
        QCOMPARE(rig.host.control().submit({0, ControllerVerb::Resync}), Ticket(0));
    }

    void tryNowDoesNotWait()
    {
        AttachedRig rig;
        static_cast<void>(rig.reader.pull());
        QCOMPARE(rig.host.status().state, HostState::Lost);
        rig.start();
        static_cast<void>(rig.reader.pull());
        QCOMPARE(rig.host.status().state, HostState::Lost);
        rig.host.tryNow();
        static_cast<void>(rig.reader.pull());
        QCOMPARE(rig.host.status().state, HostState::Connected);
    }

    void aSocketThatIsNotOursRefuses()
    {
        if (::geteuid() == 0)
            QSKIP("root may open every socket");
        AttachedRig rig;
        rig.start();
        QFile::setPermissions(QString::fromStdString(rig.socket()), {});
        static_cast<void>(rig.reader.pull());
        QCOMPARE(rig.host.status().state, HostState::Refused);
        QVERIFY(rig.host.status().why.find("you may not open this socket") != std::string::npos);
    }

    void closeEndsWhatIsUnderWay()
    {
        ServerProcess server;
        const std::string socket = startServer(server);
        AttachedHost host(1, *parseAddress(socket));
        FeedReader reader(host.feed());
        static_cast<void>(reader.pull());
        QCOMPARE(host.status().state, HostState::Connected);
        server.signal(SIGSTOP);
        std::atomic<bool> isOver = false;
        std::thread pulls([&] {
            static_cast<void>(reader.pull());
            isOver = true;
        });
        QVERIFY(!isOver);
        host.close();
        pulls.join();
        QVERIFY(isOver);
        server.signal(SIGCONT);
    }

    void aServerThatIsKilledAndStartedAgainComesBack()
    {
        ServerProcess server;
        const std::string socket = startServer(server);
        AttachedHost host(1, *parseAddress(socket));
        FeedReader reader(host.feed());
        std::map<ControllerId, std::string> names;
        std::set<ObjectId> ids;
        const auto look = [&] {
            const Delta delta = reader.pull();
            for (const ControllerDelta &controller : delta.controllers)
                names[controller.id] = controller.name;
            for (const ControllerId gone : delta.removed)
                names.erase(gone);
            ids.merge(test::idsOf(delta));
            return ids.size() == 3;
        };
        QTRY_VERIFY(look());
        QCOMPARE(names.size(), 1U);
        const ControllerId before = names.begin()->first;
        server.signal(SIGKILL);
        QTRY_VERIFY((look(), host.status().state == HostState::Lost));
        QCOMPARE(names.size(), 1U); // what is known stays
        server.wait();
        startServer(server, 2);
        ids.clear();
        QTRY_VERIFY(look());
        QCOMPARE(host.status().state, HostState::Connected);
        QCOMPARE(names.size(), 1U);
        QVERIFY(names.begin()->first != before);
    }

private:
    static std::string startServer(ServerProcess &server, int times = 1)
    {
        const QString socket = server.file("control.sock");
        server.start({server.behaviour({}), "--control", socket});
        if (!server.waitForLog("reach this host at", times))
            qFatal("%s", server.log().constData());
        return socket.toStdString();
    }
};

QONTROLLER_GUILESS_TEST(AttachedHostTest)
#include "tst_attachedhost.moc"
