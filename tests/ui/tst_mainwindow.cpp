// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/models/eventsmodel.h"
#include "ui/views/filterbox.h"

#include <QtWidgets/QDockWidget>
#include <QtWidgets/QFileDialog>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

class MainWindowTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void turnsStaleAndLiveAgain()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        QTRY_VERIFY(rig.label("statusLiveness").startsWith("Live"));
        rig.feed.hang();
        QTRY_VERIFY(rig.label("statusLiveness").startsWith("Stale · 2"));
        rig.feed.release();
        QTRY_VERIFY(rig.label("statusLiveness").startsWith("Live"));
    }

    void freezeHoldsThePictureButNotTheHistory()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        QTest::keyClick(rig.window.get(), Qt::Key_F8);
        QVERIFY(rig.action("freeze")->isChecked());
        QCOMPARE(rig.label("statusLiveness"), "Frozen");
        rig.feed.setItem(rig.photos, "item-20", ItemState::Failed, "late", 6);
        QTRY_COMPARE(rig.label("statusLiveness"), "Frozen · +1 change");
        for (int i = 5; i < 15; ++i)
            rig.feed.setItem(rig.photos, "item-" + std::to_string(i), ItemState::Failed, "late", 6);
        QTRY_COMPARE(rig.label("statusLiveness"), "Frozen · +11 changes");
        rig.tabs->items().refreshNow();
        QVERIFY(rig.tabs->items().refAt(5).state == ItemState::InSync);
        QTest::keyClick(rig.window.get(), Qt::Key_F8);
        rig.tabs->items().refreshNow();
        QVERIFY(rig.tabs->items().refAt(14).state == ItemState::Failed);
    }

    void opensAndSavesSessions()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("night.json");
        QFile(file).open(QIODevice::WriteOnly);
        Rig rig;
        QVERIFY(rig.isReady());
        rig.action("openSession")->trigger();
        auto *open = rig.find<QFileDialog>("openSessionDialog");
        QVERIFY(open);
        emit open->fileSelected(file);
        open->close();
        QCOMPARE(rig.application.opened, QStringList{file});
        QVERIFY(rig.window->windowTitle().endsWith("— night"));
        QCOMPARE(rig.toasts(), QStringList{"Session opened."});
        QTest::keyClick(rig.window.get(), Qt::Key_S, Qt::ControlModifier);
        QCOMPARE(rig.application.saved, QStringList{file});
    }

    void writesAPicture()
    {
        QTemporaryDir folder;
        Rig rig;
        QVERIFY(rig.isReady());
        QVERIFY(rig.window->grabTo(folder.filePath("w.png")).isDone());
        QCOMPARE(QImage(folder.filePath("w.png")).size(), rig.window->size());
        const Result failed = rig.window->grabTo(QStringLiteral("/nowhere/w.png"));
        QVERIFY(!failed.isDone());
        QVERIFY(failed.sentence.contains("/nowhere/w.png"));
    }

    void exportsWhatTheFilterShows()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("items.tsv");
        Rig rig;
        QVERIFY(rig.isReady());
        rig.find<FilterBox>("filterBox")->setFilterText("state:failed");
        QTRY_COMPARE(rig.tabs->items().rowCount(), 5);
        rig.action("exportItems")->trigger();
        emit rig.find<QFileDialog>("exportDialog")->fileSelected(file);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = written.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), 6);
        QVERIFY(lines[0].startsWith("State\tId\tController"));
        QVERIFY(lines[1].startsWith("Failed\titem-0\tphotos"));
    }

    void aTableOfCommasIsWrittenAsOne()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("items.CSV");
        Rig rig;
        rig.feed.setItem(rig.photos, "a,\"b\"", ItemState::Failed, "x", 1);
        QVERIFY(QTest::qWaitFor([&] { return rig.tabs->items().rowCount() == 31; }));
        rig.find<FilterBox>("filterBox")->setFilterText("error:/^x$/");
        QTRY_COMPARE(rig.tabs->items().rowCount(), 1);
        rig.action("exportItems")->trigger();
        emit rig.find<QFileDialog>("exportDialog")->fileSelected(file);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = written.readAll().split('\n');
        QVERIFY(lines[0].startsWith("State,Id,Controller,"));
        QVERIFY(lines[0].endsWith('\r'));
        QVERIFY2(lines[1].startsWith("Failed,\"a,\"\"b\"\"\",photos,"), lines[1]);
    }

    void theLayoutIsKeptWithoutClosing()
    {
        QTemporaryDir folder;
        WindowOptions options;
        options.profileDirectory = folder.path();
        {
            Rig rig(options);
            QVERIFY(rig.isReady());
            rig.window->showMaximized();
            QTRY_VERIFY(rig.window->isMaximized());
            rig.window->saveLayout(); // as on a signal
        }
        Rig rig(options);
        QVERIFY(rig.window->isMaximized());
    }

    void savesDiagnostics()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("d.json");
        Rig rig;
        rig.feed.addEvent(rig.photos,
                          {1, {}, EventRecord::Kind::Failed, "item-0", "no space left", 0});
        QVERIFY(rig.isReady());
        QTRY_COMPARE(rig.window->findChild<EventsModel *>()->rowCount(), 1);
        rig.action("pauseAll")->trigger();
        rig.action("saveDiagnostics")->trigger();
        emit rig.find<QFileDialog>("diagnosticsDialog")->fileSelected(file);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QJsonObject all = QJsonDocument::fromJson(written.readAll()).object();
        const QJsonObject controller = all.value(QLatin1String("controllers"))[0].toObject();
        QCOMPARE(controller.value(QLatin1String("name")).toString(), "photos");
        QCOMPARE(controller.value(QLatin1String("items"))[QLatin1String("failed")].toInt(), 5);
        QCOMPARE(all.value(QLatin1String("troubledItems")).toArray().size(), 5);
        QCOMPARE(all.value(QLatin1String("events"))[0][QLatin1String("id")].toString(), "item-0");
        QCOMPARE(all.value(QLatin1String("operatorLog")).toArray().size(), 1);
    }

    void countsNeverContradictEachOther()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        QTRY_COMPARE(rig.label("statusCounts").trimmed(), "30 in all");
        rig.tabs->items().setStill(true);
        const ItemKey key = rig.tabs->items().refAt(7).key;
        rig.feed.removeItem(rig.photos, key);
        QTRY_COMPARE(rig.label("statusCounts").trimmed(), "29 in all");
        QCOMPARE(rig.tabs->items().rowCount(), 30);
        rig.tabs->items().setStill(false);
        rig.find<FilterBox>("filterBox")->setFilterText("state:failed");
        QTRY_COMPARE(rig.label("statusCounts").trimmed(), "5 of 29");
    }

    void showsWhyATableIsEmpty()
    {
        FakeFeed feed;
        FakeControl control;
        FakeApplication application;
        MainWindow window(application.with(feed, control), {.tab = int(Tabs::Tab::Items)});
        auto *tabs = window.findChild<Tabs *>();
        QTRY_VERIFY(feed.pulls() > 1);
        QVERIFY(tabs->table(Tabs::Tab::Items).emptyText().contains("No controller runs."));
        const ControllerId id = feed.addController("photos");
        feed.setItem(id, "a", ItemState::InSync);
        QTRY_COMPARE(tabs->items().rowCount(), 1);
        window.findChild<FilterBox *>()->setFilterText("state:failed");
        QTRY_COMPARE(tabs->items().rowCount(), 0);
        QTRY_VERIFY(tabs->table(Tabs::Tab::Items).emptyText().contains("match the filter"));
    }

    void saysWhichControllersCannotList()
    {
        Rig rig;
        const ControllerId blind = rig.feed.addController("blind");
        rig.feed.edit(blind, [](ControllerView &d) {
            d.state = ControllerState::Starting;
            d.lists.last = ListEnd::Failed;
            d.lists.why = "no such folder";
        });
        QVERIFY(rig.isReady());
        QTRY_VERIFY(needs(*rig.window, "blind: Cannot list: no such folder"));
        QTRY_COMPARE(rig.tabs->tabText(int(Tabs::Tab::Overview)), "Overview (2)"); // objects failed
        QCOMPARE(rig.tabs->tabBar()->tabTextColor(int(Tabs::Tab::Overview)), Theme::current().red);
        QVERIFY(rig.window->windowTitle().startsWith("(2) Qontroller"));
        QCOMPARE(rig.tabs->tabText(int(Tabs::Tab::Controllers)), "Controllers (2)");
        rig.feed.removeController(rig.photos);
        QTRY_VERIFY(rig.items().emptyText().contains("blind: Cannot list: no such folder"));
        rig.feed.edit(blind, [](ControllerView &d) { d.lists.last = ListEnd::Complete; });
        QTRY_COMPARE(rig.tabs->tabText(int(Tabs::Tab::Overview)), "Overview");
        QVERIFY(rig.window->windowTitle().startsWith("Qontroller"));
        QTRY_COMPARE(rig.tabs->tabText(int(Tabs::Tab::Controllers)), "Controllers (1)");
    }

    void letsGoOfTheFeedWhenItCloses()
    {
        FakeFeed feed;
        FakeControl control;
        FakeApplication application;
        {
            MainWindow window(application.with(feed, control), {.tab = int(Tabs::Tab::Items)});
            window.show();
            QTRY_VERIFY(feed.pulls() > 0);
        }
        QCOMPARE(feed.detaches(), 1);
    }

    void docksKeepTheirSizesOverRestarts_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("maximized");
        QTest::addColumn<bool>("arranged");
        QTest::addRow("as at first") << QSize(1440, 900) << false << false;
        QTest::addRow("arranged") << QSize(1440, 900) << false << true;
        QTest::addRow("smallest") << QSize(1024, 540) << false << false;
        QTest::addRow("smallest, arranged") << QSize(1024, 540) << false << true;
        QTest::addRow("maximized") << QSize(1440, 900) << true << false;
        QTest::addRow("maximized, arranged") << QSize(1440, 900) << true << true;
    }

    // With a message on screen when the window is closed, as there often is.
    void docksKeepTheirSizesOverRestarts()
    {
        QFETCH(QSize, size);
        QFETCH(bool, maximized);
        QFETCH(bool, arranged);
        QTemporaryDir profile;
        WindowOptions options;
        options.profileDirectory = profile.path();
        QString first;
        for (int start = 0; start < 5; ++start) {
            Rig rig(options);
            QVERIFY(QTest::qWaitForWindowExposed(rig.window.get()));
            if (start == 0) {
                rig.window->resize(size);
                if (maximized)
                    rig.window->showMaximized();
                for (const auto *name : {"facetsDock", "chartsDock"})
                    rig.find<QDockWidget>(name)->show(); // a screen that is small begins without
                QCoreApplication::processEvents();
                if (arranged) {
                    rig.window->resizeDocks({rig.find<QDockWidget>("facetsDock"),
                                             rig.find<QDockWidget>("detailsDock")},
                                            {220, 280}, Qt::Horizontal);
                    rig.window->resizeDocks({rig.find<QDockWidget>("chartsDock")}, {200},
                                            Qt::Vertical);
                }
            }
            QCoreApplication::processEvents();
            QString sizes =
                QStringLiteral("%1×%2").arg(rig.window->width()).arg(rig.window->height());
            for (const auto *name : {"facetsDock", "detailsDock", "chartsDock"}) {
                const auto *dock = rig.find<QDockWidget>(name);
                sizes += QStringLiteral(" %1×%2").arg(dock->width()).arg(dock->height());
            }
            if (start == 0)
                first = sizes;
            QCOMPARE(sizes, first);
            rig.window->showMessage("Something to read.");
            QCoreApplication::processEvents();
            rig.window->close();
        }
    }
};

QONTROLLER_WINDOW_TEST(MainWindowTest)
#include "tst_mainwindow.moc"
