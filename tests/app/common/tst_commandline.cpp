// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/common/commandline.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(qontroller::Program)

namespace {

std::vector<std::string> words(const QString &arguments)
{
    std::vector<std::string> result;
    for (const QString &word : arguments.split(' ', Qt::SkipEmptyParts))
        result.push_back(word.toStdString());
    return result;
}

CommandLine parsed(Program program, const QString &arguments)
{
    const auto line = parseCommandLine(program, words(arguments));
    if (!line)
        qFatal("%s", line.error().c_str());
    return *line;
}

} // namespace

class CommandLineTest final : public QObject
{
    Q_OBJECT

private slots:
    void readsEveryOptionOfTheServer()
    {
        const CommandLine line =
            parsed(Program::Server,
                   "s.json --state-dir /s --plugin-path /a --plugin-path=/b --disable-plugin x "
                   "--disable-plugin y --metrics 127.0.0.1:0 --check --run-for 1.5s --until-idle "
                   "--status-interval 250ms --json");
        QCOMPARE(line.session, std::string("s.json"));
        QCOMPARE(line.stateDir, std::string("/s"));
        QVERIFY((line.pluginPaths == std::vector<std::string>{"/a", "/b"}));
        QVERIFY((line.disabledPlugins == std::vector<std::string>{"x", "y"}));
        QCOMPARE(line.metrics, std::string("127.0.0.1:0"));
        QVERIFY(line.check && line.untilIdle && line.json);
        QVERIFY(line.runFor == Duration(1500ms));
        QVERIFY(line.statusInterval == Duration(250ms));
    }

    void readsEveryOptionOfTheDesktop()
    {
        const CommandLine line =
            parsed(Program::Desktop,
                   "--demo --profile /p --plugin-path /a --safe-mode --disable-plugin x "
                   "--read-only --screenshot w.png --after 5s --metrics :9464");
        QVERIFY(line.demo && line.safeMode && line.readOnly);
        QCOMPARE(line.profile, std::string("/p"));
        QCOMPARE(line.screenshot, std::string("w.png"));
        QVERIFY(line.after == Duration(5s));
        QCOMPARE(line.metrics, std::string(":9464"));
    }

    void servesMetricsByDefaultOnTheServerOnly()
    {
        QCOMPARE(parsed(Program::Server, "--demo").metrics, std::string("127.0.0.1:9464"));
        QCOMPARE(parsed(Program::Server, "--demo --metrics off").metrics, std::string());
        QCOMPARE(parsed(Program::Desktop, "").metrics, std::string());
    }

    void takesAFileThatLooksLikeAnOptionAfterTwoHyphens()
    {
        QCOMPARE(parsed(Program::Server, "--json -- --demo").session, std::string("--demo"));
    }

    void trustsByChecksum()
    {
        const QString digits(64, 'a');
        for (const Program program : {Program::Server, Program::Desktop})
            QCOMPARE(parsed(program, "s.json --trust " + digits).trustedPlugins,
                     std::vector<std::string>{digits.toStdString()});
    }

    void readsEveryOptionOfTheConformanceKit()
    {
        const CommandLine line = parsed(Program::Conformance,
                                        "x.so --parameters p.json --only a --only b --seed 7 "
                                        "--rounds 3 --stop-limit 2s --settle-limit 1m --json");
        QCOMPARE(line.plugin, std::string("x.so"));
        QCOMPARE(line.parameters, std::string("p.json"));
        QVERIFY((line.only == std::vector<std::string>{"a", "b"}));
        QVERIFY(line.seed == 7U && line.rounds == 3U && line.json);
        QVERIFY(line.stopLimit == Duration(2s) && line.settleLimit == Duration(1min));
    }

    void helpAndVersionNeedNothingElse()
    {
        QVERIFY(parsed(Program::Server, "--help").help);
        QVERIFY(parsed(Program::Server, "--version").version);
        QVERIFY(parsed(Program::Conformance, "--help").help);
    }

    void refuses_data()
    {
        QTest::addColumn<Program>("program");
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("sentence");
        const auto server = [](const char *arguments, const char *sentence) {
            QTest::newRow(*arguments ? arguments : "nothing")
                << Program::Server << arguments << sentence;
        };
        const auto desktop = [](const char *arguments, const char *sentence) {
            QTest::addRow("desktop: %s", arguments) << Program::Desktop << arguments << sentence;
        };
        const auto kit = [](const char *arguments, const char *sentence) {
            QTest::addRow("conformance: %s", arguments)
                << Program::Conformance << arguments << sentence;
        };
        server("", "no session file is given: name one, or use --demo; see qontrollerd --help");
        server("--frobnicate",
               "--frobnicate is not an option of qontrollerd; see qontrollerd --help");
        server("-x s.json", "-x is not an option of qontrollerd; see qontrollerd --help");
        server("--safe-mode s.json",
               "--safe-mode is not an option of qontrollerd; see qontrollerd --help");
        server("--demo=yes", "--demo takes no value: write it alone");
        server("s.json --run-for", "--run-for needs a value, as in --run-for 30s");
        server("--run-for --json s.json", "--run-for needs a value, as in --run-for 30s");
        server("--state-dir= s.json",
               "--state-dir needs a value, as in --state-dir /var/lib/qontroller");
        server("s.json --run-for 5parsecs",
               "--run-for: \"5parsecs\" is not a duration: write a number and ms, s, m or h, as in "
               "250ms or 30s");
        server("s.json --run-for -5s", "--run-for: \"-5s\" is not a duration: write a number and "
                                       "ms, s, m or h, as in 250ms or "
                                       "30s");
        server("s.json --status-interval 0s",
               "--status-interval: must be at least 10ms, but is 0s");
        server("s.json --trust abc",
               "--trust: must be the SHA-256 of a plugin's file, 64 digits as sha256sum prints "
               "them, but is \"abc\"");
        server("a.json b.json",
               "one session file can be given, but \"a.json\" and \"b.json\" are two");
        server("--demo a.json", "--demo runs instead of a session: leave out --demo or \"a.json\"");
        server("--demo --check", "--check validates a session file: name one instead of --demo");
        desktop("--json", "--json is not an option of qontroller; see qontroller --help");
        desktop("--screenshot w.png", "--screenshot needs --after, as in --after 5s");
        desktop("--after 5s", "--after says when to take a --screenshot: name its file, as in "
                              "--screenshot window.png");
        kit("--parameters p.json",
            "no plugin file is given: name one; see qontroller-conformance --help");
        kit("x.so", "--parameters is missing: name the file with the plugin's parameters and "
                    "world; see qontroller-conformance --help");
        kit("x.so y.so", "one plugin file can be given, but \"x.so\" and \"y.so\" are two");
        kit("x.so --demo",
            "--demo is not an option of qontroller-conformance; see qontroller-conformance --help");
        kit("x.so --rounds 0", "--rounds: must be a whole number from 1 to 999999999999999, but is \"0\"");
        kit("x.so --seed 1x", "--seed: must be a whole number from 0 to 999999999999999, but is \"1x\"");
        kit("x.so --stop-limit 0s", "--stop-limit: must be more than 0, but is 0s");
    }
    void refuses()
    {
        QFETCH(Program, program);
        QFETCH(QString, arguments);
        QFETCH(QString, sentence);
        const auto line = parseCommandLine(program, words(arguments));
        QVERIFY(!line);
        QCOMPARE(QString::fromStdString(line.error()), sentence);
    }

    void refusesAnEmptyName()
    {
        const auto line = parseCommandLine(Program::Server, {""});
        QVERIFY(!line);
        QCOMPARE(line.error(),
                 std::string("the name of the session file is empty: name a file; see "
                             "qontrollerd --help"));
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
        const auto line = parseCommandLine(Program::Server,
                                           {"--demo", "--metrics", address.toStdString()});
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
        const auto line = parseCommandLine(Program::Server,
                                           {"--demo", "--run-for=" + text.toStdString()});
        QCOMPARE(line.has_value(), milliseconds >= 0);
        if (line)
            QVERIFY(line->runFor == Duration(std::chrono::milliseconds(milliseconds)));
    }

    void helpNamesEveryOption_data()
    {
        QTest::addColumn<Program>("program");
        QTest::addColumn<QStringList>("options");
        QTest::newRow("server") << Program::Server
                                << QStringList({"--demo", "--state-dir DIR", "--plugin-path DIR",
                                                "--disable-plugin ID", "--trust SHA256",
                                                "--metrics ADDR:PORT|off", "--check",
                                                "--run-for DURATION", "--until-idle",
                                                "--status-interval DURATION", "--json", "--help",
                                                "--version"});
        QTest::newRow("desktop") << Program::Desktop
                                 << QStringList({"--demo", "--profile DIR", "--plugin-path DIR",
                                                 "--disable-plugin ID", "--trust SHA256",
                                                 "--safe-mode", "--read-only", "--screenshot FILE",
                                                 "--after DURATION", "--metrics ADDR:PORT",
                                                 "--help", "--version"});
        QTest::newRow("conformance")
            << Program::Conformance
            << QStringList({"--parameters FILE", "--only CHECK", "--seed N", "--rounds N",
                            "--stop-limit DURATION", "--settle-limit DURATION", "--json", "--help",
                            "--version"});
    }
    void helpNamesEveryOption()
    {
        QFETCH(Program, program);
        QFETCH(QStringList, options);
        const QStringList lines = QString::fromStdString(helpText(program)).split('\n');
        QStringList named;
        for (const QString &line : lines) {
            QVERIFY2(line.size() <= 100, qPrintable(line));
            if (line.startsWith("  --"))
                named << line.mid(2, 29).trimmed();
        }
        QCOMPARE(named, options);
    }

    void versionNamesTheProgram()
    {
        QVERIFY(QString::fromStdString(versionText(Program::Server)).startsWith("qontrollerd 0."));
        QVERIFY(QString::fromStdString(versionText(Program::Desktop)).startsWith("qontroller 0."));
    }
};

QTEST_GUILESS_MAIN(CommandLineTest)
#include "tst_commandline.moc"
