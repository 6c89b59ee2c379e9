// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/items.h"
#include "support/warnings.h"

using namespace qontroller;
using namespace qontroller::test;

class ItemStoreTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void keysOfTwoControllersDoNotMix();
    void frozenStoreHoldsChangesBack();
};

void ItemStoreTest::keysOfTwoControllersDoNotMix()
{
    ItemStore store;
    put(store, {rowOf(1, "a")}, {}, 1);
    put(store, {rowOf(1, "b")}, {}, 2);
    QCOMPARE(store.at(*store.find(1, 1)).row.id, std::string("a"));
    QCOMPARE(store.at(*store.find(2, 1)).row.id, std::string("b"));
}

void ItemStoreTest::frozenStoreHoldsChangesBack()
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

QTEST_APPLESS_MAIN(ItemStoreTest)
#include "tst_itemstore.moc"
