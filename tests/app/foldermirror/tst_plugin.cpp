// SPDX-License-Identifier: LGPL-3.0-or-later
// The plugin as the programs load it.
#include "folders.h"

#include "core/pluginapi/controllerplugin.h"

#include <QtCore/QJsonArray>
#include <QtCore/QPluginLoader>
#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::test;

class PluginTest final : public QObject
{
    Q_OBJECT

private slots:
    void describesItselfWithoutBeingLoaded()
    {
        const QPluginLoader loader(QStringLiteral(FOLDER_MIRROR_PLUGIN));
        const QJsonObject all = loader.metaData();
        QCOMPARE(all["IID"].toString(), QStringLiteral(QONTROLLER_CONTROLLER_PLUGIN_IID));
        const QJsonObject data = all["MetaData"].toObject();
        QCOMPARE(data["id"].toString(), "folder-mirror");
        QCOMPARE(data["apiVersion"].toString(), "2");
        for (const char *key : {"name", "version", "description", "vendor", "license", "icon"})
            QVERIFY2(!data[QLatin1String(key)].toString().isEmpty(), key);
        const QJsonObject parameters = data["parameters"].toObject();
        QCOMPARE(parameters["additionalProperties"], QJsonValue(false));
        QCOMPARE(parameters["required"].toArray(), (QJsonArray{"source", "target"}));
        const QJsonObject properties = parameters["properties"].toObject();
        QCOMPARE(properties.keys(),
                 (QStringList{"compare", "compareContent", "durable", "source", "target"}));
        for (const QString &name : properties.keys()) {
            const QJsonObject property = properties[name].toObject();
            QVERIFY(!property["title"].toString().isEmpty());
            QVERIFY(!property["description"].toString().isEmpty());
        }
        QVERIFY(!loader.isLoaded());
    }

    void makesPartsThatMirror()
    {
        const TestFolder folder;
        writeFile(folder.path("source/file"), "x");
        const auto parts = create({{"source", text(folder.path("source"))},
                                   {"target", text(folder.path("target"))},
                                   {"compareContent", true},
                                   {"durable", false}});
        QVERIFY(parts);
        QVERIFY(parts->listerWatcher && parts->reconciler && parts->describer);
        QVERIFY(parts->listerWatcher->watchMode() == WatchMode::Live);
        QVERIFY(!exists(folder.path("target"))); // nothing is touched before the parts are used
        const ObjectId id = "file";
        setModified(folder.path("source/file"), 1000, 0);
        const auto found = parts->reconciler->get({id, "mirror", 1, 0, {}, nullptr});
        QVERIFY(found.kind() == Fetched<void>::Kind::Found);
        QVERIFY(parts->describer->actual(id, {}) == "absent\n");
        QVERIFY(parts->reconciler->add(found.object(), {id, "mirror", 1, 0, {}, nullptr}).kind()
                == Outcome::Kind::Done);
        const std::string desired = parts->describer->desired(id, {});
        QCOMPARE(parts->describer->actual(id, {}), desired);
        QVERIFY2(desired.starts_with("type: file\nsize: 1\nmode: 0644\n"), desired.c_str());
        QVERIFY2(desired.ends_with("modified: 1970-01-01T00:16:40.000000000Z\n"), desired.c_str());
    }

    void namesTheParameterThatIsWrong()
    {
        const TestFolder folder;
        const QString source = text(folder.path());
        const auto wrong = [&](const QJsonObject &parameters) {
            const auto parts = create(parameters);
            return parts ? QString() : text(parts.error());
        };
        QVERIFY(wrong({{"target", "/t"}}).startsWith("source is missing"));
        QVERIFY(wrong({{"source", "photos"}, {"target", "/t"}})
                    .startsWith("source must be an absolute"));
        QVERIFY(
            wrong({{"source", source}, {"target", "t"}}).startsWith("target must be an absolute"));
        QVERIFY(wrong({{"source", source}, {"target", source + "/t"}})
                    .startsWith("target must not be inside"));
    }

private:
    static QString text(const std::string &utf8) { return QString::fromStdString(utf8); }

    static tl::expected<ControllerParts, std::string> create(const QJsonObject &parameters)
    {
        QPluginLoader loader(QStringLiteral(FOLDER_MIRROR_PLUGIN));
        loader.setLoadHints(QLibrary::ResolveAllSymbolsHint);
        auto *plugin = qobject_cast<ControllerPlugin *>(loader.instance());
        if (!plugin)
            return tl::unexpected(loader.errorString().toStdString());
        return plugin->create(parameters, {"mirror", {}});
    }
};

QTEST_GUILESS_MAIN(PluginTest)
#include "tst_plugin.moc"
