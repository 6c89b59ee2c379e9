// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/windowrig.h"

#include "ui/actions/actions.h"
#include "ui/dialogs/helpdialog.h"
#include "ui/dialogs/loadplugindialog.h"
#include "ui/models/eventsmodel.h"
#include "ui/tiles/tilebar.h"
#include "ui/views/chartspane.h"
#include "ui/views/facetspane.h"
#include "ui/views/filterbox.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QInputDialog>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QTextBrowser>
#include <QtWidgets/QToolBar>
#include <QtWidgets/QToolButton>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

class MainWindowTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources(QStringLiteral("en")); }
    void init() { failOnAnyWarning(); }
    void turnsStaleAndLiveAgain();
    void freezeHoldsThePictureButNotTheHistory();
    void tilesLeadToTheirItems();
    void facetsFilterAndUnfilter();
    void errorsAreFacets();
    void savedViewsSurviveARestart();
    void failureLeadsToItsItems();
    void filterErrorIsShownWithItsPlace();
    void goesToAnId();
    void opensAndSavesSessions();
    void writesAPicture();
    void exportsWhatTheFilterShows();
    void savesDiagnostics();
    void helpIsFound();
    void showsWhyATableIsEmpty();
    void everyToolBarActionIsInAMenu();
    void keysAreUnique();
    void everythingHasAnAccessibleName();
    void goldenPathByKeysOnly();
    void letsGoOfTheFeedWhenItCloses();
    void opensAndClosesManyTimes();
};

void MainWindowTest::turnsStaleAndLiveAgain()
{
    Rig rig;
    QVERIFY(rig.isReady());
    QTRY_VERIFY(rig.label("statusLiveness").startsWith(QStringLiteral("Live")));
    rig.feed.hang();
    QTRY_VERIFY(rig.label("statusLiveness").startsWith(QStringLiteral("Stale · 2")));
    rig.feed.release();
    QTRY_VERIFY(rig.label("statusLiveness").startsWith(QStringLiteral("Live")));
}

void MainWindowTest::freezeHoldsThePictureButNotTheHistory()
{
    Rig rig;
    QVERIFY(rig.isReady());
    QTest::keyClick(rig.window.get(), Qt::Key_F8);
    QVERIFY(rig.action("freeze")->isChecked());
    for (int i = 5; i < 15; ++i)
        rig.feed.setItem(rig.photos, "item-" + std::to_string(i), ItemState::Failed, "late", 6);
    QTRY_COMPARE(rig.label("statusLiveness"), QStringLiteral("Frozen · +10 changes"));
    rig.tabs->items().refreshNow();
    QVERIFY(rig.tabs->items().refAt(5).state == ItemState::InSync);
    QTest::keyClick(rig.window.get(), Qt::Key_F8);
    rig.tabs->items().refreshNow();
    QVERIFY(rig.tabs->items().refAt(14).state == ItemState::Failed);
}

void MainWindowTest::tilesLeadToTheirItems()
{
    Rig rig;
    QVERIFY(rig.isReady());
    auto *tiles = rig.window->findChild<TileBar *>();
    QTRY_COMPARE(tiles->tile(TileBar::Kind::Failed).reading().measure.value, QStringLiteral("5"));
    tiles->tile(TileBar::Kind::Failed).click();
    QTRY_COMPARE(rig.tabs->items().rowCount(), 5);
    QCOMPARE(rig.find<FilterBox>("filterBox")->text(), QStringLiteral("state:failed"));
    tiles->tile(TileBar::Kind::LocksHeld).click();
    QVERIFY(rig.tabs->currentTab() == Tabs::Tab::Locks);
    tiles->tile(TileBar::Kind::HandlerP95).click();
    QVERIFY(rig.tabs->currentTab() == Tabs::Tab::Controllers);
}

void MainWindowTest::facetsFilterAndUnfilter()
{
    Rig rig;
    QVERIFY(rig.isReady());
    auto *facets = rig.window->findChild<FacetsPane *>();
    QTreeWidgetItem *failed = nullptr;
    for (QTreeWidgetItem *item :
         facets->findItems(QStringLiteral("Failed"), Qt::MatchExactly | Qt::MatchRecursive))
        failed = item;
    QVERIFY(failed);
    QTRY_COMPARE(failed->text(1), QStringLiteral("5"));
    emit facets->itemClicked(failed, 0);
    QCOMPARE(rig.find<FilterBox>("filterBox")->text(), QStringLiteral("state:failed"));
    QTRY_COMPARE(rig.tabs->items().rowCount(), 5);
    emit facets->itemClicked(failed, 0);
    QCOMPARE(rig.find<FilterBox>("filterBox")->text(), QString());
    QTRY_COMPARE(rig.tabs->items().rowCount(), 30);
}

void MainWindowTest::errorsAreFacets()
{
    Rig rig;
    for (int i = 10; i < 12; ++i)
        rig.feed.setItem(rig.photos, "item-" + std::to_string(i), ItemState::BackOff,
                         "timeout after " + std::to_string(i) + " s", 2);
    QVERIFY(rig.isReady());
    auto *facets = rig.window->findChild<FacetsPane *>();
    const auto find = [&](const char *title) {
        return facets->findItems(QLatin1String(title), Qt::MatchExactly | Qt::MatchRecursive)
            .value(0);
    };
    QTRY_VERIFY(find("timeout after # s"));
    QCOMPARE(find("timeout after # s")->text(1), QStringLiteral("2"));
    QCOMPARE(find("no space left")->text(1), QStringLiteral("5"));
    QVERIFY(facets->visualItemRect(find("no space left")).isValid()); // it is not folded away
    emit facets->itemClicked(find("timeout after # s"), 0);
    QTRY_COMPARE(rig.tabs->items().rowCount(), 2);
    QVERIFY(find("timeout after # s")->font(0).bold());
    emit facets->itemClicked(find("timeout after # s"), 0);
    QTRY_COMPARE(rig.tabs->items().rowCount(), 30);
    for (int i = 10; i < 12; ++i)
        rig.feed.setItem(rig.photos, "item-" + std::to_string(i), ItemState::InSync);
    QTRY_VERIFY(!find("timeout after # s"));
}

void MainWindowTest::savedViewsSurviveARestart()
{
    QTemporaryDir profile;
    WindowOptions options;
    options.profileDirectory = profile.path();
    const auto view = [](const Rig &rig) {
        return rig.window->findChild<FacetsPane *>()
            ->findItems(QStringLiteral("Night shift"), Qt::MatchExactly | Qt::MatchRecursive)
            .value(0);
    };
    {
        Rig rig(options);
        QVERIFY(rig.isReady());
        QVERIFY(!rig.action("saveView")->isEnabled());
        rig.find<FilterBox>("filterBox")->setFilterText(QStringLiteral("state:failed tries:>3"));
        QTRY_VERIFY(rig.action("saveView")->isEnabled());
        rig.action("saveView")->trigger();
        auto *dialog = rig.find<QInputDialog>("saveViewDialog");
        dialog->setTextValue(QStringLiteral(" Night  shift"));
        dialog->accept();
        QVERIFY(view(rig)->font(0).bold()); // it is what the filter shows
    }
    Rig rig(options);
    QVERIFY(rig.isReady());
    emit rig.window->findChild<FacetsPane *>()->itemClicked(view(rig), 0);
    QCOMPARE(rig.find<FilterBox>("filterBox")->text(), QStringLiteral("state:failed tries:>3"));
    QTRY_COMPARE(rig.tabs->items().rowCount(), 5);
    rig.action("deleteView")->trigger();
    rig.find<QInputDialog>("deleteViewDialog")->accept();
    QVERIFY(!view(rig));
    rig.find<QToolButton>("messageAction")->click();
    QVERIFY(view(rig));
}

void MainWindowTest::failureLeadsToItsItems()
{
    Rig rig;
    QVERIFY(rig.isReady());
    QTest::keyClick(rig.window.get(), Qt::Key_4, Qt::AltModifier);
    QVERIFY(rig.tabs->currentTab() == Tabs::Tab::Failures);
    Table &failures = rig.tabs->table(Tabs::Tab::Failures);
    QTRY_COMPARE(failures.model()->rowCount(), 1);
    failures.selectRow(0);
    QCOMPARE(rig.tabs->selectedItems().size(), 5u);
    emit failures.activated(failures.model()->index(0, 0));
    QVERIFY(rig.tabs->currentTab() == Tabs::Tab::Items);
    QTRY_COMPARE(rig.tabs->items().rowCount(), 5);
}

void MainWindowTest::filterErrorIsShownWithItsPlace()
{
    Rig rig;
    QVERIFY(rig.isReady());
    auto *box = rig.find<FilterBox>("filterBox");
    box->setFilterText(QStringLiteral("state:faild"));
    QVERIFY(rig.label("messageText").contains(QStringLiteral("character 7")));
    QCOMPARE(rig.tabs->items().rowCount(), 30);
    box->setFilterText(QStringLiteral("state:failed"));
    QCOMPARE(rig.label("messageText"), QString());
}

void MainWindowTest::goesToAnId()
{
    Rig rig;
    QVERIFY(rig.isReady());
    rig.find<FilterBox>("filterBox")->setFilterText(QStringLiteral("state:failed"));
    QTRY_COMPARE(rig.tabs->items().rowCount(), 5);
    rig.action("goToId")->trigger();
    auto *dialog = rig.find<QInputDialog>("goToDialog");
    dialog->setTextValue(QStringLiteral("item-29"));
    dialog->accept();
    QCOMPARE(rig.items().selectedCount(), 1);
    QCOMPARE(rig.tabs->selectedItems().front().id, std::string("item-29"));
}

void MainWindowTest::opensAndSavesSessions()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("night.json"));
    QFile(file).open(QIODevice::WriteOnly);
    Rig rig;
    QVERIFY(rig.isReady());
    rig.action("openSession")->trigger();
    auto *open = rig.find<QFileDialog>("openSessionDialog");
    QVERIFY(open);
    emit open->fileSelected(file);
    open->close();
    QCOMPARE(rig.application.opened, QStringList{file});
    QVERIFY(rig.window->windowTitle().endsWith(QStringLiteral("— night")));
    QCOMPARE(rig.label("messageText"), QStringLiteral("Session opened."));
    QTest::keyClick(rig.window.get(), Qt::Key_S, Qt::ControlModifier);
    QCOMPARE(rig.application.saved, QStringList{file});
}

void MainWindowTest::writesAPicture()
{
    QTemporaryDir folder;
    Rig rig;
    QVERIFY(rig.isReady());
    QVERIFY(rig.window->grabTo(folder.filePath(QStringLiteral("w.png"))).isDone());
    QCOMPARE(QImage(folder.filePath(QStringLiteral("w.png"))).size(), rig.window->size());
    const Result failed = rig.window->grabTo(QStringLiteral("/nowhere/w.png"));
    QVERIFY(!failed.isDone());
    QVERIFY(failed.sentence.contains(QStringLiteral("/nowhere/w.png")));
}

void MainWindowTest::exportsWhatTheFilterShows()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("items.tsv"));
    Rig rig;
    QVERIFY(rig.isReady());
    rig.find<FilterBox>("filterBox")->setFilterText(QStringLiteral("state:failed"));
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

void MainWindowTest::savesDiagnostics()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("d.json"));
    Rig rig;
    rig.feed.addEvent(rig.photos, {1, {}, EventRecord::Kind::Failed, "item-0", "no space left", 0});
    QVERIFY(rig.isReady());
    QTRY_COMPARE(rig.window->findChild<EventsModel *>()->rowCount(), 1);
    rig.action("pauseAll")->trigger();
    rig.action("saveDiagnostics")->trigger();
    emit rig.find<QFileDialog>("diagnosticsDialog")->fileSelected(file);
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QJsonObject all = QJsonDocument::fromJson(written.readAll()).object();
    const QJsonObject controller = all.value(QLatin1String("controllers"))[0].toObject();
    QCOMPARE(controller.value(QLatin1String("name")).toString(), QStringLiteral("photos"));
    QCOMPARE(controller.value(QLatin1String("items"))[QLatin1String("failed")].toInt(), 5);
    QCOMPARE(all.value(QLatin1String("troubledItems")).toArray().size(), 5);
    QCOMPARE(all.value(QLatin1String("events"))[0][QLatin1String("id")].toString(),
             QStringLiteral("item-0"));
    QCOMPARE(all.value(QLatin1String("operatorLog")).toArray().size(), 1);
}

void MainWindowTest::helpIsFound()
{
    Rig rig;
    QVERIFY(rig.isReady());
    QTest::keyClick(rig.window.get(), Qt::Key_F1);
    rig.action("help")->trigger(); // the same one again
    QCOMPARE(rig.window->findChildren<HelpDialog *>().size(), 1);
    auto *dialog = rig.find<HelpDialog>("helpDialog");
    auto *text = dialog->findChild<QTextBrowser *>(QStringLiteral("helpText"));
    for (int i = 0; i < ItemStateCount; ++i)
        QVERIFY2(text->toPlainText().contains(nameOf(stateAt(i))), qPrintable(nameOf(stateAt(i))));
    auto *search = dialog->findChild<QLineEdit *>(QStringLiteral("helpSearch"));
    QTest::keyClicks(search, QStringLiteral("requeue"));
    QCOMPARE(text->textCursor().selectedText().toLower(), QStringLiteral("requeue"));
}

void MainWindowTest::showsWhyATableIsEmpty()
{
    FakeFeed feed;
    FakeControl control;
    FakeApplication application;
    MainWindow window(feed, control, application, {});
    auto *tabs = window.findChild<Tabs *>();
    QTRY_VERIFY(feed.pulls() > 1);
    QVERIFY(
        tabs->table(Tabs::Tab::Items).emptyText().contains(QStringLiteral("No controller runs.")));
    const ControllerId id = feed.addController("photos");
    feed.setItem(id, "a", ItemState::InSync);
    QTRY_COMPARE(tabs->items().rowCount(), 1);
    window.findChild<FilterBox *>()->setFilterText(QStringLiteral("state:failed"));
    QTRY_COMPARE(tabs->items().rowCount(), 0);
    QTRY_VERIFY(
        tabs->table(Tabs::Tab::Items).emptyText().contains(QStringLiteral("match the filter")));
}

void MainWindowTest::everyToolBarActionIsInAMenu()
{
    Rig rig;
    QSet<QAction *> inMenus;
    for (const QMenu *menu : rig.window->menuBar()->findChildren<QMenu *>())
        for (QAction *action : menu->actions())
            inMenus.insert(action);
    for (QAction *action : rig.find<QToolBar>("mainToolBar")->actions()) {
        if (action->isSeparator() || action->text().isEmpty())
            continue;
        QVERIFY2(inMenus.contains(action), qPrintable(action->text()));
    }
}

void MainWindowTest::keysAreUnique()
{
    Rig rig;
    QHash<QString, QString> taken;
    for (const QAction *action : rig.window->findChild<Actions *>()->findChildren<QAction *>()) {
        const QString keys = action->shortcut().toString();
        if (keys.isEmpty())
            continue;
        QVERIFY2(!taken.contains(keys),
                 qPrintable(keys + QStringLiteral(": ") + action->text() + taken.value(keys)));
        taken.insert(keys, action->text());
    }
    QVERIFY(taken.size() > 30);
}

void MainWindowTest::everythingHasAnAccessibleName()
{
    Rig rig;
    QVERIFY(rig.isReady());
    QStringList nameless;
    for (const QWidget *widget : rig.window->findChildren<QWidget *>()) {
        const bool matters = qobject_cast<const Tile *>(widget)
                             || qobject_cast<const TimeSeriesChart *>(widget)
                             || (qobject_cast<const QAbstractItemView *>(widget)
                                 && !widget->objectName().startsWith(QLatin1String("qt_")))
                             || qobject_cast<const FilterBox *>(widget);
        if (matters && widget->accessibleName().isEmpty()
            && !qobject_cast<const QHeaderView *>(widget)
            && !QByteArray(widget->metaObject()->className()).startsWith("QComboBoxListView"))
            nameless += QLatin1String(widget->metaObject()->className()) + widget->objectName();
    }
    for (const QToolButton *button : rig.window->findChildren<QToolButton *>()) {
        if (button->isVisible() && !qobject_cast<QLineEdit *>(button->parentWidget())
            && button->text().isEmpty() && button->accessibleName().isEmpty()
            && button->toolTip().isEmpty() && !button->objectName().startsWith(QLatin1String("qt_"))
            && !qobject_cast<QTabBar *>(button->parentWidget()))
            nameless += QStringLiteral("button ") + button->objectName();
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QStringLiteral(", "))));
}

void MainWindowTest::goldenPathByKeysOnly()
{
    Rig rig;
    QVERIFY(rig.isReady());
    // Load a plugin …
    QTest::keyClick(rig.window.get(), Qt::Key_O, Qt::ControlModifier);
    auto *load = rig.window->findChild<LoadPluginDialog *>();
    QVERIFY(QTest::qWaitForWindowActive(load));
    auto *known = load->findChild<QComboBox *>(QStringLiteral("knownPlugins"));
    QTest::keyClick(load, Qt::Key_P, Qt::AltModifier);
    QTRY_VERIFY(known->hasFocus());
    QTest::keyClick(known, Qt::Key_Down);
    QCOMPARE(load->findChild<QLabel *>(QStringLiteral("pluginVerdict"))->text(),
             rig.application.known.first().sentence);
    for (const char *path : {"source", "target"}) {
        auto *input = load->findChild<QLineEdit *>(QStringLiteral("input:/") + QLatin1String(path));
        QVERIFY(input->focusPolicy() & Qt::TabFocus);
        input->setFocus();
        QTest::keyClicks(input, QStringLiteral("/srv/x"));
    }
    QTest::keyClick(load, Qt::Key_S, Qt::AltModifier);
    QTRY_COMPARE(rig.application.started.size(), 1);
    rig.window->activateWindow(); // as a window manager does
    QVERIFY(QTest::qWaitForWindowActive(rig.window.get()));
    // … find what fails, look at it, requeue it.
    QTest::keyClick(rig.window.get(), Qt::Key_F, Qt::ControlModifier);
    auto *box = rig.find<FilterBox>("filterBox");
    QTRY_VERIFY(box->hasFocus());
    QTest::keyClicks(box, QStringLiteral("state:failed"));
    QTest::keyClick(box, Qt::Key_Return);
    QTRY_COMPARE(rig.tabs->items().rowCount(), 5);
    QTest::keyClick(rig.window.get(), Qt::Key_1, Qt::AltModifier);
    QTRY_VERIFY(rig.items().hasFocus());
    QTest::keyClick(&rig.items(), Qt::Key_Down);
    QTest::keyClick(rig.window.get(), Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(rig.items().selectedCount(), 5);
    QTest::keyClick(rig.window.get(), Qt::Key_R, Qt::ControlModifier);
    QCOMPARE(std::get<RequeueItems>(rig.control.commands.back().action).ids.size(), 5u);
}

void MainWindowTest::letsGoOfTheFeedWhenItCloses()
{
    FakeFeed feed;
    FakeControl control;
    FakeApplication application;
    {
        MainWindow window(feed, control, application, {});
        window.show();
        QTRY_VERIFY(feed.pulls() > 0);
    }
    QCOMPARE(feed.detaches(), 1);
}

void MainWindowTest::opensAndClosesManyTimes()
{
    for (int i = 0; i < 20; ++i) {
        Rig rig;
        QTRY_VERIFY(rig.feed.pulls() > 0);
    }
}

QTEST_MAIN(MainWindowTest)
#include "tst_mainwindow.moc"
