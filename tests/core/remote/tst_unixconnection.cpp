// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/client/unixconnection.h"
#include "core/remote/server/unixlistener.h"
#include "testprogram.h"
#include "unixsocket.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::remote;

using Paths = std::vector<std::string>;

class UnixConnectionTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder.emplace();
        m_listener.emplace(UnixListener::listen(path("live"), 0600));
        QVERIFY(m_listener->has_value());
    }
    void cleanup() { m_listener.reset(); }

    void socketsOfKilledHostsAreLeftOut()
    {
        QVERIFY(bool(test::bindTo(path("killed"))));
        Paths paths{path("gone"), path("killed"), path("live")};
        leaveOutDead(paths);
        QCOMPARE(paths, Paths{path("live")});
    }

    void aHostThatDoesNotTakeConnectionsIsNotDead()
    {
        const UniqueFd busy = test::bindTo(path("busy"));
        QCOMPARE(::listen(busy.get(), 0), 0);
        const UniqueFd first = test::connectTo(path("busy"));
        QVERIFY(bool(first));
        QCOMPARE(connectToUnix(path("busy"), Duration::zero()).error(), EAGAIN);
        Paths paths{path("gone"), path("busy")};
        leaveOutDead(paths);
        QCOMPARE(paths, Paths{path("busy")});
    }

    void severalThatLiveStay()
    {
        const auto other = UnixListener::listen(path("other"), 0600);
        QVERIFY(other);
        Paths paths{path("live"), path("other")};
        const Paths both = paths;
        leaveOutDead(paths);
        QCOMPARE(paths, both);
    }

    void theOnlyOneIsNotAsked()
    {
        Paths paths{path("gone")};
        leaveOutDead(paths);
        QCOMPARE(paths, Paths{path("gone")});
    }

private:
    [[nodiscard]] std::string path(const char *name) const
    {
        return m_folder->filePath(name).toStdString();
    }

    std::optional<QTemporaryDir> m_folder;
    std::optional<tl::expected<UnixListener, std::string>> m_listener;
};

QONTROLLER_GUILESS_TEST(UnixConnectionTest)
#include "tst_unixconnection.moc"
