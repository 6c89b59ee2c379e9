// SPDX-License-Identifier: LGPL-3.0-or-later
#include "badplugins.h"
#include "programs.h"
#include "serverprocess.h"
#include "testprogram.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QRegularExpression>
#include <QtTest/QtTest>

#include <csignal>

#include <unistd.h>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// The lines that have \a key: \a value.
QList<QJsonObject> linesWith(const QByteArray &log, const char *key, const char *value)
{
    QList<QJsonObject> found;
    for (const QByteArray &line : log.trimmed().split('\n')) {
        const QJsonObject object = QJsonDocument::fromJson(line).object();
        if (object.value(QLatin1String(key)) == QLatin1String(value))
            found += object;
    }
    return found;
}

/// Runs a program under a journal of systemd that is the test's own, in a place of its own, and
/// prints what the journal has of a controller. $JOURNAL_STREAM is set as for a service.
constexpr const char *UnderJournal = R"(
mount -t tmpfs none /run || exit 77
mkdir -p /run/systemd/journal /run/log/journal
/lib/systemd/systemd-journald 2>&- &
until [ -S /run/systemd/journal/socket ] && [ -S /run/systemd/journal/stdout ]; do
    kill -0 $! || exit 78
done
systemd-cat sh -c 'JOURNAL_STREAM=$(stat -L -c %d:%i /dev/fd/2) exec "$@"' sh "$@"
ended=$?
journalctl --sync
journalctl -D /run/log/journal -o json QONTROLLER_CONTROLLER=test
kill $!
exit $ended
)";

} // namespace

/// What the real program says of itself, and in which form.
class ServerLogTest final : public QObject
{
    Q_OBJECT

private slots:
    void everythingOfALineIsAField()
    {
        ServerProcess server;
        QCOMPARE(server.run({server.behaviour({{"outcome", "park"}, {"objects", 2}}),
                             "--until-idle", "--log", "json"}),
                 3);
        for (const QByteArray &line : server.log().trimmed().split('\n'))
            QVERIFY2(QJsonDocument::fromJson(line).object().contains("message"), line);
        const auto parked = linesWith(server.log(), "event", "parked");
        QCOMPARE(parked.size(), 2);
        QCOMPARE(parked.first().value("controller").toString(), QStringLiteral("test"));
        QCOMPARE(parked.first().value("level").toString(), QStringLiteral("warning"));
        QCOMPARE(parked.first().value("text").toString(), QStringLiteral("it cannot work"));
        QVERIFY(parked.first().value("id").toString().startsWith("object-"));
        QCOMPARE(linesWith(server.log(), "message", "test: started").size(), 1);
    }

    void lessThanTheLevelIsNotLogged()
    {
        ServerProcess server;
        const QString session = server.behaviour({{"outcome", "park"}});
        QCOMPARE(server.run({session, "--until-idle", "--log-level", "error", "--journal", "off"}),
                 3);
        QCOMPARE(server.log(), QByteArray());
        QCOMPARE(server.run(
                     {session, "--until-idle", "--log-level", "warning", "--journal", "off"}),
                 3);
        QVERIFY(!server.log().contains("started"));
        QCOMPARE(server.log().count(" warning: test: parked: object-"), 3);
    }

    void eachObjectIsLoggedForWhoWantsDetails()
    {
        ServerProcess server;
        const QString session = server.behaviour({{"lists", "once"}, {"objects", 1}},
                                                 {{"resyncInterval", "1s"},
                                                  {"massDeletionGuard", false}});
        server.start({session, "--log", "json", "--log-level", "debug"});
        QVERIFY(server.waitForLog("\"removed\""));
        QCOMPARE(server.end(), 128 + SIGTERM);
        for (const char *event : {"added", "removed"}) {
            const auto lines = linesWith(server.log(), "event", event);
            QCOMPARE(lines.size(), 1);
            QCOMPARE(lines.first().value("level").toString(), QStringLiteral("debug"));
            QCOMPARE(lines.first().value("controller").toString(), QStringLiteral("test"));
            QCOMPARE(lines.first().value("id").toString(), QStringLiteral("object-0"));
        }
        const qsizetype before = server.log().size();
        QCOMPARE(server.run({session, "--until-idle", "--log", "json"}), 0);
        QVERIFY(!server.log().mid(before).contains("added"));
    }

    void objectsFillNoDisk()
    {
        ServerProcess server;
        const int objects = 5000;
        QCOMPARE(server.run({server.behaviour({{"objects", objects}}), "--until-idle", "--log",
                             "json", "--log-level", "debug"}),
                 0);
        const qsizetype said = linesWith(server.log(), "event", "added").size();
        QVERIFY2(said >= 100 && said < objects, QByteArray::number(said));
        qsizetype leftOut = 0;
        const QRegularExpression more("and (\\d+) more objects were added or removed");
        for (auto it = more.globalMatch(server.log()); it.hasNext();)
            leftOut += it.next().captured(1).toInt();
        // Each is in the message and in the text of its line.
        QCOMPARE(said + leftOut / 2, objects);
    }

    void underSystemdTheJournalGetsTheFields()
    {
        NEEDS_PROGRAMS("unshare", "systemd-cat", "journalctl", "/lib/systemd/systemd-journald");
        ServerProcess server;
        const QString session = server.behaviour({{"outcome", "park"}, {"objects", 1}});
        QProcess shell;
        shell.start("unshare",
                    {::geteuid() == 0 ? "-m" : "-rm", "sh", "-c", UnderJournal, "sh", QONTROLLERD,
                     session, "--until-idle", "--metrics", "off", "--plugin-path", FIXTURES,
                     "--trust", sha256Of(QStringLiteral(FIXTURES "/behaviour.so"))});
        QVERIFY(shell.waitForFinished(60'000));
        const QByteArray log = shell.readAllStandardOutput();
        const QByteArray errors = shell.readAllStandardError();
        if (shell.exitCode() == 77 || errors.startsWith("unshare:"))
            QSKIP("this machine does not let the test mount a folder");
        QCOMPARE(shell.exitCode(), 3);
        const auto parked = linesWith(log, "QONTROLLER_EVENT", "parked");
        QVERIFY2(parked.size() == 1, log + errors);
        QCOMPARE(parked.first().value("QONTROLLER_ID").toString(), QStringLiteral("object-0"));
        QCOMPARE(parked.first().value("QONTROLLER_TEXT").toString(),
                 QStringLiteral("it cannot work"));
        QCOMPARE(parked.first().value("PRIORITY").toString(), QStringLiteral("4"));
        QCOMPARE(parked.first().value("SYSLOG_IDENTIFIER").toString(),
                 QStringLiteral("qontrollerd"));
        QCOMPARE(parked.first().value("MESSAGE").toString(),
                 QStringLiteral("test: parked: object-0: it cannot work"));
        QCOMPARE(parked.first().value("_TRANSPORT").toString(), QStringLiteral("journal"));
    }

    void whatGrpcSaysHasTheFormOfTheLog()
    {
        ServerProcess server;
        server.setEnvironment("GRPC_VERBOSITY", "DEBUG");
        server.setEnvironment("GRPC_TRACE", "api");
        server.start({server.behaviour({}), "--log", "json", "--log-level", "debug", "--control",
                      server.file("control.sock")});
        QVERIFY2(server.waitForLog("\"message\":\"gRPC: "), server.log());
        QCOMPARE(server.end(), 128 + SIGTERM);
        for (const QByteArray &line : server.log().trimmed().split('\n'))
            QVERIFY2(QJsonDocument::fromJson(line).isObject(), line);
    }

    void aPluginThatSaysMuchFillsNoDisk()
    {
        ServerProcess server;
        server.start({server.behaviour({{"outcome", "chatter"}, {"objects", 3}}), "--metrics",
                      "127.0.0.1:0"});
        QVERIFY(server.waitForLog(" lines of plugins left out: they say more than 100 lines a "
                                  "second\n"));
        QTRY_VERIFY(server.metrics().contains("\nqontroller_log_lines_dropped_total 29"));
        QVERIFY(server.log().count("chatter ") < 1000);
        QCOMPARE(server.end(), 128 + SIGTERM);
    }
};

QONTROLLER_GUILESS_TEST(ServerLogTest)
#include "tst_serverlog.moc"
