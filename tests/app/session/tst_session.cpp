// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/session/sessionfile.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

using namespace qontroller;

namespace {

constexpr const char *Full = R"({
  "version": 1,
  "controllers": [
    {
      "name": "photos",
      "plugin": "folder-mirror",
      "parameters": { "source": "/srv/photos", "target": "/srv/backup/photos" },
      "options": {
        "workers": 4, "resyncInterval": "30s", "maxRetries": 5,
        "backoff": { "base": "5ms", "max": "1000s" },
        "handlerTimeout": "0s", "detectDeletions": true, "priorities": true
      },
      "locker": { "plugin": "memory", "parameters": {} }
    }
  ]
})";

QByteArray withControllers(const QByteArray &controllers)
{
    return R"({ "version": 1, "controllers": )" + controllers + " }";
}

} // namespace

class SessionTest final : public QObject
{
    Q_OBJECT

private slots:
    void readsTheExampleOfTheContract()
    {
        const auto session = parseSession(Full);
        QVERIFY(session);
        QCOMPARE(session->controllers.size(), std::size_t(1));
        const SessionController &controller = session->controllers.front();
        QCOMPARE(controller.name, std::string("photos"));
        QCOMPARE(controller.plugin, std::string("folder-mirror"));
        QCOMPARE(controller.parameters.value("source").toString(), "/srv/photos");
        QCOMPARE(controller.options.value("workers").toInt(), 4);
        QVERIFY2(!controller.locker, "memory is what there is without a locker");
    }

    void commentsAreForPeople()
    {
        const auto session = parseSession(R"({
            "$comment": "all of it", "version": 1,
            "controllers": [{
                "$comment": ["one", "controller"], "name": "photos", "plugin": "folder-mirror",
                "parameters": { "$comment": { "source": "where from" }, "source": "/srv" },
                "options": { "$comment": 4, "workers": 4 },
                "locker": { "$comment": null, "plugin": "memory",
                            "parameters": { "$comment": "none" } }
            }]})");
        QVERIFY(session);
        const SessionController &controller = session->controllers.front();
        QCOMPARE(controller.parameters, QJsonObject({{"source", "/srv"}}));
        QCOMPARE(controller.options, QJsonObject({{"workers", 4}}));
    }

    void changedOptionsLeaveAllElseAsItIs()
    {
        const QByteArray before = R"({
  "$comment": "all of it",
  "version": 1,
  "controllers": [
    {
      "$comment": [
        "one"
      ],
      "name": "photos",
      "plugin": "folder-mirror",
      "parameters": {
        "$comment": "where from",
        "source": "/srv"
      },
      "options": {
        "$comment": 4,
        "backoff": {
          "base": "1s",
          "max": "1h"
        },
        "workers": 4
      },
      "isolation": "process"
    },
    {
      "name": "films",
      "plugin": "folder-mirror",
      "parameters": {
        "source": "/films"
      },
      "locker": {
        "plugin": "memory"
      }
    }
  ]
}
)";
        QCOMPARE(withChanges(before, {}), before);
        QByteArray after = before;
        after.replace("\"1s\"", "\"2s\"");
        after.replace("\"source\": \"/films\"\n      },",
                      "\"source\": \"/films\"\n      },\n      \"options\": {\n"
                      "        \"maxRetries\": 9\n      },");
        QCOMPARE(withChanges(before, {{"photos", {{"backoff", QJsonObject{{"base", "2s"}}}}},
                                      {"films", {{"maxRetries", 9}}},
                                      {"none", {{"maxRetries", 9}}}}),
                 after);
    }

    void givesBackAnEqualSession()
    {
        Session session;
        session.controllers.push_back(
            {"photos", "folder-mirror", QJsonObject{{"source", "/a \"b\""}, {"depth", 2.5}},
             QJsonObject{{"workers", 2},
                         {"backoff", QJsonObject{{"base", "1s"}}},
                         {"massDeletionGuard", false},
                         {"retryRate", 2.5},
                         {"retryBurst", 7},
                         {"ageing", "1s"}},
             SessionLocker{"redis-locker", QJsonObject{{"port", 1}}}, Isolation::Process});
        session.controllers.push_back({"Größe 2", "script", {}, {}, std::nullopt, Isolation::None});
        const auto read = parseSession(writeSession(session));
        QVERIFY(read);
        QVERIFY(*read == session);
        QCOMPARE(writeSession(*read), writeSession(session));
        QVERIFY(parseSession(writeSession({})).value() == Session());
    }

    void writesNamesInTheOrderOfTheContract()
    {
        const QByteArray text = writeSession(parseSession(Full).value());
        QVERIFY(
            text.startsWith("{\n  \"version\": 1,\n  \"controllers\": [\n    {\n      \"name\""));
        QVERIFY(text.indexOf("\"plugin\"") < text.indexOf("\"parameters\""));
        QVERIFY(text.indexOf("\"parameters\"") < text.indexOf("\"options\""));
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *name, const QByteArray &text, const char *sentence) {
            QTest::newRow(name) << text << QString::fromUtf8(sentence);
        };
        row("empty", " \n", "is empty: must be a JSON object");
        row("not JSON", "{\n  \"version\": 1,\n  controllers: []\n}",
            "line 3, column 3: is not JSON, a comma, a name in quotes or } is missing");
        row("not closed", "{ \"version\": 1",
            "line 1, column 15: is not JSON, the text ends in a number: write ] or } after it");
        row("comma too many", "{ \"version\": 1, }",
            "line 1, column 17: is not JSON, a name or a value is missing, or a comma before it is "
            "one "
            "too many");
        row("comma too few", "{ \"version\": 1 \"controllers\": [] }",
            "line 1, column 16: is not JSON, a comma, a name in quotes or } is missing");
        row("garbage", "{} x",
            "line 1, column 4: is not JSON, something follows the end: remove it");
        row("a list", "[]", "must be an object with version and controllers, but is a list");
        row("unknown at the top", R"({ "version": 1, "controllers": [], "colour": 1 })",
            "colour: is not known here: allowed are version, controllers and alarms");
        row("no version", R"({ "controllers": [] })", "version: is missing: must be 1");
        row("newer", R"({ "version": 2, "controllers": [] })",
            "version: must be 1, but is 2: the file is made for a newer Qontroller");
        row("version as text", R"({ "version": "1", "controllers": [] })",
            "version: must be 1, but is \"1\"");
        row("no controllers", R"({ "version": 1 })",
            "controllers: is missing: must be a list of controllers");
        row("controllers no list", withControllers("{}"),
            "controllers: must be a list of controllers, but is an object");
        row("controller no object", withControllers("[5]"),
            "controllers[0]: must be an object with name and plugin, but is 5");
        row("unknown in a controller",
            withControllers(R"([{ "name": "a", "plugin": "p", "x": 1 }])"),
            "controllers[0].x: is not known here: allowed are name, plugin, parameters, options, "
            "locker and isolation");
        row("another isolation",
            withControllers(R"([{ "name": "a", "plugin": "p", "isolation": "thread" }])"),
            "controllers[0].isolation: must be \"none\" or \"process\", but is \"thread\"");
        row("isolation no text",
            withControllers(R"([{ "name": "a", "plugin": "p", "isolation": true }])"),
            "controllers[0].isolation: must be \"none\" or \"process\", but is true");
        row("no name", withControllers(R"([{ "plugin": "p" }])"),
            "controllers[0].name: is missing: must be text that is not empty");
        row("empty name", withControllers(R"([{ "name": "", "plugin": "p" }])"),
            "controllers[0].name: must be text that is not empty, but is \"\"");
        row("name no text", withControllers(R"([{ "name": 7, "plugin": "p" }])"),
            "controllers[0].name: must be text that is not empty, but is 7");
        row("no plugin", withControllers(R"([{ "name": "a" }])"),
            "controllers[0].plugin: is missing: must be text that is not empty");
        row("two of a name",
            withControllers(R"([{ "name": "a", "plugin": "p" }, { "name": "b", "plugin": "p" },
                                { "name": "a", "plugin": "p" }])"),
            "controllers[2].name: must be unique, but controllers[0] is named \"a\" too");
        row("parameters no object",
            withControllers(R"([{ "name": "a", "plugin": "p", "parameters": [] }])"),
            "controllers[0].parameters: must be an object, but is a list");
        row("backoff", withControllers(R"([{ "name": "a", "plugin": "p", "options": {
                                           "backoff": { "max": true } } }])"),
            "controllers[0].options.backoff.max: must be a duration in quotes, as in \"30s\", but "
            "is "
            "true");
        row("locker no object",
            withControllers(R"([{ "name": "a", "plugin": "p", "locker": "x" }])"),
            "controllers[0].locker: must be an object, but is \"x\"");
        row("locker without a plugin",
            withControllers(R"([{ "name": "a", "plugin": "p", "locker": {} }])"),
            "controllers[0].locker.plugin: is missing: must be text that is not empty");
        row("memory with parameters", withControllers(R"([{ "name": "a", "plugin": "p", "locker": {
                                "plugin": "memory", "parameters": { "size": 1 } } }])"),
            "controllers[0].locker.parameters.size: is not known here: nothing is allowed");
    }
    void saysWhatIsWrong()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, sentence);
        const auto session = parseSession(text);
        QVERIFY(!session);
        QCOMPARE(QString::fromStdString(::sentence("s.json", session.error())),
                 "s.json: " + sentence);
    }

    void findsEveryProblem()
    {
        const auto session = parseSession(R"({ "controllers": [{ "name": 1, "options": [] }] })");
        QVERIFY(!session);
        QCOMPARE(session.error().size(), std::size_t(4));
    }

    void aFileThatIsSavedElsewhereStillMeansTheSameFolder()
    {
        const QTemporaryDir folder;
        const QTemporaryDir elsewhere;
        Session session;
        session.controllers.push_back(
            {"a",
             "script",
             QJsonObject{{"list", QJsonArray{"{session}/list", 1}}},
             {},
             SessionLocker{"redis-locker", QJsonObject{{"in", QJsonObject{{"x", "{session}"}}}}},
             Isolation::None,
             folder.path().toStdString()});
        const auto file = [](const QTemporaryDir &where) {
            return where.filePath("session.json").toStdString();
        };
        QVERIFY(saveSession(file(folder), session));
        QVERIFY(loadSession(file(folder)).value() == session);
        QVERIFY(saveSession(file(elsewhere), session));
        const Session moved = loadSession(file(elsewhere)).value();
        QCOMPARE(moved.controllers.at(0).parameters["list"].toArray(),
                 (QJsonArray{folder.filePath("list"), 1}));
        QCOMPARE(moved.controllers.at(0).locker->parameters["in"].toObject()["x"].toString(),
                 folder.path());
        QCOMPARE(moved.controllers.at(0).folder, elsewhere.path().toStdString());
    }

    void saysThatAFileCannotBeRead()
    {
        QTemporaryDir folder;
        const QString missing = folder.filePath("missing.json");
        QCOMPARE(
            QString::fromStdString(loadSession(missing.toStdString()).error()),
            missing
                + ": cannot be read (No such file or directory): name a session file that exists");
        QCOMPARE(QString::fromStdString(loadSession(folder.path().toStdString()).error()),
                 folder.path() + ": is a folder: name a session file");
    }

    void savesAndLoads()
    {
        QTemporaryDir folder;
        const std::string file = folder.filePath("s.json").toStdString();
        const Session session = parseSession(Full).value();
        QVERIFY(saveSession(file, session));
        Session loaded = loadSession(file).value();
        QCOMPARE(loaded.controllers.at(0).folder, folder.path().toStdString());
        loaded.controllers[0].folder.clear();
        QVERIFY(loaded == session);
        const std::string nowhere = folder.filePath("no/such/s.json").toStdString();
        const auto saved = saveSession(nowhere, session);
        QVERIFY(!saved);
        QVERIFY2(saved.error().rfind(nowhere + ": cannot be written (", 0) == 0,
                 saved.error().c_str());
    }
};

QONTROLLER_GUILESS_TEST(SessionTest)
#include "tst_session.moc"
