// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/items.h"
#include "support/warnings.h"
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/actions/operatorlogmodel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/rowdelegate.h"

#include <QtGui/QHelpEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QToolTip>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

namespace {

constexpr int Filling = int(ItemColumn::Reason);
constexpr int Other = int(ItemColumn::Attempts);

/// Items of every state in a table as the window has it.
struct ItemsTable
{
    ItemsTable()
    {
        std::vector<ItemRow> rows;
        for (int i = 0; i < ItemStateCount; ++i)
            rows.push_back(rowOf(ItemKey(i + 1), "item-" + std::to_string(i), stateAt(i)));
        put(store, rows);
        model.refreshNow();
        QList<Table::ColumnDefault> columns;
        for (int i = 0; i < ItemColumnCount; ++i)
            columns += {widthAtFirst(static_cast<ItemColumn>(i)),
                        isShownAtFirst(static_cast<ItemColumn>(i)),
                        leastWidthOf(static_cast<ItemColumn>(i))};
        table.setRows(&model, columns, int(ItemColumn::State), Qt::AscendingOrder, {Filling});
        table.show();
        setWidth(2560);
    }

    void setWidth(int width)
    {
        table.resize(width, 400);
        QCoreApplication::processEvents();
    }
    /// Some cell of \a column, or its title.
    bool isCut(int column) const
    {
        QString widest = model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        int most = table.fontMetrics().horizontalAdvance(widest);
        for (int row = 0; row < model.rowCount(); ++row) {
            const QModelIndex cell = model.index(row, column);
            const int icon = cell.data(Qt::DecorationRole).isNull() ? 0 : 16;
            const QString text = cell.data().toString();
            most = std::max(most, icon + table.fontMetrics().horizontalAdvance(text));
        }
        return most > table.columnWidth(column);
    }
    int room() const { return table.viewport()->width() - table.horizontalHeader()->length(); }

    ItemStore store;
    ItemsModel model{store};
    Table table{QStringLiteral("table"), QStringLiteral("Objects")};
};

class OpenDelegate final : public RowDelegate
{
public:
    using RowDelegate::initStyleOption;
};

} // namespace

class TablesTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void theNameOfARowStaysInSight_data()
    {
        QTest::addColumn<bool>("rightToLeft");
        QTest::newRow("left to right") << false;
        QTest::newRow("right to left") << true;
    }
    void theNameOfARowStaysInSight()
    {
        QFETCH(bool, rightToLeft);
        ItemsTable items;
        Table &table = items.table;
        table.setLayoutDirection(rightToLeft ? Qt::RightToLeft : Qt::LeftToRight);
        table.pin(int(ItemColumn::Id));
        items.setWidth(300);
        QScrollBar *bar = table.horizontalScrollBar();
        QVERIFY(bar->maximum() > 0);
        QVERIFY(!table.isPinned());
        const int height = table.rowViewportPosition(1) + Table::RowHeight / 2;
        const int edge = rightToLeft ? table.viewport()->width() - 8 : 8;
        bar->setValue(bar->maximum());
        QVERIFY(table.isPinned());
        QCOMPARE(table.indexAt({edge, height}), items.model.index(1, int(ItemColumn::Id)));
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, {edge, height});
        QCOMPARE(table.selectedRowNumbers(), QList<int>{1});
        const QImage scrolled = table.viewport()->grab().toImage();
        bar->setValue(0);
        QVERIFY(!table.isPinned());
        // The text of the name is painted at the edge, and no other column's.
        int inked = 0;
        for (int x = 0; x < 60; ++x) {
            const int at = rightToLeft ? scrolled.width() - 1 - x : x;
            for (int y = height - 6; y < height + 6; ++y)
                inked += scrolled.pixelColor(at, y).lightness() < 128 ? 1 : 0;
        }
        QVERIFY(inked > 10);
        // Its title sorts, and is read there also with the arrow that says so.
        bar->setValue(bar->maximum());
        QWidget *title = table.horizontalHeader()->childAt(edge, 10);
        QTest::mouseClick(title, Qt::LeftButton);
        QCOMPARE(table.horizontalHeader()->sortIndicatorSection(), int(ItemColumn::Id));
        const QImage sorted = title->grab().toImage();
        int columnsInked = 0; // an arrow has few
        for (int x = 2; x < sorted.width() - 2; ++x) {
            bool isInked = false;
            for (int y = 4; y < sorted.height() - 4; ++y)
                isInked |= sorted.pixelColor(x, y).lightness() < 100;
            columnsInked += isInked ? 1 : 0;
        }
        QVERIFY2(columnsInked > 4, qPrintable(QString::number(columnsInked)));
    }

    void init() { failOnAnyWarning(); }
    void cleanup() { Theme::apply(Theme::Choice::System); }
    void theLongestColumnTakesTheRoomThatIsFree()
    {
        ItemsTable t;
        QCOMPARE(t.room(), 0);
        QVERIFY(t.table.columnWidth(Filling) > 1000);
        t.setWidth(1600);
        QCOMPARE(t.room(), 0);
        t.setWidth(300); // what does not fit is scrolled to, not squeezed
        QVERIFY(t.room() < 0);
        t.setWidth(2560);
        QCOMPARE(t.room(), 0);
    }

    void shorterColumnsMakeRoomInANarrowWindow()
    {
        constexpr int Id = int(ItemColumn::Id);
        ItemsTable t;
        QCOMPARE(t.table.columnWidth(Id), widthAtFirst(ItemColumn::Id));
        t.setWidth(660);
        QCOMPARE(t.room(), 0);
        QVERIFY(t.table.columnWidth(Id) < leastWidthOf(ItemColumn::Id)); // all are short
        for (const int column : {Id, int(ItemColumn::State), Other})
            QVERIFY(!t.isCut(column));
        t.table.setColumnWidth(Id, 200); // by the operator: it stays
        t.setWidth(650);
        QCOMPARE(t.table.columnWidth(Id), 200);
        t.setWidth(2560);
        QCOMPARE(t.table.columnWidth(Id), 200);
        QCOMPARE(t.table.columnWidth(int(ItemColumn::State)), widthAtFirst(ItemColumn::State));
        t.table.resetColumns();
        QCOMPARE(t.table.columnWidth(Id), widthAtFirst(ItemColumn::Id));
        QCOMPARE(t.room(), 0);
    }

    void noColumnIsCutWhileAnotherHasRoom()
    {
        ItemsTable t;
        const QString reason = QStringLiteral("the attempt was stopped before it had ended, ")
                               + QStringLiteral("and so were those of three others");
        ItemRow row = rowOf(1, "web-086", ItemState::Failed, 3);
        row.text = reason.toStdString();
        put(t.store, {row});
        t.model.refreshNow();
        t.setWidth(1160);
        QVERIFY(t.table.columnWidth(int(ItemColumn::Id)) < widthAtFirst(ItemColumn::Id));
        for (int column = 0; column < ItemColumnCount; ++column)
            QVERIFY2(t.table.isColumnHidden(column) || !t.isCut(column),
                     qPrintable(titleOf(ItemColumn(column))));
        t.setWidth(700);
        QVERIFY(t.isCut(Filling));
        QVERIFY(!t.isCut(int(ItemColumn::Id)));
        QCOMPARE(t.room(), 0);
    }

    void aWidthThatIsFittedIsRememberedAsSuch()
    {
        ItemsTable before;
        before.setWidth(600);
        before.table.setColumnWidth(int(ItemColumn::State), 150);
        ItemsTable after;
        after.table.restoreColumns(before.table.saveColumns());
        QCOMPARE(after.table.columnWidth(int(ItemColumn::State)), 150);
        QCOMPARE(after.table.columnWidth(int(ItemColumn::Id)), widthAtFirst(ItemColumn::Id));
    }

    void noTableScrollsSidewaysInAWindowOf1280()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.window->resize(1280, 800);
        for (int tab = int(Tabs::Tab::Items); tab < Tabs::TabCount; ++tab) {
            rig.tabs->setCurrentIndex(tab);
            QCoreApplication::processEvents();
            const Table &table = *rig.tabs->currentTable();
            QVERIFY2(table.horizontalHeader()->length() <= table.viewport()->width(),
                     qPrintable(QStringLiteral("%1: %2 of %3")
                                    .arg(table.objectName())
                                    .arg(table.horizontalHeader()->length())
                                    .arg(table.viewport()->width())));
        }
    }

    void aNumberStandsApartFromTheTextBehindIt()
    {
        ItemsTable t;
        const QModelIndex cell = t.model.index(0, Other);
        QStyleOptionViewItem option;
        option.widget = &t.table;
        OpenDelegate().initStyleOption(&option, cell);
        QVERIFY(option.text.isEmpty());
        put(t.store, {rowOf(1, "web-086", ItemState::Failed, 3)});
        t.model.refreshNow();
        OpenDelegate().initStyleOption(&option, t.model.index(t.model.rowOfItem(1, 1), Other));
        QVERIFY(option.text.endsWith(QChar(0xa0)));
    }

    // The pointer leaves the rows for the menu over them.
    void rowsStayWhileAMenuIsOpen()
    {
        ItemsTable t;
        QSignalSpy still(&t.table, &Table::stillWanted);
        QTest::mouseMove(t.table.viewport(), QPoint(20, 20));
        QTRY_COMPARE(still.size(), 1);
        t.table.setMenuOpen(true);
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(t.table.viewport(), &leave);
        QCOMPARE(still.size(), 1);
        QVERIFY(t.table.isStill());
        t.table.setMenuOpen(false);
        QCOMPARE(still.size(), 2);
        QVERIFY(!still.last().first().toBool());
    }

    void eventsStayUnderThePointer()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        auto *table = rig.find<Table>("eventsTable");
        table->setMenuOpen(true);
        rig.feed.addEvent(rig.photos, {1, {}, EventRecord::Kind::Failed, "item-0", "late", 0});
        const int before = rig.feed.pulls();
        QTRY_VERIFY(rig.feed.pulls() > before + 4);
        QCOMPARE(table->model()->rowCount(), 0);
        table->setMenuOpen(false);
        QTRY_COMPARE(table->model()->rowCount(), 1);
    }

    void aCutCellTellsItsWholeText()
    {
        ItemsTable t;
        const QModelIndex cell = t.model.index(0, int(ItemColumn::State));
        const auto tip = [&] {
            const QPoint place = t.table.visualRect(cell).center();
            QHelpEvent event(QEvent::ToolTip, place, t.table.viewport()->mapToGlobal(place));
            QApplication::sendEvent(t.table.viewport(), &event);
            return QToolTip::text();
        };
        QCOMPARE(tip(), QString());
        t.table.setColumnWidth(int(ItemColumn::State), 32);
        QCOMPARE(tip(), cell.data().toString());
        QToolTip::hideText();
    }

    void theLongColumnsOfTheOperatorLogShareItsRoom()
    {
        Rig rig;
        QVERIFY(QTest::qWaitForWindowExposed(rig.window.get()));
        auto *table = rig.find<Table>("operatorTable");
        for (const int width : {1600, 2560}) {
            table->resize(width, 200);
            QVERIFY(std::abs(table->columnWidth(OperatorLogModel::What)
                             - table->columnWidth(OperatorLogModel::Outcome))
                    <= 1);
            QVERIFY(table->columnWidth(OperatorLogModel::Outcome) > 400);
        }
    }

    void everyTableOfTheWindowFillsItsRoom()
    {
        Rig rig;
        QVERIFY(QTest::qWaitForWindowExposed(rig.window.get()));
        rig.window->resize(3600, 1000);
        for (int tab = int(Tabs::Tab::Items); tab < Tabs::TabCount; ++tab) {
            rig.tabs->setCurrentIndex(tab);
            QCoreApplication::processEvents();
            const Table &table = *rig.tabs->currentTable();
            QCOMPARE(table.horizontalHeader()->length(), table.viewport()->width());
        }
        for (const char *name : {"eventsTable", "operatorTable"}) {
            auto *table = rig.find<Table>(name);
            table->resize(3600, 200);
            QCOMPARE(table->horizontalHeader()->length(), table->viewport()->width());
        }
    }

    void theOperatorsWidthStaysAlsoOverARestart()
    {
        ItemsTable before;
        before.table.setColumnWidth(Filling, 300);
        before.setWidth(1600);
        QCOMPARE(before.table.columnWidth(Filling), 300);
        ItemsTable after;
        after.table.restoreColumns(before.table.saveColumns());
        after.setWidth(2000);
        QCOMPARE(after.table.columnWidth(Filling), 300);
        after.table.resetColumns();
        QCOMPARE(after.room(), 0);
    }

    void aFillingColumnFillsAlsoAfterARestart()
    {
        ItemsTable before;
        before.table.setColumnWidth(Other, 120);
        ItemsTable after;
        after.setWidth(1600);
        after.table.restoreColumns(before.table.saveColumns());
        QCOMPARE(after.table.columnWidth(Other), 120);
        QCOMPARE(after.room(), 0);
        after.table.restoreColumns("no columns at all");
        QCOMPARE(after.table.columnWidth(Other), widthAtFirst(ItemColumn::Attempts));
        QCOMPARE(after.room(), 0);
    }

    void otherColumnsTakeTheirRoomFromTheFillingOne()
    {
        ItemsTable t;
        const int width = t.table.columnWidth(Filling);
        t.table.setColumnWidth(Other, t.table.columnWidth(Other) + 100);
        QCOMPARE(t.table.columnWidth(Filling), width - 100);
        t.table.setColumnHidden(Other, true);
        QCOMPARE(t.room(), 0);
        t.table.setColumnHidden(Filling, true);
        t.setWidth(2000);
        t.table.setColumnHidden(Filling, false);
        QCOMPARE(t.room(), 0);
    }

    void selectedRowsKeepTheColourOfTheirText_data()
    {
        QTest::addColumn<int>("choice");
        QTest::newRow("light") << int(Theme::Choice::Light);
        QTest::newRow("dark") << int(Theme::Choice::Dark);
    }
    void selectedRowsKeepTheColourOfTheirText()
    {
        QFETCH(int, choice);
        Theme::apply(static_cast<Theme::Choice>(choice));
        const Theme &theme = Theme::current();
        ItemsTable t;
        const OpenDelegate delegate;
        for (int row = 0; row < t.model.rowCount(); ++row) {
            const QModelIndex index = t.model.index(row, int(ItemColumn::State));
            QStyleOptionViewItem option;
            option.palette = t.table.palette();
            delegate.initStyleOption(&option, index);
            const QColor color = theme.colorOf(severityOf(t.model.refAt(row).state));
            for (const auto group : {QPalette::Active, QPalette::Inactive}) {
                const QColor text = option.palette.color(group, QPalette::HighlightedText);
                QCOMPARE(text, color);
                QVERIFY(contrast(text, option.palette.color(group, QPalette::Highlight)) >= 4.5);
            }
            t.table.selectRow(row);
            const QImage picture = t.table.viewport()->grab().toImage();
            const QRect cell = t.table.visualRect(index);
            const QColor behind = picture.pixelColor(cell.right() - 4, cell.center().y());
            QCOMPARE(behind, theme.selection); // also where the focus is
            int ink = 0;                       // strokes that are thick enough for their colour
            for (int x = cell.left(); x < cell.right(); ++x)
                for (int y = cell.top(); y < cell.bottom(); ++y)
                    ink += contrast(picture.pixelColor(x, y), behind) >= 4 ? 1 : 0;
            QVERIFY2(ink > 8, qPrintable(nameOf(t.model.refAt(row).state)));
        }
    }
};

QONTROLLER_WINDOW_TEST(TablesTest)
#include "tst_tables.moc"
