// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"

#include "core/queue/itempool.h"

#include <malloc.h>
#include <vector>

using namespace qontroller;

class ItemPoolTest : public QObject
{
    Q_OBJECT

private slots:
    void anItemIsNewAlthoughItsMemoryIsNot()
    {
        ItemPool pool;
        for (std::size_t size = 0; size < 200; ++size) {
            Item *old = pool.create(std::string(size, 'a'));
            old->errors = 7;
            old->paused = true;
            old->needExtra().text = "remembered";
            pool.destroy(old);

            const std::string id(size, 'b');
            Item *item = pool.create(id);
            QCOMPARE(std::string(item->id()), id);
            QCOMPARE(item->errors, 0u);
            QVERIFY(!item->paused);
            QVERIFY(!item->extra);
            pool.destroy(item);
        }
    }

    void memoryIsUsedAgainForIdsOfAboutTheSameLength()
    {
        ItemPool pool;
        Item *item = pool.create("123456789");
        const void *memory = item;
        pool.destroy(item);
        Item *other = pool.create("abcdefghijklmnop");
        QCOMPARE(static_cast<const void *>(other), memory);
        Item *longer = pool.create("abcdefghijklmnopq");
        QVERIFY(longer != memory);
        pool.destroy(other);
        pool.destroy(longer);
    }

    void aBurstGivesItsMemoryBack()
    {
        constexpr std::size_t Many = 10'000;
        ItemPool pool;
        std::vector<Item *> items;
        items.reserve(Many);
        const std::size_t before = mallinfo2().uordblks;
        for (std::size_t i = 0; i < Many; ++i)
            items.push_back(pool.create("an id"));
        for (Item *item : items)
            pool.destroy(item);
        const std::size_t after = mallinfo2().uordblks;
        QVERIFY(after < before + 200 * Item::bytesFor(16));
    }
};

QTEST_APPLESS_MAIN(ItemPoolTest)
#include "tst_itempool.moc"
