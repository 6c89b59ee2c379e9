// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/qontroller/application.h"
#include "app/qontroller/attachedapplication.h"
#include "app/serve/servecontrol.h"
#include "badplugins.h"
#include "core/remote/attach/attachedhosts.h"
#include "serverprocess.h"
#include "ui/views/facetspane.h"
#include "ui/views/messagebar.h"
#include "ui/window/mainwindow.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QProcess>
#include <QtCore/QSettings>
#include <QtCore/QTemporaryDir>
#include <QtGui/QAction>
#include <QtGui/QImage>
#include <QtTest/QtTest>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QTreeView>

#include <csignal>

using namespace qontroller;

namespace {

/// Such a signal no longer ends the process at once, as it does before the program is ready for it.
bool catchesSignal(qint64 process, int signal)
{
    QFile status(QStringLiteral("/proc/%1/status").arg(process));
    if (!status.open(QIODevice::ReadOnly))
        return false;
    for (const QByteArray &line : status.readAll().split('\n'))
        if (line.startsWith("SigCgt:"))
            return (line.mid(7).trimmed().toULongLong(nullptr, 16) >> (signal - 1) & 1) != 0;
    return false;
}

/// A real server with some objects.
struct Station
{
    explicit Station(const QString &name, int objects = 3)
        : session(server.behaviour({{"objects", objects}}))
        , socket(server.file(name + ".sock"))
    {
        start();
    }
    Station(const QString &name, const QJsonObject &controller)
        : session(server.session(controller))
        , socket(server.file(name + ".sock"))
    {
        start();
    }
    void start()
    {
        server.start(QStringList{session, "--control", socket} + more);
        if (!server.waitForLog("reach this host at", ++starts))
            qFatal("%s", server.log().constData());
    }

    ServerProcess server;
    QString session;
    QString socket;
    int starts = 0;
    QStringList more; ///< arguments
};

/// Simulated servers behind a service, to which nothing happens by itself.
QJsonObject fleet()
{
    return {{"name", "fleet"},
            {"plugin", "simulated-fleet"},
            {"parameters", QJsonObject{{"services", 1},
                                       {"servers", 3},
                                       {"pause", "0s"},
                                       {"drain", "100ms"},
                                       {"longDrain", "100ms"}}}};
}

PluginSearch fixtures()
{
    PluginSearch search{{{FIXTURES, PluginOrigin::CommandLine}}};
    search.trusted = {test::sha256Of(FIXTURES "/behaviour.so").toStdString()};
    return search;
}

/// What the real qontrollerctl says of the host at \a socket.
QByteArray ctl(const QString &socket, const QStringList &words)
{
    QProcess program;
    program.start(QONTROLLERCTL, QStringList{"--host", socket} + words);
    if (!program.waitForFinished() || program.exitCode() != 0)
        return "failed: " + program.readAllStandardError();
    return program.readAllStandardOutput();
}

/// The only job of the host there.
QJsonObject jobAt(const QString &socket)
{
    const QByteArray said = ctl(socket, {"jobs", "-o", "json"});
    return QJsonDocument::fromJson(said).object()["jobs"].toArray().first().toObject();
}

QPushButton *questionOf(const ui::MainWindow &window)
{
    return window.findChild<QPushButton *>("confirmAct");
}

/// Asks for a requeue of all objects, and agrees.
void requeueAll(const ui::MainWindow &window)
{
    window.findChild<QTableView *>("itemsTable")->selectAll();
    auto *requeue = window.findChild<QAction *>("requeueItems");
    QTRY_VERIFY(requeue->isEnabled());
    requeue->trigger();
    QTRY_VERIFY(questionOf(window));
    questionOf(window)->click();
}

/// What the window's operator log says of the first entry.
/// What came of all that operators have asked for.
QString outcomesIn(const ui::MainWindow &window)
{
    const auto *log = window.findChild<QTableView *>("operatorTable")->model();
    QString outcomes;
    for (int row = 0; row < log->rowCount(); ++row)
        outcomes += log->index(row, log->columnCount() - 1).data().toString() + '\n';
    return outcomes;
}

/// The real window over real hosts.
struct Shown
{
    Shown()
        : application(hosts)
    {
        ui::WindowOptions options;
        options.mode = ui::WindowOptions::Mode::Attached;
        options.tab = 1; // the objects
        window = std::make_unique<ui::MainWindow>(application, options);
        window->show();
    }
    ~Shown() { hosts.close(); }

    [[nodiscard]] QAbstractItemModel &rows() const
    {
        return *window->findChild<QTableView *>("itemsTable")->model();
    }
    [[nodiscard]] QAction *action(const char *name) const
    {
        return window->findChild<QAction *>(QLatin1String(name));
    }
    [[nodiscard]] QTreeView &employers() const
    {
        return *window->findChild<QTreeView *>("employersTree");
    }
    [[nodiscard]] QTableView &operations() const
    {
        return *window->findChild<QTableView *>("operationsTable");
    }
    /// Of the only employer of \a host; invalid: it is not there yet.
    [[nodiscard]] QModelIndex member(const QString &host, const QString &name) const
    {
        const QAbstractItemModel &rows = *employers().model();
        for (int i = 0; i < rows.rowCount(); ++i) {
            const QModelIndex employer = rows.index(i, 0);
            for (int j = 0;
                 employer.data().toString().contains(" on " + host) && j < rows.rowCount(employer);
                 ++j) {
                if (rows.index(j, 0, employer).data().toString() == name)
                    return rows.index(j, 0, employer);
            }
        }
        return {};
    }
    [[nodiscard]] QString label(const char *name) const
    {
        return window->findChild<QLabel *>(QLatin1String(name))->text();
    }
    remote::AttachedHosts hosts;
    AttachedApplication application;
    std::unique_ptr<ui::MainWindow> window;
};

} // namespace

/// A window that shows servers in other processes: all of them are real.
class AttachedTest final : public QObject
{
    Q_OBJECT

private slots:
    void showsTwoServersOfWhichOneIsKilledAndComesBack()
    {
        Station one("one");
        Station two("two");
        Shown shown;
        QVERIFY(shown.application.connectTo(one.socket).isDone());
        QVERIFY(shown.application.connectTo(two.socket).isDone());
        QCOMPARE(shown.application.connectTo(two.socket).sentence,
                 two.socket + " is shown already, as two.sock.");
        QVERIFY(!shown.application.connectTo(two.socket + ",name=other").isDone());
        QTRY_COMPARE(shown.rows().rowCount(), 6);
        QTRY_COMPARE(shown.window->windowTitle(), "Qontroller — 2 hosts");
        one.server.signal(SIGKILL);
        static_cast<void>(one.server.wait());
        QTRY_VERIFY(shown.label("statusHosts").startsWith("one.sock: lost for"));
        QCOMPARE(shown.rows().rowCount(), 6);
        one.start();
        QTRY_COMPARE(shown.label("statusHosts"), "");
        QTRY_COMPARE(shown.rows().rowCount(), 6);
    }

    void r13_aServerThatDoesNotAnswerHoldsNobodyUp()
    {
        Station one("one");
        Station two("two");
        Shown shown;
        for (const Station *each : {&one, &two})
            QVERIFY(shown.application.connectTo(each->socket).isDone());
        QTRY_COMPARE(shown.rows().rowCount(), 6);
        one.server.signal(SIGSTOP);
        QTRY_VERIFY(shown.label("statusHosts").startsWith("one.sock: no answer for"));
        shown.window->findChild<QLineEdit *>("filterBox")->setText("host:two.sock");
        QTRY_COMPARE(shown.rows().rowCount(), 3);
        shown.window->findChild<QTableView *>("itemsTable")->selectRow(0);
        QTRY_VERIFY(shown.label("detailController").endsWith(" on two.sock"));
        ctl(two.socket, {"pause", "test", "--reason", "disk", "--yes"});
        QTRY_VERIFY(shown.label("statusPaused").contains("disk"));
        QVERIFY(shown.label("statusHosts").startsWith("one.sock: no answer for"));
        one.server.signal(SIGCONT);
        QTRY_COMPARE(shown.label("statusHosts"), "");
    }

    // Else they would be one in the facets, in filters and in sentences.
    void twoHostsOfOneNameAreToldApart()
    {
        Station one("same");
        Station two("same");
        Shown shown;
        QCOMPARE(shown.application.connectTo(one.socket).sentence, "");
        QCOMPARE(shown.application.connectTo(two.socket).sentence,
                 "Another host is called same.sock, too: this one is shown as same.sock ("
                     + two.socket + ").");
        QTRY_COMPARE(shown.rows().rowCount(), 6);
        auto &filter = *shown.window->findChild<QLineEdit *>("filterBox");
        auto *facets = shown.window->findChild<ui::FacetsPane *>();
        for (const Station *each : {&one, &two}) {
            emit facets->facetChosen("host", "same.sock (" + each->socket + ')');
            QTRY_COMPARE(shown.rows().rowCount(), 3);
        }
        filter.clear();
        shown.application.disconnectFrom(shown.hosts.elsewhere().back().id);
        QTRY_COMPARE(shown.rows().rowCount(), 3);
        QCOMPARE(shown.hosts.elsewhere().front().name, std::string("same.sock"));
    }

    void aRestartOfAServerIsFollowedAndItsLostPauseIsTold()
    {
        Station one("one");
        Station two("two");
        Shown shown;
        for (const Station *each : {&one, &two})
            QVERIFY(shown.application.connectTo(each->socket).isDone());
        QTRY_COMPARE(shown.rows().rowCount(), 6);
        shown.window->findChild<QTableView *>("itemsTable")->selectRow(1);
        QTRY_VERIFY(shown.action("requeueItems")->isEnabled());
        const QString named = shown.label("detailId") + shown.label("detailController");
        for (Station *each : {&one, &two}) {
            ctl(each->socket, {"pause", "test", "--reason", "disk", "--yes"});
            QVERIFY2(each->server.waitForLog("pause"), each->server.log());
        }
        QTRY_VERIFY(shown.label("statusPaused").startsWith("2 controllers paused (disk)"));
        for (Station *each : {&one, &two}) {
            each->server.signal(SIGKILL);
            static_cast<void>(each->server.wait());
            each->more = {"--journal", "off"};
            each->start();
        }
        auto *messages = shown.window->findChild<ui::MessageBar *>();
        const auto isTold = [messages](const QString &host) {
            return !messages->sentences()
                        .filter("test on " + host
                                + " was started anew, and pauses were lost: it is "
                                  "not paused any more (disk).")
                        .isEmpty();
        };
        QTRY_VERIFY(isTold("one.sock") && isTold("two.sock"));
        QTRY_VERIFY2(shown.action("requeueItems")->isEnabled(),
                     qPrintable(shown.action("requeueItems")->toolTip()));
        QTRY_COMPARE(shown.label("detailId") + shown.label("detailController"), named);
    }

    void anUndoSeesWhatWasAskedForElsewhereAMomentAgo_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addColumn<QString>("target");
        QTest::newRow("an object") << "pauseItems"
                                   << "test/%1";
        QTest::newRow("a controller") << "pauseController"
                                      << "test";
    }

    void anUndoSeesWhatWasAskedForElsewhereAMomentAgo()
    {
        QFETCH(QString, action);
        QFETCH(QString, target);
        Station one("one");
        Shown shown;
        QVERIFY(shown.application.connectTo(one.socket).isDone());
        QTRY_COMPARE(shown.rows().rowCount(), 3);
        shown.window->findChild<QTableView *>("itemsTable")->selectRow(0);
        QTRY_VERIFY(shown.action(action.toLatin1())->isEnabled());
        shown.action(action.toLatin1())->trigger();
        QTRY_VERIFY(shown.label("statusPaused").contains("paused"));
        if (target.contains('%'))
            target = target.arg(shown.label("detailId"));
        // Meanwhile this window's own thread takes no picture in.
        const QByteArray said = ctl(one.socket, {"pause", target, "--for", "1h", "--reason",
                                                 "DO NOT TOUCH", "--yes"});
        QVERIFY2(!said.startsWith("failed"), said);
        shown.action("undo")->trigger();
        QTRY_VERIFY(questionOf(*shown.window));
        QVERIFY2(shown.label("confirmQuestion").contains("DO NOT TOUCH"),
                 qPrintable(shown.label("confirmQuestion")));
        QVERIFY(!one.server.log().contains("resume"));
        questionOf(*shown.window)->click();
        QTRY_VERIFY(!shown.label("statusPaused").contains("paused"));
        QVERIFY2(one.server.waitForLog("resume"), one.server.log());
    }

    void aBulkRequeueOfTheWindowIsAJobThatATerminalSeesAndStops()
    {
        Station one("one", 2000);
        Station two("two", 2);
        Shown shown;
        QVERIFY(shown.application.connectTo(one.socket).isDone());
        QVERIFY(shown.application.connectTo(two.socket).isDone());
        QTRY_COMPARE(shown.rows().rowCount(), 2002);
        requeueAll(*shown.window);
        QTRY_VERIFY(shown.label("statusJobs").startsWith("Requeue: ")
                    || shown.label("statusJobs").startsWith("2 jobs: "));
        QTRY_COMPARE(jobAt(one.socket)["state"].toString(), "running");
        QCOMPARE(jobAt(one.socket)["eligible"].toInt(), 2000);
        QCOMPARE(jobAt(two.socket)["eligible"].toInt(), 2);
        QTRY_VERIFY(shown.label("statusJobs").contains("of 2\u202f000"));
        QVERIFY(ctl(one.socket, {"stop", "1"}).startsWith("job 1 stopped"));
        QTRY_COMPARE(shown.label("statusJobs"), "");
        QTRY_VERIFY(outcomesIn(*shown.window).contains("stopped before"));
        for (Station *each : {&one, &two})
            QVERIFY2(each->server.waitForLog("job 1: requeue "), each->server.log());
    }

    // Of a window that is the host itself.
    void aBulkRequeueOfTheOwnHostIsAJobThatATerminalSeesAndStops()
    {
        QTemporaryDir folder;
        Host host;
        Application application(host, fixtures(), {});
        const QString socket = folder.filePath("window.sock");
        const auto control = ControlService::start(socket.toStdString(), {},
                                                   {host, application.operators(), "window",
                                                    application.sessionPort()});
        QVERIFY2(control, control ? "" : control.error().sentence.c_str());
        (*control)->welcome();
        ui::MainWindow window(application, {.tab = 1}); // the objects
        window.show();
        QVERIFY(application
                    .start({"test",
                            FIXTURES "/behaviour.so",
                            "behaviour",
                            QJsonObject{{"objects", 2000}},
                            {}})
                    .isDone());
        auto *rows = window.findChild<QTableView *>("itemsTable")->model();
        QTRY_COMPARE(rows->rowCount(), 2000);
        requeueAll(window);
        auto *progress = window.findChild<QLabel *>("statusJobs");
        QTRY_VERIFY(progress->text().contains("of 2\u202f000"));
        QCOMPARE(jobAt(socket)["state"].toString(), "running");
        QVERIFY(ctl(socket, {"stop", "1"}).startsWith("job 1 stopped"));
        QTRY_COMPARE(progress->text(), "");
        QTRY_VERIFY(outcomesIn(window).contains("stopped before"));
        ctl(socket, {"requeue", "--filter", "id:o", "--pace", "1/s", "--yes"});
        QTRY_VERIFY(progress->text().contains("of 2\u202f000"));
        window.findChild<QToolButton *>("jobStop")->click();
        QTRY_COMPARE(progress->text(), "");
    }

    void anOperationIsBegunAndUndoneOnTheServerOfItsRow()
    {
        Station one("one", fleet());
        Station two("two", fleet());
        Station none("none"); // has no members
        Shown shown;
        for (const Station *each : {&one, &two, &none})
            QVERIFY(shown.application.connectTo(each->socket).isDone());
        QTRY_VERIFY(shown.action("tab6")->isEnabled());
        shown.action("tab6")->trigger();
        QTRY_VERIFY(shown.member("one.sock", "web-02").isValid());
        QTRY_VERIFY(shown.member("two.sock", "web-02").isValid());
        QVERIFY(!shown.member("none.sock", "web-02").isValid());
        shown.employers().setCurrentIndex(shown.member("two.sock", "web-02"));
        QTRY_VERIFY(shown.action("beginOperation")->isEnabled());
        shown.action("beginOperation")->trigger();
        auto *type = shown.window->findChild<QComboBox *>("beginType");
        QVERIFY(type);
        type->setCurrentText("look"); // of which I am the operator
        shown.window->findChild<QPushButton *>("beginAct")->click();
        const auto cell = [&](int column) {
            return shown.operations().model()->index(0, column).data().toString();
        };
        QTRY_COMPARE(cell(0), "Drained");
        QCOMPARE(cell(1), "web-02");
        QCOMPARE(cell(2), "two.sock");
        QCOMPARE(shown.operations().model()->rowCount(), 1);
        QVERIFY2(two.server.waitForLog("of type look on server//web-02, asked for by "),
                 two.server.log());
        const QByteArray there = ctl(two.socket, {"operations"});
        QVERIFY2(there.contains("web-02") && there.contains("drained"), there);
        QVERIFY(!ctl(one.socket, {"operations"}).contains("web-02"));
        QVERIFY(ctl(two.socket, {"log"}).contains("begin operation look-"));

        shown.operations().selectRow(0);
        QTRY_VERIFY(shown.action("undoOperation")->isEnabled());
        shown.action("undoOperation")->trigger();
        QTRY_COMPARE(shown.operations().model()->rowCount(), 0);
        QVERIFY2(two.server.waitForLog("undo operation look-"), two.server.log());
        QVERIFY(!ctl(one.socket, {"log"}).contains("operation look-"));

        two.server.signal(SIGKILL);
        static_cast<void>(two.server.wait());
        shown.employers().setCurrentIndex(shown.member("two.sock", "web-01"));
        QTRY_VERIFY(!shown.action("beginOperation")->isEnabled());
        QVERIFY(
            shown.action("beginOperation")->toolTip().contains("two.sock cannot be steered now"));
        QTRY_VERIFY(shown.label("boardStale").contains("two.sock"));
        two.start(); // what it knew is on its disk
        QTRY_VERIFY(shown.action("beginOperation")->isEnabled());
        QTRY_VERIFY(!shown.window->findChild<QLabel *>("boardStale")->isVisible());
    }

    // Of a window that is the host itself: what a terminal sees of it.
    void operationsOfTheOwnHostAreSeenByATerminal()
    {
        QTemporaryDir folder;
        Host host;
        PluginSearch search = fixtures();
        search.trusted.push_back(test::sha256Of(SIMULATED_FLEET).toStdString());
        Application application(host, search, {});
        const QString socket = folder.filePath("window.sock");
        const auto control = ControlService::start(socket.toStdString(), {},
                                                   {host, application.operators(), "window",
                                                    application.sessionPort(), nullptr,
                                                    [&] { return application.lifecycle(); }});
        QVERIFY2(control, control ? "" : control.error().sentence.c_str());
        (*control)->welcome();
        const QByteArray none = ctl(socket, {"operations"});
        QVERIFY2(none.contains("no controller with members runs on this host"), none);
        QVERIFY(application
                    .start({"fleet",
                            SIMULATED_FLEET,
                            "simulated-fleet",
                            fleet()["parameters"].toObject(),
                            {}})
                    .isDone());
        QVERIFY(application.lifecycle());
        QVERIFY(ctl(socket, {"operations", "-o", "json"}).startsWith("{\"operations\":[]}"));
    }

    void aServerIsGivenAnotherSession()
    {
        Station one("one");
        Shown shown;
        QVERIFY(shown.application.connectTo(one.socket).isDone());
        QTRY_COMPARE(shown.rows().rowCount(), 3);
        const HostId host = shown.hosts.elsewhere().front().id;
        const QString file =
            one.server.write("other.json",
                             R"({"version":1,"controllers":[{"name":"other","plugin":"behaviour",
                              "parameters":{"objects":5}}]})");
        std::optional<ApplyStatus> last;
        shown.application.applySession(host, file, ApplyMode::Apply,
                                       [&last](const ApplyStatus &status) { last = status; });
        QTRY_VERIFY(last && last->hasEnded);
        QCOMPARE(summary(*last), std::string("1 started, 1 stopped"));
        QTRY_COMPARE(shown.rows().rowCount(), 5);
        last.reset();
        shown.application.applySession(host + 1, file, ApplyMode::Apply,
                                       [&last](const ApplyStatus &status) { last = status; });
        QTRY_VERIFY(last && last->hasFailed());
    }

    void parametersAndWorkersOfAServerAreChanged()
    {
        Station one("one");
        Shown shown;
        QVERIFY(shown.application.connectTo(one.socket).isDone());
        QTRY_COMPARE(shown.rows().rowCount(), 3);
        const HostId host = shown.hosts.elsewhere().front().id;
        const QString name = QStringLiteral("test");
        std::optional<ui::RunningParameters> running;
        shown.application.readParameters(host, name, [&](const auto &told) { running = told; });
        QTRY_VERIFY(running);
        QVERIFY2(running->whyNot.isEmpty(), qPrintable(running->whyNot));
        QCOMPARE(running->values.value("objects").toInt(), 3);
        QVERIFY(running->schema.contains("properties") && running->isElsewhere);
        ui::ParameterChange change{name, running->values, running->values};
        change.after["objects"] = -1;
        std::optional<ApplyStatus> last;
        const auto tell = [&last](const ApplyStatus &status) { last = status; };
        shown.application.applyParameters(host, change, ApplyMode::DryRun, tell);
        QTRY_VERIFY(last && last->hasEnded);
        QVERIFY2(last->problems.at(0).starts_with("parameters.objects: must be"),
                 last->problems.at(0).c_str());
        last.reset();
        change.after["objects"] = 5;
        shown.application.applyParameters(host, change, ApplyMode::Apply, tell);
        QTRY_VERIFY(last && last->hasEnded);
        QVERIFY(!last->hasFailed());
        QTRY_COMPARE(shown.rows().rowCount(), 5);

        const HostLinkPtr link = shown.hosts.find(host);
        const auto controller = [&]() -> ControllerId {
            FeedReader reader(link->feed(), Reads::Events);
            const Delta delta = reader.pull();
            return delta.controllers.empty() ? ControllerId(0) : delta.controllers.front().id;
        };
        ControllerId id = 0;
        QTRY_VERIFY((id = controller()) != ControllerId(0));
        QVERIFY(link->jobs().setWorkersFor(id, 7, std::chrono::hours(1)).has_value());
        QVERIFY2(ctl(one.socket, {"needs"}).contains("workers is 7 for"),
                 ctl(one.socket, {"needs"}).constData());
    }

    void theProgramShowsThemAndEndsThoughOneDoesNotAnswer()
    {
        Station one("one");
        Station two("two");
        QTemporaryDir folder;
        QProcess program;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("QT_QPA_PLATFORM", "offscreen");
        program.setProcessEnvironment(environment);
        const QString picture = folder.filePath("window.png");
        const QStringList hosts{"--attach", one.socket + ",name=PRODUCTION", "--attach",
                                two.socket};
        program.start(QONTROLLER, hosts + QStringList{"--screenshot", picture, "--after", "1s"});
        QVERIFY(program.waitForFinished());
        QCOMPARE(program.exitCode(), 0);
        QVERIFY(!QImage(picture).isNull());

        program.start(QONTROLLER, hosts + QStringList{"--profile", folder.filePath("profile")});
        QVERIFY(program.waitForStarted()); // until then it catches what this test does
        QTRY_VERIFY(catchesSignal(program.processId(), SIGTERM));
        one.server.signal(SIGSTOP);
        QElapsedTimer timer;
        timer.start();
        program.terminate();
        QVERIFY(program.waitForFinished());
        QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString::number(timer.elapsed())));
        one.server.signal(SIGCONT);
        QCOMPARE(program.exitCode(), 128 + SIGTERM);
        // The signal has kept the layout.
        const QSettings kept(folder.filePath("profile/window.ini"), QSettings::IniFormat);
        for (const char *key : {"geometry", "size", "state"})
            QVERIFY2(kept.contains(key), key);
    }
};

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    AttachedTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_attached.moc"
