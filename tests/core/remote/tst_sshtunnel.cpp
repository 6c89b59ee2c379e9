// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/remote/attach/attachedhost.h"
#include "core/remote/client/sshtunnel.h"
#include "core/remote/server/remoteserver.h"
#include "descriptors.h"
#include "servedengine.h"
#include "sshserver.h"

#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller;
using namespace qontroller::remote;
using namespace qontroller::test;

namespace {

/// A host, in the runtime folder that the ssh server gives to who logs in.
struct Station
{
    Station(const SshServer &ssh, const QString &name)
        : folder(ssh.folder() + "/qontroller/" + name)
    {
        QDir().mkpath(folder);
        for (const char *id : {"a", "b"})
            engine.source->put(id);
        if (!engine.startAndSettle())
            qFatal("the engine does not settle");
        server = test::serveAt((folder + "/control.sock").toStdString(),
                               engine.served(name.toStdString()));
    }

    QString folder;
    ServedEngine engine;
    std::unique_ptr<RemoteServer> server;
};

/// The ssh processes that this one has started and that forward a socket.
QList<int> tunnels()
{
    QList<int> found;
    const QStringList all = QDir("/proc").entryList({"[0-9]*"}, QDir::Dirs);
    for (const QString &pid : all) {
        QFile line("/proc/" + pid + "/cmdline");
        QFile stat("/proc/" + pid + "/stat");
        if (!line.open(QIODevice::ReadOnly) || !stat.open(QIODevice::ReadOnly))
            continue;
        const QList<QByteArray> words = stat.readAll().split(' ');
        const bool isOurs = words.size() > 3 && words[3].toInt() == ::getpid();
        if (isOurs && line.readAll().contains("StreamLocalBindMask"))
            found += pid.toInt();
    }
    return found;
}

tl::expected<std::unique_ptr<RemoteHost>, RemoteError> connectTo(const std::string &address)
{
    return RemoteHost::connect(*parseAddress(address));
}

} // namespace

/// A host on another machine, through a real sshd.
class SshTunnelTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_ssh.emplace(); }
    void cleanup() { m_ssh.reset(); }

    void aHostIsReachedByItsName()
    {
        const Station photos(*m_ssh, "photos");
        const Station music(*m_ssh, "music");
        for (const char *name : {"photos", "music"}) {
            auto host = connectTo(m_ssh->address(name));
            QVERIFY2(host.has_value(), host ? "" : host.error().sentence.c_str());
            QCOMPARE((*host)->introduction().name, std::string(name));
            FeedReader reader(**host);
            QCOMPARE(reader.pull().controllers.size(), 1U);
            QCOMPARE(tunnels().size(), 1);
        }
        QCOMPARE(tunnels().size(), 0); // it goes with the connection
        QVERIFY(QDir(qEnvironmentVariable("XDG_RUNTIME_DIR", "/tmp"))
                    .entryList({"qontroller-ssh-*"}, QDir::Dirs)
                    .isEmpty());
    }

    void whoHasGoneLeavesNothingBehind()
    {
        const Station photos(*m_ssh, "photos");
        const std::string address = m_ssh->address("photos");
        const auto sentence = [&address] {
            const auto host = connectTo(address);
            return host ? std::string() : host.error().sentence;
        };
        QCOMPARE(sentence(), std::string());
        auto before = descriptorCount();
        QVERIFY(eventually(
            [&before] { return std::exchange(before, descriptorCount()) == descriptorCount(); }));
        for (int i = 0; i < 4; ++i)
            QCOMPARE(sentence(), std::string());
        QTRY_VERIFY(descriptorCount() <= before + 1);
    }

    void aSocketAtWhichNobodyListensYetIsWaitedFor()
    {
        const Station photos(*m_ssh, "photos");
        m_ssh->makeSocketEarly();
        const auto host = connectTo(m_ssh->address("photos"));
        QVERIFY2(host.has_value(), host ? "" : host.error().sentence.c_str());
    }

    void theOnlyHostNeedsNoName()
    {
        const Station photos(*m_ssh, "photos");
        const auto host = connectTo(m_ssh->address());
        QVERIFY2(host.has_value(), host ? "" : host.error().sentence.c_str());
        QCOMPARE((*host)->introduction().name, std::string("photos"));
    }

    void whatIsWrongIsSaid()
    {
        QCOMPARE(connectTo(m_ssh->address()).error().sentence,
                 m_ssh->address() + ": no host runs there whose socket you can see");
        const Station photos(*m_ssh, "photos");
        const Station music(*m_ssh, "music");
        QCOMPARE(connectTo(m_ssh->address()).error().sentence,
                 m_ssh->address()
                     + ": several hosts are there: name one behind the machine: music, photos");
        const std::string none = m_ssh->address("none");
        QCOMPARE(connectTo(none).error().sentence, none + ": no host is called \"none\" there");
    }

    void whoMayNotLogInIsRefused()
    {
        const Station photos(*m_ssh, "photos");
        m_ssh->useKey("stranger");
        const auto host = connectTo(m_ssh->address("photos"));
        QVERIFY(!host);
        QCOMPARE(host.error().kind, RemoteError::Kind::NotAllowed);
        QVERIFY2(host.error().sentence.find("Permission denied") != std::string::npos,
                 host.error().sentence.c_str());
    }

    void aMachineThatIsAwayIsSaid()
    {
        m_ssh->stop();
        const auto host = connectTo(m_ssh->address("photos"));
        QVERIFY(!host);
        QCOMPARE(host.error().kind, RemoteError::Kind::NotReached);
        QVERIFY2(host.error().sentence.find("Connection refused") != std::string::npos,
                 host.error().sentence.c_str());
    }

    // The host has gone on meanwhile, so what it calls 1 is what it called 1 before.
    void r5_afterATunnelBreaksTheControllersAreTheSame()
    {
        const Station photos(*m_ssh, "photos");
        AttachedHost host(1, *parseAddress(m_ssh->address("photos")));
        FeedReader reader(host.feed());
        const Delta first = reader.pull();
        QCOMPARE(first.controllers.size(), 1U);
        QCOMPARE(tunnels().size(), 1);
        ::kill(tunnels().first(), SIGKILL);
        QTRY_VERIFY((static_cast<void>(reader.pull()), host.status().state == HostState::Lost));
        Delta again;
        QVERIFY(eventually([&] {
            again = reader.pull();
            return !again.controllers.empty();
        }));
        QCOMPARE(again.controllers.front().id, first.controllers.front().id);
        QVERIFY(again.controllers.front().resetRows);
        QVERIFY(again.removed.empty());
        QCOMPARE(again.controllers.front().changed.size(), 2U);
    }

private:
    std::optional<SshServer> m_ssh;
};

QONTROLLER_GUILESS_TEST(SshTunnelTest)
#include "tst_sshtunnel.moc"
