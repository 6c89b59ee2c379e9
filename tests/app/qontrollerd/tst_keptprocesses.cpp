// SPDX-License-Identifier: LGPL-3.0-or-later
// Processes that outlive their controller, and one that has another name, or is of another host.
#include "files.h"
#include "servercontrol.h"
#include "serverprocess.h"
#include "testprogram.h"

#include "core/plugins/process/processstat.h"

#include <QtCore/QDir>
#include <QtTest/QtTest>

#include <algorithm>
#include <csignal>
#include <future>

using namespace qontroller;
using namespace qontroller::test;

namespace {

using Runs = QMap<QByteArray, QList<pid_t>>;

/// A server whose processes run on.
struct Keeper
{
    explicit Keeper(QString isolation)
        : m_isolation(std::move(isolation))
    {
        QDir(server.file({})).mkdir("specs");
        for (const char *id : {"one", "two", "paused"})
            server.write("specs/" + QString(id) + ".json",
                         QStringLiteral(R"({"command": ["/bin/sh", "-c",
                             "echo %1 $$ >> '%2'; exec sleep 1000"], "log": {"to": "discard"}})")
                             .arg(id, server.file("pids"))
                             .toUtf8());
    }
    ~Keeper()
    {
        for (const auto &pids : started()) {
            for (const pid_t pid : pids)
                ::kill(pid, SIGKILL);
        }
    }
    Keeper(const Keeper &) = delete;
    Keeper &operator=(const Keeper &) = delete;

    /// By name, all that were ever started.
    [[nodiscard]] Runs started() const
    {
        Runs all;
        for (const QByteArray &line : contentsOf(server.file("pids")).split('\n')) {
            const QByteArrayList words = line.split(' ');
            if (words.size() == 2 && words[1].toInt() > 0)
                all[words[0]] += static_cast<pid_t>(words[1].toInt());
        }
        return all;
    }
    /// Each of the three was started once, and runs.
    [[nodiscard]] bool runAsStarted() const
    {
        const Runs all = started();
        return all.size() == 3 && std::ranges::all_of(all, [](const QList<pid_t> &pids) {
                   return pids.size() == 1 && processStat(pids[0]);
               });
    }
    QString session()
    {
        return server.session({{"name", name},
                               {"plugin", "process"},
                               {"isolation", m_isolation},
                               {"parameters", QJsonObject{{"folder", server.file(folder)},
                                                          {"state", server.file(state)},
                                                          {"onStop", onStop}}}});
    }
    void start()
    {
        server.start({session(), "--state-dir", server.file(host), "--control", control()});
    }
    [[nodiscard]] bool startsAll()
    {
        start();
        return QTest::qWaitFor([this] { return runAsStarted() && works(); }, 30'000)
               && !says({"pause", name + "/paused"}).startsWith("status");
    }
    void kill()
    {
        server.signal(SIGKILL);
        server.wait();
    }
    [[nodiscard]] QString control() { return server.file("control"); }
    [[nodiscard]] QByteArray says(const QStringList &words) { return said(control(), words); }
    [[nodiscard]] QString reason() { return statusAt(control()).value("reason").toString(); }
    [[nodiscard]] QByteArray mark()
    {
        return contentsOf(server.file("specs/.qontroller-process.owner"));
    }
    [[nodiscard]] bool works()
    {
        const QJsonObject status = statusAt(control());
        return mark().contains("\ncontroller " + name.toUtf8() + '\n')
               && status.value("name") == name
               && !status.value("reason").toString().startsWith("owned by ")
               && isAdoptedOrStarted("one");
    }
    [[nodiscard]] bool isAdoptedOrStarted(const QString &id)
    {
        return says({"describe", name + '/' + id}).contains("state: running");
    }
    [[nodiscard]] bool isAdopted(const QString &id)
    {
        return says({"describe", name + '/' + id}).contains("adopted: yes");
    }

    ServerProcess server;
    QString name = "before";
    QString folder = "specs";
    QString state = "state";
    QString onStop = "keep";
    QString host = "host";

private:
    QString m_isolation;
};

} // namespace

class KeptProcessesTest final : public QObject
{
    Q_OBJECT

private slots:
    void ofAControllerThatHasAnotherNameRunOn_data() { addIsolations(); }
    void ofAControllerThatHasAnotherNameRunOn()
    {
        QFETCH(QString, isolation);
        Keeper keeper(isolation);
        QVERIFY(keeper.startsAll());
        keeper.kill();
        keeper.name = "after";
        keeper.start();
        QTRY_VERIFY_WITH_TIMEOUT(keeper.works(), 30'000); // nobody else is of this host
        for (const char *id : {"one", "two", "paused"})
            QTRY_VERIFY2(keeper.isAdopted(id), keeper.server.log());
        QVERIFY(keeper.runAsStarted());
        QCOMPARE(keeper.server.end(), 128 + SIGTERM);
        QVERIFY2(!keeper.server.log().contains("asked to end"), keeper.server.log());
        QVERIFY(keeper.runAsStarted());
    }

    void ofAControllerThatIsRenamedByApplyRunOn_data() { addIsolations(); }
    void ofAControllerThatIsRenamedByApplyRunOn()
    {
        QFETCH(QString, isolation);
        Keeper keeper(isolation);
        QVERIFY(keeper.startsAll());
        keeper.name = "after";
        const QByteArray applied = keeper.says({"apply", keeper.session(), "--yes"});
        QVERIFY2(applied.contains("after: start\n"), applied);
        QTRY_VERIFY_WITH_TIMEOUT(keeper.works(), 30'000);
        for (const char *id : {"one", "two", "paused"})
            QTRY_VERIFY2(keeper.isAdopted(id), keeper.server.log());
        QVERIFY(keeper.runAsStarted());
        QVERIFY2(!keeper.server.log().contains("asked to end"), keeper.server.log());
    }

    void ofAnotherHostAreLeftAloneUntilAPersonTakesThem_data()
    {
        QTest::addColumn<QString>("isolation");
        QTest::addColumn<QString>("host");
        for (const char *isolation : {"none", "process"}) {
            QTest::addRow("another state folder of the server, %s", isolation)
                << isolation << "other";
            QTest::addRow("it has lost its id, %s", isolation) << isolation << "host";
        }
    }
    void ofAnotherHostAreLeftAloneUntilAPersonTakesThem()
    {
        QFETCH(QString, isolation);
        QFETCH(QString, host);
        Keeper keeper(isolation);
        QVERIFY(keeper.startsAll());
        keeper.kill();
        keeper.host = host;
        QVERIFY(host != "host" || QFile::remove(keeper.server.file("host/host-id")));
        keeper.start();
        for (int lists = 0; lists < 3; ++lists) {
            QTRY_VERIFY2_WITH_TIMEOUT(keeper.reason().startsWith("owned by another ")
                                          && keeper.reason().contains("; that process has ended")
                                          && keeper.reason().contains(keeper.server.file("state")
                                                                      + "\" is left alone (3)"),
                                      qPrintable(keeper.reason()), 30'000);
            static_cast<void>(keeper.says({"resync", "before"}));
        }
        QVERIFY2(keeper.runAsStarted(), keeper.server.log());
        QVERIFY(QFile::rename(keeper.server.file("specs/two.json"),
                              keeper.server.file("two.json"))); // nobody is to end it
        static_cast<void>(keeper.says({"resync", "before"}));
        QVERIFY(keeper.server.waitForLog("is left alone (3)"));
        QVERIFY(
            QFile::rename(keeper.server.file("two.json"), keeper.server.file("specs/two.json")));
        QVERIFY(keeper.runAsStarted());

        QCOMPARE(keeper.says({"take", "before", "--yes"}), "before: takes over, and lists now\n");
        QTRY_VERIFY_WITH_TIMEOUT(keeper.works(), 30'000);
        for (const char *id : {"one", "two", "paused"})
            QTRY_VERIFY2(keeper.isAdopted(id), keeper.server.log());
        QVERIFY(keeper.runAsStarted());
        QCOMPARE(keeper.server.end(), 128 + SIGTERM);
        QVERIFY2(!keeper.server.log().contains("asked to end"), keeper.server.log());
        QVERIFY(keeper.runAsStarted());
    }

    void runOnWhenWhoDoesNotOwnThemEnds()
    {
        Keeper keeper("none");
        QVERIFY(keeper.startsAll());
        keeper.kill();
        keeper.host = "other";
        keeper.start();
        QTRY_VERIFY_WITH_TIMEOUT(keeper.reason().contains("is left alone (3)"), 30'000);
        QCOMPARE(keeper.server.end(), 128 + SIGTERM);
        QVERIFY(keeper.runAsStarted());
    }

    void thatAFormerOwnerHasLeftAreEndedWithAWord()
    {
        Keeper keeper("none");
        QVERIFY(keeper.startsAll());
        keeper.kill();
        keeper.host = "other";
        keeper.state = "elsewhere";
        keeper.start();
        QTRY_VERIFY_WITH_TIMEOUT(keeper.reason().startsWith("owned by another "), 30'000);
        QVERIFY(keeper.runAsStarted());
        const Runs before = keeper.started();
        QVERIFY(QFile::remove(keeper.server.file("specs/paused.json")));
        static_cast<void>(keeper.says({"take", "before", "--yes"}));
        QTRY_VERIFY_WITH_TIMEOUT(keeper.started()["one"].size() == 2, 30'000);
        for (const auto &pids : before)
            QTRY_VERIFY(!processStat(pids[0]));
        QVERIFY(keeper.server.waitForLog("notice: asked to end: one: what the former owner"));
        QVERIFY(keeper.server.waitForLog("notice: asked to end: two: what the former owner"));
        QVERIFY(keeper.server.waitForLog("warning: paused: what the former owner"));
    }

    // The former owner's are ended two seconds after the mark was written.
    void thatAFormerOwnerHasLeftAreEndedAlsoAfterAnEndInBetween_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<bool>("isApplied");
        for (const int signal : {SIGKILL, SIGTERM}) {
            QTest::addRow("taken over, signal %d", signal) << signal << false;
            QTest::addRow("another name and state by apply, signal %d", signal) << signal << true;
        }
    }
    void thatAFormerOwnerHasLeftAreEndedAlsoAfterAnEndInBetween()
    {
        QFETCH(int, signal);
        QFETCH(bool, isApplied);
        Keeper keeper("none");
        QVERIFY(keeper.startsAll());
        const Runs before = keeper.started();
        keeper.name = "after";
        keeper.state = "elsewhere";
        if (isApplied) {
            static_cast<void>(keeper.says({"apply", keeper.session(), "--yes"}));
        } else {
            keeper.kill();
            keeper.host = "other";
            keeper.start();
            QTRY_VERIFY_WITH_TIMEOUT(keeper.reason().startsWith("owned by another "), 30'000);
            static_cast<void>(keeper.says({"take", "after", "--yes"}));
        }
        QTRY_VERIFY_WITH_TIMEOUT(keeper.mark().contains("\ncontroller after\n"), 30'000);
        keeper.server.signal(signal);
        keeper.server.wait();
        QVERIFY(keeper.runAsStarted());

        keeper.start();
        QTRY_VERIFY_WITH_TIMEOUT(keeper.works(), 30'000);
        for (const auto &pids : before)
            QTRY_VERIFY(!processStat(pids[0]));
        for (const char *id : {"one", "two", "paused"})
            QTRY_COMPARE(keeper.started()[id].size(), 2);
        QVERIFY(keeper.mark().contains(keeper.state.toUtf8() + '\n'));
    }

    void thatAreToStopHaveEndedBeforeTheHostDoes_data()
    {
        QTest::addColumn<QString>("isolation");
        QTest::addColumn<QString>("name");
        for (const char *isolation : {"none", "process"}) {
            QTest::addRow("their controller is removed, %s", isolation) << isolation << "after";
            QTest::addRow("it starts anew, %s", isolation) << isolation << "before";
        }
    }
    void thatAreToStopHaveEndedBeforeTheHostDoes()
    {
        QFETCH(QString, isolation);
        QFETCH(QString, name);
        Keeper keeper(isolation);
        const QString terms = keeper.server.file("terms");
        for (const char *id : {"two", "paused"})
            QVERIFY(QFile::remove(keeper.server.file("specs/" + QString(id) + ".json")));
        keeper.server.write("specs/one.json", QStringLiteral(R"({"command": ["/bin/sh", "-c",
                                "trap 'echo TERM >> %1' TERM; echo one $$ >> '%2'; while :; do
                                sleep 0.1; done"], "grace": "4s", "log": {"to": "discard"}})")
                                                  .arg(terms, keeper.server.file("pids"))
                                                  .simplified()
                                                  .toUtf8());
        keeper.onStop = "stop";
        keeper.start();
        QTRY_VERIFY_WITH_TIMEOUT(keeper.started()["one"].size() == 1 && keeper.works(), 30'000);
        keeper.name = name;
        keeper.folder = "other specs";
        keeper.state = "elsewhere";
        auto applying = std::async(std::launch::async,
                                   [control = keeper.control(), session = keeper.session()] {
                                       return said(control, {"apply", session, "--yes"});
                                   });
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(terms), 30'000); // it takes no notice of that
        QCOMPARE(keeper.server.end(), 128 + SIGTERM);
        QVERIFY2(!processStat(keeper.started()["one"][0]), keeper.server.log());
        static_cast<void>(applying.get());
    }

    void ofAControllerThatIsGoneAfterAKillRunOnWithAWord()
    {
        Keeper keeper("none");
        keeper.onStop = "stop";
        QVERIFY(keeper.startsAll());
        keeper.kill();
        keeper.name = "after";
        keeper.folder = "other specs";
        keeper.state = "elsewhere";
        keeper.start();
        QVERIFY2(keeper.server.waitForLog(
                     "warning: before: journal: is not in the session: what was known of 3 objects "
                     "(1 paused) is forgotten; what it has left at work, such as processes, goes "
                     "on"),
                 keeper.server.log());
        QVERIFY(keeper.runAsStarted());
    }

    void withAnotherSpecAreEndedWithAWord()
    {
        Keeper keeper("none");
        QVERIFY(keeper.startsAll());
        keeper.kill();
        QByteArray spec = contentsOf(keeper.server.file("specs/one.json"));
        keeper.server.write("specs/one.json", spec.replace("1000", "2000"));
        keeper.start();
        QTRY_VERIFY_WITH_TIMEOUT(keeper.started()["one"].size() == 2, 30'000);
        QVERIFY(keeper.server.waitForLog("it was found to run by a former spec"));
        QCOMPARE(keeper.started()["two"].size(), 1);
    }

private:
    static void addIsolations()
    {
        QTest::addColumn<QString>("isolation");
        for (const char *isolation : {"none", "process"})
            QTest::newRow(isolation) << isolation;
    }
};

QONTROLLER_GUILESS_TEST(KeptProcessesTest)
#include "tst_keptprocesses.moc"
