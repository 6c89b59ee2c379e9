// SPDX-License-Identifier: GPL-3.0-or-later
// For everyone: help, keys, names.
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/actions/actions.h"
#include "ui/dialogs/helpdialog.h"
#include "ui/dialogs/loadplugindialog.h"
#include "ui/dialogs/manualbrowser.h"
#include "ui/state/windowsettings.h"
#include "ui/tiles/tilebar.h"
#include "ui/views/chartspane.h"
#include "ui/views/filterbox.h"

#include <QtGui/QAccessible>
#include <QtGui/QTextBlock>
#include <QtGui/QTextDocument>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QTableWidget>
#include <QtWidgets/QTextBrowser>
#include <QtWidgets/QToolBar>
#include <QtWidgets/QToolButton>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

class AccessibilityTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void helpIsFound()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        QTest::keyClick(rig.window.get(), Qt::Key_F1);
        rig.action("help")->trigger(); // the same one again
        QCOMPARE(rig.window->findChildren<HelpDialog *>().size(), 1);
        auto *dialog = rig.find<HelpDialog>("helpDialog");
        auto *text = dialog->findChild<QTextBrowser *>("helpText");
        for (int i = 0; i < ItemStateCount; ++i)
            QVERIFY2(text->toPlainText().contains(nameOf(stateAt(i))),
                     qPrintable(nameOf(stateAt(i))));
        auto *search = dialog->findChild<QLineEdit *>("helpSearch");
        QTest::keyClicks(search, "requeue");
        QCOMPARE(text->textCursor().selectedText().toLower(), "requeue");
    }

    void helpLeadsThroughTheManual()
    {
        HelpDialog dialog;
        auto *text = dialog.findChild<ManualBrowser *>("helpText");
        auto *back = dialog.findChild<QToolButton *>("helpBack");
        auto *search = dialog.findChild<QLineEdit *>("helpSearch");
        const auto follow = [&](const QString &link) { emit text->anchorClicked(QUrl(link)); };
        const auto page = [&] { return text->source().fileName(); };
        const auto line = [&] { return text->textCursor().block().text(); };
        dialog.show();

        QVERIFY(!back->isEnabled());
        QVERIFY(text->toHtml().contains("../resources/manual/server.md"));
        follow(QStringLiteral("../resources/manual/operator.md"));
        QCOMPARE(page(), "operator.md");
        QVERIFY(text->toPlainText().startsWith("I operate"));
        follow(QStringLiteral("server.md#the-exit-status"));
        QCOMPARE(line(), "The exit status");
        QVERIFY(text->verticalScrollBar()->value() > 0);
        follow(QStringLiteral("../../app/plugins/script"));
        QCOMPARE(text->source().path(), "/qontroller/app/plugins/script/README.md");
        QVERIFY(!text->toHtml().contains("consistrun")); // a part of the source alone
        back->click();
        QCOMPARE(page(), "server.md");

        // A search goes on through the pages, and from the last to the first.
        QTest::keyClicks(search, "Does it keep the rules");
        QCOMPARE(page(), "author.md");
        search->clear();
        QTest::keyClicks(search, "Waiting for lock");
        QCOMPARE(page(), "en.html");
        QCOMPARE(text->textCursor().selectedText(), "Waiting for lock");
    }

    void noLinkInTheManualIsDead()
    {
        ManualBrowser text;
        QStringList left{QStringLiteral("/qontroller/README.md")};
        QSet<QString> seen;
        while (!left.isEmpty()) {
            const QString path = left.takeFirst();
            if (seen.contains(path))
                continue;
            seen += path;
            text.setSource(QUrl(QStringLiteral("qrc:") + path));
            QVERIFY2(text.toPlainText().size() > 200, qPrintable(path));
            for (QTextBlock block = text.document()->begin(); block.isValid();
                 block = block.next()) {
                for (const auto &part : block.textFormats()) {
                    const QUrl link = text.source().resolved(QUrl(part.format.anchorHref()));
                    if (!part.format.isAnchor() || link.scheme() != QLatin1String("qrc"))
                        continue;
                    emit text.anchorClicked(QUrl(part.format.anchorHref()));
                    QVERIFY2(link.fragment().isEmpty() || text.textCursor().position() > 0,
                             qPrintable(path + ": " + link.toString()));
                    left += text.source().path();
                    text.setSource(QUrl(QStringLiteral("qrc:") + path));
                }
            }
        }
        QVERIFY2(seen.size() > 12, qPrintable(QString::number(seen.size())));
    }

    void everyToolBarActionIsInAMenu()
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

    void keysAreUnique()
    {
        Rig rig;
        QHash<QString, QString> taken;
        for (const QAction *action :
             rig.window->findChild<Actions *>()->findChildren<QAction *>()) {
            const QString keys = action->shortcut().toString();
            if (keys.isEmpty())
                continue;
            QVERIFY2(!taken.contains(keys),
                     qPrintable(keys + QStringLiteral(": ") + action->text() + taken.value(keys)));
            taken.insert(keys, action->text());
        }
        QVERIFY(taken.size() > 30);
    }

    void aTabHasTheKeyOfItsPlace()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        for (int tab = 0; tab < Tabs::TabCount; ++tab) {
            if (!rig.tabs->isTabVisible(tab))
                continue;
            QTest::keyClick(rig.window.get(), Qt::Key(Qt::Key_1 + tab), Qt::AltModifier);
            QCOMPARE(rig.tabs->currentIndex(), tab);
        }
    }

    void everythingHasAnAccessibleName()
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
                && button->toolTip().isEmpty()
                && !button->objectName().startsWith(QLatin1String("qt_"))
                && !qobject_cast<QTabBar *>(button->parentWidget()))
                nameless += QStringLiteral("button ") + button->objectName();
        }
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QStringLiteral(", "))));
    }

    void goldenPathByKeysOnly()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        // Load a plugin …
        QTest::keyClick(rig.window.get(), Qt::Key_O, Qt::ControlModifier);
        auto *load = rig.window->findChild<LoadPluginDialog *>();
        QVERIFY(QTest::qWaitForWindowActive(load));
        auto *known = load->findChild<QComboBox *>("knownPlugins");
        QTest::keyClick(load, Qt::Key_P, Qt::AltModifier);
        QTRY_VERIFY(known->hasFocus());
        QTest::keyClick(known, Qt::Key_Down);
        QCOMPARE(load->findChild<QLabel *>("pluginVerdict")->text(),
                 rig.application.known.first().sentence);
        for (const char *path : {"source", "target"}) {
            auto *input = load->findChild<QLineEdit *>(QStringLiteral("input:/")
                                                       + QLatin1String(path));
            QVERIFY(input->focusPolicy() & Qt::TabFocus);
            input->setFocus();
            QTest::keyClicks(input, "/srv/x");
        }
        QTest::keyClick(load, Qt::Key_S, Qt::AltModifier);
        QTRY_COMPARE(rig.application.started.size(), 1);
        rig.window->activateWindow(); // as a window manager does
        QVERIFY(QTest::qWaitForWindowActive(rig.window.get()));
        // … find what fails, look at it, requeue it.
        QTest::keyClick(rig.window.get(), Qt::Key_F, Qt::ControlModifier);
        auto *box = rig.find<FilterBox>("filterBox");
        QTRY_VERIFY(box->hasFocus());
        QTest::keyClicks(box, "state:failed");
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_COMPARE(rig.tabs->items().rowCount(), 5);
        QTest::keyClick(rig.window.get(), Qt::Key_2, Qt::AltModifier);
        QTRY_VERIFY(rig.items().hasFocus());
        QTest::keyClick(&rig.items(), Qt::Key_Down);
        QTest::keyClick(rig.window.get(), Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(rig.items().selectedCount(), 5);
        QTest::keyClick(rig.window.get(), Qt::Key_R, Qt::ControlModifier);
        const auto &sent = std::get<ItemsAction>(rig.control.commands.back().action);
        QVERIFY(sent.verb == ItemVerb::Requeue && sent.ids.size() == 5);
    }

    void noTwoEntriesOfAMenuShareAKey_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << "en";
        QTest::newRow("German") << "de";
    }
    void noTwoEntriesOfAMenuShareAKey()
    {
        QFETCH(QString, language);
        const QTemporaryDir profile;
        WindowSettings(profile.path()).setValue("language", language);
        WindowOptions options;
        options.profileDirectory = profile.path();
        Rig rig(options);
        QVERIFY(rig.isReady());
        QList<QMenu *> menus = rig.window->menuBar()->findChildren<QMenu *>();
        for (const int tab : {1, 2}) {
            rig.action(qPrintable(QStringLiteral("tab%1").arg(tab)))->trigger();
            emit rig.tabs->menuRequested({});
            menus += rig.window->findChildren<QMenu *>("contextMenu").last();
        }
        QList<QList<QAction *>> lists{rig.window->menuBar()->actions()};
        for (const QMenu *menu : std::as_const(menus))
            lists += menu->actions();
        QStringList twice;
        for (const QList<QAction *> &actions : std::as_const(lists)) {
            QHash<QString, QString> taken;
            for (const QAction *action : actions) {
                const QString keys = QKeySequence::mnemonic(action->text()).toString();
                if (keys.isEmpty())
                    continue;
                if (taken.contains(keys))
                    twice += action->text() + QStringLiteral(" and ") + taken.value(keys);
                taken.insert(keys, action->text());
            }
        }
        qDeleteAll(rig.window->findChildren<QMenu *>("contextMenu"));
        prepareResources("en");
        QVERIFY2(twice.isEmpty(), qPrintable(twice.join(QStringLiteral(", "))));
    }

    void factsAreReadWithTheirValues()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.items().selectRow(0);
        auto *details = rig.find<QWidget>("details");
        const auto isRead = [&](const QString &text) {
            const auto labels = details->findChildren<QLabel *>();
            return std::any_of(labels.begin(), labels.end(), [&](QLabel *label) {
                return label->isVisible() && read(label, QAccessible::Name) == text;
            });
        };
        QTRY_VERIFY(isRead("State: Failed"));
        QVERIFY(isRead("Next try: none planned"));
    }

    void theStatusLineIsReadWithItsValues()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        QTRY_COMPARE(read(rig.find<QLabel>("statusCounts"), QAccessible::Name),
                     "Objects shown: 30 in all");
    }

    void aTableSaysThatItIsEmptyOnlyThen()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        QCOMPARE(read(&rig.items(), QAccessible::Description), QString());
        rig.find<FilterBox>("filterBox")->setFilterText("nothing-is-called-so");
        QTRY_COMPARE(rig.tabs->items().rowCount(), 0);
        QTRY_COMPARE(read(&rig.items(), QAccessible::Description), rig.items().emptyText());
        rig.find<FilterBox>("filterBox")->setFilterText({});
        QTRY_COMPARE(rig.tabs->items().rowCount(), 30);
        QCOMPARE(read(&rig.items(), QAccessible::Description), QString());
    }

    // Without a mark an operator does not see what Enter would press.
    void everyTabStopShowsTheFocus()
    {
        Rig rig;
        rig.feed.addController("documents", "folder-mirror");
        QVERIFY(rig.isReady());
        QTRY_VERIFY(rig.find<QComboBox>("chartsController")->isVisible());
        rig.window->showMessage("Something to read.");
        rig.items().selectRow(0);
        rig.items().setFocus();
        QStringList blind;
        for (int stop = 0; stop < 80; ++stop) {
            QTest::keyClick(rig.window.get(), Qt::Key_Tab);
            QWidget *widget = rig.window->focusWidget();
            if (widget == &rig.items())
                break;
            const QImage with = widget->grab().toImage();
            widget->clearFocus();
            const QImage without = widget->grab().toImage();
            widget->setFocus(Qt::TabFocusReason);
            const QRect place(widget->mapTo(rig.window.get(), QPoint()), widget->size());
            if (with == without || !rig.window->rect().intersects(place))
                blind += QLatin1String(widget->metaObject()->className()) + QLatin1Char(' ')
                         + widget->objectName() + QLatin1Char(' ') + widget->accessibleName()
                         + QLatin1Char(' ') + widget->parentWidget()->objectName();
        }
        QCOMPARE(rig.window->focusWidget(), &rig.items());
        QVERIFY2(blind.isEmpty(), qPrintable(blind.join(QLatin1Char('\n'))));
    }

    void descriptionsArePlainText()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        for (QWidget *widget : rig.window->findChildren<QWidget *>()) {
            if (widget->accessibleName().isEmpty())
                continue;
            for (const auto text : {QAccessible::Name, QAccessible::Description})
                QVERIFY2(!Qt::mightBeRichText(read(widget, text)), qPrintable(read(widget, text)));
        }
        QVERIFY(read(rig.find<FilterBox>("filterBox"), QAccessible::Description)
                    .contains("All terms must hold."));
    }

    void whatIsOffSaysWhy()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.items().clearSelection();
        QTRY_VERIFY(!rig.action("requeueItems")->isEnabled());
        for (QAction *action : rig.window->findChild<Actions *>()->findChildren<QAction *>()) {
            const bool saysMore = action->toolTip().contains(QLatin1Char('\n'));
            QVERIFY2(action->isEnabled() != saysMore, qPrintable(action->text()));
        }
        QVERIFY(rig.action("requeueItems")->toolTip().endsWith("No object is selected."));
        const auto buttons = rig.find<QToolBar>("mainToolBar")->findChildren<QToolButton *>();
        const auto requeue = std::find_if(buttons.begin(), buttons.end(), [&](const auto *button) {
            return button->defaultAction() == rig.action("requeueItems");
        });
        QVERIFY(requeue != buttons.end());
        QVERIFY(read(*requeue, QAccessible::Description).contains("No object is selected."));
        for (const QMenu *menu :
             rig.window->menuBar()->findChildren<QMenu *>(QString(), Qt::FindDirectChildrenOnly))
            QVERIFY2(menu->toolTipsVisible() || menu->objectName().isEmpty(),
                     qPrintable(menu->title()));
        rig.items().selectRow(0);
        QTRY_VERIFY(rig.action("requeueItems")->isEnabled());
        QVERIFY(!rig.action("requeueItems")->toolTip().contains(QLatin1Char('\n')));
        QVERIFY(rig.action("removeHeld")->toolTip().endsWith("No removal is held."));
    }

    void thePaletteSaysWhyAnActionIsOff()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.items().clearSelection();
        QTRY_VERIFY(!rig.action("keepHeld")->isEnabled());
        const QTableWidget &table = searchPalette(rig, "keep held");
        QCOMPARE(table.rowCount(), 1);
        QCOMPARE(table.item(0, 2)->text(), "No object is selected.");
    }

    void thePaletteFindsTheVerbsOfNeeds()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        QTRY_VERIFY(needs(*rig.window, "5 objects failed"));
        const QTableWidget &table = searchPalette(rig, "requeue");
        QVERIFY(table.rowCount() > 1);
        QCOMPARE(table.currentRow(), 0);
        QVERIFY2(table.item(0, 0)->text().startsWith("Requeue 5 ▸ photos: 5 objects failed"),
                 qPrintable(table.item(0, 0)->text()));
        QTest::keyClick(rig.find<QLineEdit>("actionSearch"), Qt::Key_Return);
        QTRY_VERIFY(!rig.control.commands.empty());
        const auto &sent = std::get<ItemsAction>(rig.control.commands.back().action);
        QVERIFY(sent.verb == ItemVerb::Requeue && sent.ids.size() == 5);
        QCOMPARE(rig.tabs->currentTab(), Tabs::Tab::Overview);
        QVERIFY(rig.tabs->overview().chosenNeed());
    }

private:
    static QTableWidget &searchPalette(const Rig &rig, const char *words)
    {
        QTest::keyClick(rig.window.get(), Qt::Key_K, Qt::ControlModifier);
        QTest::keyClicks(rig.find<QLineEdit>("actionSearch"), words);
        return *rig.find<QTableWidget>("actionTable");
    }
    static QString read(QObject *object, QAccessible::Text text)
    {
        return QAccessible::queryAccessibleInterface(object)->text(text);
    }
};

QONTROLLER_WINDOW_TEST(AccessibilityTest)
#include "tst_accessibility.moc"
