// SPDX-License-Identifier: GPL-3.0-or-later
#include "testprogram.h"

#include "app/qontroller/desktopline.h"
#include "words.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

DesktopLine parsed(const QString &arguments)
{
    const auto line = parseDesktopLine(words(arguments));
    if (!line)
        qFatal("%s", line.error().c_str());
    return *line;
}

} // namespace

class DesktopLineTest final : public QObject
{
    Q_OBJECT

private slots:
    void readsEveryOption()
    {
        const std::string digits(64, 'a');
        const DesktopLine line = parsed(
            "--demo --profile /p --plugin-path /a --safe-mode --disable-plugin x --trust "
            + QString::fromStdString(digits)
            + " --read-only --tab operations --screenshot w.png --after 5s --metrics :9464 "
              "--metrics-public");
        QVERIFY(line.demo && line.safeMode && line.readOnly);
        QCOMPARE(line.folder, std::string("/p"));
        QCOMPARE(line.pluginPaths, std::vector<std::string>{"/a"});
        QCOMPARE(line.disabledPlugins, std::vector<std::string>{"x"});
        QCOMPARE(line.trustedPlugins, std::vector<std::string>{digits});
        QCOMPARE(line.screenshot, std::string("w.png"));
        QCOMPARE(line.tab, 6);
        QVERIFY(line.after == Duration(5s));
        QCOMPARE(line.metrics, std::string(":9464"));
        QVERIFY(line.isMetricsPublic);
    }

    void attachesToAnyNumberOfHosts()
    {
        const DesktopLine line = parsed("--attach photos --attach ssh://server/music,name=X");
        QCOMPARE(line.attach, (std::vector<std::string>{"photos", "ssh://server/music,name=X"}));
    }

    void servesNoMetricsUnlessItIsTold() { QCOMPARE(parsed("").metrics, ""); }

    void refuses_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *arguments, const char *sentence) {
            QTest::newRow(*arguments ? arguments : "nothing") << arguments << sentence;
        };
        row("--json", "--json is not an option of qontroller; see qontroller --help");
        row("--trust abc",
            "--trust: must be the SHA-256 of a plugin's file, 64 digits as sha256sum prints "
            "them, but is \"abc\"");
        row("--attach http://x",
            "--attach: \"http://x\" is no address of a host: write a path, unix:PATH, "
            "ssh://[USER@]MACHINE[:PORT][/NAME], MACHINE:PORT or the name of a host here");
        row("--attach photos s.json",
            "--attach shows hosts that run elsewhere: leave out the session s.json");
        row("--attach photos --demo", "--attach shows hosts that run elsewhere: leave out --demo");
        row("--attach photos --metrics :9464",
            "--attach shows hosts that run elsewhere: leave out --metrics, which each host serves "
            "by itself");
        row("--attach photos --safe-mode",
            "--attach shows hosts that run elsewhere: leave out what is said of plugins, which "
            "each host loads by itself");
        row("--tab charts",
            "--tab: must be one of overview, objects, controllers, locks, failures, workers, "
            "operations, not \"charts\"");
        row("--screenshot w.png", "--screenshot needs --after, as in --after 5s");
        row("--after 5s", "--after says when to take a --screenshot: name its file, as in "
                          "--screenshot window.png");
    }
    void refuses()
    {
        QFETCH(QString, arguments);
        QFETCH(QString, sentence);
        const auto line = parseDesktopLine(words(arguments));
        QVERIFY(!line);
        QCOMPARE(QString::fromStdString(line.error()), sentence);
    }

    void helpNamesEveryOption()
    {
        QCOMPARE(optionsIn(desktopHelp()), QStringList({"--demo",
                                                        "--profile DIR",
                                                        "--plugin-path DIR",
                                                        "--disable-plugin ID",
                                                        "--trust SHA256",
                                                        "--trust-path DIR",
                                                        "--attach ADDRESS",
                                                        "--safe-mode",
                                                        "--read-only",
                                                        "--tab NAME",
                                                        "--screenshot FILE",
                                                        "--after DURATION",
                                                        "--metrics-public",
                                                        "--metrics-password-file FILE",
                                                        "--metrics-tls DIR",
                                                        "--metrics ADDR:PORT",
                                                        "--control PATH|ADDR:PORT|off",
                                                        "--control-tls DIR",
                                                        "--journal on|off",
                                                        "--help",
                                                        "--version"}));
    }
};

QONTROLLER_GUILESS_TEST(DesktopLineTest)
#include "tst_desktopline.moc"
