// SPDX-License-Identifier: LGPL-3.0-or-later
#include "badplugins.h"
#include "testprogram.h"

#include "app/session/assemble.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <memory>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

std::unique_ptr<PluginCatalogue> fixtures()
{
    const auto file = [](const QString &name) { return FIXTURES "/" + name + ".so"; };
    PluginSearch search;
    for (const QString name : {"consist", "good", "incomplete", "locker", "throwing"})
        search.trusted.push_back(sha256Of(file(name)).toStdString());
    auto plugins = std::make_unique<PluginCatalogue>(search);
    for (const QString name : {"consist", "good", "incomplete", "locker", "throwing"})
        plugins->add(file(name).toStdString());
    return plugins;
}

SessionController good()
{
    return {"photos", "good", QJsonObject{{"folder", "/srv"}}, {}, std::nullopt, Isolation::None};
}

QString problemOf(const Session &session)
{
    const auto catalogue = fixtures();
    ConsistRuntime consist({});
    const auto specs = assemble(session, *catalogue, consist);
    return specs ? QString() : QString::fromStdString(specs.error().front().sentence());
}

} // namespace

class AssembleTest final : public QObject
{
    Q_OBJECT

private slots:
    void sessionWithoutAFileHasNoFolder()
    {
        SessionController controller = good();
        controller.parameters.insert("folder", "{session}/photos");
        QCOMPARE(problemOf({{controller}}),
                 "controllers[0].parameters.folder: names {session}, the folder of the session "
                 "file, but this session has no file: write the path of the folder");
        controller.options = QJsonObject{{"workers", -1}};
        QCOMPARE(check(controller, *fixtures()).size(), std::size_t{2}); // hides no other problem
        controller.options = {};
        controller.folder = "/srv";
        QCOMPARE(problemOf({{controller}}), QString());
    }

    void refusesVariablesInTexts()
    {
        SessionController controller = good();
        controller.folder = "/srv";
        controller.parameters.insert("folder", "/srv/{env:PLACE}/photos");
        QCOMPARE(problemOf({{controller}}),
                 "controllers[0].parameters.folder: names {env:PLACE}, but no variable is put into "
                 "a text: a secret stands as {\"fromEnv\": \"PLACE\"} in the place of the whole "
                 "text (see Secrets in the manual of the server), and commands have the variables "
                 "of the program");
        controller.parameters.insert("folder", "/srv/${env:PLACE} {env PLACE}");
        QCOMPARE(problemOf({{controller}}), QString());
    }

    void putsTheSessionsOptionsOnTopOfThePlugins()
    {
        const auto catalogue = fixtures();
        ConsistRuntime consist({});
        SessionController controller = good();
        controller.options = QJsonObject{{"resyncInterval", "1m"}};
        const auto spec = assemble(controller, *catalogue, consist);
        QVERIFY(spec);
        QCOMPARE(spec->name, std::string("photos"));
        QCOMPARE(spec->plugin, std::string("good"));
        QCOMPARE(spec->options.workers, 2);
        QVERIFY(spec->options.backoffBase == 10ms);
        QVERIFY(spec->options.resyncInterval == 1min);
        QVERIFY(spec->parts.listerWatcher && !spec->parts.locker);
    }

    void aPluginThatLeavesOutAPartIsNamed_data()
    {
        QTest::addColumn<QString>("lacks");
        QTest::addColumn<QString>("sentence");
        const QString related = "gave a related source without ListerWatcher or owner relation";
        QTest::newRow("nothing") << ""
                                 << "";
        QTest::newRow("lister") << "listerWatcher"
                                << "gave no ListerWatcher";
        QTest::newRow("reconciler") << "reconciler"
                                    << "gave no Storage and Handler";
        QTest::newRow("related source") << "related source" << related;
        QTest::newRow("owners") << "owners" << related;
    }
    void aPluginThatLeavesOutAPartIsNamed()
    {
        QFETCH(QString, lacks);
        QFETCH(QString, sentence);
        SessionController controller = good();
        controller.plugin = "incomplete";
        controller.parameters = QJsonObject{{"lacks", lacks}};
        const QString whole = sentence.isEmpty() ? QString()
                                                 : "controllers[0].plugin: its plugin " + sentence;
        QCOMPARE(problemOf({{controller}}), whole);
        const auto catalogue = fixtures();
        const JsonProblems checked = checkByMaking({{{controller}}, {}}, *catalogue);
        QCOMPARE(checked.size(), sentence.isEmpty() ? std::size_t(0) : std::size_t(1));
        if (!checked.empty())
            QCOMPARE(QString::fromStdString(checked.front().sentence()), whole);
    }

    void wrongOptionsHideNothingThatThePluginSays()
    {
        SessionController controller = good();
        controller.parameters = QJsonObject{{"folder", "/nowhere"}};
        controller.options = QJsonObject{{"workers", -1}, {"maxRetries", -1}};
        const auto catalogue = fixtures();
        QStringList sentences;
        for (const JsonProblem &each : checkByMaking({{{controller}}, {}}, *catalogue))
            sentences << QString::fromStdString(each.sentence());
        QCOMPARE(sentences,
                 (QStringList{"controllers[0].options.workers: must be from 0 to 10000, not -1",
                              "controllers[0].options.maxRetries: must be 0 or more, not -1",
                              "controllers[0].parameters.folder: /nowhere does not exist: name one "
                              "that does"}));
    }

    void aPluginThatGivesNoLockerIsNamed()
    {
        SessionController controller = good();
        controller.locker = SessionLocker{"test-locker", {{"address", "nowhere"}}};
        QCOMPARE(problemOf({{controller}}),
                 "controllers[0].locker.plugin: its plugin gave no ObjectLocker");
    }

    void readsSecretsWhereTheyAre()
    {
        const auto catalogue = fixtures();
        ConsistRuntime consist({});
        qputenv("TEST_SECRET", "hunter2");
        const QJsonObject reference{{"fromEnv", "TEST_SECRET"}};
        SessionController controller = good();
        controller.parameters.insert("token", reference);
        QVERIFY(check(controller, *catalogue).empty());
        const auto refused = assemble(controller, *catalogue, consist); // by create(), which got it
        QCOMPARE(refused.error().front().sentence(),
                 std::string("parameters.token: •••• has expired: ask for another"));

        controller = good();
        controller.locker = SessionLocker{"test-locker", {{"password", reference}}};
        const auto spec = assemble(controller, *catalogue, consist);
        QVERIFY(spec);
        QCOMPARE(spec->parts.locker->acquire("a", nullptr, {}).text(),
                 std::string("another host••••"));

        qunsetenv("TEST_SECRET");
        QCOMPARE(
            problemOf({{controller}}),
            "controllers[0].locker.parameters.password.fromEnv: names the variable "
            "TEST_SECRET, which is not in this program's environment: set it before the start");
    }

    void makesAConsistControllerRun()
    {
        const auto catalogue = fixtures();
        const QTemporaryDir folder;
        const std::string state = folder.filePath("state").toStdString();
        ConsistRuntime consist(state);
        QVERIFY(assemble(good(), *catalogue, consist));
        QVERIFY(!consist.mover());
        QVERIFY(!QFile::exists(folder.filePath("state")));

        const SessionController web{"web", "consist", {}, {}, std::nullopt, Isolation::None};
        const auto spec = assemble(web, *catalogue, consist);
        QVERIFY(spec);
        QVERIFY(spec->parts.reconciler && !spec->parts.consist);
        QVERIFY(consist.mover());
        QVERIFY(QFile::exists(folder.filePath("state/consist.sqlite")));

        const auto twin = assemble(web, *catalogue, consist);
        QCOMPARE(QString::fromStdString(twin.error().front().sentence()),
                 "plugin: a consist controller of the name \"idle\" runs already: its marks would "
                 "be mixed up");

        ConsistRuntime second(state);
        const auto refused = assemble(web, *catalogue, second);
        QCOMPARE(QString::fromStdString(refused.error().front().sentence()),
                 "plugin: " + folder.filePath("state/consist.sqlite")
                     + ": another program uses it");
        QVERIFY(refused.error().front().cause == ProblemCause::Shortage); // may pass
        QVERIFY(twin.error().front().cause == ProblemCause::Value);
    }

    void aStoreThatIsNoFileIsRefusedByName()
    {
        const auto catalogue = fixtures();
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("consist.sqlite"));
        ConsistRuntime consist(folder.path().toStdString());
        const SessionController web{"web", "consist", {}, {}, std::nullopt, Isolation::None};
        const auto refused = assemble(web, *catalogue, consist);
        QVERIFY(!refused);
        QCOMPARE(QString::fromStdString(refused.error().front().sentence()),
                 "plugin: " + folder.filePath("consist.sqlite")
                     + ": is no regular file: remove it");
    }

    void namesWhatIsWrong()
    {
        SessionController unknown = good();
        unknown.plugin = "copier";
        QCOMPARE(
            problemOf({{good(), unknown}}),
            "controllers[1].plugin: there is no controller plugin \"copier\": there are consist, "
            "good, incomplete and throwing");

        SessionController folder = good();
        folder.parameters = QJsonObject{{"folder", 3}};
        QCOMPARE(problemOf({{folder}}),
                 "controllers[0].parameters.folder: must be text that is not empty, but is 3");

        SessionController nowhere = good();
        nowhere.parameters = QJsonObject{{"folder", "/nowhere"}};
        QCOMPARE(problemOf({{nowhere}}),
                 "controllers[0].parameters.folder: /nowhere does not exist: name "
                 "one that does");

        SessionController backoff = good();
        backoff.options = QJsonObject{{"backoff", QJsonObject{{"max", "1ms"}}}};
        QCOMPARE(problemOf({{backoff}}),
                 "controllers[0].options.backoff.max: must be at least backoff.base");

        SessionController locker = good();
        locker.locker = SessionLocker{"good", {}};
        QCOMPARE(problemOf({{locker}}),
                 "controllers[0].locker.plugin: there is no locker plugin \"good\": "
                 "there is only test-locker");

        SessionController address = good();
        address.locker = SessionLocker{"test-locker", QJsonObject{{"address", 1}}};
        QCOMPARE(problemOf({{address}}),
                 "controllers[0].locker.parameters.address: must be text, but is 1");
    }

    void checksEveryControllerBeforeItLoadsAPlugin()
    {
        const auto catalogue = fixtures();
        ConsistRuntime consist({});
        SessionController unknown = good();
        unknown.plugin = "copier";
        QVERIFY(!assemble({{good(), unknown}}, *catalogue, consist));
        QVERIFY(catalogue->find("good", PluginKind::Controller)->state == PluginState::Ready);
    }

    void passesOnThatAPluginCannotBeStarted()
    {
        SessionController throwing{"photos", "throwing", {}, {}, std::nullopt};
        QCOMPARE(problemOf({{throwing}}),
                 QStringLiteral("controllers[0].plugin: " FIXTURES
                                "/throwing.so cannot be started: its "
                                "constructor threw \"no licence found\"; ask its author"));
    }
};

QONTROLLER_GUILESS_TEST(AssembleTest)
#include "tst_assemble.moc"
