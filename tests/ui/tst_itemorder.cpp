// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/items.h"
#include "support/warnings.h"
#include "support/windowtest.h"

#include "core/engine/filter/filterparser.h"
#include "ui/theme/resources.h"
#include "ui/views/table.h"
#include "ui/words/names.h"

#include <QtTest/QAbstractItemModelTester>
#include <QtWidgets/QScrollBar>

using namespace qontroller;
using namespace qontroller::test;

class ItemOrderTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void sortsWorstFirst()
    {
        ItemStore store;
        ItemsModel model(store);
        put(store, {rowOf(1, "quiet"), rowOf(2, "failed", ItemState::Failed),
                    rowOf(3, "stuck", ItemState::Stuck), rowOf(4, "running", ItemState::Running),
                    rowOf(5, "parked", ItemState::Parked)});
        model.refreshNow();
        QCOMPARE(ids(model).join(QLatin1Char(' ')), "stuck failed parked running quiet");
    }

    void numbersInIdsAreInTheirOrder()
    {
        ItemStore store;
        ItemsModel model(store);
        put(store,
            {rowOf(1, "item-10"), rowOf(2, "item-9"), rowOf(3, "item-100"), rowOf(4, "item-1")});
        for (const ItemColumn column : {ItemColumn::State, ItemColumn::Id}) {
            model.sort(int(column));
            model.refreshNow();
            QCOMPARE(ids(model).join(QLatin1Char(' ')), "item-1 item-9 item-10 item-100");
        }
    }

    void sortsByEveryColumn_data()
    {
        QTest::addColumn<int>("column");
        for (int i = 0; i < ItemColumnCount; ++i)
            QTest::addRow("%s", qPrintable(titleOf(static_cast<ItemColumn>(i)))) << i;
    }
    void sortsByEveryColumn()
    {
        QFETCH(int, column);
        ItemStore store;
        ItemsModel model(store);
        model.setNow(Start);
        QAbstractItemModelTester tester(&model);
        Churn churn(store, 200);
        churn.tick(300);
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            model.sort(column, order);
            model.refreshNow();
            for (int row = 1; row < model.rowCount(); ++row) {
                const SortKey above = sortKeyOf(store.at(model.handleAt(row - 1)),
                                                static_cast<ItemColumn>(column), {});
                const SortKey below = sortKeyOf(store.at(model.handleAt(row)),
                                                static_cast<ItemColumn>(column), {});
                QVERIFY(order == Qt::AscendingOrder ? !(below < above) : !(above < below));
            }
        }
    }

    void standsStillWhileAsked()
    {
        ItemStore store;
        ItemsModel model(store);
        put(store, {rowOf(1, "a"), rowOf(2, "b")});
        model.refreshNow();
        model.setStill(true);
        put(store, {rowOf(2, "b", ItemState::Failed)});
        model.refreshNow();
        QCOMPARE(ids(model).join(QString()), "ab");
        model.setStill(false);
        QTRY_COMPARE(ids(model).join(QString()), "ba");
    }

    void operatorsQuestionIsAnsweredAlsoWhileStill()
    {
        ItemStore store;
        ItemsModel model(store);
        put(store, {rowOf(1, "a"), rowOf(2, "b")});
        model.refreshNow();
        model.setStill(true);
        model.setFilter(parseFilter("id:b").value());
        QTRY_COMPARE(model.rowCount(), 1);
    }

    void neverResets()
    {
        ItemStore store;
        ItemsModel model(store);
        QAbstractItemModelTester tester(&model);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        Churn churn(store, 300);
        model.refreshNow();
        for (int i = 0; i < 30; ++i) {
            churn.tick(100);
            put(store, {rowOf(ItemKey(2000 + i), "new-" + std::to_string(i))}, {ItemKey(i + 1)});
            model.refreshNow();
        }
        QCOMPARE(std::size_t(model.rowCount()), store.liveCount());
        QCOMPARE(resets.size(), 0);
    }

    void hundredThousandItemsStayRight()
    {
        constexpr int Count = 100'000;
        ItemStore store;
        ItemsModel model(store);
        Churn churn(store, Count);
        for (int i = 0; i < 20; ++i)
            churn.tick(1000);
        model.refreshNow();
        QCOMPARE(model.rowCount(), Count);
        int rank = 0;
        int unsorted = 0; // counted, because a hundred thousand QVERIFYs take their time
        int twice = 0;
        int misplaced = 0;
        std::vector<bool> seen(Count);
        for (int row = 0; row < Count; ++row) {
            const Item &item = store.at(model.handleAt(row));
            unsorted += rankOf(item.row.state) < rank ? 1 : 0;
            rank = rankOf(item.row.state);
            twice += seen[item.row.key - 1] ? 1 : 0;
            seen[item.row.key - 1] = true;
            misplaced += model.rowOf(model.handleAt(row)) != row ? 1 : 0;
        }
        QCOMPARE(unsorted, 0);
        QCOMPARE(twice, 0);
        QCOMPARE(misplaced, 0);
    }

    void selectionAndScrollingStayOverHundredResorts()
    {
        ItemStore store;
        ItemsModel model(store);
        Churn churn(store, 3000);
        model.refreshNow();
        Table table(QStringLiteral("table"), QStringLiteral("Objects"));
        showItems(table, model);
        table.selectRow(1500);
        table.scrollTo(model.index(1500, 0), QAbstractItemView::PositionAtCenter);
        const std::string id = model.refAt(1500).id;
        const auto inSight = [&] {
            std::vector<std::string> ids;
            for (int y = 0; y < table.viewport()->height() - Table::RowHeight;
                 y += Table::RowHeight)
                ids.push_back(model.refAt(table.rowAt(y)).id);
            return ids;
        };
        for (int i = 0; i < 100; ++i) {
            const std::vector<std::string> before = inSight();
            churn.tick(200);
            model.refreshNow();
            QCOMPARE(table.selectedRowNumbers().size(), 1);
            QCOMPARE(model.refAt(table.selectedRowNumbers().first()).id, id);
            QCOMPARE(model.refAt(table.currentIndex().row()).id, id);
            const int last = table.verticalScrollBar()->maximum();
            const bool atEnd = table.verticalScrollBar()->value() == 0
                               || table.verticalScrollBar()->value() == last;
            const std::vector<std::string> after = inSight();
            int stayed = 0;
            for (std::size_t place = 0; place < after.size(); ++place)
                stayed += after[place] == before[place] ? 1 : 0;
            QVERIFY(atEnd || stayed > 0);
        }
    }

    void tickOfThousandChanges()
    {
        ItemStore store;
        ItemsModel model(store);
        Churn churn(store, 100'000);
        model.refreshNow();
        QBENCHMARK
        {
            churn.tick(1000);
        }
    }

    void sortOfHundredThousand_data()
    {
        QTest::addColumn<int>("column");
        QTest::newRow("state") << int(ItemColumn::State);
        QTest::newRow("id") << int(ItemColumn::Id);
        QTest::newRow("controller") << int(ItemColumn::Controller);
    }
    void sortOfHundredThousand()
    {
        QFETCH(int, column);
        ItemStore store;
        ItemsModel model(store);
        Churn churn(store, 100'000);
        churn.tick(30'000);
        model.sort(column);
        QBENCHMARK
        {
            model.refreshNow();
        }
    }
};

QONTROLLER_WINDOW_TEST(ItemOrderTest)
#include "tst_itemorder.moc"
