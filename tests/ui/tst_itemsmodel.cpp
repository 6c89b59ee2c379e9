// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/warnings.h"

#include "ui/models/itemsmodel.h"
#include "ui/theme/resources.h"
#include "ui/views/table.h"
#include "ui/words/names.h"

#include <QtTest/QAbstractItemModelTester>
#include <QtWidgets/QScrollBar>

#include <random>

using namespace qontroller;
using namespace qontroller::ui;
using namespace std::chrono_literals;

namespace {

constexpr TimePoint Start{10h};

ItemRow rowOf(ItemKey key, const std::string &id, ItemState state = ItemState::InSync,
              std::uint32_t errors = 0)
{
    ItemRow row;
    row.key = key;
    row.id = id;
    row.state = state;
    row.errors = errors;
    row.since = Start - 1min;
    return row;
}

void put(ItemStore &store, std::vector<ItemRow> rows, std::vector<ItemKey> removed = {},
         ControllerId controller = 1)
{
    ControllerDelta delta;
    delta.id = controller;
    delta.changed = std::move(rows);
    delta.removed = std::move(removed);
    store.apply(delta);
    store.commit();
}

QStringList ids(const ItemsModel &model)
{
    QStringList list;
    for (int row = 0; row < model.rowCount(); ++row)
        list += model.index(row, int(ItemColumn::Id)).data().toString();
    return list;
}

/// Thousands of items and random changes to them, the same ones every time.
class Churn
{
public:
    explicit Churn(ItemStore &store, int items)
        : m_store(store)
    {
        std::vector<ItemRow> rows;
        for (int i = 0; i < items; ++i)
            rows.push_back(rowOf(ItemKey(i + 1), "item-" + std::to_string(i)));
        put(m_store, rows);
        for (int i = 0; i < items; ++i)
            m_keys.push_back(ItemKey(i + 1));
    }

    void tick(int changes)
    {
        std::vector<ItemRow> rows;
        for (int i = 0; i < changes; ++i) {
            const ItemKey key = m_keys[m_random() % m_keys.size()];
            rows.push_back(rowOf(key, "item-" + std::to_string(key - 1),
                                 stateAt(int(m_random() % ItemStateCount)),
                                 std::uint32_t(m_random() % 4)));
        }
        put(m_store, rows);
    }

private:
    static ItemState stateAt(int i) { return static_cast<ItemState>(i); }

    ItemStore &m_store;
    std::vector<ItemKey> m_keys;
    std::mt19937 m_random{7};
};

} // namespace

class ItemsModelTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources(QStringLiteral("en")); }
    void init() { test::failOnAnyWarning(); }
    void showsWhatTheStoreHolds();
    void sortsWorstFirst();
    void sortsByEveryColumn_data();
    void sortsByEveryColumn();
    void filters();
    void answersTheLastQuestionOnly();
    void removedItemLeavesItsPlaceToNobodyElse();
    void itemThatComesBackKeepsItsRow();
    void resetOfRowsKeepsWhatIsStillThere();
    void removedControllerTakesItsItemsAlong();
    void keysOfTwoControllersDoNotMix();
    void neverResets();
    void standsStillWhileAsked();
    void operatorsQuestionIsAnsweredAlsoWhileStill();
    void frozenStoreHoldsChangesBack();
    void hundredThousandItemsStayRight();
    void selectionAndScrollingStayOverHundredResorts();
    void showsAttemptsAgainstTheLimit();
    void textFromOutsideStaysOnOneLine();
    void tickOfThousandChanges();
};

void ItemsModelTest::showsWhatTheStoreHolds()
{
    ItemStore store;
    ItemsModel model(store);
    QAbstractItemModelTester tester(&model);
    QSignalSpy refreshed(&model, &ItemsModel::refreshed);
    put(store, {rowOf(1, "b"), rowOf(2, "a")});
    QTRY_COMPARE(refreshed.size(), 1);
    QCOMPARE(ids(model), QStringList({QStringLiteral("a"), QStringLiteral("b")}));
    QCOMPARE(model.index(0, int(ItemColumn::State)).data().toString(), QStringLiteral("In sync"));
    QVERIFY(
        !model.index(0, int(ItemColumn::State)).data(Qt::DecorationRole).value<QIcon>().isNull());
}

void ItemsModelTest::sortsWorstFirst()
{
    ItemStore store;
    ItemsModel model(store);
    put(store, {rowOf(1, "quiet"), rowOf(2, "failed", ItemState::Failed),
                rowOf(3, "stuck", ItemState::Stuck), rowOf(4, "running", ItemState::Running),
                rowOf(5, "parked", ItemState::Parked)});
    model.refreshNow();
    QCOMPARE(ids(model).join(QLatin1Char(' ')),
             QStringLiteral("stuck failed parked running quiet"));
}

void ItemsModelTest::sortsByEveryColumn_data()
{
    QTest::addColumn<int>("column");
    for (int i = 0; i < ItemColumnCount; ++i)
        QTest::addRow("%s", qPrintable(titleOf(static_cast<ItemColumn>(i)))) << i;
}

void ItemsModelTest::sortsByEveryColumn()
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
        const ItemContext context{{}, Start};
        for (int row = 1; row < model.rowCount(); ++row) {
            const SortKey above = sortKeyOf(store.at(model.handleAt(row - 1)),
                                            static_cast<ItemColumn>(column), context);
            const SortKey below = sortKeyOf(store.at(model.handleAt(row)),
                                            static_cast<ItemColumn>(column), context);
            QVERIFY(order == Qt::AscendingOrder ? !(below < above) : !(above < below));
        }
    }
}

void ItemsModelTest::filters()
{
    ItemStore store;
    ItemsModel model(store);
    model.setControllers({{1, {QStringLiteral("photos"), 5}}, {2, {QStringLiteral("mail"), 5}}});
    put(store, {rowOf(1, "a", ItemState::Failed), rowOf(2, "b")});
    put(store, {rowOf(1, "c", ItemState::Failed)}, {}, 2);
    model.setFilter(Filter::parse(QStringLiteral("state:failed controller:photos")).filter);
    model.refreshNow();
    QCOMPARE(ids(model), QStringList{QStringLiteral("a")});
    put(store, {rowOf(1, "a", ItemState::InSync), rowOf(2, "b", ItemState::Failed)});
    model.refreshNow();
    QCOMPARE(ids(model), QStringList{QStringLiteral("b")});
}

void ItemsModelTest::answersTheLastQuestionOnly()
{
    ItemStore store;
    ItemsModel model(store);
    Churn churn(store, 5000);
    model.setFilter(Filter::parse(QStringLiteral("item-1")).filter);
    model.setFilter(Filter::parse(QStringLiteral("item-4999")).filter);
    QTRY_COMPARE(model.rowCount(), 1);
    QCOMPARE(ids(model), QStringList{QStringLiteral("item-4999")});
}

void ItemsModelTest::removedItemLeavesItsPlaceToNobodyElse()
{
    ItemStore store;
    ItemsModel model(store);
    QAbstractItemModelTester tester(&model);
    put(store, {rowOf(1, "a"), rowOf(2, "b"), rowOf(3, "c")});
    model.refreshNow();
    put(store, {rowOf(4, "d")}, {2});
    QCOMPARE(ids(model).join(QString()),
             QStringLiteral("abc")); // still shown, greyed, until the refresh
    QVERIFY(!store.find(1, 2));
    QCOMPARE(store.liveCount(), 3u);
    model.refreshNow();
    QCOMPARE(ids(model).join(QString()), QStringLiteral("acd"));
    put(store, {rowOf(5, "e")});
    model.refreshNow();
    QCOMPARE(store.slotCount(), 4u); // e took b's place, once nobody showed it
}

void ItemsModelTest::itemThatComesBackKeepsItsRow()
{
    ItemStore store;
    ItemsModel model(store);
    put(store, {rowOf(1, "a"), rowOf(2, "b")});
    model.refreshNow();
    const QPersistentModelIndex b = model.index(1, 0);
    put(store, {}, {2});
    put(store, {rowOf(2, "b", ItemState::Running)});
    model.refreshNow();
    QVERIFY(b.isValid());
    QCOMPARE(b.row(), 0);
    QCOMPARE(store.liveCount(), 2u);
}

void ItemsModelTest::resetOfRowsKeepsWhatIsStillThere()
{
    ItemStore store;
    ItemsModel model(store);
    QAbstractItemModelTester tester(&model);
    put(store, {rowOf(1, "a"), rowOf(2, "b"), rowOf(3, "c")});
    model.refreshNow();
    const QPersistentModelIndex c = model.index(2, 0);
    ControllerDelta delta;
    delta.id = 1;
    delta.resetRows = true;
    delta.changed = {rowOf(1, "a"), rowOf(3, "c")};
    store.apply(delta);
    store.commit();
    model.refreshNow();
    QCOMPARE(ids(model).join(QString()), QStringLiteral("ac"));
    QCOMPARE(c.row(), 1);
}

void ItemsModelTest::removedControllerTakesItsItemsAlong()
{
    ItemStore store;
    ItemsModel model(store);
    QAbstractItemModelTester tester(&model);
    put(store, {rowOf(1, "a")}, {}, 1);
    put(store, {rowOf(1, "b")}, {}, 2);
    model.refreshNow();
    store.removeController(1);
    store.commit();
    model.refreshNow();
    QCOMPARE(ids(model), QStringList{QStringLiteral("b")});
}

void ItemsModelTest::keysOfTwoControllersDoNotMix()
{
    ItemStore store;
    put(store, {rowOf(1, "a")}, {}, 1);
    put(store, {rowOf(1, "b")}, {}, 2);
    QCOMPARE(store.at(*store.find(1, 1)).row.id, std::string("a"));
    QCOMPARE(store.at(*store.find(2, 1)).row.id, std::string("b"));
}

void ItemsModelTest::neverResets()
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

void ItemsModelTest::standsStillWhileAsked()
{
    ItemStore store;
    ItemsModel model(store);
    put(store, {rowOf(1, "a"), rowOf(2, "b")});
    model.refreshNow();
    model.setStill(true);
    put(store, {rowOf(2, "b", ItemState::Failed)});
    model.refreshNow();
    QCOMPARE(ids(model).join(QString()), QStringLiteral("ab"));
    model.setStill(false);
    QTRY_COMPARE(ids(model).join(QString()), QStringLiteral("ba"));
}

void ItemsModelTest::operatorsQuestionIsAnsweredAlsoWhileStill()
{
    ItemStore store;
    ItemsModel model(store);
    put(store, {rowOf(1, "a"), rowOf(2, "b")});
    model.refreshNow();
    model.setStill(true);
    model.setFilter(Filter::parse(QStringLiteral("id:b")).filter);
    QTRY_COMPARE(model.rowCount(), 1);
}

void ItemsModelTest::frozenStoreHoldsChangesBack()
{
    ItemStore store;
    put(store, {rowOf(1, "a"), rowOf(2, "b")});
    store.setFrozen(true);
    put(store, {rowOf(1, "a", ItemState::Failed), rowOf(3, "c")}, {2});
    put(store, {rowOf(3, "c", ItemState::Running)});
    QCOMPARE(store.heldBack(), 4u);
    QCOMPARE(store.liveCount(), 2u);
    QVERIFY(store.at(*store.find(1, 1)).row.state == ItemState::InSync);
    QSignalSpy changes(&store, &ItemStore::changed);
    store.setFrozen(false);
    QCOMPARE(changes.size(), 1);
    QVERIFY(store.at(*store.find(1, 1)).row.state == ItemState::Failed);
    QVERIFY(store.at(*store.find(1, 3)).row.state == ItemState::Running);
    QVERIFY(!store.find(1, 2));
}

void ItemsModelTest::hundredThousandItemsStayRight()
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

void ItemsModelTest::selectionAndScrollingStayOverHundredResorts()
{
    ItemStore store;
    ItemsModel model(store);
    Churn churn(store, 3000);
    model.refreshNow();
    Table table(QStringLiteral("table"), QStringLiteral("Items"));
    QList<Table::ColumnDefault> columns;
    for (int i = 0; i < ItemColumnCount; ++i)
        columns += {80, true};
    table.setRows(&model, columns, int(ItemColumn::State), Qt::AscendingOrder);
    table.resize(800, 400);
    table.show();
    table.selectRow(1500);
    table.scrollTo(model.index(1500, 0), QAbstractItemView::PositionAtCenter);
    const std::string id = model.refAt(1500).id;
    const int y = table.visualRect(table.currentIndex()).top();
    for (int i = 0; i < 100; ++i) {
        churn.tick(200);
        model.refreshNow();
        QCOMPARE(table.selectedRowNumbers().size(), 1);
        QCOMPARE(model.refAt(table.selectedRowNumbers().first()).id, id);
        QCOMPARE(model.refAt(table.currentIndex().row()).id, id);
        const int last = table.verticalScrollBar()->maximum();
        const bool atEnd = table.verticalScrollBar()->value() == 0
                           || table.verticalScrollBar()->value() == last;
        if (!atEnd)
            QCOMPARE(table.visualRect(table.currentIndex()).top(), y);
    }
}

void ItemsModelTest::showsAttemptsAgainstTheLimit()
{
    ItemStore store;
    ItemsModel model(store);
    model.setControllers({{1, {QStringLiteral("photos"), 7}}});
    put(store, {rowOf(1, "a", ItemState::BackOff, 3)});
    model.refreshNow();
    QCOMPARE(model.index(0, int(ItemColumn::Attempts)).data().toString(), QStringLiteral("3/8"));
}

void ItemsModelTest::textFromOutsideStaysOnOneLine()
{
    ItemStore store;
    ItemsModel model(store);
    ItemRow row = rowOf(1, "a\nb\tc\xff");
    row.text = "one\ntwo";
    put(store, {row});
    model.refreshNow();
    QCOMPARE(model.index(0, int(ItemColumn::Id)).data().toString(), QStringLiteral("a b c\uFFFD"));
    QCOMPARE(model.index(0, int(ItemColumn::Reason)).data().toString(), QStringLiteral("one two"));
    QCOMPARE(model.refAt(0).id, std::string("a\nb\tc\xff")); // commands get the bytes as they are
}

void ItemsModelTest::tickOfThousandChanges()
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

QTEST_MAIN(ItemsModelTest)
#include "tst_itemsmodel.moc"
