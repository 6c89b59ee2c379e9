// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/kitline.h"
#include "words.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::conformance;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

KitLine parsed(const QString &arguments)
{
    const auto line = parseKitLine(words(arguments));
    if (!line)
        qFatal("%s", line.error().c_str());
    return *line;
}

} // namespace

class KitLineTest final : public QObject
{
    Q_OBJECT

private slots:
    void readsEveryOption()
    {
        const KitLine line = parsed("x.so --parameters p.json --only a --only b --seed 7 "
                                    "--rounds 3 --stop-limit 2s --settle-limit 1m --json");
        QCOMPARE(line.plugin, std::string("x.so"));
        QCOMPARE(line.parameters, std::string("p.json"));
        QVERIFY((line.only == std::vector<std::string>{"a", "b"}));
        QVERIFY(line.seed == 7U && line.rounds == 3U && line.json);
        QVERIFY(line.stopLimit == Duration(2s) && line.settleLimit == Duration(1min));
    }

    void helpNeedsNothingElse() { QVERIFY(parsed("--help").help); }

    void refuses_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *arguments, const char *sentence) {
            QTest::newRow(*arguments ? arguments : "nothing") << arguments << sentence;
        };
        row("--parameters p.json",
            "no plugin file is given: name one; see qontroller-conformance --help");
        row("x.so", "--parameters is missing: name the file with the plugin's parameters and "
                    "world; see qontroller-conformance --help");
        row("x.so y.so", "one plugin file can be given, but \"x.so\" and \"y.so\" are two");
        row("x.so --demo",
            "--demo is not an option of qontroller-conformance; see qontroller-conformance --help");
        row("x.so --rounds 0",
            "--rounds: must be a whole number from 1 to 999999999999999, but is \"0\"");
        row("x.so --seed 1x",
            "--seed: must be a whole number from 0 to 999999999999999, but is \"1x\"");
        row("x.so --stop-limit 0s", "--stop-limit: must be more than 0, but is 0s");
    }
    void refuses()
    {
        QFETCH(QString, arguments);
        QFETCH(QString, sentence);
        const auto line = parseKitLine(words(arguments));
        QVERIFY(!line);
        QCOMPARE(QString::fromStdString(line.error()), sentence);
    }

    void helpNamesEveryOption()
    {
        QCOMPARE(optionsIn(kitHelp()),
                 QStringList({"--parameters FILE", "--only CHECK", "--seed N", "--rounds N",
                              "--stop-limit DURATION", "--settle-limit DURATION", "--json",
                              "--help", "--version"}));
    }
};

QTEST_GUILESS_MAIN(KitLineTest)
#include "tst_kitline.moc"
