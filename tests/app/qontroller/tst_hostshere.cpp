// SPDX-License-Identifier: GPL-3.0-or-later
// Which hosts a window offers that run on this computer, and what it says of a wrong name.
#include "app/qontroller/application.h"
#include "app/qontroller/attachedapplication.h"
#include "core/remote/attach/attachedhosts.h"
#include "serverprocess.h"
#include "testprogram.h"
#include "unixsocket.h"

#include <QtCore/QDir>
#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// A place of its own where hosts of this user listen, and windows look for them.
class RuntimeFolder
{
public:
    RuntimeFolder()
        : m_former(qEnvironmentVariable("XDG_RUNTIME_DIR"))
    {
        qputenv("XDG_RUNTIME_DIR", m_folder.path().toLocal8Bit());
    }
    ~RuntimeFolder() { qputenv("XDG_RUNTIME_DIR", m_former.toLocal8Bit()); }
    RuntimeFolder(const RuntimeFolder &) = delete;
    RuntimeFolder &operator=(const RuntimeFolder &) = delete;

    [[nodiscard]] QString socketOf(const QString &name) const
    {
        return m_folder.filePath("qontroller/" + name + "/control.sock");
    }

private:
    QTemporaryDir m_folder;
    QString m_former;
};

/// A real server that listens at \a socket.
struct Listening
{
    explicit Listening(const QString &socket)
    {
        server.start({server.behaviour({}), "--control", socket});
        if (!server.waitForLog("reach this host at"))
            qFatal("%s", server.log().constData());
    }
    void kill()
    {
        server.signal(SIGKILL);
        static_cast<void>(server.wait());
    }

    ServerProcess server;
};

QStringList namesOf(const QList<ui::HostHere> &hosts)
{
    QStringList names;
    for (const ui::HostHere &host : hosts)
        names += host.name;
    return names;
}

} // namespace

class HostsHereTest final : public QObject
{
    Q_OBJECT

private slots:
    void listsTheHostsThatListen()
    {
        const RuntimeFolder folder;
        Listening photos(folder.socketOf("photos"));
        const Listening night(folder.socketOf("night"));
        QVERIFY(QDir().mkpath(QFileInfo(folder.socketOf("left")).path()));
        QVERIFY(bool(bindTo(folder.socketOf("left").toStdString()))); // of one that was killed
        remote::AttachedHosts hosts;
        AttachedApplication window(hosts);
        const QList<ui::HostHere> here = window.hostsHere();
        QCOMPARE(namesOf(here), QStringList({"night", "photos"}));
        QCOMPARE(here.at(0).address, folder.socketOf("night"));
        QCOMPARE(here.at(1).address, folder.socketOf("photos"));
        photos.kill();
        QVERIFY(QFile::exists(folder.socketOf("photos")));
        QCOMPARE(namesOf(window.hostsHere()), QStringList({"night"}));
        hosts.close();
    }

    void leavesOutTheProgramsOwn()
    {
        const RuntimeFolder folder;
        const Listening photos(folder.socketOf("photos"));
        const Listening night(folder.socketOf("night"));
        Host host;
        Application window(host, {}, {});
        QCOMPARE(namesOf(window.hostsHere()), QStringList({"night", "photos"}));
        window.setOwnSocket(folder.socketOf("night").toStdString());
        QCOMPARE(namesOf(window.hostsHere()), QStringList({"photos"}));
    }

    void saysThatANameIsWrong()
    {
        const RuntimeFolder folder;
        Listening photos(folder.socketOf("photos"));
        Listening night(folder.socketOf("night"));
        Host host;
        Application window(host, {}, {});
        const auto sentence = [&window] { return window.connectTo("nigth").sentence; };
        QVERIFY(!window.connectTo("nigth").isDone());
        QCOMPARE(sentence(), "No host is called nigth here. Those that run here: night, photos.");
        photos.kill();
        night.kill();
        QCOMPARE(sentence(), "No host is called nigth here. None runs here whose socket you can "
                             "see.");
    }

    void connectsByName()
    {
        const RuntimeFolder folder;
        const Listening night(folder.socketOf("night"));
        remote::AttachedHosts hosts;
        AttachedApplication window(hosts);
        const ui::Result right = window.connectTo("night");
        QVERIFY2(right.isDone(), qPrintable(right.sentence));
        QCOMPARE(hosts.elsewhere().size(), std::size_t(1));
        const QString again = window.connectTo(folder.socketOf("night")).sentence;
        QVERIFY2(again.startsWith(folder.socketOf("night") + " is shown already, as "),
                 qPrintable(again));
        hosts.close();
    }
};

QONTROLLER_GUILESS_TEST(HostsHereTest)
#include "tst_hostshere.moc"
