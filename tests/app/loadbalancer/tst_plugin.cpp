// SPDX-License-Identifier: LGPL-3.0-or-later
// The plugin as the programs load it.
#include "core/members/consist/consistparts.h"
#include "core/plugins/load/pluginmetadata.h"
#include "core/sdk/testing/recordinglist.h"
#include "eventually.h"
#include "files.h"
#include "loadedplugin.h"

#include "app/plugins/loadbalancer/objectfile.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::loadbalancer;
using namespace qontroller::test;

namespace {

tl::expected<ControllerParts, std::string> create(const QJsonObject &parameters,
                                                  const std::string &name = "shop")
{
    return createBy(LOAD_BALANCER, parameters, name);
}

const QJsonObject Least{{"folder", "/srv/shop"}, {"socket", "/run/haproxy/admin.sock"}};

QJsonObject with(QJsonObject more)
{
    for (auto it = Least.begin(); it != Least.end(); ++it) {
        if (!more.contains(it.key()))
            more.insert(it.key(), it.value());
    }
    return more;
}

/// A controller of a folder with the file of a server, which it has listed.
class FileRig
{
public:
    explicit FileRig(QJsonObject parameters)
    {
        writeContents(file(), R"({"kind": "Server", "labels": {"app": "web"},
                                  "address": "127.0.0.1:9001", "ready": true})");
        parameters.insert("folder", m_folder.path());
        m_parts = create(with(parameters));
        if (!m_parts)
            qFatal("%s", m_parts.error().c_str());
        if (const std::string list = listOf(*m_parts->listerWatcher); list != "complete")
            qFatal("%s", list.c_str());
    }
    [[nodiscard]] QString file() const { return m_folder.filePath("s1.json"); }
    /// Whether its server counts as one that is there.
    [[nodiscard]] bool isKnown() const { return !m_parts->consist->options.labelsOf("s1").empty(); }

private:
    QTemporaryDir m_folder;
    tl::expected<ControllerParts, std::string> m_parts = tl::unexpected(std::string());
};

} // namespace

class PluginTest final : public QObject
{
    Q_OBJECT

private slots:
    void describesItselfWithoutBeingLoaded()
    {
        const MetadataReading reading = readMetadata(
            QPluginLoader(QStringLiteral(LOAD_BALANCER)).metaData());
        QCOMPARE(reading.problem.c_str(), "");
        QVERIFY(reading.metadata.defaultOptions().backoffBase == std::chrono::milliseconds(100));
        const QJsonObject data = metadataOf(LOAD_BALANCER);
        QCOMPARE(data["id"].toString(), "load-balancer");
        for (const char *key : {"name", "version", "description", "vendor", "license", "icon"})
            QVERIFY2(!data[QLatin1String(key)].toString().isEmpty(), key);
        for (const QJsonValue &parameter : data["parameters"]["properties"].toObject()) {
            QVERIFY(!parameter["title"].toString().isEmpty());
            QVERIFY(!parameter["description"].toString().isEmpty());
        }
    }

    void makesAConsistController()
    {
        const auto parts = create(Least);
        QVERIFY2(parts, parts ? "" : parts.error().c_str());
        QVERIFY(parts->listerWatcher && parts->reconciler && parts->describer && parts->consist);
        QCOMPARE(parts->related.size(), std::size_t(1));
        const ConsistOptions &options = parts->consist->options;
        QVERIFY(!validate(options));
        QVERIFY((options.preCheck.maxUnavailable == EmployeeShare{1}));
        QVERIFY(!options.preCheck.minAvailable);
        QVERIFY(options.drainDeadline == std::chrono::minutes(5));
        QVERIFY(options.labelsOf && options.operationsOf && options.deleteEmployee);
        QCOMPARE(QString::fromStdString(parts->consist->adapter->controllerName()), "shop");
    }

    // A controller that is renamed knows the operations under way.
    void theKindOfTheServersIsTheirFolder()
    {
        const auto kindOf = [&](const char *controller) {
            return create(Least, controller)->consist->options.employeeKind;
        };
        QCOMPARE(kindOf("a/b#c"), kindOf("shop"));
        QVERIFY(!kindOf("shop").empty());
        QVERIFY(!validate(create(Least)->consist->options));
    }

    void takesItsParameters()
    {
        const auto parts = create(
            with({{"maxUnavailable", "25%"},
                  {"minAvailable", "2"},
                  {"drainDeadline", "30s"},
                  {"preCheck", QJsonObject{{"command", QJsonArray{"may-i", "--now"}},
                                           {"labels", QJsonObject{{"zone", "a"}}}}},
                  {"postCheck", QJsonObject{{"command", QJsonArray{"is-it-up"}}}},
                  {"operate", QJsonObject{{"restart", QJsonArray{"ssh", "restart"}}}}}));
        QVERIFY2(parts, parts ? "" : parts.error().c_str());
        const ConsistOptions &options = parts->consist->options;
        QVERIFY(!validate(options));
        using Unit = EmployeeShare::Unit;
        QVERIFY((options.preCheck.maxUnavailable == EmployeeShare{25, Unit::Percent}));
        QVERIFY((options.preCheck.minAvailable == EmployeeShare{2}));
        QVERIFY(options.drainDeadline == std::chrono::seconds(30));
        QVERIFY((options.preCheck.command == std::vector<std::string>{"may-i", "--now"}));
        QCOMPARE(options.preCheck.labels.at("zone"), "a");
        QVERIFY((options.postCheck.command == std::vector<std::string>{"is-it-up"}));
        QVERIFY(
            (options.operate.at("restart").command == std::vector<std::string>{"ssh", "restart"}));
    }

    void aFileThatIsAwayIsBelievedToBeDeletedAfterASecond()
    {
        const QJsonObject schema = metadataOf(LOAD_BALANCER)["parameters"].toObject();
        QCOMPARE(schema["properties"]["deletionDelay"]["default"].toString(), "1s");
        const FileRig rig({});
        QVERIFY(rig.isKnown());
        QElapsedTimer timer;
        timer.start();
        QVERIFY(QFile::remove(rig.file()));
        QVERIFY(comesTrue([&] { return !rig.isKnown(); }));
        QVERIFY2(timer.elapsed() >= 1000, QByteArray::number(timer.elapsed()));
    }

    void orAfterTheTimeThatItsParameterSays_data()
    {
        QTest::addColumn<QString>("delay");
        QTest::addColumn<bool>("isKnown");
        QTest::newRow("at once") << "0s" << false;
        QTest::newRow("an hour") << "1h" << true;
    }
    void orAfterTheTimeThatItsParameterSays()
    {
        QFETCH(QString, delay);
        const FileRig rig({{"deletionDelay", delay}});
        QVERIFY(rig.isKnown());
        QVERIFY(QFile::remove(rig.file()));
        QTEST(rig.isKnown(), "isKnown");
    }

    void theReadmesExamplesAreRight()
    {
        int sessions = 0;
        int objects = 0;
        for (const QByteArray &json : jsonExamplesOf(README)) {
            const QJsonObject object = QJsonDocument::fromJson(json).object();
            if (object.contains("controllers")) {
                const auto parts = create(object["controllers"][0]["parameters"].toObject());
                QVERIFY2(parts, parts ? "" : parts.error().c_str());
                ++sessions;
            } else {
                QCOMPARE(readObject(json).problem.c_str(), "");
                ++objects;
            }
        }
        QCOMPARE(sessions, 1);
        QVERIFY(objects >= 2);
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QJsonObject>("parameters");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *name, const QJsonObject &parameters, const char *sentence) {
            QTest::newRow(name) << parameters << QString::fromUtf8(sentence);
        };
        row("no folder", {{"socket", "/run/s"}}, "folder: is missing");
        row("no socket", {{"folder", "/srv"}},
            "socket is missing: must be the path in HAProxy's \"stats socket\"");
        row("no url", {{"folder", "/srv"}, {"adapter", "observed"}}, "url is missing: must be");
        row("adapter", with({{"adapter", "nginx"}}), "adapter: must be one of");
        row("share", with({{"maxUnavailable", "many"}}), "maxUnavailable: must");
        row("a number for a share", with({{"maxUnavailable", 1}}),
            "maxUnavailable: must be text as in \"1\" or \"25%\", but is 1");
        row("none ever", with({{"maxUnavailable", "0"}}),
            "maxUnavailable must be at least 1: with 0 no server that is in service could ever");
        row("none ever, as a part", with({{"maxUnavailable", "0%"}}),
            "maxUnavailable must be at least 1: with 0% no");
        row("all of them", with({{"minAvailable", "100%"}}),
            "minAvailable must be less than 100%, with which no server");
        row("percent", with({{"minAvailable", "101%"}}),
            "minAvailable must be at most 100%, but is 101%");
        row("duration", with({{"drainDeadline", "soon"}}), "drainDeadline: ");
        row("delay", with({{"deletionDelay", "soon"}}), "deletionDelay: \"soon\" is not a ");
        row("no interval", with({{"lookInterval", "0s"}}), "lookInterval must be at least 10ms");
        row("operation", with({{"operate", QJsonObject{{"restart", QJsonArray{}}}}}),
            "operate.restart: must be a list that is not empty");
        row("kind", with({{"employeeKind", "a/b"}}), "employeeKind: must");
        row("unknown", with({{"speed", 1}}), "speed: is not known here");
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
