// SPDX-License-Identifier: LGPL-3.0-or-later
// A server that is killed at any moment, again and again, while people work with it. ctest knows it
// twice: a few kills for a commit, and 500 with the label "long". QONTROLLER_SEQUENCES=n kills so
// often, QONTROLLER_SEED begins elsewhere.
#include "commands.h"
#include "eventually.h"
#include "files.h"
#include "servercontrol.h"
#include "testprogram.h"

#include "serverprocess.h"

#include <QtCore/QElapsedTimer>
#include <QtTest/QtTest>

#include <csignal>
#include <deque>
#include <map>
#include <random>
#include <set>
#include <thread>

#include <cstdio>
#include <fcntl.h>
#include <poll.h>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// What an object may be after words of which not all were answered.
using MayBe = std::set<QString>;

constexpr int PausedCount = 8; ///< objects that are paused and resumed
constexpr int HeldCount = 14;  ///< more than the guard lets go
constexpr int GuardedCount = HeldCount + 6;

/// The folders that the controllers keep in order, with all that was done to them and said of them.
class KilledWorld
{
public:
    explicit KilledWorld(ServerProcess &server)
        : m_server(server)
        , m_socket(server.file("control.sock"))
    {
        const QDir folder(server.file("."));
        for (const char *each : {"plain", "isolated", "guarded", "locks", "fail", "specs"})
            folder.mkpath(each);
        for (const QString &name : scripted()) {
            for (int i = 0; i < PausedCount; ++i)
                put(name, QStringLiteral("p%1").arg(i));
        }
        for (int i = 0; i < GuardedCount; ++i)
            put("guarded", QStringLiteral("g%1").arg(i));
        const QJsonArray runs{"sh", "-c",
                              "exec 9>locks/process; flock -n 9 || echo process >> twice; "
                              "echo $$ >> pids; exec sleep 1000"};
        const QJsonObject spec{{"command", runs}, {"workingDirectory", server.file(".")}};
        server.write("specs/web.json", QJsonDocument(spec).toJson());
        writeSession();
    }

    static QStringList scripted() { return {"plain", "isolated"}; }
    [[nodiscard]] const QString &socket() const { return m_socket; }
    [[nodiscard]] QString session() const { return m_server.file("session.json"); }
    [[nodiscard]] bool isThere(const QString &file) const
    {
        return QFile::exists(m_server.file(file));
    }
    [[nodiscard]] std::set<QString> linesOf(const QString &file) const
    {
        std::set<QString> lines;
        for (const QByteArray &line : contentsOf(m_server.file(file)).split('\n')) {
            if (!line.isEmpty() && isThere(file))
                lines.insert(QString::fromUtf8(line));
        }
        return lines;
    }

    void put(const QString &controller, const QString &id)
    {
        m_server.write(controller + '/' + id, "x");
    }
    void putNew(const QString &controller)
    {
        const QString id = QStringLiteral("n%1").arg(m_next++);
        put(controller, id);
        m_files[controller].push_back(id);
    }
    /// Takes one away again; \a fails: its removal does not succeed before letRemovalsSucceed().
    void dropOldest(const QString &controller, bool fails)
    {
        auto &files = m_files[controller];
        if (files.empty())
            return;
        const QString id = files.front();
        files.pop_front();
        if (fails)
            m_server.write("fail/" + controller + '-' + id, "");
        QFile::remove(m_server.file(controller + '/' + id));
        m_dropped.insert(controller + '/' + id);
    }
    /// All at once: a list that saw the first two gone would let these go, as the guard allows.
    [[nodiscard]] bool dropManyGuarded()
    {
        const QString all = m_server.file("guarded");
        const QString few = m_server.file("few");
        QDir().mkpath(few);
        for (int i = HeldCount; i < GuardedCount; ++i)
            m_server.write(QStringLiteral("few/g%1").arg(i), "x");
        return ::renameat2(AT_FDCWD, qUtf8Printable(few), AT_FDCWD, qUtf8Printable(all),
                           RENAME_EXCHANGE)
               == 0;
    }
    void letRemovalsSucceed() { QDir(m_server.file("fail")).removeRecursively(); }

    /// What was there long enough to be added, and was dropped, has to be cleaned up.
    [[nodiscard]] std::set<QString> toBeRemoved() const
    {
        std::set<QString> all;
        const auto added = linesOf("added");
        std::ranges::set_intersection(m_dropped, added, std::inserter(all, all.end()));
        return all;
    }
    [[nodiscard]] const std::set<QString> &dropped() const { return m_dropped; }

private:
    static QJsonArray sh(const QString &script) { return {"sh", "-c", script, "sh"}; }
    static QJsonObject controller(const QString &name, bool isIsolated, bool isGuarded)
    {
        const QString alone = QStringLiteral("exec 9>locks/%1-$1; "
                                             "flock -n 9 || echo %1/$1 >> twice; ")
                                  .arg(name);
        const QJsonObject
            parameters{{"workingDirectory", "{session}"},
                       {"list", QJsonArray{"ls", name}},
                       {"get", sh(QStringLiteral("[ -e %1/$1 ] || exit 66").arg(name))},
                       {"add",
                        sh(alone + QStringLiteral("echo %1/$1 >> added; sleep 0.05").arg(name))},
                       {"delete", sh(alone
                                     + QStringLiteral("sleep 0.02; [ ! -e fail/%1-$1 ] || exit 1; "
                                                      "echo %1/$1 >> removed")
                                           .arg(name))}};
        return {{"name", name},
                {"plugin", "script"},
                {"parameters", parameters},
                {"isolation", isIsolated ? "process" : "none"},
                {"options", QJsonObject{{"backoff", QJsonObject{{"base", "1h"}, {"max", "1h"}}},
                                        {"massDeletionGuard", isGuarded},
                                        {"resyncInterval", "1h"}}}};
    }
    void writeSession()
    {
        const QJsonObject process{{"name", "process"},
                                  {"plugin", "process"},
                                  {"parameters", QJsonObject{{"folder", m_server.file("specs")},
                                                             {"state", m_server.file("running")},
                                                             {"onStop", "keep"}}}};
        const QJsonObject session{{"version", 1},
                                  {"controllers",
                                   QJsonArray{controller("plain", false, false),
                                              controller("isolated", true, false),
                                              controller("guarded", false, true), process}}};
        m_server.write("session.json", QJsonDocument(session).toJson());
    }

    ServerProcess &m_server;
    QString m_socket;
    std::map<QString, std::deque<QString>> m_files;
    std::set<QString> m_dropped;
    int m_next = 0;
};

/// The lives of a server, each of which ends at a moment that nobody has chosen.
class KilledLives
{
public:
    explicit KilledLives(quint64 seed)
        : m_random(seed)
    {
        for (const QString &controller : KilledWorld::scripted()) {
            for (int i = 0; i < PausedCount; ++i)
                m_pauses[QStringLiteral("%1/p%2").arg(controller).arg(i)] = {""};
        }
    }
    ~KilledLives()
    {
        for (const QString &pid : m_world.linesOf("pids"))
            ::kill(pid.toInt(), SIGKILL);
    }

    /// The first life lasts until the guard holds what has gone.
    void begin()
    {
        for (const QString &controller : KilledWorld::scripted())
            m_world.putNew(controller);
        QElapsedTimer timer;
        timer.start();
        start();
        say(comesTrue([this] { return isSettled(); }), "it does not settle");
        m_untilSettled = timer.elapsed();
        say(m_world.dropManyGuarded(), "the folder is not another one");
        say(ask({"resync", "guarded"}), "no resync");
        say(comesTrue([this] { return stateOf("guarded/g0") == "held"; }), "nothing is held");
        for (int i = 0; i < HeldCount; ++i)
            m_holds[QStringLiteral("guarded/g%1").arg(i)] = {"held"};
        kill();
        for (const QString &controller : KilledWorld::scripted())
            m_world.dropOldest(controller, false);
    }
    /// A life that is killed \a after it has begun.
    void liveAndDie()
    {
        start();
        std::thread killer(
            [pid = m_server.pid(), after = int(below(std::uint64_t(3 * m_untilSettled)))] {
                ::poll(nullptr, 0, after);
                ::kill(pid, SIGKILL);
            });
        if (comesTrue([this] { return hasEnded() || isAnswering(); }))
            checkWords();
        while (!hasEnded())
            work();
        killer.join();
        m_server.wait();
        workOutside();
    }
    /// The last one: all that is owed is done.
    void conclude()
    {
        start();
        say(comesTrue([this] { return isAnswering(); }), "it does not answer");
        checkWords();
        m_world.letRemovalsSucceed();
        ask({"resume", "--filter", "state:paused", "--yes"});
        for (const QString &controller : KilledWorld::scripted())
            say(ask({"resync", controller}), "no resync");
        const auto isCleanedUp = [this] {
            ask({"requeue", "--filter", "state:back-off", "--yes"});
            return std::ranges::includes(m_world.linesOf("removed"), m_world.toBeRemoved());
        };
        if (!comesTrue(isCleanedUp, std::chrono::seconds(60)))
            say(false, "a removal that was owed is lost: " + notRemoved());
        say(std::ranges::includes(m_world.dropped(), m_world.linesOf("removed")),
            "what is there, or is held, was removed");
        say(!m_world.isThere("twice"),
            "one id ran twice at once: " + contentsOf(m_server.file("twice")));
        say(std::ranges::count_if(m_world.linesOf("pids"),
                                  [](const QString &pid) { return isAlive(pid.toLong()); })
                == 1,
            "its process does not run once");
        m_server.signal(SIGTERM);
        m_server.wait();
    }

    [[nodiscard]] const QByteArray &wrong() const { return m_wrong; }
    [[nodiscard]] int acknowledged() const { return m_acknowledged; }
    [[nodiscard]] std::size_t removals() const { return m_world.toBeRemoved().size(); }

private:
    void say(bool isSo, const QByteArray &wrong)
    {
        if (!isSo && m_wrong.isEmpty())
            m_wrong = wrong + ": " + m_answer;
    }
    void start()
    {
        m_server.start({m_world.session(), "--control", m_world.socket(), "--log", "json"});
    }
    void kill()
    {
        m_server.signal(SIGKILL);
        m_server.wait();
    }
    [[nodiscard]] std::uint64_t below(std::uint64_t count) { return m_random() % count; }
    bool ask(const QStringList &words)
    {
        m_answer = said(m_world.socket(), words);
        const bool isDone = !m_answer.startsWith("status");
        m_acknowledged += isDone;
        return isDone;
    }
    [[nodiscard]] bool hasEnded() const { return !isAlive(m_server.pid()); }
    [[nodiscard]] bool isAnswering() const
    {
        return !said(m_world.socket(), {"status"}).startsWith("status");
    }
    [[nodiscard]] bool isSettled() const
    {
        const auto status = QJsonDocument::fromJson(
            said(m_world.socket(), {"status", "-o", "json"}));
        const QJsonArray all = status["controllers"].toArray();
        return !all.isEmpty() && std::ranges::all_of(all, [](const QJsonValue &each) {
            return each["listAgeSeconds"].isDouble() && each["queued"].toInt() == 0
                   && each["running"].toInt() == 0;
        });
    }
    using Objects = std::map<QString, QJsonObject>;
    /// What is still to be cleaned up, with the state in which the server has it.
    [[nodiscard]] QByteArray notRemoved() const
    {
        const auto removed = m_world.linesOf("removed");
        Objects all = objects();
        QByteArray text;
        for (const QString &object : m_world.toBeRemoved()) {
            if (!removed.contains(object))
                text += object.toUtf8() + " (" + all[object]["state"].toString().toUtf8() + ") ";
        }
        return text;
    }
    /// Empty: the server did not answer.
    [[nodiscard]] Objects objects() const
    {
        Objects all;
        for (const QByteArray &line :
             said(m_world.socket(), {"items", "-o", "jsonl"}).split('\n')) {
            const QJsonObject item = QJsonDocument::fromJson(line).object();
            if (!item.isEmpty())
                all[item["controller"].toString() + '/' + item["id"].toString()] = item;
        }
        return all;
    }
    [[nodiscard]] QString stateOf(const QString &object) const
    {
        return objects()[object]["state"].toString();
    }

    /// What was answered is so.
    void checkWords()
    {
        const Objects all = objects();
        if (all.empty())
            return; // it was killed meanwhile
        const auto check = [&](const auto &expected, const char *state, const char *field) {
            for (const auto &[object, may] : expected) {
                const auto found = all.find(object);
                const QJsonObject item = found == all.end() ? QJsonObject() : found->second;
                const bool isSo = item["state"] == state;
                const QString is = isSo ? item[field].toString() : QString("");
                say(may.contains(is) && found != all.end(),
                    QStringLiteral("%1 is %2 (%3), and not one of %4")
                        .arg(object, item["state"].toString(), item["reason"].toString(),
                             QStringList(may.begin(), may.end()).join('|'))
                        .toUtf8());
            }
        };
        check(m_pauses, "paused", "reason");
        check(m_holds, "held", "state");
    }
    /// Until the answer comes it may be either.
    void tell(MayBe &may, const QString &state, const QStringList &words)
    {
        may.insert(state);
        if (ask(words))
            may = {state};
    }
    void work()
    {
        const QString controller = KilledWorld::scripted()[int(below(2))];
        const QString object = QStringLiteral("%1/p%2").arg(controller).arg(below(PausedCount));
        const QString held = QStringLiteral("guarded/g%1").arg(below(HeldCount));
        switch (below(8)) {
        case 0:
        case 1: {
            const QString reason = QStringLiteral("reason %1").arg(m_random());
            return tell(m_pauses[object], reason,
                        {"pause", object, "--reason", reason, "--for", "2h"});
        }
        case 2: return tell(m_pauses[object], "", {"resume", object});
        case 3:
            if (below(4) == 0) // else all would be kept soon
                return tell(m_holds[held], "", {"keep", held});
            [[fallthrough]];
        case 4:
            ask({"requeue", controller + "/p0", controller + "/p1", controller + "/p2"});
            return;
        case 5: m_world.dropOldest(controller, below(6) == 0); [[fallthrough]];
        default: m_world.putNew(controller); ask({"resync", controller});
        }
    }
    /// While it is off.
    void workOutside()
    {
        for (const QString &controller : KilledWorld::scripted()) {
            if (below(2))
                m_world.dropOldest(controller, below(6) == 0);
            if (below(2))
                m_world.putNew(controller);
        }
    }

    std::mt19937_64 m_random;
    ServerProcess m_server;
    KilledWorld m_world{m_server};
    std::map<QString, MayBe> m_pauses; ///< reasons; empty: it is not paused
    std::map<QString, MayBe> m_holds;
    QByteArray m_answer; ///< to the last command
    QByteArray m_wrong;
    qint64 m_untilSettled = 0; ///< milliseconds of a start on this machine
    int m_acknowledged = 0;
};

} // namespace

/// Nothing that was answered is lost, nothing that is owed is forgotten, and nothing runs twice.
class ServerKillsTest final : public QObject
{
    Q_OBJECT

private slots:
    void e30_killedAtAnyMomentItLosesNothingAndDoesNothingTwice()
    {
        const auto number = [](const char *name, quint64 otherwise) {
            return qEnvironmentVariableIsSet(name) ? qEnvironmentVariable(name).toULongLong()
                                                   : otherwise;
        };
        const quint64 seed = number("QONTROLLER_SEED", 1);
        const quint64 kills = number("QONTROLLER_SEQUENCES", 12);
        KilledLives lives(seed);
        lives.begin();
        for (quint64 done = 1; done < kills && lives.wrong().isEmpty(); ++done) {
            lives.liveAndDie();
            QVERIFY2(lives.wrong().isEmpty(),
                     lives.wrong() + " at kill " + QByteArray::number(done));
        }
        lives.conclude();
        QVERIFY2(lives.wrong().isEmpty(), lives.wrong());
        QVERIFY(lives.removals() > 1);
        qInfo("%llu kills, %d commands answered, %zu objects removed", kills, lives.acknowledged(),
              lives.removals());
    }
};

QONTROLLER_GUILESS_TEST(ServerKillsTest)
#include "tst_serverkills.moc"
