// SPDX-License-Identifier: LGPL-3.0-or-later
#include "authority.h"
#include "core/base/threads/mutex.h"
#include "core/remote/client/hostcalls.h"
#include "core/remote/client/remotehost.h"
#include "core/remote/server/remoteserver.h"
#include "core/remote/tls/tcp.h"
#include "core/remote/tls/tlsrelay.h"
#include "descriptors.h"
#include "eventually.h"
#include "files.h"
#include "servedengine.h"
#include "serverprocess.h"
#include "testprogram.h"

#include <QtCore/QDir>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtNetwork/QTcpSocket>
#include <QtTest/QtTest>

#include <grpcpp/grpcpp.h>
#include <qontroller.grpc.pb.h>

#include <csignal>

#include <sys/socket.h>

using namespace qontroller;
using namespace qontroller::remote;
using namespace qontroller::test;

namespace {

/// A host at an address of the loopback, and the folders of those who want to reach it.
struct Rig
{
    Rig()
    {
        engine.source->put("a");
        if (!engine.startAndSettle())
            qFatal("the engine does not settle");
        hosts.give("server", make("host"));
        operators.writeTo(folder.filePath("host/operators.pem"));
        viewers.writeTo(folder.filePath("host/viewers.pem"));
    }
    ~Rig() { qunsetenv("QONTROLLER_TLS"); }

    /// The folder of a client, who trusts the authority of hosts.
    QString make(const QString &name)
    {
        QDir().mkpath(folder.filePath(name));
        hosts.writeTo(folder.filePath(name + "/hosts.pem"));
        return folder.filePath(name);
    }
    void open()
    {
        Door door;
        door.address = "127.0.0.1:0";
        door.certificates = folder.filePath("host").toStdString();
        door.noteRefusal = [this](const std::string &sentence) {
            MutexLock lock(mutex);
            refusals.push_back(sentence);
        };
        Served served = engine.served();
        served.noteCommand = [this](const Caller &caller, const Command &command, Ticket) {
            const bool maySteer = caller.role == Role::Operator;
            MutexLock lock(mutex);
            noted.push_back(caller.who + (maySteer ? ": " : " may not: ")
                            + describe(command.action));
        };
        served.noteRefusal = [this](const Caller &caller, const std::string &what) {
            MutexLock lock(mutex);
            noted.push_back(caller.who + " may not: " + what);
        };
        served.noteNoRoom = [this](const Caller &, const std::string &sentence) {
            MutexLock lock(mutex);
            refusals.push_back(sentence);
        };
        auto started = RemoteServer::start(door, std::move(served));
        if (!started)
            qFatal("%s", started.error().c_str());
        server = *std::move(started);
        server->welcome();
    }
    tl::expected<std::unique_ptr<RemoteHost>, RemoteError> connect(const QString &client) const
    {
        qputenv("QONTROLLER_TLS", folder.filePath(client).toLocal8Bit());
        return RemoteHost::connect(*parseAddress(server->place()));
    }
    bool hasRefused(const std::string &part)
    {
        MutexLock lock(mutex);
        return std::ranges::any_of(refusals, [&](const std::string &sentence) {
            return sentence.find(part) != std::string::npos;
        });
    }
    std::vector<std::string> allNoted()
    {
        MutexLock lock(mutex);
        return noted;
    }

    QTemporaryDir folder;
    Authority hosts{"hosts"};
    Authority operators{"operators"};
    Authority viewers{"viewers"};
    ServedEngine engine;
    Mutex mutex;
    std::vector<std::string> noted;
    std::vector<std::string> refusals;
    std::unique_ptr<RemoteServer> server;
};

} // namespace

/// A host at an address: who comes in, as what, and who does not.
class TlsTest final : public QObject
{
    Q_OBJECT

private slots:
    // OpenSSL writes to connections whose other end has gone, and a program need not ignore that.
    void initTestCase() { std::signal(SIGPIPE, SIG_DFL); }
    void r1_anOperatorLooksAndSteers()
    {
        Rig rig;
        rig.open();
        rig.operators.give("anna", rig.make("anna"));
        const auto host = rig.connect("anna");
        QVERIFY2(host.has_value(), host ? "" : host.error().sentence.c_str());
        QCOMPARE((*host)->introduction().who, std::string("anna (TLS from 127.0.0.1)"));
        QVERIFY((*host)->introduction().maySteer);
        FeedReader reader(**host);
        QCOMPARE(reader.pull().controllers.size(), 1U);
        QVERIFY((*host)->submit({rig.engine.id, ItemsAction{ItemVerb::Requeue, {"a"}}}) != 0);
        QCOMPARE(rig.allNoted(),
                 std::vector<std::string>{"anna (TLS from 127.0.0.1): requeue 1 object"});
    }

    void r3_aViewerLooksAndIsRefusedToSteer()
    {
        Rig rig;
        rig.open();
        rig.viewers.give("victor", rig.make("victor"));
        const auto host = rig.connect("victor");
        QVERIFY2(host.has_value(), host ? "" : host.error().sentence.c_str());
        QVERIFY(!(*host)->introduction().maySteer);
        FeedReader reader(**host);
        QCOMPARE(reader.pull().controllers.size(), 1U);
        QCOMPARE((*host)->submit({rig.engine.id, ItemsAction{ItemVerb::Requeue, {"a"}}}),
                 Ticket(0));
        QCOMPARE((*host)->problem()->kind, RemoteError::Kind::NotAllowed);
        QCOMPARE(rig.allNoted(),
                 std::vector<std::string>{"victor (TLS from 127.0.0.1) may not: requeue 1 object"});
        QVERIFY(!HostCalls(**host).beginJob(7));
        QCOMPARE(rig.allNoted().back(),
                 std::string("victor (TLS from 127.0.0.1) may not: begin job 7"));
        const auto applied = HostCalls(**host).applySession("{}", ApplyMode::DryRun);
        QVERIFY(!applied && applied.error().kind == RemoteError::Kind::NotAllowed);
        QCOMPARE(rig.allNoted().back(),
                 std::string("victor (TLS from 127.0.0.1) may not: apply session"));
        const auto saved = HostCalls(**host).saveSession();
        QVERIFY(!saved && saved.error().kind == RemoteError::Kind::NotAllowed);
        QCOMPARE(rig.allNoted().back(),
                 std::string("victor (TLS from 127.0.0.1) may not: save session"));
        QVERIFY(HostCalls(**host).session());
        QVERIFY(HostCalls(**host).members({}));
        const auto undone = HostCalls(**host).operate({"Server", "s1"},
                                                      {consist::Command::Kind::Undo, "r1", {}, {}});
        QVERIFY(!undone && undone.error().kind == RemoteError::Kind::NotAllowed);
        QCOMPARE(rig.allNoted().back(),
                 std::string(
                     "victor (TLS from 127.0.0.1) may not: undo operation r1 on Server//s1"));
        const auto forgotten = HostCalls(**host).forgetEmployer({"services", "web"});
        QVERIFY(!forgotten && forgotten.error().kind == RemoteError::Kind::NotAllowed);
        QCOMPARE(rig.allNoted().back(),
                 std::string(
                     "victor (TLS from 127.0.0.1) may not: forget employer web (services)"));
        QVERIFY(!(*host)->loss());
    }

    void r2_aWrongCertificateDoesNotComeIn_data()
    {
        QTest::addColumn<QString>("what");
        for (const char *what : {"another authority", "expired"})
            QTest::newRow(what) << QString(what);
    }
    void r2_aWrongCertificateDoesNotComeIn()
    {
        QFETCH(QString, what);
        Rig rig;
        rig.open();
        const QString folder = rig.make("mallory");
        const Authority other("operators"); // of the same name
        if (what == "expired")
            rig.operators.give("mallory", folder, -60);
        else
            other.give("mallory", folder);
        const auto host = rig.connect("mallory");
        QVERIFY(!host);
        QCOMPARE(host.error().kind, RemoteError::Kind::NotAllowed);
        QVERIFY2(host.error().sentence.find("the host refuses your certificate")
                     != std::string::npos,
                 host.error().sentence.c_str());
        QTRY_VERIFY(rig.hasRefused("was turned away: "));
    }

    void r2_whoHasNoCertificateDoesNotComeIn()
    {
        Rig rig;
        rig.open();
        QProcess client;
        client.start("openssl", {"s_client", "-connect",
                                 QString::fromStdString(rig.server->place()), "-quiet"});
        QVERIFY(client.waitForFinished());
        QTRY_VERIFY(rig.hasRefused("a caller was turned away: peer did not return a certificate"));
    }

    void garbageCostsNothingButItsConnection()
    {
        Rig rig;
        rig.open();
        const std::string place = rig.server->place();
        QTcpSocket socket;
        socket.connectToHost("127.0.0.1",
                             QByteArray::fromStdString(place.substr(place.rfind(':') + 1))
                                 .toUShort());
        QVERIFY(socket.waitForConnected());
        socket.write(QByteArray(100'000, 'x'));
        QTRY_VERIFY(rig.hasRefused("was turned away: "));
        rig.operators.give("anna", rig.make("anna"));
        QVERIFY(rig.connect("anna").has_value());
    }

    void whoGoesOnTalkingIsLeft()
    {
        Rig rig;
        const auto listener = listenAt("127.0.0.1:0");
        const Certificates certificates =
            Certificates::ofHost(rig.folder.filePath("host").toStdString()).value();
        const std::string place = addressOf(listener->get());
        QTcpSocket stranger;
        stranger
            .connectToHost("127.0.0.1",
                           QString::fromStdString(place.substr(place.rfind(':') + 1)).toUShort());
        QVERIFY(stranger.waitForConnected());
        UniqueFd accepted(::accept4(listener->get(), nullptr, nullptr, SOCK_NONBLOCK));
        QVERIFY(bool(accepted));
        TlsRelay relay(certificates, std::move(accepted), {}, [](const auto &, const auto &) {});
        stranger.write("GET /");
        QVERIFY(eventually([&] {
            stranger.write("x");
            stranger.flush();
            return relay.isOver();
        }));
    }

    void whoHasGoneLeavesNothingBehind_data()
    {
        QTest::addColumn<QString>("client"); // empty: one that says nothing
        QTest::newRow("an operator") << "anna";
        QTest::newRow("one whose certificate is not trusted") << "stranger";
        QTest::newRow("one that says nothing") << "";
    }
    void whoHasGoneLeavesNothingBehind()
    {
        QFETCH(QString, client);
        Rig rig;
        rig.operators.give("anna", rig.make("anna"));
        Authority("strangers").give("stranger", rig.make("stranger"));
        rig.open();
        const QString place = QString::fromStdString(rig.server->place());
        const auto visit = [&] {
            if (!client.isEmpty())
                return static_cast<void>(rig.connect(client));
            QTcpSocket silent;
            silent.connectToHost("127.0.0.1", place.section(':', -1).toUShort());
            QVERIFY(silent.waitForConnected());
        };
        visit();
        auto before = descriptorCount();
        QVERIFY(eventually(
            [&before] { return std::exchange(before, descriptorCount()) == descriptorCount(); }));
        for (int i = 0; i < 20; ++i)
            visit();
        QTRY_VERIFY(descriptorCount() <= before + 2);
    }

    void r9_callersWhoHaveGoneMakeRoomForOthers()
    {
        constexpr int Most = 32; // at once
        Rig rig;
        rig.open();
        const auto connectAs = [&rig](int number) {
            const QString name = "job-" + QString::number(number);
            rig.operators.give(name.toStdString(), rig.make(name));
            return rig.connect(name);
        };
        for (int i = 0; i < Most + 8; ++i) // one after the other
            QVERIFY(connectAs(i).has_value());
        std::vector<std::unique_ptr<RemoteHost>> all;
        QVERIFY(eventually([&] {
            if (auto next = connectAs(100 + int(all.size()))) // those before are seen to have gone
                all.push_back(*std::move(next));
            return all.size() == Most;
        }));
        QVERIFY(!connectAs(200));
        QVERIFY(rig.hasRefused("turned away: 32 other callers are connected already"));
        FeedReader reader(*all.front());
        QCOMPARE(reader.pull().controllers.size(), 1U); // the others are not disturbed
        all.pop_back();
        QVERIFY(eventually([&] { return connectAs(201).has_value(); }));
    }

    void aNameInAnOldEncodingIsRead()
    {
        Rig rig;
        rig.open();
        rig.operators.give("J\xfcrgen", rig.make("j"), 3600, V_ASN1_T61STRING);
        const auto host = rig.connect("j");
        QVERIFY2(host.has_value(), host ? "" : host.error().sentence.c_str());
        QCOMPARE((*host)->introduction().who, std::string("J\xc3\xbcrgen (TLS from 127.0.0.1)"));
    }

    void r2_aHostThatIsNotTheOneIsNotBelieved()
    {
        Rig rig;
        rig.open();
        const QString folder = rig.make("anna");
        rig.operators.give("anna", folder);
        QVERIFY(QFile::remove(folder + "/hosts.pem"));
        rig.viewers.writeTo(folder + "/hosts.pem");
        const auto host = rig.connect("anna");
        QVERIFY(!host);
        QCOMPARE(host.error().kind, RemoteError::Kind::NotAllowed);
        QVERIFY2(host.error().sentence.find("unable to get local issuer certificate")
                     != std::string::npos,
                 host.error().sentence.c_str());
    }

    void aHostWithAnotherNameIsNotBelieved()
    {
        Rig rig;
        rig.open();
        rig.operators.give("anna", rig.make("anna"));
        qputenv("QONTROLLER_TLS", rig.folder.filePath("anna").toLocal8Bit());
        Address address = *parseAddress(rig.server->place());
        address.machine = "localhost"; // the certificate says 127.0.0.1
        const auto host = RemoteHost::connect(address);
        QVERIFY(!host);
        QVERIFY2(host.error().sentence.find("ostname mismatch") != std::string::npos,
                 host.error().sentence.c_str());
    }

    void aFolderThatIsNotRightIsSaid_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("content"); // "-": it is removed
        QTest::addColumn<QString>("sentence");
        QTest::newRow("no key") << "key.pem"
                                << "-"
                                << "is missing: it has the key of cert.pem";
        QTest::newRow("no certificate") << "cert.pem"
                                        << "-"
                                        << "is missing: it has certificates";
        QTest::newRow("no operators") << "operators.pem"
                                      << "-"
                                      << "is missing: it has certificates";
        QTest::newRow("empty") << "viewers.pem"
                               << ""
                               << "has no certificate: each stands between";
        QTest::newRow("no PEM") << "key.pem"
                                << "key"
                                << "has no key that can be read";
    }
    void aFolderThatIsNotRightIsSaid()
    {
        QFETCH(QString, file);
        QFETCH(QString, content);
        QFETCH(QString, sentence);
        Rig rig;
        const QString path = rig.folder.filePath("host/" + file);
        if (content == "-") {
            QVERIFY(QFile::remove(path));
        } else {
            QFile target(path);
            QVERIFY(target.open(QIODevice::WriteOnly | QIODevice::Truncate));
            target.write(content.toUtf8());
        }
        Door door;
        door.address = "127.0.0.1:0";
        door.certificates = rig.folder.filePath("host").toStdString();
        const auto server = RemoteServer::start(door, rig.engine.served());
        QVERIFY(!server);
        QVERIFY2(server.error().find((path + ' ' + sentence).toStdString()) == 0,
                 server.error().c_str());
    }

    void aKeyThatOthersCanReadIsRefused()
    {
        Rig rig;
        QFile::setPermissions(rig.folder.filePath("host/key.pem"),
                              QFile::ReadOwner | QFile::ReadGroup | QFile::ReadOther);
        Door door;
        door.address = "127.0.0.1:0";
        door.certificates = rig.folder.filePath("host").toStdString();
        QVERIFY(!RemoteServer::start(door, rig.engine.served()));
    }

    // As in another language: with gRPC's own TLS.
    void aClientOfGrpcComesIn()
    {
        Rig rig;
        rig.open();
        const QString folder = rig.make("anna");
        rig.operators.give("anna", folder);
        const auto text = [&folder](const char *name) {
            return contentsOf(folder + '/' + name).toStdString();
        };
        const auto channel = grpc::CreateChannel(rig.server->place(),
                                                 grpc::SslCredentials({text("hosts.pem"),
                                                                       text("key.pem"),
                                                                       text("cert.pem")}));
        const auto stub = v1::Host::NewStub(channel);
        grpc::ClientContext context;
        context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(10));
        v1::HelloReply reply;
        const grpc::Status status = stub->Hello(&context, v1::HelloRequest(), &reply);
        QVERIFY2(status.ok(), status.error_message().c_str());
        QCOMPARE(reply.who(), std::string("anna (TLS from 127.0.0.1)"));
    }

    void r3_aRealServerWritesDownWhoWasRefused()
    {
        Rig rig;
        rig.viewers.give("victor", rig.make("victor"));
        ServerProcess server;
        server.start({server.behaviour({}), "--control", "127.0.0.1:0", "--control-tls",
                      rig.folder.filePath("host")});
        const QByteArray reached = "reach this host at ";
        QVERIFY2(server.waitForLog(reached), server.log());
        const QByteArray place =
            server.log().mid(server.log().indexOf(reached) + reached.size()).split('\n').first();
        qputenv("QONTROLLER_TLS", rig.folder.filePath("victor").toLocal8Bit());
        const auto host = RemoteHost::connect(*parseAddress(place.toStdString()));
        QVERIFY2(host.has_value(), host ? "" : host.error().sentence.c_str());
        FeedReader reader(**host);
        const ControllerId id = reader.pull().controllers.front().id;
        QCOMPARE((*host)->submit({id, ControllerVerb::Pause}), Ticket(0));
        QVERIFY2(server.waitForLog("command refused"), server.log());
        QVERIFY2(server.log().contains("asked for by victor (TLS from 127.0.0.1)"), server.log());
    }

    void aSnapshotOfManyComesThrough()
    {
        Rig rig;
        for (int i = 0; i < 4000; ++i)
            rig.engine.source->put("object-" + std::string(200, 'x') + std::to_string(i));
        rig.engine.host.submit({rig.engine.id, ControllerVerb::Resync});
        QTRY_COMPARE(rig.engine.status().gauges.known, 4001U);
        rig.open();
        rig.operators.give("anna", rig.make("anna"));
        const auto host = rig.connect("anna");
        QVERIFY(host);
        FeedReader reader(**host);
        std::set<ObjectId> ids;
        QTRY_COMPARE(([&] {
                         for (const ControllerDelta &each : reader.pull().controllers) {
                             for (const ItemRow &row : each.changed)
                                 ids.insert(row.id);
                         }
                         return ids.size();
                     }()),
                     4001U);
    }
};

QONTROLLER_GUILESS_TEST(TlsTest)
#include "tst_tls.moc"
