// SPDX-License-Identifier: LGPL-3.0-or-later
#include "eventually.h"
#include "files.h"
#include "servercontrol.h"
#include "servermetrics.h"
#include "testprogram.h"

#include <QtTest/QtTest>

#include <csignal>
#include <set>

using namespace qontroller;
using namespace qontroller::test;

namespace {

constexpr int Objects = 60;
constexpr int MostRemoved = 10; // more than a tenth of them

/// Where the objects are known from.
enum class Known {
    Lists,
    Watch
};

/// A *script* whose objects exist until there is a file "gone"; from then on `get` says of each
/// that it is gone, while its lists and its watch go on to show it.
class Storage
{
public:
    Storage(ServerProcess &server, Known known, const char *interval)
        : m_server(server)
        , m_socket(server.file("control.sock"))
        , m_session(server.session(controllerOf(known, interval)))
    {
        server.write("changes", known == Known::Watch ? changes("ADDED") : "");
    }

    [[nodiscard]] const QString &session() const { return m_session; }
    [[nodiscard]] const QString &socket() const { return m_socket; }
    void start()
    {
        m_server.start({m_session, "--json", "--metrics", "127.0.0.1:0", "--control", m_socket});
    }
    /// From now on it says that all is gone, also to whoever has known of it by the watch alone.
    void denyAll(Known known)
    {
        m_server.write("gone", "");
        if (known == Known::Watch)
            writeContents(m_server.file("changes"), changes("ADDED") + changes("MODIFIED"));
    }
    /// Those that were added, and removed, each once.
    [[nodiscard]] std::size_t added() const { return idsIn("added").size(); }
    [[nodiscard]] std::size_t removed() const { return idsIn("removed").size(); }
    [[nodiscard]] double metric(const QByteArray &name, const QByteArray &more = {})
    {
        return metricOf(m_server, name + R"({controller="test")" + more + '}');
    }

private:
    [[nodiscard]] std::set<QByteArray> idsIn(const QString &name) const
    {
        std::set<QByteArray> ids;
        QFile file(m_server.file(name));
        while (file.isOpen() || file.open(QIODevice::ReadOnly)) {
            const QByteArray id = file.readLine().trimmed();
            if (id.isEmpty())
                break;
            ids.insert(id);
        }
        return ids;
    }
    static QJsonArray sh(const char *script) { return {"sh", "-c", script, "sh"}; }
    static QJsonObject controllerOf(Known known, const char *interval)
    {
        const bool isListed = known == Known::Lists;
        QJsonObject parameters{{"workingDirectory", "{session}"},
                               {"list", isListed ? QJsonArray{"seq", "60"} : QJsonArray{"true"}},
                               {"get", sh(R"([ -e gone ] && exit 66; echo "$1")")},
                               {"add", sh(R"(echo "$1" >> added)")},
                               {"delete", sh(R"(echo "$1" >> removed)")}};
        if (!isListed)
            parameters.insert("watch", QJsonArray{"tail", "-n", "+1", "-f", "changes"});
        return {{"name", "test"},
                {"plugin", "script"},
                {"parameters", parameters},
                {"options", QJsonObject{{"workers", 1}, // slow: each list sees but a few go
                                        {"resyncInterval", interval},
                                        {"detectDeletions", isListed}}}};
    }
    static QByteArray changes(const char *type)
    {
        QByteArray lines;
        for (int id = 1; id <= Objects; ++id)
            lines += R"({"type":")" + QByteArray(type) + R"(","id":")" + QByteArray::number(id)
                     + "\"}\n";
        return lines;
    }

    ServerProcess &m_server;
    QString m_socket;
    QString m_session;
};

} // namespace

/// Removals that nobody asked for, at the real server: what goes all the same, and what its log,
/// its metrics, `qontrollerctl status` and its exit status say of the others.
class ServerRemovalsTest final : public QObject
{
    Q_OBJECT

private slots:
    void whatAStorageDeniesIsHeldAndSaid_data()
    {
        QTest::addColumn<int>("known");
        QTest::addColumn<int>("held");
        // Lists show again what was removed, and then that is held, too.
        QTest::newRow("of listed ones") << int(Known::Lists) << Objects;
        QTest::newRow("of those that only a watch has shown")
            << int(Known::Watch) << Objects - MostRemoved;
    }
    void whatAStorageDeniesIsHeldAndSaid()
    {
        QFETCH(int, known);
        QFETCH(int, held);
        ServerProcess server;
        Storage storage(server, Known(known), "50ms");
        storage.start();
        const QByteArray complete = R"(,result="complete")";
        QVERIFY(comesTrue([&] { return storage.added() == Objects; }));
        QCOMPARE(storage.metric("qontroller_held_removals"), 0.0);

        storage.denyAll(Known(known));
        QVERIFY2(server.waitForLog(" warning: test: held: "), server.log());
        const auto heldNow = [&storage] { return storage.metric("qontroller_held_removals"); };
        QVERIFY2(comesTrue([&] { return heldNow() == held; }), QByteArray::number(heldNow()));
        const double lists = storage.metric("qontroller_lists_total", complete);
        QVERIFY(comesTrue(
            [&] { return storage.metric("qontroller_lists_total", complete) > lists + 5; }));
        QCOMPARE(storage.removed(), std::size_t(MostRemoved));

        // Each list has them looked at once more, and one that is being looked at is not counted.
        const QByteArray changed = said(storage.socket(), {"options", "test", "resyncInterval=1h"});
        QVERIFY2(!changed.startsWith("status"), changed);
        QJsonObject status;
        const auto allAreHeld = [&] {
            status = statusAt(storage.socket());
            return status.value("held").toInt() == held;
        };
        QVERIFY(comesTrue(allAreHeld));
        QCOMPARE(status.value("health").toString(), "degraded");
        const QString removals = QString::number(held) + " removals ";
        const QString reason = status.value("reason").toString();
        QVERIFY2(reason.startsWith(removals + "are held: the storage denies "), qPrintable(reason));
        QCOMPARE(server.end(), 128 + SIGTERM);
        QVERIFY2(server.log().contains(" warning: test: not in order: " + removals.toUtf8()
                                       + "were held to the end, and not decided: "),
                 server.log());
        QCOMPARE(storage.removed(), std::size_t(MostRemoved));
    }

    void aRunUntilIdleEndsWithThreeIfAStorageDeniesAll()
    {
        ServerProcess server;
        Storage storage(server, Known::Lists, "1h");
        QCOMPARE(server.runUntilIdle(storage.session()), 0);
        storage.denyAll(Known::Lists);
        QCOMPARE(server.runUntilIdle(storage.session()), 3);
        const std::size_t removed = storage.removed();
        QVERIFY2(removed <= MostRemoved, QByteArray::number(quint64(removed)));
        const QByteArray held = QByteArray::number(Objects - int(removed));
        QVERIFY2(server.outputLines().contains(R"({"event":"held","controller":"test","held":)"
                                               + held + '}'),
                 server.output());
        QCOMPARE(server.summary().value("removed").toInt(), int(removed));
        QVERIFY2(server.log().contains(" warning: test: held: "), server.log());
    }
};

QONTROLLER_GUILESS_TEST(ServerRemovalsTest)
#include "tst_serverremovals.moc"
