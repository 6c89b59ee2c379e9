// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fakes.h"
#include "support/scene.h"

#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/loadplugindialog.h"
#include "ui/feed/deltapump.h"
#include "ui/mainwindow.h"
#include "ui/models/itemsmodel.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"

#include <QtTest/QtTest>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>

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
                                 << "themes2" << 1 << QSize(1024, 600);
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
    QTest::newRow("light") << "themes2";
    QTest::newRow("dark") << "themes3";
}

void PicturesTest::showsTheDialogs()
{
    QFETCH(QString, theme);
    FakeFeed feed;
    FakeControl control;
    FakeApplication application;
    MainWindow window(feed, control, application, {});
    trigger(window, theme.toLatin1().constData());
    LoadPluginDialog load(application, {}, application.known.first().file, &window);
    load.show();
    load.findChild<QLineEdit *>(QStringLiteral("input:/depth"))->setText(QStringLiteral("deep"));
    load.findChild<QPushButton *>(QStringLiteral("startController"))->click();
    QCoreApplication::processEvents();
    QVERIFY(load.grab().save(
        fileFor(QStringLiteral("load-") + QLatin1String(QTest::currentDataTag()))));
    LoadPluginDialog refused(application, {}, application.known.last().file, &window);
    refused.show();
    QVERIFY(refused.grab().save(
        fileFor(QStringLiteral("refused-") + QLatin1String(QTest::currentDataTag()))));
    ItemRefs items;
    for (int i = 0; i < 12; ++i)
        items.push_back({1, ItemKey(i + 1), "2023/summer/DSC_" + std::to_string(2000 + i) + ".jpg",
                         i < 3 ? ItemState::Running : ItemState::Failed});
    ConfirmDialog confirm(FrozenScope::of(ItemVerb::Discard, items), &window);
    confirm.show();
    QVERIFY(confirm.grab().save(
        fileFor(QStringLiteral("confirm-") + QLatin1String(QTest::currentDataTag()))));
}

QTEST_MAIN(PicturesTest)
#include "tst_pictures.moc"
