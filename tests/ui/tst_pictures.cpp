// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fakes.h"
#include "support/scene.h"

#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/crashdialog.h"
#include "ui/dialogs/draindialog.h"
#include "ui/dialogs/loadplugindialog.h"
#include "ui/dialogs/pluginsdialog.h"
#include "ui/dialogs/trustdialog.h"
#include "ui/feed/deltapump.h"
#include "ui/mainwindow.h"
#include "ui/models/itemsmodel.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"
#include "ui/windowsettings.h"

#include <QtCore/QCryptographicHash>
#include <QtTest/QtTest>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableWidget>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

/// Shows the window in its moods and writes pictures of it, to be looked at: into
/// $QONTROLLER_PICTURES if it is set. Checks only that there is something on them.
class PicturesTest final : public QObject
{
    Q_OBJECT

private slots:
    void showsTheWindow_data();
    void showsTheWindow();
    void showsTheDialogs_data();
    void showsTheDialogs();

private:
    void save(QWidget &dialog, const char *name) const;
    void showPluginDialogs(FakeApplication &application, MainWindow &window) const;
    QString fileFor(const QString &name) const
    {
        const QString folder = qEnvironmentVariable("QONTROLLER_PICTURES", m_folder.path());
        return QDir(folder).filePath(name + QStringLiteral(".png"));
    }
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
    QTest::newRow("controllers-light") << "alarm"
                                       << "themes2" << 2 << QSize(1440, 900);
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
    MainWindow window(feed, control, application, {});
    trigger(window, theme.toLatin1().constData());
    window.resize(size);
    window.show();
    trigger(window, "resetLayout");
    auto *pump = window.findChild<DeltaPump *>();
    QTRY_VERIFY(feed.pulls() > 1);
    QTRY_VERIFY(window.findChild<QWidget *>(QStringLiteral("chartDepth"))->isVisible());
    if (scene != QLatin1String("empty"))
        playHistory(feed, *pump, mood);
    auto *tabs = window.findChild<Tabs *>();
    tabs->items().refreshNow();
    if (mood == Mood::Alarm)
        tabs->table(Tabs::Tab::Items).selectRow(1);
    trigger(window, QStringLiteral("tab%1").arg(tab).toLatin1().constData());
    for (int pass = 0; pass < 4; ++pass) // what is answered is laid out, and its parents after it
        QCoreApplication::processEvents();
    const Result written = window.grabTo(fileFor(QLatin1String(QTest::currentDataTag())));
    QVERIFY2(written.isDone(), qPrintable(written.sentence));
    const QImage picture(fileFor(QLatin1String(QTest::currentDataTag())));
    QCOMPARE(picture.size(), size);
    QVERIFY(picture.convertToFormat(QImage::Format_Indexed8).colorCount() > 16);
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
    MainWindow window(feed, control, application, options);
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
    ConfirmDialog confirm(FrozenScope::of(ItemVerb::Discard, items), {QStringLiteral("photos")},
                          &window);
    save(confirm, "confirm");
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
                       "plugins: what it says of plugins counts for nothing; mend it or its "
                       "permissions, or remove it")};
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
    auto delta = std::make_shared<Delta>();
    ControllerDelta &photos = delta->controllers.emplace_back();
    photos.id = 1;
    photos.gauges.running = 3;
    photos.gauges.depth = 1420;
    state.apply(delta);
    DrainDialog drain({1}, QStringLiteral("photos"), &window);
    drain.follow(state);
    save(drain, "drain");
}

QTEST_MAIN(PicturesTest)
#include "tst_pictures.moc"
