// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/qontrollerd/serverline.h"
#include "words.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

ServerLine parsed(const QString &arguments)
{
    const auto line = parseServerLine(words(arguments));
    if (!line)
        qFatal("%s", line.error().c_str());
    return *line;
}

} // namespace

class ServerLineTest final : public QObject
{
    Q_OBJECT

private slots:
    void readsEveryOption()
    {
        const ServerLine line = parsed(
            "s.json --state-dir /s --plugin-path /a --plugin-path=/b --disable-plugin x "
            "--disable-plugin y --metrics 127.0.0.1:0 --check --run-for 1.5s --until-idle "
            "--status-interval 250ms --json --log-level debug --log json --only a/b --once "
            "--dry-run --control /c");
        QCOMPARE(line.session, std::string("s.json"));
        QCOMPARE(line.folder, std::string("/s"));
        QVERIFY((line.pluginPaths == std::vector<std::string>{"/a", "/b"}));
        QVERIFY((line.disabledPlugins == std::vector<std::string>{"x", "y"}));
        QCOMPARE(line.metrics, std::string("127.0.0.1:0"));
        QVERIFY(line.check && line.untilIdle && line.json && line.once && line.dryRun);
        QCOMPARE(line.only, std::string("a/b"));
        QCOMPARE(line.socket(), std::string("/c"));
        QVERIFY(line.log.least == LogLevel::Debug && line.log.style == LogStyle::Json);
        QVERIFY(line.runFor == Duration(1500ms));
        QVERIFY(line.statusInterval == Duration(250ms));
    }

    void servesMetricsUnlessItIsToldNotTo()
    {
        QCOMPARE(parsed("--demo").metrics, "127.0.0.1:9464");
        QCOMPARE(parsed("--demo --metrics off").metrics, "");
        QVERIFY(!parsed("--demo").isMetricsNamed);
        QVERIFY(parsed("--demo --metrics 127.0.0.1:0").isMetricsNamed);
        QCOMPARE(parsed("s.json --once").metrics, "");
        QCOMPARE(parsed("s.json --dry-run --metrics 127.0.0.1:0").metrics, "127.0.0.1:0");
    }

    void servesOtherMachinesOnlyIfItIsTold()
    {
        const auto refused = parseServerLine({"--demo", "--metrics", "0.0.0.0:9464"});
        QVERIFY(!refused);
        QCOMPARE(refused.error(),
                 "--metrics: other machines reach 0.0.0.0:9464, and no password is asked for: "
                 "add --metrics-password-file and --metrics-tls, add --metrics-public if that is "
                 "meant, or serve them at 127.0.0.1");
        const auto readable = parseServerLine(
            {"--demo", "--metrics", "0.0.0.0:9464", "--metrics-password-file", "users"});
        QVERIFY(!readable);
        QCOMPARE(readable.error(),
                 "--metrics: other machines reach 0.0.0.0:9464, and the network would see the "
                 "passwords: add --metrics-tls, add --metrics-public if that is meant, or serve "
                 "them at 127.0.0.1");
        const auto guarded = parsed("--demo --metrics 0.0.0.0:9464 --metrics-password-file users "
                                    "--metrics-tls tls");
        QCOMPARE(guarded.metricsPasswords, std::string("users"));
        QCOMPARE(guarded.metricsTls, std::string("tls"));
        QCOMPARE(parsed("--demo --metrics 127.0.0.1:1 --metrics-password-file u").metricsTls, "");
        QCOMPARE(parsed("--demo --metrics 0.0.0.0:9464 --metrics-public").metrics, "0.0.0.0:9464");
    }

    void takesAFileThatLooksLikeAnOptionAfterTwoHyphens()
    {
        QCOMPARE(parsed("--json -- --demo").session, "--demo");
    }

    void listensWhereTheUserHasAFolder()
    {
        qputenv("XDG_RUNTIME_DIR", "/run/user/1");
        qunsetenv("RUNTIME_DIRECTORY");
        QCOMPARE(parsed("/etc/q/photos.json").socket(),
                 "/run/user/1/qontroller/photos/control.sock");
        QCOMPARE(parsed("--demo").socket(), "/run/user/1/qontroller/demo/control.sock");
        QCOMPARE(parsed("s.json --control off").socket(), "");
        QCOMPARE(parsed("s.json --once").socket(), "");
        qputenv("RUNTIME_DIRECTORY", "/run/qontroller/photos");
        QCOMPARE(parsed("s.json").socket(), "/run/qontroller/photos/control.sock");
        qunsetenv("RUNTIME_DIRECTORY");
        qunsetenv("XDG_RUNTIME_DIR");
        QCOMPARE(parsed("s.json").socket(), "");
    }

    void trustsByChecksum()
    {
        const QString digits(64, 'a');
        QCOMPARE(parsed("s.json --trust " + digits).trustedPlugins,
                 std::vector<std::string>{digits.toStdString()});
    }

    void helpAndVersionNeedNothingElse()
    {
        QVERIFY(parsed("--help").help);
        QVERIFY(parsed("--version").version);
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *arguments, const char *sentence) {
            QTest::newRow(*arguments ? arguments : "nothing") << arguments << sentence;
        };
        row("", "no session file is given: name one, make one with \"qontrollerctl init PLUGIN\" "
                "(examples are in share/doc/qontroller/resources/examples of the installation), or "
                "use --demo; see qontrollerd --help");
        row("--frobnicate", "--frobnicate is not an option of qontrollerd; see qontrollerd --help");
        row("-x s.json", "-x is not an option of qontrollerd; see qontrollerd --help");
        row("--safe-mode s.json",
            "--safe-mode is not an option of qontrollerd; see qontrollerd --help");
        row("s.json --control 0.0.0.0:7000",
            "--control 0.0.0.0:7000 needs --control-tls, the folder of certificates: without them "
            "whoever reaches the address could steer");
        row("s.json --control-tls /tls",
            "--control-tls is for an address: name one, as in --control 0.0.0.0:7000");
        row("--demo=yes", "--demo takes no value: write it alone");
        row("s.json --run-for", "--run-for needs a value, as in --run-for 30s");
        row("--run-for --json s.json", "--run-for needs a value, as in --run-for 30s");
        row("--state-dir= s.json",
            "--state-dir needs a value, as in --state-dir /var/lib/qontroller");
        row("s.json --run-for 5parsecs",
            "--run-for: \"5parsecs\" is not a duration: write a number and ms, s, m, h or d, as in "
            "250ms or 30s");
        row("s.json --run-for -5s", "--run-for: \"-5s\" is not a duration: write a number and "
                                    "ms, s, m, h or d, as in 250ms or "
                                    "30s");
        row("s.json --status-interval 0s", "--status-interval: must be at least 10ms, but is 0s");
        row("s.json --trust abc",
            "--trust: must be the SHA-256 of a plugin's file, 64 digits as sha256sum prints "
            "them, but is \"abc\"");
        row("s.json --log-level loud",
            "--log-level: must be debug, info, warning or error, but is \"loud\"");
        row("s.json --log xml", "--log: must be text or json, but is \"xml\"");
        row("a.json b.json",
            "one session file can be given, but \"a.json\" and \"b.json\" are two");
        row("--demo a.json", "--demo runs instead of a session: leave out --demo or \"a.json\"");
        row("--demo --check", "--check validates a session file: name one instead of --demo");
    }
    void refuses()
    {
        QFETCH(QString, arguments);
        QFETCH(QString, sentence);
        const auto line = parseServerLine(words(arguments));
        QVERIFY(!line);
        QCOMPARE(QString::fromStdString(line.error()), sentence);
    }

    void refusesAnEmptyName()
    {
        const auto line = parseServerLine({""});
        QVERIFY(!line);
        QCOMPARE(line.error(), "the name of the session file is empty: name a file; see "
                               "qontrollerd --help");
    }

    void refusesABadAddress_data()
    {
        QTest::addColumn<QString>("address");
        for (const char *address : {"9464", "127.0.0.1", "127.0.0.1:", "127.0.0.1:http", "a:99999"})
            QTest::newRow(address) << address;
    }
    void refusesABadAddress()
    {
        QFETCH(QString, address);
        const auto line = parseServerLine({"--demo", "--metrics", address.toStdString()});
        QVERIFY(!line);
        QVERIFY2(line.error().rfind("--metrics: ", 0) == 0, line.error().c_str());
    }

    void readsDurations_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("milliseconds");
        QTest::newRow("ms") << "250ms" << qint64(250);
        QTest::newRow("s") << "30s" << qint64(30'000);
        QTest::newRow("m") << "5m" << qint64(300'000);
        QTest::newRow("h") << "1h" << qint64(3'600'000);
        QTest::newRow("fraction") << "1.5s" << qint64(1500);
        QTest::newRow("nothing") << "0s" << qint64(0);
        for (const char *bad : {"5 parsecs", "5", "s", "", "-1s", "1 s", "1s ", "1e3s", "0x5s",
                                "nans", "99999999h", "1s500ms"})
            QTest::addRow("bad: %s", bad) << bad << qint64(-1);
    }
    void readsDurations()
    {
        QFETCH(QString, text);
        QFETCH(qint64, milliseconds);
        const auto line = parseServerLine({"--demo", "--run-for=" + text.toStdString()});
        QCOMPARE(line.has_value(), milliseconds >= 0);
        if (line)
            QVERIFY(line->runFor == Duration(std::chrono::milliseconds(milliseconds)));
    }

    void helpNamesEveryOption()
    {
        QCOMPARE(optionsIn(serverHelp()), QStringList({"--demo",
                                                       "--state-dir DIR",
                                                       "--plugin-path DIR",
                                                       "--disable-plugin ID",
                                                       "--trust SHA256",
                                                       "--trust-path DIR",
                                                       "--metrics-public",
                                                       "--metrics-password-file FILE",
                                                       "--metrics-tls DIR",
                                                       "--metrics ADDR:PORT|off",
                                                       "--control PATH|ADDR:PORT|off",
                                                       "--control-tls DIR",
                                                       "--journal on|off",
                                                       "--check",
                                                       "--run-for DURATION",
                                                       "--until-idle",
                                                       "--only CONTROLLER[/ID]",
                                                       "--once",
                                                       "--dry-run",
                                                       "--status-interval DURATION",
                                                       "--json",
                                                       "--log-level LEVEL",
                                                       "--log text|json",
                                                       "--help",
                                                       "--version"}));
    }

    void versionNamesTheProgram()
    {
        QVERIFY(QString::fromStdString(versionText(serverText())).startsWith("qontrollerd 0."));
    }
};

QONTROLLER_GUILESS_TEST(ServerLineTest)
#include "tst_serverline.moc"
