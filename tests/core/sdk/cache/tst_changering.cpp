// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/cache/changering.h"
#include "printing.h"
#include "testprogram.h"

using namespace qontroller;

namespace {

ChangeRing::Change change(const std::string &id)
{
    return std::make_shared<const CacheChange<void>>(CacheChange<void>{id, {}, {}});
}

std::string idsOf(const ChangeRing::Portion &portion)
{
    std::string ids = portion.hasMissed ? "missed " : "";
    for (const auto &change : portion.changes)
        ids += change->id;
    return ids;
}

} // namespace

class ChangeRingTest : public QObject
{
    Q_OBJECT

private slots:
    void eachReaderIsANumber()
    {
        ChangeRing ring(4);
        std::uint64_t early = ring.end();
        for (const char *id : {"a", "b"})
            QVERIFY(!ring.push(change(id)));
        std::uint64_t late = ring.end();
        QVERIFY(!ring.push(change("c")));
        QCOMPARE(idsOf(ring.read(early, 2)), "ab");
        QCOMPARE(idsOf(ring.read(early, 2)), "c");
        QCOMPARE(idsOf(ring.read(early, 2)), "");
        QCOMPARE(idsOf(ring.read(late, 2)), "c");
    }

    void s3_whoIsTooFarBehindIsToldSo()
    {
        ChangeRing ring(3);
        std::uint64_t position = ring.end();
        for (const char *id : {"a", "b", "c"})
            QVERIFY(!ring.push(change(id)));
        QCOMPARE(ring.push(change("d"))->id, "a");
        QCOMPARE(idsOf(ring.read(position, 9)), "missed bcd");
        QCOMPARE(idsOf(ring.read(position, 9)), "");
    }

    void aChangeKnowsItsType()
    {
        const Cached<void> object{std::make_shared<const int>(1), 1};
        QVERIFY((CacheChange<void>{"a", {}, object}.type()) == EventType::Added);
        QVERIFY((CacheChange<void>{"a", object, object}.type()) == EventType::Modified);
        QVERIFY((CacheChange<void>{"a", object, {}}.type()) == EventType::Deleted);
    }
};

QONTROLLER_TEST(ChangeRingTest)
#include "tst_changering.moc"
