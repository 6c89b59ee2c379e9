// SPDX-License-Identifier: LGPL-3.0-or-later
// The plugin as the programs load it.
#include "loadedplugin.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::test;

namespace {

tl::expected<ControllerParts, std::string> create(const QJsonObject &parameters)
{
    return createBy(SIMULATOR_PLUGIN, parameters, "servers");
}

int countTexts(const QJsonObject &schema)
{
    int count = 0;
    for (const QJsonValue &property : schema["properties"].toObject()) {
        const QJsonObject each = property.toObject();
        const bool isGroup = each.contains("properties");
        if (each["title"].toString().isEmpty()
            || (!isGroup && each["description"].toString().isEmpty()))
            return -1;
        count += isGroup ? countTexts(each) : 1;
    }
    return count;
}

} // namespace

class PluginTest final : public QObject
{
    Q_OBJECT

private slots:
    void describesItselfWithoutBeingLoaded()
    {
        const QJsonObject data = metadataOf(SIMULATOR_PLUGIN);
        QCOMPARE(data["id"].toString(), "simulator");
        for (const char *key : {"name", "version", "description", "vendor", "license", "icon"})
            QVERIFY2(!data[QLatin1String(key)].toString().isEmpty(), key);
        QCOMPARE(countTexts(data["parameters"].toObject()), 21);
    }

    void makesPartsFromDefaultsAlone()
    {
        const auto parts = create({});
        QVERIFY2(parts, parts ? "" : parts.error().c_str());
        QVERIFY(parts->listerWatcher && parts->reconciler && parts->describer && !parts->locker);
        QVERIFY(parts->listerWatcher->watchMode() == WatchMode::Live);
        QVERIFY(create({{"shares", QJsonObject{{"contested", 0.1}}}})->locker);
    }

    void theReadmesSessionIsRight()
    {
        const QList<QByteArray> examples = jsonExamplesOf(README);
        QVERIFY(!examples.isEmpty());
        const QJsonObject session = QJsonDocument::fromJson(examples.front()).object();
        const auto parts = create(session["controllers"][0]["parameters"].toObject());
        QVERIFY2(parts, parts ? "" : parts.error().c_str());
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QJsonObject>("parameters");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *name, const QJsonObject &parameters, const char *sentence) {
            QTest::newRow(name) << parameters << QString::fromUtf8(sentence);
        };
        row("objects", {{"objects", 2'000'000}},
            "objects: must be a whole number from 0 to 1000000, but is 2000000");
        row("deletions", {{"deletions", 0.6}},
            "deletions: must be a number from 0 to 0.5, but is 0.6");
        row("distribution", {{"latency", QJsonObject{{"distribution", "normal"}}}},
            "latency.distribution: must be one of \"fixed\", \"uniform\",");
        row("duration", {{"latency", QJsonObject{{"p50", "fast"}}}}, "latency.p50");
        row("tail", {{"latency", QJsonObject{{"p50", "300ms"}}}},
            "latency.p99 must be at least latency.p50, 300ms");
        row("texts", {{"faults", QJsonObject{{"errors", QJsonArray{}}}}},
            "faults.errors: must be a list that is not empty");
        row("rates", {{"faults", QJsonObject{{"errorRate", 0.7}, {"panicRate", 0.5}}}},
            "faults must have rates that are together no more than 1, but they are 1.2");
        row("shares", {{"shares", QJsonObject{{"broken", 1}, {"waiting", 0.5}}}},
            "shares must have rates that are together no more than 1, but they are 1.5");
        row("unknown", {{"speed", 1}}, "speed: is not known here");
    }
    void saysWhatIsWrong()
    {
        QFETCH(QJsonObject, parameters);
        QFETCH(QString, sentence);
        const auto parts = create(parameters);
        QVERIFY(!parts);
        QVERIFY2(QString::fromStdString(parts.error()).startsWith(sentence), parts.error().c_str());
    }
};

QTEST_GUILESS_MAIN(PluginTest)
#include "tst_plugin.moc"
