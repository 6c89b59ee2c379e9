// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"

#include "core/queue/changelog.h"

#include <random>
#include <set>

using namespace qontroller;

namespace {

Item::Pointer itemWithKey(ItemKey key)
{
    auto item = Item::create(std::to_string(key));
    item->key = key;
    return item;
}

} // namespace

class ChangeLogTest : public QObject
{
    Q_OBJECT

private slots:
    void costsNothingWhileNobodyLooks()
    {
        ChangeLog log;
        const auto item = itemWithKey(1);
        log.mark(*item);
        QCOMPARE(log.pending(), 0u);
        QVERIFY(!log.take());
        log.forget(*item);
        QVERIFY(log.takeRemoved().empty());
    }

    void manyChangesCostOneRow()
    {
        ChangeLog log;
        log.attach();
        const auto item = itemWithKey(1);
        for (int i = 0; i < 1000; ++i)
            log.mark(*item);
        QCOMPARE(log.pending(), 1u);
        QCOMPARE(log.take(), item.get());
        QVERIFY(!log.take());
        log.mark(*item);
        QCOMPARE(log.take(), item.get());
    }

    void onlyShownItemsAreReportedAsRemoved()
    {
        ChangeLog log;
        log.attach();
        const auto shown = itemWithKey(1);
        const auto unseen = itemWithKey(2);
        log.mark(*shown);
        QCOMPARE(log.take(), shown.get());
        log.mark(*shown);
        log.mark(*unseen);
        log.forget(*shown);
        log.forget(*unseen);
        QCOMPARE(log.pending(), 0u);
        QCOMPARE(log.takeRemoved(), std::vector<ItemKey>{1});
        QVERIFY(log.takeRemoved().empty());
    }

    void detachForgetsEverything()
    {
        ChangeLog log;
        log.attach();
        const auto item = itemWithKey(1);
        log.mark(*item);
        log.detach();
        QVERIFY(!log.isAttached());
        QCOMPARE(log.pending(), 0u);
        QCOMPARE(item->changedIndex, Item::NotChanged);
        log.attach();
        log.mark(*item);
        QCOMPARE(log.pending(), 1u);
        log.forget(*item);
    }

    void nothingWaitsForEverWhileOthersChange()
    {
        ChangeLog log;
        log.attach();
        const auto quiet = itemWithKey(1);
        const auto busy = itemWithKey(2);
        const auto busier = itemWithKey(3);
        for (const auto *item : {&busy, &quiet, &busier})
            log.mark(**item);
        for (int i = 0; i < 5; ++i) {
            const Item *item = log.take();
            if (item == quiet.get())
                return;
            log.mark(*busy);
            log.mark(*busier);
        }
        QFAIL("never taken");
    }

    void noItemDanglesAfterItIsErased()
    {
        std::mt19937_64 random(4);
        ChangeLog log;
        log.attach();
        std::vector<Item::Pointer> items;
        std::set<const Item *> changed;
        ItemKey lastKey = 0;
        for (int step = 0; step < 50'000; ++step) {
            const auto dice = random() % 4;
            if (dice == 0 || items.empty()) {
                items.push_back(itemWithKey(++lastKey));
            } else if (dice == 1) {
                const std::size_t index = random() % items.size();
                changed.erase(items[index].get());
                log.forget(*items[index]);
                items.erase(items.begin() + static_cast<std::ptrdiff_t>(index));
            } else if (dice == 2) {
                Item &item = *items[random() % items.size()];
                log.mark(item);
                changed.insert(&item);
            } else if (const Item *item = log.take()) {
                QCOMPARE(changed.erase(item), 1u);
            }
            QCOMPARE(log.pending(), changed.size());
        }
        for (const auto &item : items)
            log.forget(*item);
    }
};

QTEST_APPLESS_MAIN(ChangeLogTest)
#include "tst_changelog.moc"
