// SPDX-License-Identifier: LGPL-3.0-or-later
#include "serverprocess.h"
#include "testprogram.h"

#include "app/session/session.h"

#include <QtNetwork/QTcpServer>
#include <QtTest/QtTest>

#include <sys/stat.h>

using namespace qontroller;

/// What the real program answers to command lines and sessions, before anything runs.
class CommandStatusTest final : public QObject
{
    Q_OBJECT

private slots:
    void helpsAndNamesItsVersion()
    {
        ServerProcess help;
        QCOMPARE(help.run({"--help"}), 0);
        QVERIFY(help.output().startsWith("Usage: qontrollerd [OPTION]… SESSION.json\n"));
        QCOMPARE(help.log(), QByteArray());
        ServerProcess version;
        QCOMPARE(version.run({"--version"}), 0);
        QVERIFY(version.output().startsWith("qontrollerd "));
    }

    void refusesACommandLine_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const QStringList &arguments, const char *sentence) {
            QTest::newRow(qPrintable(arguments.join(' '))) << arguments << sentence;
        };
        row({"--frobnicate"},
            "--frobnicate is not an option of qontrollerd; see qontrollerd --help");
        row({"--demo", "--plugin-path", "/no/such"},
            "--plugin-path: \"/no/such\" is not a folder: name one that holds plugins");
        row({"/no/such.json"}, "/no/such.json: cannot be read (No such file or directory): name a "
                               "session file that exists");
    }
    void refusesACommandLine()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, sentence);
        ServerProcess server;
        QCOMPARE(server.run(arguments), 2);
        QCOMPARE(QString::fromUtf8(server.log()), "qontrollerd: " + sentence + '\n');
        QCOMPARE(server.output(), QByteArray());
    }

    void outputThatIsLostIsAnError_data()
    {
        QTest::addColumn<QByteArray>("redirection");
        QTest::addColumn<QByteArray>("reason");
        QTest::addColumn<QStringList>("arguments");
        const QList<QPair<QByteArray, QByteArray>> outputs{{">/dev/full",
                                                            "No space left on device"},
                                                           {">&-", "Bad file descriptor"}};
        for (const auto &[redirection, reason] : outputs) {
            const auto row = [&redirection = redirection,
                              &reason = reason](const char *name, const QStringList &arguments) {
                QTest::addRow("%s %s", name, redirection.constData())
                    << redirection << reason << arguments;
            };
            row("help", {"--help"});
            row("version", {"--version"});
            row("check", {"--check"});
            row("summary", {"--until-idle"});
            row("summary as JSON", {"--until-idle", "--json"});
        }
    }
    void outputThatIsLostIsAnError()
    {
        QFETCH(QByteArray, redirection);
        QFETCH(QByteArray, reason);
        QFETCH(QStringList, arguments);
        ServerProcess server;
        server.redirect(redirection);
        QCOMPARE(server.run(arguments + QStringList{server.behaviour({})}), 1);
        QVERIFY2(server.log().endsWith(": cannot write the output: " + reason + '\n'),
                 server.log());
    }

    void aCheckNamesAllKeysThatAreGivenTwice()
    {
        ServerProcess server;
        const QString session = server.write("twins.json", R"({"version": 1, "version": 1,
 "controllers": [{"name": "a", "plugin": "behaviour",
                  "parameters": {"objects": 1, "objects": 2}}]})");
        const QByteArray first = session.toUtf8()
                                 + ": line 1, column 16: version is given twice: remove one of "
                                   "them\n";
        QCOMPARE(server.run({"--check", session}), 2);
        QCOMPARE(server.log(),
                 "qontrollerd: " + first + "qontrollerd: " + session.toUtf8()
                     + ": line 3, column 48: controllers[0].parameters.objects is given twice: "
                       "remove one of them\n");
    }

    void refusesAPortInUseAndStartsNothing()
    {
        QTcpServer other;
        QVERIFY(other.listen(QHostAddress::LocalHost));
        const QByteArray address = "127.0.0.1:" + QByteArray::number(other.serverPort());
        ServerProcess server;
        QCOMPARE(server.run({server.behaviour({}), "--metrics", address}), 2);
        QVERIFY2(server.log().contains(address), server.log());
        QVERIFY2(server.log().endsWith("; choose another address, or --metrics off\n"),
                 server.log());
        QCOMPARE(server.log().count('\n'), 1);
        QVERIFY(!server.log().contains("started"));
    }

    void aTakenDefaultPortCostsTheMetricsAlone()
    {
        QTcpServer other; // taken by this test, or by whoever has it already
        static_cast<void>(other.listen(QHostAddress::LocalHost, 9464));
        ServerProcess server;
        server.useDefaultMetrics();
        QCOMPARE(server.run({server.behaviour({}), "--until-idle", "--json"}), 0);
        QVERIFY2(server.log().contains(" warning: no metrics are served: --metrics: Metrics cannot "
                                       "be served on 127.0.0.1:9464: Address already in use"),
                 server.log());
        QCOMPARE(server.summary().value("handled").toInt(), 3);
    }

    void checksASession()
    {
        ServerProcess server;
        const QString file = server.behaviour({{"objects", 1}});
        QCOMPARE(server.run({"--check", file}), 0);
        QCOMPARE(QString::fromUtf8(server.output()), file + ": 1 controller, no errors\n");
        QCOMPARE(server.log(), QByteArray());
    }

    void saysWhatIsWrongWithASession_data()
    {
        QTest::addColumn<QByteArray>("session");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *name, const QByteArray &controller, const char *sentence) {
            QTest::newRow(name) << QByteArray("{ \"version\": 1, \"controllers\": [") + controller
                                       + "] }"
                                << sentence;
        };
        row("unknown plugin", "{ \"name\": \"a\", \"plugin\": \"copier\" }",
            "controllers[0].plugin: there is no controller plugin \"copier\": there are behaviour, "
            "folder-mirror, load-balancer, process, script, simulated-fleet and simulator");
        row("a name of two lines", "{ \"name\": \"a\\nerror: b\", \"plugin\": \"behaviour\" }",
            "controllers[0].name: must be 1 to 253 printable characters, but has one that is not "
            "printable");
        row("a name without end",
            "{ \"name\": \"" + QByteArray(254, 'a') + "\", \"plugin\": \"behaviour\" }",
            "controllers[0].name: must be 1 to 253 printable characters, but has 254");
    }
    void saysWhatIsWrongWithASession()
    {
        QFETCH(QByteArray, session);
        QFETCH(QString, sentence);
        ServerProcess server;
        const QString file = server.write("s.json", session);
        QCOMPARE(server.run({"--check", file}), 2);
        QCOMPARE(QString::fromUtf8(server.log()), "qontrollerd: " + file + ": " + sentence + '\n');
        QCOMPARE(server.run({file}), 2);
    }

    void refusesASessionWithoutEnd()
    {
        ServerProcess server;
        QCOMPARE(server.run({"--check", "/dev/zero"}), 2);
        QCOMPARE(server.log(), QByteArray("qontrollerd: /dev/zero: is larger than 16 MiB: name a "
                                          "session file\n"));
    }

    void refusesAPipeAndDoesNotWaitForIt()
    {
        ServerProcess server;
        const QString pipe = server.file("pipe");
        QCOMPARE(::mkfifo(qPrintable(pipe), 0600), 0);
        QCOMPARE(server.run({"--check", pipe}), 2);
        QCOMPARE(QString::fromUtf8(server.log()),
                 "qontrollerd: " + pipe + ": is a pipe, not a file: name a session file\n");
        QCOMPARE(server.run({pipe}), 2);
    }

    void aCheckNamesAllThatIsWrong()
    {
        ServerProcess server;
        const QString file = server.write("s.json", R"({ "version": 1, "controllers": [
            { "name": "a", "plugin": "copier", "options": { "workers": "four" } },
            7,
            { "name": "a", "plugin": "behaviour", "speed": 1,
              "parameters": { "objects": -1, "outcome": "rest" },
              "locker": { "plugin": "paper" } } ] })");
        QCOMPARE(server.run({"--check", file}), 2);
        const QList<QByteArray> lines = server.log().trimmed().split('\n');
        for (const char *problem :
             {"controllers[0].options.workers: must be a whole number, but is \"four\"",
              "controllers[0].plugin: there is no controller plugin \"copier\"",
              "controllers[1]: must be an object with name and plugin, but is 7",
              "controllers[2].speed: is not known here",
              "controllers[2].name: must be unique, but controllers[0] is named \"a\" too",
              "controllers[2].parameters.objects: must be a whole number of at least 0, but is -1",
              "controllers[2].parameters.outcome: ",
              "controllers[2].locker.plugin: there is no locker plugin \"paper\""}) {
            const QByteArray beginning = "qontrollerd: " + file.toLocal8Bit() + ": " + problem;
            const auto isIt = [&](const QByteArray &line) { return line.startsWith(beginning); };
            QVERIFY2(std::ranges::count_if(lines, isIt) == 1, problem + server.log());
        }
        QCOMPARE(lines.size(), 8);
        ServerProcess start; // says what to do first
        QCOMPARE(start.run({file}), 2);
        QCOMPARE(start.log().count('\n'), 1);
    }

    void makesItsStateFolder()
    {
        ServerProcess server;
        QCOMPARE(server.run({server.behaviour({}), "--check", "--state-dir", server.file("a/b")}),
                 0);
        QVERIFY(QDir(server.file("a/b")).exists());
        QCOMPARE(server.run({server.behaviour({}), "--check", "--state-dir", "/proc/no"}), 2);
    }

    void refusesAStateFolderThatOthersCanReplace_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("a run") << QStringList{"--until-idle"};
        QTest::newRow("a check") << QStringList{"--check"};
    }
    void refusesAStateFolderThatOthersCanReplace()
    {
        QFETCH(QStringList, arguments);
        ServerProcess server;
        const QString open = QFileInfo(server.file(".")).canonicalFilePath() + "/open";
        const QString state = open + "/state";
        QVERIFY(QDir().mkdir(open));
        QCOMPARE(::chmod(qPrintable(open), 0777), 0);
        arguments << server.behaviour({}) << "--state-dir" << state;
        QCOMPARE(server.run(arguments), 2);
        QCOMPARE(QString::fromUtf8(server.log()),
                 "qontrollerd: --state-dir: \"" + state + "\" can be replaced: others can write "
                     + open + " (mode 0777); take that right away, or name a folder elsewhere\n");
        QCOMPARE(::chmod(qPrintable(open), 01777), 0); // as /tmp
        QCOMPARE(server.run(arguments), 0);
    }

    void linksNoWindow()
    {
        QProcess readelf;
        readelf.start("ldd", {QONTROLLERD});
        QVERIFY(readelf.waitForFinished());
        const QByteArray libraries = readelf.readAllStandardOutput();
        QVERIFY(libraries.contains("libQt6Core"));
        for (const char *library : {"Widgets", "Charts", "Gui"})
            QVERIFY2(!libraries.contains(library), library);
    }
};

QONTROLLER_GUILESS_TEST(CommandStatusTest)
#include "tst_commandstatus.moc"
