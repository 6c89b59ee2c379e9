// SPDX-License-Identifier: LGPL-3.0-or-later
// The plugin as the programs load it.
#include "folders.h"
#include "testprogram.h"

#include "core/plugins/api/controllerplugin.h"

#include <QtCore/QJsonArray>
#include <QtCore/QPluginLoader>
#include <QtTest/QtTest>

#include <sys/stat.h>

#include <utility>

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
        QCOMPARE(data["apiVersion"].toString(), "3");
        for (const char *key : {"name", "version", "description", "vendor", "license", "icon"})
            QVERIFY2(!data[QLatin1String(key)].toString().isEmpty(), key);
        const QJsonObject parameters = data["parameters"].toObject();
        QCOMPARE(parameters["additionalProperties"], QJsonValue(false));
        QCOMPARE(parameters["required"].toArray(), (QJsonArray{"source", "target"}));
        const QJsonObject properties = parameters["properties"].toObject();
        QCOMPARE(properties.keys(),
                 (QStringList{"compare", "compareContent", "deletionDelay", "durable", "exclude",
                              "newTarget", "source", "target"}));
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

    void leavesAloneWhatIsExcluded()
    {
        const TestFolder folder;
        writeFile(folder.path("source/a.tmp"), "x");
        const auto parts = create({{"source", text(folder.path("source"))},
                                   {"target", text(folder.path("target"))},
                                   {"exclude", QJsonArray{"*.tmp"}}});
        QVERIFY(parts);
        const ObjectId id = "a.tmp";
        QVERIFY(parts->reconciler->get({id, "mirror", 1, 0, {}, nullptr}).kind()
                == Fetched<void>::Kind::Ignored);
    }

    void looksAtContentAsItIsTold_data()
    {
        QTest::addColumn<QJsonObject>("how");
        QTest::addColumn<QString>("content");
        QTest::newRow("by default") << QJsonObject() << "old";
        QTest::newRow("changes") << QJsonObject{{"compare", "changes"}} << "old";
        QTest::newRow("times") << QJsonObject{{"compare", "times"}} << "old";
        QTest::newRow("content") << QJsonObject{{"compare", "content"}} << "new";
        QTest::newRow("as it was said before")
            << QJsonObject{{"compare", "changes"}, {"compareContent", true}} << "new";
    }
    void looksAtContentAsItIsTold()
    {
        QFETCH(QJsonObject, how);
        QFETCH(QString, content);
        const TestFolder folder;
        how["source"] = text(folder.path("source"));
        how["target"] = text(folder.path("target"));
        writeFile(folder.path("source/file"), "new");
        setModified(folder.path("source/file"), 1000, 0);
        QVERIFY(waitFor([&] { // until the copy is younger
            writeFile(folder.path("target/file"), "old");
            setModified(folder.path("target/file"), 1000, 0);
            return isYounger(folder.path("target/file"), folder.path("source/file"));
        }));
        const auto parts = create(how);
        QVERIFY(parts);
        const ObjectId id = "file";
        const Attempt attempt{id, "mirror", 1, 0, {}, nullptr};
        const auto found = parts->reconciler->get(attempt);
        QVERIFY(parts->reconciler->add(found.object(), attempt).kind() == Outcome::Kind::Done);
        QCOMPARE(text(readFile(folder.path("target/file"))), content);
    }

private:
    static bool isYounger(const std::string &a, const std::string &b)
    {
        struct stat first
        {
        };
        struct stat second
        {
        };
        return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0
               && std::pair(first.st_ctim.tv_sec, first.st_ctim.tv_nsec)
                      > std::pair(second.st_ctim.tv_sec, second.st_ctim.tv_nsec);
    }

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

QONTROLLER_GUILESS_TEST(PluginTest)
#include "tst_plugin.moc"
