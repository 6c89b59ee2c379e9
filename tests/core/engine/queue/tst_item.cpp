// SPDX-License-Identifier: LGPL-3.0-or-later
#include "items.h"
#include "printing.h"
#include "testprogram.h"

#include "core/engine/queue/item.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

class ItemTest : public QObject
{
    Q_OBJECT

private slots:
    void e6_reasonsAreMerged()
    {
        const auto item = makeItem("a");
        QCOMPARE(item->causes(), std::uint16_t(0));
        QCOMPARE(item->triggers(), 0u);
        item->addReason(Cause::Modified, TimePoint(1s));
        item->addReason(Cause::Modified, TimePoint(2s));
        item->addReason(Cause::Resync, TimePoint(3s));
        item->addReason(Cause::Modified, TimePoint(4s));
        item->addReason(Cause::Resync, TimePoint(5s));
        QCOMPARE(item->triggers(), 5u);
        QCOMPARE(item->causes(),
                 std::uint16_t(1U << int(Cause::Modified) | 1U << int(Cause::Resync)));
        QCOMPARE(item->reason.cause, Cause::Modified);
        QCOMPARE(item->reason.count, 3u);
        QVERIFY(item->reason.first == TimePoint(1s));
        QVERIFY(item->reason.last == TimePoint(4s));
        const Reason &other = item->extra->moreReasons.front();
        QCOMPARE(other.count, 2u);
        QVERIFY(other.first == TimePoint(3s) && other.last == TimePoint(5s));
    }

    void oneReasonCostsNoMemoryBeyondTheItem()
    {
        const auto item = makeItem("a");
        item->addReason(Cause::Listed, {});
        QVERIFY(!item->extra);
        QVERIFY(sizeof(Item) <= 152); // 260 bytes an object are promised: id, table, places
    }
};

QONTROLLER_TEST(ItemTest)
#include "tst_item.moc"
