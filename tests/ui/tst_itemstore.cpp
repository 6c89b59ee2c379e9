// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/items.h"
#include "support/warnings.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;

class ItemStoreTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void frozenStoreHoldsChangesBack()
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

    void whatWasGivenUpStaysSoUntilAnAttemptSucceeds()
    {
        ItemStore store;
        const auto severity = [&](ItemState state, std::uint32_t errors, bool isGivenUp = false) {
            ItemRow row = rowOf(1, "a", state, errors);
            row.givenUp = isGivenUp;
            put(store, {row});
            return severityOfFailing(store.tally());
        };
        QVERIFY(severity(ItemState::BackOff, 2) == ui::Severity::Degraded);
        QVERIFY(severity(ItemState::Failed, 3) == ui::Severity::Bad);
        for (const ItemState queuedAgain :
             {ItemState::Waiting, ItemState::Running, ItemState::BackOff, ItemState::InSync})
            QVERIFY(severity(queuedAgain, 1, true) == ui::Severity::Bad);
        QVERIFY(severity(ItemState::Paused, 1, true) == ui::Severity::Degraded); // a person knows
        QVERIFY(severity(ItemState::InSync, 0) == ui::Severity::Normal);
        QVERIFY(severity(ItemState::BackOff, 1) == ui::Severity::Degraded);
        QVERIFY(severity(ItemState::Failed, 3) == ui::Severity::Bad);
        put(store, {}, {1});
        QVERIFY(severityOfFailing(store.tally()) == ui::Severity::Normal);
    }
};

QONTROLLER_TEST(ItemStoreTest)
#include "tst_itemstore.moc"
