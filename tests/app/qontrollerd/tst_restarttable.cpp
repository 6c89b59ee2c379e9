// SPDX-License-Identifier: LGPL-3.0-or-later
#include "eventually.h"
#include "files.h"
#include "haproxyprocess.h"
#include "servercontrol.h"
#include "serverprocess.h"
#include "testprogram.h"

#include <QtCore/QDir>
#include <QtTest/QtTest>

#include <csignal>
#include <optional>

using namespace qontroller;
using namespace qontroller::test;

namespace {

QJsonArray shell(const QString &script)
{
    return {"sh", "-c", script, "sh"};
}

/// A controller of a plugin that ships, whose objects are the files of a folder, and what it makes
/// of them in the world.
class World
{
public:
    explicit World(const QString &kind)
        : m_kind(kind)
        , m_socket(server.file("control.sock"))
    {
        for (const char *folder : {"files", "made", "state"})
            QDir(server.file(".")).mkpath(folder);
        if (isOfServices())
            m_haproxy.emplace();
        for (int i = 0; i < 20; ++i)
            put(i);
        m_session = server.session(controller());
    }
    ~World()
    {
        for (int i = 0; i < 21; ++i) {
            if (const pid_t left = pid(i); left > 0)
                ::kill(left, SIGKILL);
        }
    }

    static QString id(int number) { return QStringLiteral("f%1").arg(number, 2, 10, QChar('0')); }
    static QString name(int number) { return "test/" + id(number); }
    void put(int number)
    {
        if (isOfServices()) {
            server.write("files/s" + id(number) + ".json", serverOf(id(number)));
            server.write(file(number), serviceOf(id(number)));
            return;
        }
        const QString made = server.file("made/") + id(number);
        const QJsonObject spec{
            {"command", QJsonArray{"/bin/sh", "-c", "echo $$ > \"$0\"; exec sleep 1000", made}}};
        server.write(file(number),
                     isOfProcesses() ? QJsonDocument(spec).toJson() : QByteArray("x"));
    }
    void drop(int number) { QFile::remove(server.file(file(number))); }
    /// Whether what the object is in the world is there.
    [[nodiscard]] bool isMade(int number) const
    {
        if (isOfProcesses())
            return pid(number) > 0 && ::kill(pid(number), 0) == 0;
        if (isOfServices())
            return m_haproxy->state(serverInHaproxy(number)) == "ready";
        return QFile::exists(server.file("made/") + id(number));
    }

    /// … and waits until it has handled all that is there.
    [[nodiscard]] bool start()
    {
        server.start({m_session, "--json", "--control", m_socket, "--state-dir",
                      server.file("state/server")});
        return comesTrue([this] { return isSettled() && isSettled(); });
    }
    void end(int signal)
    {
        server.signal(signal);
        server.wait();
    }
    [[nodiscard]] QByteArray say(const QStringList &words) const { return said(m_socket, words); }
    [[nodiscard]] QJsonObject status() const { return statusAt(m_socket); }
    [[nodiscard]] QString stateOf(int number) const
    {
        for (const QByteArray &line : say({"items", "-o", "jsonl"}).split('\n')) {
            const QJsonObject item = QJsonDocument::fromJson(line).object();
            if (item["id"] == id(number))
                return item["state"].toString();
        }
        return {};
    }

    ServerProcess server;

private:
    [[nodiscard]] bool isOfProcesses() const { return m_kind == "process"; }
    [[nodiscard]] bool isOfServices() const { return m_kind == "load-balancer"; }
    /// Each service has a server of its own.
    static QByteArray serviceOf(const QString &id)
    {
        const QJsonObject service{{"kind", "Service"},
                                  {"selector", QJsonObject{{"app", id}}},
                                  {"backend", "web"},
                                  {"check", "off"}};
        return QJsonDocument(service).toJson();
    }
    static QByteArray serverOf(const QString &id)
    {
        const QJsonObject server{{"kind", "Server"},
                                 {"labels", QJsonObject{{"app", id}}},
                                 {"address", "127.0.0.1:9" + id.mid(1)},
                                 {"ready", true}};
        return QJsonDocument(server).toJson();
    }
    static std::string serverInHaproxy(int number)
    {
        return QStringLiteral("web/%1::s%1").arg(id(number)).toStdString();
    }
    [[nodiscard]] QString file(int number) const
    {
        return "files/" + id(number) + (isOfProcesses() || isOfServices() ? ".json" : "");
    }
    [[nodiscard]] pid_t pid(int number) const
    {
        const QString made = server.file("made/") + id(number);
        return isOfProcesses() && QFile::exists(made) ? contentsOf(made).trimmed().toInt() : 0;
    }
    [[nodiscard]] bool isSettled() const
    {
        const QJsonObject now = status();
        return now["listAgeSeconds"].isDouble() && now["queued"].toInt() == 0
               && now["running"].toInt() == 0;
    }
    [[nodiscard]] QJsonObject parameters() const
    {
        if (m_kind == "folder-mirror")
            return {{"source", server.file("files")}, {"target", server.file("made")}};
        if (isOfProcesses())
            return {{"folder", server.file("files")},
                    {"state", server.file("state/processes")},
                    {"onStop", "keep"}};
        if (isOfServices())
            return {{"folder", server.file("files")},
                    {"socket", QString::fromStdString(m_haproxy->socket())}};
        const bool tells = m_kind == "script that tells leftovers";
        const char *const leftovers =
            R"(for each in $(ls made); do
                   [ -e "files/$each" ] || printf '{"id":"%s","leftover":true}\n' "$each"
               done
               for each in $(ls files); do printf '{"id":"%s"}\n' "$each"; done)";
        return {{"workingDirectory", "{session}"},
                {"list", tells ? shell(leftovers) : QJsonArray{"ls", "files"}},
                {"listFormat", tells ? "json" : "text"},
                {"get", shell(R"([ -e "files/$1" ] || exit 66)")},
                {"add", shell(R"(: > "made/$1")")},
                {"delete", shell(R"(rm -f "made/$1")")}};
    }
    [[nodiscard]] QJsonObject controller() const
    {
        const bool isScript = m_kind.startsWith("script");
        QJsonObject json{{"name", "test"},
                         {"plugin", isScript ? "script" : m_kind},
                         {"parameters", parameters()},
                         {"options", QJsonObject{{"resyncInterval", "1h"}}}};
        if (m_kind == "script in a process of its own")
            json.insert("isolation", "process");
        return json;
    }

    const QString m_kind;
    const QString m_socket;
    std::optional<HaproxyProcess> m_haproxy;
    QString m_session;
};

} // namespace

/// The table "What a restart keeps": its rows, for the plugins and ends that are its columns.
class RestartTableTest final : public QObject
{
    Q_OBJECT

private slots:
    void e30_aRestartKeeps_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("signal");
        for (const char *kind : {"folder-mirror", "script", "script that tells leftovers",
                                 "script in a process of its own", "process", "load-balancer"})
            QTest::addRow("%s, killed", kind) << kind << SIGKILL;
        QTest::newRow("script, ended") << "script" << SIGTERM;
        QTest::newRow("process, ended") << "process" << SIGTERM;
    }
    void e30_aRestartKeeps()
    {
        QFETCH(QString, kind);
        QFETCH(int, signal);
        World world(kind);
        QVERIFY(world.start());
        QVERIFY(comesTrue([&] { return world.isMade(0) && world.isMade(19); }));
        QVERIFY(!world.say({"pause", World::name(0), "--reason", "moving"}).startsWith("status"));
        world.end(signal);

        world.drop(1);
        world.put(20);
        QVERIFY(world.start());
        QVERIFY(comesTrue([&] { return !world.isMade(1); })); // what was deleted meanwhile
        QVERIFY(comesTrue([&] { return world.isMade(20); }));
        QCOMPARE(world.stateOf(0), QString("paused"));
        world.end(signal);

        for (int i = 2; i < 16; ++i) // more than the guard lets go
            world.drop(i);
        QVERIFY(world.start());
        QVERIFY(comesTrue([&] { return world.status()["held"].toInt() == 14; }));
        QVERIFY(!world.say({"keep", World::name(2), World::name(3)}).startsWith("status"));
        world.end(signal);

        QVERIFY(world.start());
        QCOMPARE(world.status()["held"].toInt(), 12);
        QCOMPARE(world.stateOf(0), QString("paused"));
        QCOMPARE(world.stateOf(2), QString("in-sync")); // kept
        for (int i = 0; i < 20; ++i)
            QCOMPARE(world.isMade(i), i != 1);
        const QByteArray removed = world.say({"remove", World::name(4)});
        QVERIFY2(!removed.startsWith("status"), removed);
        QVERIFY(comesTrue([&] { return !world.isMade(4); }));
    }
};

QONTROLLER_TEST(RestartTableTest)
#include "tst_restarttable.moc"
