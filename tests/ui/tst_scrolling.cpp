// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/items.h"
#include "support/warnings.h"
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "core/engine/filter/filterparser.h"

#include <QtWidgets/QScrollBar>

using namespace qontroller;
using namespace qontroller::test;

/// Whatever comes, goes and changes places: what an operator looks at stays.

namespace {

constexpr int Count = 200;

struct List
{
    List()
    {
        for (int i = 0; i < Count; ++i)
            set(i, ItemState::InSync);
        model.refreshNow();
        showItems(table, model);
        isReady = QTest::qWaitForWindowActive(&table)
                  && QTest::qWaitFor([this] { return fresh.size() >= 2; });
    }

    void set(int number, ItemState state)
    {
        put(store, {rowOf(ItemKey(number + 1), name(number), state)});
    }
    void remove(int number) { put(store, {}, {ItemKey(number + 1)}); }
    static std::string name(int number) { return "item-" + std::to_string(number); }
    int rowOfItem(int number) const { return model.rowOfItem(1, ItemKey(number + 1)); }

    void refresh()
    {
        model.refreshNow();
        QCoreApplication::processEvents();
    }
    int top() const { return table.verticalScrollBar()->value(); }
    void scrollTo(int top) const { table.verticalScrollBar()->setValue(top); }

    ItemStore store;
    ItemsModel model{store};
    QSignalSpy fresh{&model, &ItemsModel::refreshed};
    Table table{QStringLiteral("table"), QStringLiteral("Objects")};
    bool isReady = false;
};

} // namespace

class ScrollingTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void theListStaysWhenTheSelectedRowLeavesIt()
    {
        List list;
        QVERIFY(list.isReady);
        list.model.setFilter(parseFilter("state:in-sync").value());
        QTRY_COMPARE(list.fresh.size(), 3);
        list.table.selectRow(5);
        list.set(5, ItemState::Paused);
        list.refresh();
        QCOMPARE(list.model.rowCount(), Count - 1);
        QCOMPARE(list.top(), 0);
    }

    void theListStaysInItsMiddleWhenTheSelectedRowLeavesIt()
    {
        List list;
        QVERIFY(list.isReady);
        list.table.selectRow(5);
        list.scrollTo(100);
        list.remove(5);
        list.refresh();
        QCOMPARE(list.top(), 99); // the same rows as before
        list.table.selectRow(112);
        list.remove(113);
        list.refresh();
        QCOMPARE(list.top(), 99);
    }

    void theKeyboardGoesOnWhereTheRowWas()
    {
        List list;
        QVERIFY(list.isReady);
        list.table.selectRow(5);
        list.remove(5);
        list.refresh();
        QVERIFY(!list.table.currentIndex().isValid());
        QVERIFY(list.table.selectedRowNumbers().isEmpty());
        QTest::keyClick(&list.table, Qt::Key_Down);
        QCOMPARE(list.table.currentIndex().row(), 5);
        QCOMPARE(list.model.refAt(5).id, list.name(6));
        QCOMPARE(list.table.selectedRowNumbers(), QList<int>{5});
    }

    void aListAtItsTopStaysThere()
    {
        List list;
        QVERIFY(list.isReady);
        list.table.setCurrentIndex(list.model.index(3, 0));
        for (int i = 50; i < 60; ++i)
            list.set(i, ItemState::Failed);
        list.refresh();
        QCOMPARE(list.rowOfItem(3), 13);
        QCOMPARE(list.top(), 0);
        QCOMPARE(list.table.currentIndex().row(), 13);
        list.table.selectionModel()->setCurrentIndex(list.model.index(5, 0),
                                                     QItemSelectionModel::NoUpdate); // a frame only
        list.table.clearSelection();
        for (int i = 60; i < 90; ++i)
            list.set(i, ItemState::Failed);
        list.refresh();
        QCOMPARE(list.top(), 0);
    }

    void oneRowThatMovesTakesNothingWithIt()
    {
        List list;
        QVERIFY(list.isReady);
        list.scrollTo(100);
        list.table.selectRow(104);
        list.set(104, ItemState::Failed);
        list.refresh();
        QCOMPARE(list.rowOfItem(104), 0);
        QCOMPARE(list.top(), 101); // below the same rows
        list.set(int(list.store.at(list.model.handleAt(101)).row.key) - 1, ItemState::Failed);
        list.refresh();
        QCOMPARE(list.top(), 101); // the row at the top has gone, all others are where they were
    }

    void whatIsInSightStaysWhenRowsComeAbove()
    {
        List list;
        QVERIFY(list.isReady);
        list.scrollTo(50);
        list.table.selectRow(150);
        list.table.scrollTo(list.model.index(60, 0));
        for (int i = 180; i < 190; ++i)
            list.set(i, ItemState::Failed);
        const std::string before = list.model.refAt(list.top()).id;
        list.refresh();
        QCOMPARE(list.model.refAt(list.top()).id, before);
    }

    // At every resync some rows fail and go, others wait or run for a moment.
    void rowsThatChangePlacesDoNotMoveTheList()
    {
        List list;
        QVERIFY(list.isReady);
        for (int i = 0; i < 5; ++i)
            list.set(i, ItemState::Failed);
        for (int i = 10; i < 25; ++i)
            list.set(i, ItemState::Held);
        list.refresh();
        list.scrollTo(16); // the last rows that are held, and others below them
        const int held = list.rowOfItem(24) - list.top();
        for (int round = 0; round < 20; ++round) {
            for (int i = 0; i < 5; ++i)
                list.set(i, round % 2 ? ItemState::Failed : ItemState::Waiting);
            for (int i = 30; i < Count; ++i)
                list.set(i, (i * 7 + round * 13) % 5 == 0 ? ItemState::Running : ItemState::InSync);
            list.refresh();
            QCOMPARE(list.rowOfItem(24) - list.top(), held);
        }
    }

    void anObjectMadeAgainMovesNothing()
    {
        Rig rig;
        for (int i = 0; i < Count; ++i)
            rig.feed.setItem(rig.photos, "more-" + std::to_string(i), ItemState::InSync);
        QVERIFY(QTest::qWaitFor([&] { return rig.tabs->items().rowCount() == Count + 30; }));
        rig.items().selectRow(150);
        const ItemRef chosen = rig.tabs->items().refAt(150);
        rig.items().verticalScrollBar()->setValue(0);
        rig.feed.removeItem(rig.photos, chosen.key);
        QTRY_COMPARE(rig.tabs->items().rowCount(), Count + 29);
        QCOMPARE(rig.items().verticalScrollBar()->value(), 0);
        QVERIFY(!rig.items().currentIndex().isValid());
        rig.feed.setItem(rig.photos, chosen.id, ItemState::InSync);
        QTRY_COMPARE(rig.items().selectedCount(), 1);
        QCOMPARE(rig.items().verticalScrollBar()->value(), 0);
        QCOMPARE(rig.items().selectedRowNumbers(), QList<int>{rig.items().currentIndex().row()});
    }
};

QONTROLLER_WINDOW_TEST(ScrollingTest)
#include "tst_scrolling.moc"
