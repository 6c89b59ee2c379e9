// SPDX-License-Identifier: GPL-3.0-or-later
#include "badplugins.h"
#include "files.h"
#include "testprogram.h"

#include "app/qontroller/application.h"
#include "app/session/sessionfile.h"
#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/items/description.h"
#include "core/plugins/json/optionsjson.h"
#include "ui/actions/diagnostics.h"
#include "ui/dialogs/optionsschema.h"
#include "ui/state/livestate.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QTemporaryDir>
#include <QtGui/QStandardItemModel>
#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

const QString Behaviour = QStringLiteral(FIXTURES "/behaviour.so");

PluginSearch fixtures()
{
    PluginSearch search{{{FIXTURES, PluginOrigin::CommandLine}}};
    for (const QString &file : {Behaviour, QStringLiteral(PLUGIN_FIXTURES "/locker.so")})
        search.trusted.push_back(sha256Of(file).toStdString());
    return search;
}

ui::StartRequest request(const QString &name)
{
    return {name, Behaviour, "behaviour", QJsonObject{{"objects", 2}},
            QJsonObject{{"workers", 3}, {"backoff", QJsonObject{{"base", "10ms"}}}}};
}

SessionController controller(const std::string &name)
{
    return {name, "behaviour", QJsonObject{{"objects", 1}}, {}, std::nullopt};
}

/// Members whose operations cannot be undone.
class Refusing final : public consist::LifecyclePort
{
public:
    tl::expected<consist::LifecycleAnswer, Error> look(const consist::LifecycleQuestion &) override
    {
        return {};
    }
    tl::expected<void, Error> submit(const consist::EmployeeKey &,
                                     const consist::Command &) override
    {
        return tl::unexpected(Error("it is drained"));
    }
    tl::expected<void, Error> forget(const consist::EmployerName &, const std::string &) override
    {
        return {};
    }
};

} // namespace

/// What the window asks of the program, with a real host and real plugins.
class ApplicationTest final : public QObject
{
    Q_OBJECT

private slots:
    void theFormHasEveryOptionOfTheSession()
    {
        const QJsonObject form = ui::optionsSchema().value(QLatin1String("properties")).toObject();
        QStringList known;
        for (const std::string &name : optionNames())
            known += QString::fromStdString(name);
        known.sort();
        QCOMPARE(form.keys(), known);
    }

    void listsPluginsWithTheirVerdict()
    {
        Host host;
        const Application application(host, fixtures(), {});
        const QList<ui::PluginInfo> plugins = application.plugins();
        QCOMPARE(plugins.size(), 1);
        QCOMPARE(plugins.first().id, "behaviour");
        QCOMPARE(plugins.first().sentence, "Behaviour 1.0 works with this program.");
        QCOMPARE(plugins.first().sha256.size(), 64);
        QVERIFY(plugins.first().verdict == ui::PluginInfo::Verdict::Usable);
        QVERIFY(plugins.first().kind == ui::PluginInfo::Kind::Controller);
        QCOMPARE(plugins.first().defaults.value("workers").toInt(), 2);
    }

    void keepsWhatWasLookedAtInTheList()
    {
        Host host;
        Application application(host, fixtures(), {});
        const auto plain = application.inspect(QStringLiteral(PLUGIN_FIXTURES "/plain.so"));
        QVERIFY(plain.verdict == ui::PluginInfo::Verdict::Refused);
        QVERIFY2(plain.sentence.contains("is not a plugin"), qPrintable(plain.sentence));
        QVERIFY(plain.kind == ui::PluginInfo::Kind::Unknown);
        QCOMPARE(application.plugins().size(), 2);
        QCOMPARE(application.plugins().last().sentence, plain.sentence);
    }

    void keepsWhatIsDecided()
    {
        using Verdict = ui::PluginInfo::Verdict;
        const QTemporaryDir folder;
        PluginSearch search = fixtures();
        search.decisionsFile = folder.filePath("plugins.json").toStdString();
        Host host;
        Application application(host, search, {});
        const QString good = QStringLiteral(PLUGIN_FIXTURES "/good.so");
        const auto verdict = [&] { return application.inspect(good).verdict; };
        const auto decide = [&](ui::PluginDecision decision) {
            return application.decide(decision, application.inspect(good)).sentence;
        };
        QVERIFY(verdict() == Verdict::Untrusted);
        QCOMPARE(application.inspect(good).distrust,
                 "it is outside the installation's plugin folder");
        QCOMPARE(decide(ui::PluginDecision::Trust), good + " is trusted until it changes.");
        QVERIFY(verdict() == Verdict::Usable);
        QCOMPARE(decide(ui::PluginDecision::Disable), "good is disabled.");
        QVERIFY(verdict() == Verdict::Disabled);
        Application later(host, search, {});
        QVERIFY(later.inspect(good).verdict == Verdict::Disabled);
        QCOMPARE(decide(ui::PluginDecision::Enable), "good is enabled.");
        QVERIFY(verdict() == Verdict::Usable);
        QVERIFY(application.start(request("test")).isDone());
        QVERIFY(application.plugins().first().verdict == Verdict::Loaded);
        QVERIFY(application.plugins().first().loadTime > Duration::zero());
        QCOMPARE(application.decide(ui::PluginDecision::Disable, application.plugins().first())
                     .sentence,
                 "behaviour is not loaded from the next start on.");
        application.enterSafeMode();
        QVERIFY(verdict() == Verdict::Disabled);
        QFile broken(folder.filePath("plugins.json"));
        QVERIFY(application.notices().isEmpty());
        QVERIFY(broken.open(QIODevice::WriteOnly | QIODevice::Truncate));
        QCOMPARE(Application(host, search, {}).notices().size(), 1);
    }

    void saysWhatIsWrongWithARequest()
    {
        Host host;
        Application application(host, fixtures(), {});
        QVERIFY(application.validate(request("test")).isEmpty());
        QVERIFY(application.start(request("test")).isDone());
        ui::StartRequest wrong = request("test");
        wrong.parameters = QJsonObject{{"objects", "two"}};
        wrong.options = QJsonObject{{"backoff", QJsonObject{{"base", "soon"}}}};
        QStringList errors;
        for (const ui::ParameterError &error : application.validate(wrong))
            errors << error.path + ' ' + error.sentence;
        QCOMPARE(errors,
                 QStringList(
                     {"/name must be unique, but a controller of this name runs already",
                      "/parameters/objects must be a whole number of at least 0, but is \"two\"",
                      "/options/backoff/base \"soon\" is not a duration: write a number and ms, s, "
                      "m, h or "
                      "d, as in 250ms or 30s"}));
        QVERIFY(!application.start(wrong).isDone());
        QCOMPARE(host.status().size(), std::size_t(1));
    }

    void startsAControllerWithALocker()
    {
        Host host;
        PluginSearch search = fixtures();
        search.folders.push_back({PLUGIN_FIXTURES, PluginOrigin::CommandLine});
        Application application(host, search, {});
        ui::StartRequest locked = request("test");
        locked.lockerId = "test-locker";
        locked.lockerParameters = QJsonObject{{"address", 7}};
        QCOMPARE(application.validate(locked).size(), 1);
        QCOMPARE(application.validate(locked).first().path, "/locker/parameters/address");
        locked.lockerParameters = QJsonObject{{"address", "here"}};
        QVERIFY(application.validate(locked).isEmpty());
        QVERIFY(application.start(locked).isDone());
        QTRY_VERIFY(host.status().front().counters.locksRefused > 0); // it grants nothing
        QCOMPARE(application.runningSession().controllers.front().locker->plugin, "test-locker");
        locked.lockerId = "no-locker";
        locked.name = "other";
        QCOMPARE(application.validate(locked).first().path, "/locker/plugin");
    }

    void whatTheWindowDoesIsInTheHostsLog()
    {
        QTemporaryDir folder;
        Host host;
        Application application(host, fixtures(), {});
        QVERIFY(application.start(request("test")).isDone());
        const HostLinkPtr window = application.hosts().links().front();
        const ControllerId id = host.status().front().id;
        const Ticket ticket = window->control().submit(
            {id, ItemsAction{ItemVerb::Pause, {"a", "b"}, {std::nullopt, "moving"}}});
        QVERIFY(application.saveSession(folder.filePath("s.json")).isDone());
        const auto log = window->operatorLog(0);
        QVERIFY(log);
        QCOMPARE(log->size(), std::size_t(3));
        QCOMPARE(log->at(0).text, std::string("start controller test of plugin behaviour"));
        const OperatorLine &pause = log->at(1);
        QCOMPARE(pause.text, std::string("pause 2 objects: moving"));
        QCOMPARE(pause.controller, std::string("test"));
        QVERIFY(pause.ids == (Ids{"a", "b"}));
        QCOMPARE(pause.ticket, ticket);
        QVERIFY(QByteArray::fromStdString(log->at(2).text).startsWith("save session "));
        for (const OperatorLine &each : *log)
            QVERIFY(QByteArray::fromStdString(each.who).endsWith(" (window)"));
        QCOMPARE(window->operatorLog(log->at(1).changed)->size(), std::size_t(1));
        window->control().submit({id, ControllerVerb::Resume});
        const ItemsAction requeue{ItemVerb::Requeue, {"object-0", "no such object"}};
        window->control().submit({id, requeue});
        QTRY_VERIFY(!window->operatorLog(0)->back().result.empty());
    }

    void theEndOfAPauseIsInTheHostsLog()
    {
        Host host;
        Application application(host, fixtures(), {});
        QVERIFY(application.start(request("test")).isDone());
        const HostLinkPtr window = application.hosts().links().front();
        window->control().submit(
            {host.status().front().id, ControllerAction{ControllerVerb::Pause, {50ms, ""}}});
        QTRY_COMPARE(window->operatorLog(0)->back().text, std::string("pause ended"));
        QCOMPARE(window->operatorLog(0)->back().who, std::string("by itself"));
        QCOMPARE(window->operatorLog(0)->back().controller, std::string("test"));
    }

    // Whether another program or the window acts on members is one to those who read the log.
    void whatTheWindowDoesToMembersIsInTheHostsLog()
    {
        Host host;
        OperatorNotes notes(host, host, nullptr);
        NotedMembers members(std::make_shared<Refusing>(), notes);
        const auto member = consist::EmployeeKey::fromText("Server//s1");
        const consist::Command undo{consist::Command::Kind::Undo, "r1", {}, {}};
        QVERIFY(!members.submit(member, undo));
        QVERIFY(members.forget({"web", "services"}, "anna"));
        const auto lines = notes.log().lines();
        QCOMPARE(lines.size(), std::size_t(2));
        QCOMPARE(lines[0].text,
                 std::string("undo operation r1 on Server//s1: refused: it is drained"));
        QCOMPARE(lines[0].who, notes.own().who);
        QVERIFY(
            QByteArray::fromStdString(lines[1].text).startsWith("forget employer services (web)"));
    }

    void opensASessionOrNothingOfIt()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("s.json");
        Host host;
        Application application(host, fixtures(), {});
        Session session{{controller("a"), controller("b")}};
        session.controllers.back().plugin = "copier";
        QVERIFY(saveSession(file.toStdString(), session));
        ui::Result result = application.openSession(file);
        QVERIFY(!result.isDone());
        QCOMPARE(result.sentence, file
                                      + ": controllers[1].plugin: there is no controller plugin "
                                        "\"copier\": there is only behaviour");
        QVERIFY(host.status().empty());
        QCOMPARE(application.sessionFile(), QString());

        session.controllers.back().plugin = "behaviour";
        QVERIFY(saveSession(file.toStdString(), session));
        QVERIFY(application.openSession(file).isDone());
        QCOMPARE(host.status().size(), std::size_t(2));
        QCOMPARE(application.sessionFile(), file);

        result = application.openSession(file);
        QVERIFY(!result.isDone());
        QCOMPARE(result.sentence,
                 file
                     + ": controllers[0].name: must be unique, but a controller named "
                       "\"a\" runs already");
    }

    void aSecretStaysWhereItIs_data()
    {
        QTest::addColumn<Isolation>("isolation");
        QTest::newRow("in this process") << Isolation::None;
        QTest::newRow("in a process of its own") << Isolation::Process;
    }
    void aSecretStaysWhereItIs()
    {
        QFETCH(Isolation, isolation);
        const QTemporaryDir folder;
        QFile secret(folder.filePath("secret"));
        QVERIFY(secret.open(QIODevice::WriteOnly) && secret.write("hunter2\n") == 8);
        secret.close();
        QVERIFY(secret.setPermissions(QFile::ReadOwner));
        SessionController told = controller("told");
        told.parameters = {{"objects", 1},
                           {"outcome", "tell"},
                           {"secret", QJsonObject{{"fromFile", "{session}/secret"}}}};
        told.options = {{"maxRetries", 0}};
        told.isolation = isolation;
        told.folder = folder.path().toStdString();
        const QString file = folder.filePath("s.json");
        QVERIFY(saveSession(file.toStdString(), {{told}}));
        const QByteArray written = contentsOf(file);

        Host host;
        Application application(host, fixtures(), {});
        const ui::Result opened = application.openSession(file);
        QVERIFY2(opened.isDone(), qPrintable(opened.sentence));
        FeedReader reader(host);
        ui::LiveState state;
        const auto report = [&] {
            state.apply(std::make_shared<const Delta>(reader.pull()));
            return QJsonDocument(ui::diagnostics(state, QStandardItemModel())).toJson();
        };
        QByteArray seen;
        QTRY_VERIFY((seen = report()).contains("cannot log in with ••••"));
        QVERIFY2(!seen.contains("hunter2"), seen);
        const auto texts = host.describe(host.status().front().id, "object-0", {});
        QCOMPARE(texts->desired, std::string("object-0 wants ••••"));
        QCOMPARE(texts->actual, std::string("object-0 has ••••"));

        QVERIFY(!application.hasUnsavedChanges());
        QVERIFY(application.saveSession(file).isDone());
        QCOMPARE(contentsOf(file), written);
        QVERIFY(written.contains("{session}/secret") && !written.contains("hunter2"));
    }

    void judgesWhereASecretIs()
    {
        Host host;
        const Application application(host, fixtures(), {});
        ui::StartRequest wrong = request("test");
        wrong.parameters.insert("secret", QJsonObject{{"fromEnv", "QONTROLLER_NO_SUCH"}});
        const QList<ui::ParameterError> errors = application.validate(wrong);
        QCOMPARE(errors.size(), 1);
        QCOMPARE(errors.first().path, "/parameters/secret/fromEnv");
        QVERIFY(errors.first().sentence.startsWith("names the variable QONTROLLER_NO_SUCH"));
    }

    void savesWhatRunsWithWhatWasChangedMeanwhile()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("s.json");
        Host host;
        Application application(host, fixtures(), {});
        QVERIFY(application.start(request("test")).isDone());
        QVERIFY(application.startSession({{controller("other")}}, "s").isDone());
        host.submit({host.status().front().id, setWorkers(7)});
        host.submit({host.status().back().id, ControllerVerb::Remove});
        QTRY_COMPARE(host.status().size(), std::size_t(1));
        QTRY_COMPARE(host.status().front().options.workers, 7);
        QVERIFY(application.saveSession(file).isDone());
        QCOMPARE(application.sessionFile(), file);

        const auto saved = loadSession(file.toStdString());
        QVERIFY(saved);
        QCOMPARE(saved->controllers.size(), std::size_t(1));
        QCOMPARE(saved->controllers.front().parameters, request("test").parameters);
        QCOMPARE(saved->controllers.front().options,
                 (QJsonObject{{"workers", 7}, {"backoff", QJsonObject{{"base", "10ms"}}}}));
    }

    void knowsWhatIsNotSaved()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("s.json");
        Host host;
        Application application(host, fixtures(), {});
        QVERIFY(!application.hasUnsavedChanges()); // nothing runs
        QVERIFY(application.start(request("one")).isDone());
        QVERIFY(application.hasUnsavedChanges());
        QVERIFY(application.saveSession(file).isDone());
        QVERIFY(!application.hasUnsavedChanges());
        const ControllerId id = host.status().front().id;
        host.submit({id, setWorkers(7)});
        QTRY_VERIFY(application.hasUnsavedChanges());
        host.submit({id, setWorkers(3)});
        QTRY_VERIFY(!application.hasUnsavedChanges());
        host.submit({id, ControllerVerb::Remove});
        QTRY_VERIFY(application.hasUnsavedChanges());

        Host other;
        Application again(other, fixtures(), {});
        QVERIFY(again.openSession(file).isDone());
        QVERIFY(!again.hasUnsavedChanges());
        QVERIFY(again.start(request("two")).isDone());
        QVERIFY(again.hasUnsavedChanges());
    }

    void runsAPluginInAProcessOfItsOwn()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("s.json");
        Host host;
        Application application(host, fixtures(), {});
        ui::StartRequest apart = request("apart");
        apart.isolated = true;
        const ui::Result result = application.start(apart);
        QVERIFY2(result.isDone(), qPrintable(result.sentence));
        QTRY_COMPARE(host.status().front().counters.added, std::uint64_t(2));
        const Delta delta = FeedReader(host).pull();
        QVERIFY(delta.controllers.front().process.isIsolated);
        QVERIFY(delta.controllers.front().process.pid > 0);

        QVERIFY(application.saveSession(file).isDone());
        const auto saved = loadSession(file.toStdString());
        QVERIFY(saved);
        QCOMPARE(saved->controllers.front().isolation, Isolation::Process);
    }

    void saysThatASessionCannotBeSaved()
    {
        Host host;
        Application application(host, fixtures(), {});
        const ui::Result result = application.saveSession("/proc/no/s.json");
        QVERIFY(!result.isDone());
        QVERIFY(result.sentence.startsWith("/proc/no/s.json: cannot be written ("));
        SessionPort &port = application.sessionPort();
        const ApplyNumber number = port.apply({}, "anna", ApplyMode::Save);
        QTRY_VERIFY(port.progress(number)->hasEnded);
        QCOMPARE(port.progress(number)->problems,
                 std::vector<std::string>{"this host has no session file of its own"});
        QCOMPARE(application.sessionFile(), QString());
    }

    void changesWhatRunsIntoAnotherSession()
    {
        Host host;
        Application application(host, fixtures(), {});
        QTemporaryDir folder;
        const QString file = folder.filePath("s.json");
        SessionController kept = controller("kept");
        QVERIFY(saveSession(file.toStdString(), {{kept, controller("gone")}}));
        QVERIFY(application.openSession(file).isDone());
        kept.options = QJsonObject{{"workers", 7}};
        QVERIFY(saveSession(file.toStdString(), {{kept, controller("new")}}));
        std::vector<ApplyStatus> told;
        const auto tell = [&told](const ApplyStatus &status) { told.push_back(status); };
        application.applySession(0, file, ApplyMode::DryRun, tell);
        QVERIFY(told.empty()); // never from inside of the call
        QTRY_COMPARE(told.size(), std::size_t{1});
        QCOMPARE(describe(told[0].steps.at(0)), std::string("kept: change (workers 7)"));
        application.applySession(0, file, ApplyMode::Apply, tell);
        QTRY_VERIFY(told.size() > 1 && told.back().hasEnded);
        QVERIFY(!told.back().hasFailed());
        std::vector<std::string> names;
        for (const ControllerStatus &each : host.status()) {
            names.push_back(each.name);
            QCOMPARE(each.options.workers, each.name == "kept" ? 7 : 2);
        }
        QCOMPARE(names, (std::vector<std::string>{"kept", "new"}));
        QVERIFY(!application.hasUnsavedChanges());
    }

    void otherParametersStartAControllerAnewAndLeaveTheRest()
    {
        Host host;
        Application application(host, fixtures(), {});
        ui::StartRequest first = request("first");
        first.parameters.insert("secret", "geheim");
        QVERIFY(application.start(first).isDone());
        QVERIFY(application.start(request("other")).isDone());
        const ControllerId before = host.status().front().id;
        QTRY_COMPARE(host.status().front().gauges.known, std::uint64_t{2});
        host.submit({before, ItemsAction{ItemVerb::Pause, {"object-0"}}});
        host.submit({before, setWorkers(5)});

        std::optional<ui::RunningParameters> running;
        application.readParameters(0, "first", [&](const auto &told) { running = told; });
        QVERIFY(!running); // never from inside of the call
        QTRY_VERIFY(running);
        QCOMPARE(running->plugin, "Behaviour 1.0");
        QCOMPARE(running->values, first.parameters);
        QVERIFY(running->schema.contains("properties"));
        ui::ParameterChange change{"first", running->values, running->values};
        change.after["objects"] = 4;
        std::optional<ApplyStatus> told;
        const auto apply = [&](ApplyMode mode) {
            told.reset();
            application.applyParameters(0, change, mode,
                                        [&](const auto &status) { told = status; });
            return QTest::qWaitFor([&] { return told && told->hasEnded; });
        };
        QVERIFY(apply(ApplyMode::DryRun));
        QCOMPARE(told->steps.size(), std::size_t{1});
        QCOMPARE(describe(told->steps[0]), std::string("first: start anew (parameters)"));
        QCOMPARE(told->untouched, std::size_t{1});
        QVERIFY(apply(ApplyMode::Apply));
        QVERIFY(!told->hasFailed());
        const auto now = [&host] {
            for (const ControllerStatus &each : host.status()) {
                if (each.name == "first")
                    return each;
            }
            return ControllerStatus();
        };
        QVERIFY(now().id != before);
        QTRY_COMPARE(now().gauges.known, std::uint64_t{4});
        QCOMPARE(now().gauges.states[std::size_t(ItemState::Paused)], std::uint64_t{1});
        QCOMPARE(now().options.workers, 5); // what an operator has set

        QVERIFY(apply(ApplyMode::Apply)); // another has changed them since
        QCOMPARE(told->problems,
                 std::vector<std::string>{"The parameters of first have been changed meanwhile: "
                                          "open them again."});
        change.before = change.after;
        change.after["objects"] = "many";
        QVERIFY(apply(ApplyMode::DryRun));
        QCOMPARE(told->problems.size(), std::size_t{1});
        QVERIFY2(told->problems[0].starts_with("parameters.objects: must be a whole number"),
                 told->problems[0].c_str());
    }

    void whatAStartIsRefusedForIsNamed()
    {
        Host host;
        Application application(host, fixtures(), {});
        ui::StartRequest wrong = request("wrong");
        wrong.parameters["objects"] = -1;
        const ui::Result result = application.start(wrong);
        QVERIFY(!result.isDone());
        QCOMPARE(result.errors.size(), 1);
        QCOMPARE(result.errors[0].path, "/parameters/objects");
    }

    void workersOfTheWindowGoBackUnlessTheyAreKept()
    {
        Host host;
        Application application(host, fixtures(), {});
        QVERIFY(application.start(request("first")).isDone());
        const HostLinkPtr own = application.hosts().links().front();
        const auto temporary = [&] { return own->journal()->controllers.at(0).changes.workers; };
        const ControllerId id = host.status().front().id;
        QVERIFY(!temporary());
        QCOMPARE(own->jobs().setWorkersFor(id, 8, 1h).value(), 3);
        QCOMPARE(host.status().front().options.workers, 8);
        QVERIFY(temporary() && temporary()->workers == 8 && temporary()->before == 3);

        const QJsonObject before = request("first").parameters;
        QJsonObject after = before;
        after["objects"] = 4;
        std::optional<ApplyStatus> told;
        application.applyParameters(0, {"first", before, after}, ApplyMode::Apply,
                                    [&](const auto &status) { told = status; });
        QTRY_VERIFY(told && told->hasEnded);
        QVERIFY(!told->hasFailed());
        const ControllerId anew = host.status().front().id;
        QVERIFY(anew != id);
        QCOMPARE(host.status().front().options.workers, 8);
        QVERIFY(temporary() && temporary()->before == 3); // as before

        own->control().submit({anew, setWorkers(8)}); // is to stay
        QVERIFY(!temporary());
        QCOMPARE(own->jobs().setWorkersFor(ControllerId(99), 8, 1h).error().sentence,
                 std::string("there is no such controller (any more)"));
    }
};

QONTROLLER_GUILESS_TEST(ApplicationTest)
#include "tst_application.moc"
