// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/client/remotehost.h"
#include "core/remote/server/callers.h"
#include "core/remote/server/remoteserver.h"
#include "descriptors.h"
#include "servedengine.h"
#include "testprogram.h"
#include "unixsocket.h"

#include <grpcpp/grpcpp.h>
#include <qontroller.grpc.pb.h>

#include <QtCore/QRandomGenerator>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <array>
#include <cstring>
#include <functional>
#include <future>

#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace qontroller;
using namespace qontroller::remote;
using qontroller::test::connectTo;
using namespace std::chrono_literals;

namespace {

constexpr uid_t Nobody = 65534;

/// What came of \a connect in a process of the user nobody: 0 it was let in, else `errno`.
int asNobody(const std::string &path)
{
    const pid_t child = ::fork();
    if (child == 0) {
        if (::setuid(Nobody) != 0)
            ::_exit(255);
        const UniqueFd fd = connectTo(path);
        ::_exit(fd ? 0 : errno);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// How many bytes \a connection has for its reader.
int bytesAt(const UniqueFd &connection)
{
    int bytes = 0;
    return ::ioctl(connection.get(), FIONREAD, &bytes) == 0 ? bytes : -1;
}

/// An engine that works, and the server over it.
struct DoorsRig
{
    DoorsRig()
    {
        if (!engine.startAndSettle())
            qFatal("the engine does not settle");
        open();
    }
    void open(mode_t mode = 0600)
    {
        server.reset();
        auto started = RemoteServer::start({socket(), mode}, engine.served());
        if (!started)
            qFatal("%s", started.error().c_str());
        server = *std::move(started);
        server->welcome();
    }
    [[nodiscard]] std::string socket() const
    {
        return folder.filePath("control.sock").toStdString();
    }
    /// The engine handles a new object, and an ordinary client sees it.
    [[nodiscard]] bool isWell()
    {
        const ObjectId id = "new" + std::to_string(++news);
        engine.source->created(id);
        if (!engine.reaches(id, ItemState::InSync))
            return false;
        const auto host = RemoteHost::connect(socket());
        return host && (*host)->detail(engine.id, id).has_value();
    }
    /// A client that does as it likes.
    [[nodiscard]] std::unique_ptr<v1::Host::Stub> stub() const
    {
        return v1::Host::NewStub(
            grpc::CreateChannel("unix:" + socket(), grpc::InsecureChannelCredentials()));
    }

    QTemporaryDir folder;
    test::ServedEngine engine;
    std::unique_ptr<RemoteServer> server;
    int news = 0;
};

} // namespace

/// Each of those who should not be here costs the engine no more than its connection.
class WrongDoorsTest final : public QObject
{
    Q_OBJECT

private slots:
    void r10_garbageIsHungUpOn()
    {
        DoorsRig rig;
        const UniqueFd fd = connectTo(rig.socket());
        QVERIFY(fd);
        std::array<quint32, 4096> garbage{};
        QRandomGenerator(1).fillRange(garbage.data(), garbage.size());
        static_cast<void>(::send(fd.get(), garbage.data(), sizeof garbage, MSG_NOSIGNAL));
        std::array<char, 4096> answer{};
        ssize_t size = 1;
        while (size > 0) // to the end of the connection, which the server makes
            size = ::recv(fd.get(), answer.data(), answer.size(), 0);
        QVERIFY(rig.isWell());
    }

    void aMessageThatIsTooLongIsRefused_data()
    {
        QTest::addColumn<int>("mebibytes");
        QTest::addColumn<bool>("isRefused");
        QTest::newRow("as long as a session may be") << 10 << false; // and means nothing here
        QTest::newRow("longer than any session") << 17 << true;
    }
    void aMessageThatIsTooLongIsRefused()
    {
        QFETCH(int, mebibytes);
        QFETCH(bool, isRefused);
        DoorsRig rig;
        const auto stub = rig.stub();
        v1::HelloRequest request;
        request.set_version(std::string(std::size_t(mebibytes) << 20U, 'x'));
        grpc::ClientContext context;
        v1::HelloReply reply;
        const grpc::Status status = stub->Hello(&context, request, &reply);
        QCOMPARE(status.error_code(),
                 isRefused ? grpc::StatusCode::RESOURCE_EXHAUSTED : grpc::StatusCode::OK);
        QVERIFY(rig.isWell());
    }

    void r8_manyWhoSayNothingTakeNoThreads()
    {
        DoorsRig rig;
        QVERIFY(rig.isWell());
        const auto threads = test::threadCount();
        std::vector<UniqueFd> idle;
        for (int i = 0; i < 200; ++i) {
            idle.push_back(connectTo(rig.socket()));
            QVERIFY(idle.back());
        }
        QVERIFY(rig.isWell());
        QVERIFY(test::threadCount() < threads + 16);
        const auto descriptors = test::descriptorCount();
        idle.clear();
        // Those of the server go as well.
        QTRY_VERIFY(test::descriptorCount() <= descriptors - 400);
        QVERIFY(rig.isWell());
    }

    void whoHasGoneLeavesNothingBehind_data()
    {
        using Visit = std::function<void(DoorsRig &)>;
        QTest::addColumn<Visit>("visit");
        QTest::newRow("an ordinary client")
            << Visit([](DoorsRig &rig) { QVERIFY(RemoteHost::connect(rig.socket()).has_value()); });
        QTest::newRow("one that is in the middle of a call") << Visit([](DoorsRig &rig) {
            const auto host = RemoteHost::connect(rig.socket()).value();
            const auto stub = v1::Host::NewStub(host->channel());
            grpc::ClientContext context;
            const auto stream = stub->Pull(&context);
            stream->Write(v1::PullRequest());
            v1::Delta delta;
            QVERIFY(stream->Read(&delta));
            context.TryCancel();
            static_cast<void>(stream->Finish());
        });
        const auto saying = [](const QByteArray &words) {
            return Visit([words](DoorsRig &rig) {
                const UniqueFd fd = connectTo(rig.socket());
                const auto sent = ::send(fd.get(), words.constData(), words.size(), MSG_NOSIGNAL);
                QCOMPARE(sent, words.size());
            });
        };
        QTest::newRow("one that says nothing") << saying({});
        QTest::newRow("one that begins to speak") << saying("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
        QTest::newRow("one that says something else") << saying("GET / HTTP/1.1\r\n\r\n");
    }
    void whoHasGoneLeavesNothingBehind()
    {
        QFETCH(std::function<void(DoorsRig &)>, visit);
        DoorsRig rig;
        visit(rig); // what is opened once and kept is open from here on
        QVERIFY(rig.isWell());
        auto before = test::descriptorCount();
        QVERIFY(test::eventually([&before] {
            return std::exchange(before, test::descriptorCount()) == test::descriptorCount();
        }));
        for (int i = 0; i < 40; ++i)
            visit(rig);
        QTRY_VERIFY(test::descriptorCount() <= before + 2);
    }

    void r10_whoIsTurnedAwayLearnsWhy()
    {
        DoorsRig rig;
        Served served = rig.engine.served();
        const auto counts = served.counts;
        std::string noted;
        served.noteNoRoom = [&noted](const Caller &, const std::string &what) { noted = what; };
        rig.server.reset();
        rig.server = test::serveAt(rig.socket(), std::move(served));
        std::vector<UniqueFd> many;
        for (std::size_t i = 0; i < Callers::MostConnectionsOfOne; ++i)
            many.push_back(connectTo(rig.socket()));
        const auto host = RemoteHost::connect(rig.socket());
        QVERIFY(!host);
        QCOMPARE(host.error().sentence,
                 rig.socket()
                     + ": the host turns you away: 384 of its connections are open already");
        QCOMPARE(noted, std::string("turned away: 384 of its connections are open already"));
        QCOMPARE(counts->refused.load(), 1U);
        many.clear();
        QVERIFY(test::eventually([&] { return RemoteHost::connect(rig.socket()).has_value(); }));
    }

    void r8_whoNeverReadsHoldsNothingUp()
    {
        DoorsRig rig;
        rig.engine.source->putMany(20'000);
        QVERIFY(rig.engine.resync());
        QVERIFY(test::eventually([&] { return rig.engine.inState(ItemState::InSync) == 20'000; }));
        const auto stub = rig.stub();
        grpc::ClientContext context;
        const auto stream = stub->Pull(&context);
        for (int i = 0; i < 100; ++i)
            static_cast<void>(stream->Write(v1::PullRequest()));
        QVERIFY(rig.isWell());
        rig.server.reset();  // does not wait for it either
        context.TryCancel(); // else what it has not read is waited for
        QVERIFY(!stream->Finish().ok());
    }

    void anotherUserIsKeptOut()
    {
        if (::geteuid() != 0)
            QSKIP("only root can become another user");
        DoorsRig rig;
        QVERIFY(::chmod(rig.folder.path().toUtf8().constData(), 0755) == 0);
        QCOMPARE(asNobody(rig.socket()), EACCES);
        rig.open(0666); // as for the group of a service
        QCOMPARE(asNobody(rig.socket()), 0);
        QVERIFY(rig.isWell());
    }

    // The first answer would be of a host without controllers, which nobody could tell from one
    // that has none.
    void whoComesBeforeTheWelcomeWaitsForIt()
    {
        test::ServedEngine engine;
        const QTemporaryDir folder;
        const std::string socket = folder.filePath("control.sock").toStdString();
        const auto server = RemoteServer::start({socket}, engine.served());
        QVERIFY(server);
        auto connected = std::async(std::launch::async,
                                    [&] { return RemoteHost::connect(socket); });
        const UniqueFd early = connectTo(socket);
        QVERIFY(early);
        QVERIFY(engine.startAndSettle());
        QCOMPARE(bytesAt(early), 0); // gRPC speaks first to whoever is let in
        (*server)->welcome();
        QVERIFY(test::eventually([&] { return bytesAt(early) > 0; }));
        const auto host = connected.get();
        QVERIFY(host);
    }

    void whoIsNeverWelcomedIsToldThatTheHostIsGone()
    {
        test::ServedEngine engine;
        const QTemporaryDir folder;
        const std::string socket = folder.filePath("control.sock").toStdString();
        auto server = RemoteServer::start({socket}, engine.served());
        QVERIFY(server);
        auto connected = std::async(std::launch::async,
                                    [&] { return RemoteHost::connect(socket); });
        const UniqueFd early = connectTo(socket);
        QVERIFY(early);
        server->reset();
        QVERIFY(!connected.get());
    }
};

QONTROLLER_GUILESS_TEST(WrongDoorsTest)
#include "tst_wrongdoors.moc"
