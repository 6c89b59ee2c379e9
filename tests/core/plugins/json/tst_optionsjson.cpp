// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/plugins/json/optionsjson.h"

#include <QtCore/QJsonDocument>
#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

QJsonObject object(const char *text)
{
    return QJsonDocument::fromJson(text).object();
}

} // namespace

class OptionsJsonTest final : public QObject
{
    Q_OBJECT

private slots:
    void readsEveryOption()
    {
        const OptionsReading reading = readOptions(object(R"({
            "workers": 7, "resyncInterval": "1m", "maxRetries": 3,
            "backoff": { "base": "10ms", "max": "5s" }, "retryRate": 2.5, "retryBurst": 9,
            "handlerTimeout": "250ms", "detectDeletions": false, "massDeletionGuard": false,
            "priorities": false, "ageing": "2s", "keepLastObject": true })"),
                                                   {});
        QVERIFY(reading.problems.empty());
        const ControllerOptions &options = reading.options;
        QCOMPARE(options.workers, 7);
        QVERIFY(options.resyncInterval == 1min);
        QCOMPARE(options.maxRetries, 3);
        QVERIFY(options.backoffBase == 10ms);
        QVERIFY(options.backoffMax == 5s);
        QCOMPARE(options.retryRate, 2.5);
        QCOMPARE(options.retryBurst, 9);
        QVERIFY(options.handlerTimeout == 250ms);
        QVERIFY(!options.detectDeletions);
        QVERIFY(!options.massDeletionGuard);
        QVERIFY(!options.priorities);
        QVERIFY(options.ageing == 2s);
        QVERIFY(options.keepLastObject);
    }

    void keepsTheBaseWhereNothingIsSaid()
    {
        ControllerOptions base;
        base.workers = 11;
        base.backoffBase = 1s;
        const OptionsReading reading = readOptions(object(R"({ "backoff": { "max": "9s" } })"),
                                                   base);
        QVERIFY(reading.problems.empty());
        QCOMPARE(reading.options.workers, 11);
        QVERIFY(reading.options.backoffBase == 1s);
        QVERIFY(reading.options.backoffMax == 9s);
    }

    void writesWhatDiffersAndReadsItBack()
    {
        ControllerOptions options;
        options.workers = 1;
        options.backoffMax = 3s;
        options.ageing = 250ms;
        const QJsonObject json = writeOptions(options, {});
        QCOMPARE(json,
                 object(R"({ "workers": 1, "ageing": "250ms", "backoff": { "max": "3s" } })"));
        const OptionsReading reading = readOptions(json, {});
        QCOMPARE(reading.options.workers, 1);
        QVERIFY(reading.options.backoffMax == 3s);
        QVERIFY(writeOptions(reading.options, options).isEmpty());
    }

    void namesWhatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *name, const char *json, const char *sentence) {
            QTest::newRow(name) << QByteArray(json) << QString::fromUtf8(sentence);
        };
        row("unknown", R"({ "worker": 1 })",
            "worker: is not known here: allowed are workers, resyncInterval, maxRetries, "
            "parkedRetryInterval, retryRate, "
            "retryBurst, handlerTimeout, detectDeletions, massDeletionGuard, priorities, ageing, "
            "keepLastObject and "
            "backoff");
        row("text for a number", R"({ "workers": "4" })",
            "workers: must be a whole number, but is \"4\"");
        row("half a worker", R"({ "workers": 1.5 })",
            "workers: must be a whole number, but is 1.5");
        row("huge", R"({ "workers": 1e300 })", "workers: must be a whole number, but is 1e+300");
        row("one too many for 32 bits", R"({ "workers": 2147483648 })",
            "workers: must be a whole number, but is 2147483648");
        row("one too many for 64 bits", R"({ "retryBurst": 9223372036854775808 })",
            "retryBurst: must be a whole number, but is 9223372036854776000");
        row("minus twenty digits", R"({ "maxRetries": -12345678901234567890 })",
            "maxRetries: must be a whole number, but is -12345678901234567000");
        row("the most of 32 bits", R"({ "workers": 2147483647 })",
            "workers: must be from 0 to 10000, not 2147483647");
        row("a duration of twenty digits", R"({ "ageing": "12345678901234567890s" })",
            "ageing: \"12345678901234567890s\" is too long: at most ten years");
        row("a huge negative rate", R"({ "retryRate": -1e300 })", "retryRate: must be more than 0");
        row("out of range", R"({ "workers": 20000 })",
            "workers: must be from 0 to 10000, not 20000");
        row("number for a duration", R"({ "resyncInterval": 30 })",
            "resyncInterval: must be a duration in quotes, as in \"30s\", but is 30");
        row("parsecs", R"({ "handlerTimeout": "5 parsecs" })",
            "handlerTimeout: \"5 parsecs\" is not a duration: write a number and ms, s, m, h or d, "
            "as "
            "in "
            "250ms or 30s");
        row("text for a switch", R"({ "priorities": "yes" })",
            "priorities: must be true or false, but is \"yes\"");
        row("backoff is no object", R"({ "backoff": "5ms" })",
            "backoff: must be an object with base and max, but is \"5ms\"");
        row("unknown in backoff", R"({ "backoff": { "factor": 2 } })",
            "backoff.factor: is not known here: allowed are base and max");
        row("wrong in backoff", R"({ "backoff": { "base": 5 } })",
            "backoff.base: must be a duration in quotes, as in \"30s\", but is 5");
        row("against each other", R"({ "backoff": { "base": "2s", "max": "1s" } })",
            "backoff.max: must be at least backoff.base");
    }
    void namesWhatIsWrong()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, sentence);
        const OptionsReading reading = readOptions(object(json.constData()), {});
        QCOMPARE(reading.problems.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(reading.problems.front().sentence()), sentence);
    }

    void namesAllThatIsWrongAtItsPath()
    {
        const OptionsReading reading = readOptions(
            object(R"({ "workers": -1, "maxRetries": "many", "retryBurst": 0, "ageing": "0s",
                        "backoff": { "base": "0s" } })"),
            {});
        QStringList sentences;
        for (const JsonProblem &problem : reading.problems)
            sentences << QString::fromStdString(problem.sentence());
        QCOMPARE(sentences, (QStringList{"maxRetries: must be a whole number, but is \"many\"",
                                         "workers: must be from 0 to 10000, not -1",
                                         "backoff.base: must be more than 0s",
                                         "retryBurst: must be at least 1, not 0",
                                         "ageing: must be more than 0s"}));
    }

    void whatCannotBeReadBlamesNothingElse()
    {
        const OptionsReading reading =
            readOptions(object(R"({ "backoff": { "base": "soon", "max": "1ms" } })"), {});
        QCOMPARE(reading.problems.size(), std::size_t(1));
        QCOMPARE(reading.problems.front().path.dotted(), std::string("backoff.base"));
    }
};

QONTROLLER_GUILESS_TEST(OptionsJsonTest)
#include "tst_optionsjson.moc"
