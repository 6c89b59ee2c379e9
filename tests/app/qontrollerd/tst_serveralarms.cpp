// SPDX-License-Identifier: LGPL-3.0-or-later
#include "eventually.h"
#include "files.h"
#include "servercontrol.h"
#include "servermetrics.h"
#include "testprogram.h"

#include <QtCore/QDir>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtTest/QtTest>

#include <csignal>

#include <sys/resource.h>

using namespace qontroller;
using namespace qontroller::test;

namespace {

const QByteArray Firing = R"(qontroller_alarm_firing{alarm="now",controller="test"})";

/// A server whose object `a` fails while there is a file `broken`, and which tells a command.
class Alarmed
{
public:
    Alarmed() { m_server.write("broken", "no room"); }

    void start(const QString &notify = "cat >> told; echo >> told")
    {
        const auto sh = [](const QString &script) { return QJsonArray{"sh", "-c", script}; };
        const QJsonObject parameters{{"workingDirectory", "{session}"},
                                     {"list", QJsonArray{"echo", "a"}},
                                     {"add", sh("[ ! -e broken ] || { cat broken >&2; exit 1; }")}};
        const QJsonObject controller{{"name", "test"},
                                     {"plugin", "script"},
                                     {"parameters", parameters},
                                     {"options", QJsonObject{{"maxRetries", 0}}}};
        const QJsonObject alarms{{"rules",
                                  QJsonArray{QJsonObject{{"name", "now"}, {"when", "failed"}}}},
                                 {"notify",
                                  sh("cd '" + m_server.file(".") + "' && { " + notify + "; }")}};
        const QJsonObject session{{"version", 1},
                                  {"controllers", QJsonArray{controller}},
                                  {"alarms", alarms}};
        m_server.start({m_server.write("session.json", QJsonDocument(session).toJson()), "--json",
                        "--metrics", "127.0.0.1:0", "--control", socket()});
    }
    [[nodiscard]] QString socket() const { return m_server.file("control.sock"); }
    [[nodiscard]] ServerProcess &server() { return m_server; }
    [[nodiscard]] QByteArray ctl(const QStringList &words) const { return said(socket(), words); }
    /// The only alarm that fires, as `qontrollerctl alarms` tells it.
    [[nodiscard]] QJsonObject alarm() const
    {
        const QByteArray all = ctl({"alarms", "-o", "json"});
        return QJsonDocument::fromJson(all)["alarms"].toArray().at(0).toObject();
    }
    /// Each that the command was told of, as `state: what`.
    [[nodiscard]] QStringList told() const
    {
        QStringList told;
        for (const QByteArray &line : contentsOf(m_server.file("told")).split('\n')) {
            const QJsonArray alarms = QJsonDocument::fromJson(line)["alarms"].toArray();
            for (const QJsonValue &each : alarms)
                told += each["state"].toString() + ": " + each["what"].toString();
        }
        return told;
    }
    void mend()
    {
        QFile::remove(m_server.file("broken"));
        static_cast<void>(ctl({"requeue", "test/a"}));
    }

private:
    ServerProcess m_server;
};

} // namespace

/// The real server tells people what alarms, wherever they look.
class ServerAlarmsTest final : public QObject
{
    Q_OBJECT

private slots:
    void e32_whatAlarmsIsSaidEverywhere()
    {
        Alarmed alarmed;
        alarmed.start();
        QVERIFY2(alarmed.server().waitForLog("reach this host"), alarmed.server().log());
        QVERIFY(comesTrue([&] {
            return alarmed.alarm().value("what").toString() == "1 object failed: no room";
        }));
        const QJsonObject alarm = alarmed.alarm();
        QCOMPARE(alarm.value("alarm").toString(), "now");
        QCOMPARE(alarm.value("severity").toString(), "fault");
        QVERIFY(alarm.value("key").toString().startsWith("test/failed/"));
        QVERIFY(alarmed.ctl({"alarms"}).contains("1 object failed: no room"));
        QCOMPARE(metricOf(alarmed.server(), Firing), 1.0);
        QVERIFY(alarmed.server().waitForLog("error: test: alarm: now: 1 object failed: no room"));
        QVERIFY(comesTrue(
            [&] { return alarmed.told() == QStringList{"firing: 1 object failed: no room"}; }));
        alarmed.mend();
        QVERIFY(
            comesTrue([&] { return alarmed.ctl({"alarms"}) == QByteArray("nothing alarms\n"); }));
        QCOMPARE(metricOf(alarmed.server(), Firing), -1.0);
        QVERIFY(alarmed.server().waitForLog("test: alarm ended: now: "));
    }

    void e32_anAcknowledgementHoldsAfterARestart()
    {
        Alarmed alarmed;
        alarmed.start();
        QVERIFY(comesTrue([&] { return alarmed.alarm().contains("key"); }));
        const QString key = alarmed.alarm().value("key").toString();
        QCOMPARE(alarmed.ctl({"ack", key, "--reason", "ticket 42"}),
                 (key + " is acknowledged until it changes\n").toUtf8());
        QVERIFY(comesTrue([&] { return alarmed.ctl({"alarms"}).startsWith("nothing alarms\n"); }));
        QVERIFY(comesTrue([&] { return alarmed.ctl({"needs"}).contains("acknowledged by"); }));
        QVERIFY(alarmed.ctl({"log"}).contains("ticket 42"));
        alarmed.server().signal(SIGKILL);
        alarmed.server().wait();
        alarmed.start();
        QVERIFY(comesTrue([&] { return alarmed.ctl({"needs"}).contains("acknowledged by"); }));
        const QJsonDocument needs = QJsonDocument::fromJson(alarmed.ctl({"needs", "-o", "json"}));
        QCOMPARE(needs["needs"][0]["acknowledged"]["reason"].toString(), "ticket 42");
        QVERIFY(alarmed.ctl({"alarms"}).startsWith("nothing alarms\n"));
        QCOMPARE(alarmed.ctl({"unack", key}), (key + " is not acknowledged any more\n").toUtf8());
        QVERIFY(comesTrue([&] { return alarmed.alarm().value("key").toString() == key; }));
    }

    void e32_aNextLifeTellsOnlyWhatIsNews()
    {
        Alarmed alarmed;
        alarmed.start();
        const QString firing = "firing: 1 object failed: no room";
        QVERIFY(comesTrue([&] { return alarmed.told() == QStringList{firing}; }));
        alarmed.server().signal(SIGTERM);
        alarmed.server().wait();
        alarmed.start();
        QVERIFY(comesTrue([&] { return alarmed.alarm().contains("key"); }));
        alarmed.mend();
        QVERIFY(comesTrue([&] {
            return alarmed.told() == QStringList{firing, "ended: 1 object failed: no room"};
        }));
    }

    void e32_anAcknowledgementOnAFullDiskIsNotLost()
    {
        Alarmed alarmed;
        alarmed.start();
        QVERIFY(comesTrue([&] { return alarmed.alarm().contains("key"); }));
        const QString key = alarmed.alarm().value("key").toString();
        ServerProcess &server = alarmed.server();
        rlimit any{};
        QCOMPARE(::prlimit(server.pid(), RLIMIT_FSIZE, nullptr, &any), 0);
        const rlimit none{1, any.rlim_max};
        QCOMPARE(::prlimit(server.pid(), RLIMIT_FSIZE, &none, nullptr), 0);
        const QByteArray told = alarmed.ctl({"ack", key, "--reason", "ticket 42"});
        QVERIFY2(told.startsWith("status 3: qontrollerctl: A restart would forget"), told);
        QCOMPARE(::prlimit(server.pid(), RLIMIT_FSIZE, &any, nullptr), 0);
        QVERIFY2(server.waitForLog(" journal: is written again"), server.log());
        server.signal(SIGKILL);
        server.wait();
        alarmed.start();
        QVERIFY(comesTrue([&] { return alarmed.ctl({"needs"}).contains("acknowledged by"); }));
    }

    void whatDoesNotExistIsNotAcknowledged()
    {
        Alarmed alarmed;
        alarmed.start();
        QVERIFY(comesTrue([&] { return !alarmed.ctl({"alarms"}).startsWith("status 5"); }));
        const QByteArray answer = alarmed.ctl({"ack", "test/held"});
        QVERIFY2(answer.startsWith("status 4: "), answer);
        QVERIFY2(answer.contains("qontrollerctl needs"), answer);
        QVERIFY(alarmed.ctl({"unack", "test/held"}).startsWith("status 4: "));
        QVERIFY(comesTrue([&] { return alarmed.alarm().contains("key"); }));
        const QString key = alarmed.alarm().value("key").toString();
        const QByteArray both = alarmed.ctl({"ack", key, "test/held"}); // what can be done is
        QVERIFY2(both.startsWith("status 4: ") && both.contains("test/held"), both);
        QVERIFY(alarmed.ctl({"needs"}).contains("acknowledged by"));
        QVERIFY(alarmed.ctl({"ack"}).startsWith("status 2: "));
    }

    void aCommandThatFailsIsSaid()
    {
        Alarmed alarmed;
        alarmed.start("echo no mail >&2; exit 7");
        QVERIFY(alarmed.server().waitForLog("no mail"));
        QVERIFY(comesTrue([&] {
            return metricOf(alarmed.server(), "qontroller_alarm_notify_failures_total") == 1.0;
        }));
    }

    void anotherSessionHasOtherAlarms()
    {
        Alarmed alarmed;
        alarmed.start();
        QVERIFY(comesTrue([&] { return alarmed.alarm().contains("key"); }));
        QJsonObject session =
            QJsonDocument::fromJson(contentsOf(alarmed.server().file("session.json"))).object();
        session["alarms"] = QJsonObject{{"rules", QJsonArray()}};
        alarmed.server().write("session.json", QJsonDocument(session).toJson());
        const QByteArray answer = alarmed.ctl({"apply", "--yes"});
        QVERIFY2(answer.contains("change (alarms)"), answer);
        QVERIFY(
            comesTrue([&] { return alarmed.ctl({"alarms"}) == QByteArray("nothing alarms\n"); }));
        QVERIFY(alarmed.ctl({"session"}).contains("\"rules\": []"));
    }

    void aCommandThatIsNotThereIsRefused()
    {
        ServerProcess server;
        const QString session = server.write("session.json", R"({"version": 1, "controllers": [],
            "alarms": {"notify": ["no-such-pager"]}})");
        QCOMPARE(server.run({session}), 2);
        QVERIFY2(server.log().contains("alarms.notify[0]: must name a program"), server.log());
    }
};

QONTROLLER_GUILESS_TEST(ServerAlarmsTest)
#include "tst_serveralarms.moc"
