// SPDX-License-Identifier: LGPL-3.0-or-later
#include "cacherig.h"
#include "core/sdk/kit/predicates.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;

namespace {

Cached<Thing> thing(std::string color, std::uint64_t generation, Version version)
{
    return {std::make_shared<const Thing>(Thing{std::move(color), "hall", generation}), version};
}

} // namespace

class PredicatesTest : public QObject
{
    Q_OBJECT

private slots:
    void eachSaysWhatMatters_data()
    {
        QTest::addColumn<bool>("version");
        QTest::addColumn<bool>("generation");
        QTest::addColumn<bool>("color");
        QTest::addColumn<int>("change");
        QTest::newRow("comes") << true << true << true << 0;
        QTest::newRow("goes") << true << true << true << 1;
        QTest::newRow("is the same") << false << false << false << 2;
        QTest::newRow("has another version") << true << false << false << 3;
        QTest::newRow("has another generation") << true << true << false << 4;
        QTest::newRow("has another color") << true << false << true << 5;
        QTest::newRow("has no version") << true << false << false << 6;
    }
    void eachSaysWhatMatters()
    {
        QFETCH(bool, version);
        QFETCH(bool, generation);
        QFETCH(bool, color);
        QFETCH(int, change);
        const Cached<Thing> before = thing("red", 1, 1);
        const CacheChange<Thing> changes[] = {{"a", {}, before},
                                              {"a", before, {}},
                                              {"a", before, thing("red", 1, 1)},
                                              {"a", before, thing("red", 1, 2)},
                                              {"a", before, thing("red", 2, 2)},
                                              {"a", before, thing("blue", 1, 2)},
                                              {"a", thing("red", 1, 0), thing("red", 1, 0)}};
        const auto byGeneration = whenGenerationDiffers<Thing>(&Thing::generation);
        const auto byColor = whenFieldDiffers<Thing>([](const Thing &t) { return t.color; });
        QCOMPARE(whenVersionDiffers<Thing>()(changes[change]), version);
        QCOMPARE(byGeneration(changes[change]), generation);
        QCOMPARE(byColor(changes[change]), color);
        QCOMPARE((anyOf<Thing>(byGeneration, byColor)(changes[change])), generation || color);
        QCOMPARE((allOf<Thing>(byGeneration, byColor)(changes[change])), generation && color);
    }
};

QONTROLLER_TEST(PredicatesTest)
#include "tst_predicates.moc"
