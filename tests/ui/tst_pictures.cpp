// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fakelifecycles.h"
#include "support/fakes.h"
#include "support/scene.h"
#include "support/windowtest.h"

#include "ui/dialogs/applysessiondialog.h"
#include "ui/dialogs/begindialog.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/crashdialog.h"
#include "ui/dialogs/draindialog.h"
#include "ui/dialogs/helpdialog.h"
#include "ui/dialogs/loadplugindialog.h"
#include "ui/dialogs/manualbrowser.h"
#include "ui/dialogs/parametersdialog.h"
#include "ui/dialogs/pluginsdialog.h"
#include "ui/dialogs/quitdialog.h"
#include "ui/dialogs/termsdialog.h"
#include "ui/dialogs/trustdialog.h"
#include "ui/dialogs/workersdialog.h"
#include "ui/models/itemsmodel.h"
#include "ui/overview/healthrow.h"
#include "ui/overview/overview.h"
#include "ui/state/deltapump.h"
#include "ui/state/windowsettings.h"
#include "ui/theme/resources.h"
#include "ui/views/board.h"
#include "ui/views/filterbox.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"
#include "ui/window/mainwindow.h"

#include <QtCore/QCryptographicHash>
#include <QtCore/QJsonArray>
#include <QtTest/QtTest>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableWidget>
#include <QtWidgets/QToolButton>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;
using namespace std::chrono_literals;

/// Shows the window in its moods and writes pictures of it, to be looked at: into
/// $QONTROLLER_PICTURES if it is set. Checks only that there is something on them.
class PicturesTest final : public QObject
{
    Q_OBJECT

private slots:
    void showsTheWindow_data();
    void showsTheWindow();
    void showsDetailsOfAController_data();
    void showsDetailsOfAController();
    void showsEventsAndTheLog_data();
    void showsEventsAndTheLog();
    void showsHostsAndTheirJobs_data();
    void showsHostsAndTheirJobs();
    void showsTheBoard_data();
    void showsTheBoard();
    void showsTheFirstScreen_data();
    void showsTheFirstScreen();
    void showsTheDialogs_data();
    void showsTheDialogs();

private:
    void save(QWidget &dialog, const char *name) const;
    void showPluginDialogs(FakeApplication &application, MainWindow &window) const;
    void showEditing(MainWindow &window) const;
    QString fileFor(const QString &name) const
    {
        const QString folder = qEnvironmentVariable("QONTROLLER_PICTURES", m_folder.path());
        return QDir(folder).filePath(name + QStringLiteral(".png"));
    }
    static void setBoard(FakeLifecycles &port, bool stuck);
    void saveForce(MainWindow &window) const;
    static void trigger(MainWindow &window, const char *action)
    {
        window.findChild<QAction *>(QLatin1String(action))->trigger();
    }

    QTemporaryDir m_folder;
};

void PicturesTest::showsTheWindow_data()
{
    QTest::addColumn<QString>("scene");
    QTest::addColumn<QString>("theme");
    QTest::addColumn<int>("tab");
    QTest::addColumn<QSize>("size");
    QTest::newRow("empty-light") << "empty"
                                 << "themes2" << 1 << QSize(1440, 900);
    QTest::newRow("calm-light") << "calm"
                                << "themes2" << 1 << QSize(1440, 900);
    QTest::newRow("alarm-light") << "alarm"
                                 << "themes2" << 1 << QSize(1440, 900);
    QTest::newRow("alarm-dark") << "alarm"
                                << "themes3" << 1 << QSize(1440, 900);
    QTest::newRow("alarm-small") << "alarm"
                                 << "themes2" << 1 << QSize(1024, 540);
    QTest::newRow("alarm-wide") << "alarm"
                                << "themes3" << 1 << QSize(2560, 1000);
    QTest::newRow("overview-empty") << "empty"
                                    << "themes2" << 0 << QSize(1440, 900);
    QTest::newRow("overview-calm") << "calm"
                                   << "themes2" << 0 << QSize(1440, 900);
    QTest::newRow("overview-light") << "alarm"
                                    << "themes2" << 0 << QSize(1440, 900);
    QTest::newRow("overview-dark") << "alarm"
                                   << "themes3" << 0 << QSize(1440, 900);
    QTest::newRow("overview-small") << "alarm"
                                    << "themes2" << 0 << QSize(1024, 600);
    QTest::newRow("controllers-light") << "alarm"
                                       << "themes2" << 2 << QSize(1440, 900);
    QTest::newRow("controllers-small-dark") << "alarm"
                                            << "themes3" << 2 << QSize(1024, 600);
    QTest::newRow("locks-dark") << "alarm"
                                << "themes3" << 3 << QSize(1440, 900);
    QTest::newRow("failures-dark") << "alarm"
                                   << "themes3" << 4 << QSize(1440, 900);
    QTest::newRow("workers-light") << "calm"
                                   << "themes2" << 5 << QSize(1440, 900);
}

void PicturesTest::showsTheWindow()
{
    QFETCH(QString, scene);
    QFETCH(QString, theme);
    QFETCH(int, tab);
    QFETCH(QSize, size);
    FakeFeed feed;
    FakeControl control;
    FakeApplication application;
    const Mood mood = scene == QLatin1String("alarm") ? Mood::Alarm : Mood::Calm;
    if (scene != QLatin1String("empty"))
        setScene(feed, mood);
    application.session = QStringLiteral("/etc/qontroller/production.json");
    MainWindow window(application.with(feed, control), {.tab = int(Tabs::Tab::Items)});
    trigger(window, theme.toLatin1().constData());
    window.resize(size);
    window.show();
    trigger(window, "resetLayout");
    auto *pump = window.findChild<DeltaPump *>();
    QTRY_VERIFY(feed.pulls() > 1);
    const auto *chart = window.findChild<QWidget *>(QStringLiteral("chartDepth"));
    QTRY_VERIFY(chart->isVisible() || size.height() < 700); // it begins without
    if (scene != QLatin1String("empty"))
        playHistory(feed, *pump, mood);
    auto *tabs = window.findChild<Tabs *>();
    tabs->items().refreshNow();
    if (mood == Mood::Alarm)
        tabs->table(Tabs::Tab::Items).selectRow(1);
    trigger(window, QStringLiteral("tab%1").arg(tab).toLatin1().constData());
    if (tab == int(Tabs::Tab::Controllers)) {
        tabs->table(Tabs::Tab::Controllers).selectRow(0);
        QTRY_VERIFY(application.parametersTold);
        application.parametersTold({.whyNot = {},
                                    .plugin = "Folder mirror 1.2",
                                    .schema = everySchema(),
                                    .values = {{"source", "/srv/photos"},
                                               {"target", "/mnt/backup/photos"},
                                               {"secret", "none may see it"},
                                               {"interval", "5m"},
                                               {"command", QJsonArray{"rsync", "-a"}}}});
    }
    for (int pass = 0; pass < 4; ++pass) // what is answered is laid out, and its parents after it
        QCoreApplication::processEvents();
    const Result written = window.grabTo(fileFor(QLatin1String(QTest::currentDataTag())));
    QVERIFY2(written.isDone(), qPrintable(written.sentence));
    const QImage picture(fileFor(QLatin1String(QTest::currentDataTag())));
    QCOMPARE(picture.size(), size);
    QVERIFY(picture.convertToFormat(QImage::Format_Indexed8).colorCount() > 16);
}

void PicturesTest::showsDetailsOfAController_data()
{
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("language");
    QTest::newRow("controller-light") << "themes2" << QSize(1440, 900) << "en";
    QTest::newRow("controller-dark") << "themes3" << QSize(1440, 900) << "en";
    QTest::newRow("controller-small") << "themes2" << QSize(1024, 600) << "en";
    QTest::newRow("controller-german") << "themes2" << QSize(1440, 900) << "de";
}

// In the Overview, with options that an operator has changed.
void PicturesTest::showsDetailsOfAController()
{
    QFETCH(QString, theme);
    QFETCH(QSize, size);
    QFETCH(QString, language);
    const QTemporaryDir profile;
    WindowSettings(profile.path()).setValue("language", language);
    FakeFeed feed;
    FakeControl control;
    FakeApplication application;
    setScene(feed, Mood::Alarm);
    feed.edit(1, [](ControllerView &view) {
        view.options.workers = 8;
        view.options.maxRetries = 3;
    });
    const TemporaryWorkers workers{8, 4, SteadyClock::instance().wallNow() + 40min, 1h, "anna"};
    application.shown.keep(0, {.file = "/j",
                               .controllers = {
                                   {"photos", {}, {{{"maxRetries", "3", "5"}}, workers}}}});
    WindowOptions options;
    options.profileDirectory = profile.path();
    MainWindow window(application.with(feed, control), options);
    trigger(window, theme.toLatin1().constData());
    window.resize(size);
    window.show();
    trigger(window, "resetLayout");
    trigger(window, "tab0");
    Overview &overview = window.findChild<Tabs *>()->overview();
    HealthRow *row = nullptr;
    QTRY_VERIFY((row = overview.findChild<HealthRow *>()));
    QTest::mouseClick(row, Qt::LeftButton);
    const QPlainTextEdit *text = window.findChild<QPlainTextEdit *>("detailText");
    QTRY_VERIFY(text->toPlainText().contains("\nWorkers: 8 ")
                || text->toPlainText().contains("\nArbeiter: 8 "));
    application.parametersTold({.plugin = "Folder mirror 1.2",
                                .schema = everySchema(),
                                .values = {{"source", "/srv/photos"}, {"target", "/mnt/photos"}}});
    for (int pass = 0; pass < 4; ++pass)
        QCoreApplication::processEvents();
    const Result written = window.grabTo(fileFor(QLatin1String(QTest::currentDataTag())));
    QVERIFY2(written.isDone(), qPrintable(written.sentence));
    prepareResources("en");
}

void PicturesTest::showsEventsAndTheLog_data()
{
    QTest::addColumn<QString>("dock");
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("language");
    const QString events = QStringLiteral("eventsDock");
    const QString log = QStringLiteral("operatorDock");
    const QString light = QStringLiteral("themes2");
    const QString dark = QStringLiteral("themes3");
    QTest::newRow("events-light") << events << light << QSize(1440, 900) << "en";
    QTest::newRow("events-dark") << events << dark << QSize(1440, 900) << "en";
    QTest::newRow("events-small") << events << light << QSize(1024, 600) << "en";
    QTest::newRow("events-german") << events << light << QSize(1024, 600) << "de";
    QTest::newRow("log-light") << log << light << QSize(1440, 900) << "en";
    QTest::newRow("log-german-dark") << log << dark << QSize(1024, 600) << "de";
}

void PicturesTest::showsEventsAndTheLog()
{
    QFETCH(QString, dock);
    QFETCH(QString, theme);
    QFETCH(QSize, size);
    QFETCH(QString, language);
    const QTemporaryDir profile;
    WindowSettings(profile.path()).setValue("language", language);
    FakeFeed feed;
    FakeControl control;
    FakeApplication application;
    setScene(feed, Mood::Alarm);
    WindowOptions options;
    options.profileDirectory = profile.path();
    options.tab = int(Tabs::Tab::Items);
    MainWindow window(application.with(feed, control), options);
    trigger(window, theme.toLatin1().constData());
    window.resize(size);
    window.show();
    trigger(window, "resetLayout");
    QTRY_VERIFY(feed.pulls() > 1);
    auto *front = window.findChild<QDockWidget *>(dock);
    front->show();
    front->raise();
    const WallTime now = SteadyClock::instance().wallNow();
    OperatorLine requeue{now - 90s, "anna (window)", "photos", "requeue 12 objects"};
    requeue.ids = {"2024/05/a.jpg", "2024/05/b.jpg", "2024/05/c.jpg"};
    requeue.idCount = 12;
    application.shown.log(0, requeue);
    application.shown.log(0, {now - 60s, "root (TLS from 192.0.2.7)", "servers",
                              "pause controller for 1h: audit"});
    application.shown.log(0, {now - 30s, "victor (TLS from 192.0.2.9)", "", "apply session", true});
    application.shown.log(0, {now - 20s, "by itself", "photos", "pause ended"});
    const QAbstractItemModel &log = *window.findChild<Table *>("operatorTable")->model();
    QTRY_COMPARE(log.rowCount(), 4);
    window.findChild<QToolButton *>("eventsHold")->setChecked(true);
    for (const ControllerId id : feed.ids())
        feed.addEvent(id, {900, feed.now(), EventRecord::Kind::ListFailed, "", "away", 0});
    QTRY_VERIFY(!window.findChild<QLabel *>("eventsWaiting")->text().isEmpty());
    playHistory(feed, *window.findChild<DeltaPump *>(), Mood::Alarm);
    const Result written = window.grabTo(fileFor(QLatin1String(QTest::currentDataTag())));
    QVERIFY2(written.isDone(), qPrintable(written.sentence));
    prepareResources("en");
}

void PicturesTest::showsHostsAndTheirJobs_data()
{
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("jobs");
    QTest::newRow("hosts-light") << "themes2" << QSize(1440, 900) << 1;
    QTest::newRow("hosts-dark") << "themes3" << QSize(1440, 900) << 2;
    QTest::newRow("hosts-small") << "themes2" << QSize(1024, 540) << 1;
    QTest::newRow("hosts-small-dark") << "themes3" << QSize(1024, 540) << 2;
}

void PicturesTest::showsHostsAndTheirJobs()
{
    QFETCH(QString, theme);
    QFETCH(QSize, size);
    QFETCH(int, jobs);
    FakeFeed feed;
    FakeControl control;
    FakeApplication application;
    FakeHosts &hosts = application.shown;
    const HostRun one = FakeHosts::runOf(hosts.add("db1.example.org"));
    const HostRun two = FakeHosts::runOf(hosts.add("db2.example.org"));
    setScene(feed, Mood::Alarm, {one, one, two});
    for (int i = 0; i < jobs; ++i) {
        JobStatus job;
        job.state = JobState::Running;
        job.who = "anna";
        job.pace = 50;
        job.eligible = 12'000;
        job.given = 1204;
        application.hostJobs.add(job, hosts.all[std::size_t(i)].id);
    }
    WindowOptions options;
    options.mode = WindowOptions::Mode::Attached;
    options.tab = int(Tabs::Tab::Items);
    MainWindow window(application.with(feed, control), options);
    trigger(window, theme.toLatin1().constData());
    window.resize(size);
    window.show();
    trigger(window, "resetLayout");
    QTRY_VERIFY(feed.pulls() > 1);
    window.findChild<FilterBox *>()->setFilterText(QStringLiteral("host:db1.example.org"));
    playHistory(feed, *window.findChild<DeltaPump *>(), Mood::Alarm);
    QTRY_VERIFY(window.findChild<QLabel *>(QStringLiteral("tilesHost"))->isVisible());
    QTRY_VERIFY(window.findChild<QLabel *>(QStringLiteral("statusJobs"))->isVisible());
    QCoreApplication::processEvents();
    const Result written = window.grabTo(fileFor(QLatin1String(QTest::currentDataTag())));
    QVERIFY2(written.isDone(), qPrintable(written.sentence));
    window.findChild<Tabs *>()->table(Tabs::Tab::Items).selectAll();
    QTRY_VERIFY(window.findChild<QAction *>(QStringLiteral("discardItems"))->isEnabled());
    trigger(window, "discardItems");
    QTRY_VERIFY(window.findChild<ConfirmDialog *>());
    save(*window.findChild<ConfirmDialog *>(), "discard");
}

void PicturesTest::showsTheBoard_data()
{
    QTest::addColumn<QString>("scene");
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QSize>("size");
    QTest::newRow("board-empty") << "empty"
                                 << "themes2" << QSize(1440, 900);
    QTest::newRow("board-light") << "calm"
                                 << "themes2" << QSize(1440, 900);
    QTest::newRow("board-stuck-light") << "stuck"
                                       << "themes2" << QSize(1440, 900);
    QTest::newRow("board-stuck-dark") << "stuck"
                                      << "themes3" << QSize(1440, 900);
    QTest::newRow("board-small") << "stuck"
                                 << "themes2" << QSize(1024, 540);
    QTest::newRow("board-wide") << "stuck"
                                << "themes3" << QSize(2560, 1000);
    QTest::newRow("board-alarm-elsewhere") << "elsewhere"
                                           << "themes2" << QSize(1440, 900);
}

void PicturesTest::setBoard(FakeLifecycles &port, bool stuck)
{
    using consist::MemberState;
    using consist::Phase;
    port.setEmployer("shop", {"app-1", "app-2", "app-3", "app-4", "app-5"});
    port.setEmployer("mail", {"mx-1", "mx-2"});
    port.setOperation("app-1", "restart-20261122-140309", Phase::Drained, "shop");
    port.setOperation("app-2", "restart-20261122-140309", Phase::PreCheck, "shop");
    port.editOperation("app-2", "restart-20261122-140309", [](consist::OperationView &view) {
        view.waiting.whom = {
            {"shop (services): at most 1 out of service at a time, and this would be 2",
             view.waiting.since}};
    });
    port.setOperation("app-3", "kernel-6.1", Phase::Operating, "shop");
    port.editOperation("app-3", "kernel-6.1", [](consist::OperationView &view) {
        view.operation.type = "upgrade";
        view.operation.isWish = true;
    });
    port.setOperation("mx-1", "restart-1", Phase::Restoring, "mail");
    port.editOperation("mx-1", "restart-1", [](consist::OperationView &view) {
        view.waiting.whom = {{"mail (services)", view.waiting.since}};
        view.operation.isUndone = true;
    });
    port.edit("shop", [](consist::EmployerView &view) {
        view.members[0].state = MemberState::OutOfService;
        view.members[0].status = {"weight 0", "no sessions"};
        view.members[2].state = MemberState::OutOfService;
        view.members[2].status = {"weight 0", "no sessions"};
        view.members[4].state = MemberState::Waiting;
        view.members[4].status = {};
        view.quotaLeft = 0;
    });
    if (!stuck)
        return;
    port.setStuck("mx-2", "restart-2", "mail");
    port.edit("mail", [](consist::EmployerView &view) {
        view.members[1].state = MemberState::OutOfService;
        view.members[1].status = {"weight 0", "3 sessions"};
        view.errors = {"mx-2:25: update failed: the server does not answer within 5 s"};
    });
    port.setOperation("app-4", "restart-20261122-140309", Phase::Undoing, "shop");
}

void PicturesTest::showsTheBoard()
{
    QFETCH(QString, scene);
    QFETCH(QString, theme);
    QFETCH(QSize, size);
    FakeFeed feed;
    FakeControl control;
    FakeApplication application;
    const auto port = std::make_shared<FakeLifecycles>();
    const bool isStuck = scene == QLatin1String("stuck") || scene == QLatin1String("elsewhere");
    if (scene != QLatin1String("empty"))
        setBoard(*port, isStuck);
    application.shown.lifecycles[0] = port;
    setScene(feed, Mood::Calm);
    MainWindow window(application.with(feed, control), {.tab = int(Tabs::Tab::Items)});
    trigger(window, theme.toLatin1().constData());
    window.resize(size);
    window.show();
    trigger(window, "resetLayout");
    auto *tabs = window.findChild<Tabs *>();
    auto *tab = window.findChild<QAction *>(QStringLiteral("tab6"));
    QTRY_VERIFY(tab->isEnabled());
    if (scene != QLatin1String("elsewhere"))
        tab->trigger();
    const OperationsModel &rows = tabs->board().rows();
    QTRY_COMPARE(rows.count(), scene == QLatin1String("empty") ? 0u : isStuck ? 6u : 4u);
    if (scene == QLatin1String("empty"))
        QTRY_VERIFY(tabs->board().operations().emptyText().startsWith(QStringLiteral("No ")));
    else if (scene != QLatin1String("elsewhere"))
        QTRY_VERIFY(
            tabs->board().employers().rows().rowCount(tabs->board().employers().rows().index(1, 0))
            > 1);
    playHistory(feed, *window.findChild<DeltaPump *>(), Mood::Calm);
    tabs->items().refreshNow();
    if (isStuck)
        tabs->board().operations().selectRow(0);
    for (int pass = 0; pass < 4; ++pass)
        QCoreApplication::processEvents();
    const Result written = window.grabTo(fileFor(QLatin1String(QTest::currentDataTag())));
    QVERIFY2(written.isDone(), qPrintable(written.sentence));
    if (scene == QLatin1String("stuck") && size.width() == 1440)
        saveForce(window);
}

void PicturesTest::saveForce(MainWindow &window) const
{
    BeginDialog begin({QStringLiteral("app-1"), QStringLiteral("app-2")},
                      {QStringLiteral("restart"), QStringLiteral("upgrade")},
                      QDateTime(QDate(2026, 11, 22), QTime(14, 3, 9)), &window);
    save(begin, "begin");
    trigger(window, "forceOperation");
    auto *dialog = window.findChild<ConfirmDialog *>();
    QVERIFY(dialog);
    save(*dialog, "force");
    auto *menu = window.findChild<QMenu *>(QStringLiteral("operationsMenu"));
    menu->popup({});
    save(*menu, "operations-menu");
    menu->close();
}

void PicturesTest::showsTheFirstScreen_data()
{
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    for (const char *language : {"en", "de"}) {
        for (const auto &[mood, theme] : {std::pair("light", "themes2"), {"dark", "themes3"}}) {
            QTest::addRow("first-%s-%s", mood, language) << theme << language << QSize(1280, 800);
            QTest::addRow("first-%s-small-%s", mood, language)
                << theme << language << QSize(1024, 600);
        }
    }
}

void PicturesTest::showsTheFirstScreen()
{
    QFETCH(QString, theme);
    QFETCH(QString, language);
    QFETCH(QSize, size);
    FakeFeed feed;
    FakeControl control;
    FakeApplication application;
    application.here = {{"web", "/run/qontroller/web.sock"},
                        {"mail", "/run/qontroller/mail.sock"},
                        {"photos", "/run/qontroller/photos.sock"}};
    const QTemporaryDir profile;
    QStringList sessions;
    for (const char *name : {"production", "night", "staging", "audit", "test"}) {
        QFile file(profile.filePath(QLatin1String(name) + QLatin1String(".json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        sessions += file.fileName();
    }
    WindowOptions options;
    options.profileDirectory = profile.path();
    WindowSettings(profile.path()).setValue("language", language);
    WindowSettings(profile.path()).setValue("sessions", sessions);
    MainWindow window(application.with(feed, control), options);
    trigger(window, theme.toLatin1().constData());
    window.resize(size);
    window.show();
    QTRY_COMPARE(application.healthTold.size(), std::size_t{3});
    application.healthTold["/run/qontroller/web.sock"](
        {.worst = Health::Failing, .controllers = 3});
    application.healthTold["/run/qontroller/mail.sock"](
        {.worst = Health::Healthy, .controllers = 1});
    for (int pass = 0; pass < 4; ++pass)
        QCoreApplication::processEvents();
    QVERIFY(window.grabTo(fileFor(QLatin1String(QTest::currentDataTag()))).isDone());
}

void PicturesTest::showsTheDialogs_data()
{
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QString>("language");
    QTest::newRow("light") << "themes2"
                           << "en";
    QTest::newRow("dark") << "themes3"
                          << "en";
    QTest::newRow("german") << "themes2"
                            << "de";
}

void PicturesTest::save(QWidget &dialog, const char *name) const
{
    dialog.show();
    QCoreApplication::processEvents();
    const QString file = QStringLiteral("%1-%2").arg(QLatin1String(name),
                                                     QLatin1String(QTest::currentDataTag()));
    QVERIFY(dialog.grab().save(fileFor(file)));
}

void PicturesTest::showsTheDialogs()
{
    QFETCH(QString, theme);
    QFETCH(QString, language);
    FakeFeed feed;
    FakeControl control;
    FakeApplication application;
    const QTemporaryDir profile;
    WindowOptions options;
    options.profileDirectory = profile.path();
    WindowSettings(profile.path()).setValue("language", language);
    MainWindow window(application.with(feed, control), options);
    trigger(window, theme.toLatin1().constData());
    LoadPluginDialog load(application, {}, application.known.first().file, &window);
    load.findChild<QLineEdit *>(QStringLiteral("input:/depth"))->setText(QStringLiteral("deep"));
    load.findChild<QPushButton *>(QStringLiteral("startController"))->click();
    save(load, "load");
    LoadPluginDialog refused(application, {}, application.known.last().file, &window);
    save(refused, "refused");
    showPluginDialogs(application, window);
    ItemRefs items;
    for (int i = 0; i < 12; ++i)
        items.push_back({1, ItemKey(i + 1), "2023/summer/DSC_" + std::to_string(2000 + i) + ".jpg",
                         i < 3 ? ItemState::Running : ItemState::Failed});
    auto *menu = window.findChild<QMenu *>(QStringLiteral("itemsMenu"));
    menu->popup({});
    save(*menu, "menu");
    menu->close();
    ConfirmDialog confirm(prepared(FrozenScope::of(ItemVerb::Discard, items)),
                          {QStringLiteral("photos")}, &window);
    save(confirm, "confirm");
    TermsDialog pause(pauseQuestion("6 objects of photos on db1 will be paused. 2 of them are "
                                    "paused already and get this end.",
                                    "&Pause 6 Objects"),
                      &window);
    save(pause, "pause");
    showEditing(window);
    HelpDialog help(&window);
    save(help, "help");
    auto *pages = help.findChild<ManualBrowser *>(QStringLiteral("helpText"));
    pages->setSource(QUrl(QStringLiteral("qrc:/qontroller/resources/manual/operator.md")));
    save(help, "manual");
    pages->setSource(QUrl(QStringLiteral("qrc:/qontroller/app/plugins/script/README.md#options")));
    save(help, "manual-table");
}

void PicturesTest::showEditing(MainWindow &window) const
{
    ParametersDialog parameters(QStringLiteral("photos"),
                                {.plugin = "Folder mirror 1.2",
                                 .schema = everySchema(),
                                 .values = {{"source", "/"},
                                            {"target", "/mnt/backup/photos"},
                                            {"secret", "geheim"},
                                            {"token", QJsonObject{{"fromEnv", "TOKEN"}}}}},
                                &window);
    auto *source = parameters.findChild<QLineEdit *>(QStringLiteral("input:/source"));
    source->clear();
    QTest::keyClicks(source, "/srv/photos");
    save(parameters, "parameters");
    ApplySessionDialog review({}, {}, &window);
    review.beOf(QStringLiteral("Other Parameters of photos"), parameters.differences(),
                QStringLiteral("&Start Anew"));
    review.plan();
    ApplyStatus status;
    status.steps = {{"photos", SessionStep::Kind::Restart, "parameters; holds 2 removals"}};
    status.untouched = 3;
    status.hasEnded = true;
    review.showStatus(1, status);
    save(review, "review");
    WorkersDialog workers(QStringLiteral(
                              "Handlers of photos that run at once (0 is the same as paused):"),
                          QStringLiteral("Workers: 8 until 15:04, then 4"), 8, &window);
    save(workers, "workers");
    QuitFacts facts;
    facts.ofJobs = 41;
    facts.forgotten = QStringList{QStringLiteral("1 paused controller"),
                                  QStringLiteral("2 paused objects"),
                                  QStringLiteral("photos: 8 workers for a time")};
    facts.unsaved = true;
    facts.mayBeSaved = true;
    QuitDialog quit(facts, &window);
    quit.setAttribute(Qt::WA_DeleteOnClose, false);
    save(quit, "quit");
}

void PicturesTest::showPluginDialogs(FakeApplication &application, MainWindow &window) const
{
    PluginInfo foreign = application.known.first();
    foreign.file = QStringLiteral("/home/anna/src/load-balancer/build/load-balancer.so");
    foreign.id = QStringLiteral("load-balancer");
    foreign.name = QStringLiteral("Load balancer");
    foreign.version = QStringLiteral("0.9.2");
    foreign.sha256 = QString::fromLatin1(
        QCryptographicHash::hash("x", QCryptographicHash::Sha256).toHex());
    foreign.verdict = PluginInfo::Verdict::Untrusted;
    foreign.sentence = foreign.file
                       + QStringLiteral(" is not trusted: it is outside the installation's plugin "
                                        "folder; if it is what you expect, trust it in the window, "
                                        "or start with --trust ")
                       + foreign.sha256;
    foreign.distrust = QStringLiteral("it is outside the installation's plugin folder");
    application.known.first().verdict = PluginInfo::Verdict::Loaded;
    application.known.first().loadTime = std::chrono::microseconds(3400);
    PluginInfo crashed = foreign;
    crashed.id = QStringLiteral("process");
    crashed.name = QStringLiteral("Process");
    crashed.verdict = PluginInfo::Verdict::Crashed;
    crashed.file = QStringLiteral("/usr/lib/qontroller/plugins/process.so");
    crashed.sentence =
        crashed.file
        + QStringLiteral(" ended qontroller while it was loaded or started for the controller web: "
                         "install a mended build, leave it out with --disable-plugin process, or "
                         "remove /home/anna/.config/qontroller/crash-guard/"
                         "qontroller-5bd1e995c3a2f0e7.mark to try it again");
    PluginInfo disabled = foreign;
    disabled.verdict = PluginInfo::Verdict::Disabled;
    disabled.id = QStringLiteral("simulator");
    disabled.name = QStringLiteral("Simulator");
    disabled.file = QStringLiteral("/usr/lib/qontroller/plugins/simulator.so");
    disabled.sentence = disabled.file
                        + QStringLiteral(" is left out: start without --disable-plugin simulator to "
                                         "use it");
    application.known += {foreign, crashed, disabled};
    application.noticed = {
        QStringLiteral("/home/anna/.config/qontroller/plugins.json is not a file of decisions on "
                       "plugins; what it says of plugins counts for nothing until it is "
                       "mended or removed")};
    PluginsDialog plugins(application, PluginsDialog::Mode::Manage, &window);
    plugins.findChild<QTableWidget *>(QStringLiteral("pluginsTable"))->selectRow(3);
    save(plugins, "plugins");
    LoadPluginDialog load(application, {}, foreign.file, &window);
    save(load, "load-untrusted");
    TrustDialog trust(foreign, &window);
    save(trust, "trust");
    CrashDialog crash({crashed}, &window);
    save(crash, "crash");
    LiveState state;
    state.apply(drainingDelta());
    DrainDialog drain({1}, QStringLiteral("photos"), &window);
    drain.follow(state);
    save(drain, "drain");
}

QONTROLLER_WINDOW_TEST(PicturesTest)
#include "tst_pictures.moc"
