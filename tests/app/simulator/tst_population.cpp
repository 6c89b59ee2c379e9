// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "app/plugins/simulator/fate.h"
#include "app/plugins/simulator/population.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <set>

using namespace qontroller;
using namespace qontroller::simulator;

namespace {

SimulatorOptions world(std::uint32_t objects, double deletions = 0.1)
{
    SimulatorOptions options;
    options.objects = objects;
    options.deletions = deletions;
    return options;
}

std::ptrdiff_t living(const Population &population)
{
    return std::ranges::count_if(population.versions(), [](Version each) { return each != 0; });
}

} // namespace

class PopulationTest final : public QObject
{
    Q_OBJECT

private slots:
    void changesInTheSameOrderForTheSameSeed()
    {
        Population one(world(1000));
        Population two(world(1000));
        SimulatorOptions options = world(1000);
        options.seed = 2;
        Population other(options);
        int different = 0;
        for (int i = 0; i < 10'000; ++i) {
            const Population::Change change = one.change().value();
            const Population::Change same = two.change().value();
            QVERIFY(change.object == same.object && change.type == same.type);
            QCOMPARE(change.version, same.version);
            different += other.change()->object == change.object ? 0 : 1;
        }
        QVERIFY(one.versions() == two.versions());
        QVERIFY(different > 9000);
    }

    void saysWhatBecameOfEachObject()
    {
        Population population(world(100, 0.3));
        std::vector<Version> followed = population.versions();
        std::set<Version> versions{1};
        std::set<EventType> types;
        for (int i = 0; i < 10'000; ++i) {
            const Population::Change change = population.change().value();
            QVERIFY(versions.insert(change.version).second);
            QCOMPARE(followed[change.object] == 0, change.type == EventType::Added);
            followed[change.object] = change.type == EventType::Deleted ? 0 : change.version;
            types.insert(change.type);
        }
        QVERIFY(followed == population.versions());
        QCOMPARE(types.size(), std::size_t{3});
    }

    void keepsItsSize()
    {
        Population population(world(1000, 0.5));
        for (int i = 0; i < 100'000; ++i) {
            static_cast<void>(population.change());
            QVERIFY(living(population) > 0 && living(population) <= 1126);
            i += 99;
        }
    }

    void onlyModifiesWithoutDeletions()
    {
        Population population(world(10, 0));
        for (int i = 0; i < 1000; ++i)
            QVERIFY(population.change()->type == EventType::Modified);
        QCOMPARE(population.size(), 10U);
    }

    void standsStillAfterItsChanges()
    {
        SimulatorOptions options = world(10);
        options.changes = 3;
        Population population(options);
        for (int i = 0; i < 3; ++i)
            QVERIFY(population.change());
        const std::vector<Version> before = population.versions();
        QVERIFY(!population.change());
        QVERIFY(before == population.versions());
    }

    void isStillWithoutObjects()
    {
        Population population(world(0));
        QCOMPARE(population.size(), 0U);
        QVERIFY(!population.change());
    }

    void livesOnWithOneObject()
    {
        Population population(world(1, 0.5));
        for (int i = 0; i < 1000; ++i)
            QVERIFY(population.change());
    }

    void neverChangesWhatVanishes()
    {
        SimulatorOptions options = world(1000, 0.4);
        options.shares.vanishing = 0.5;
        Population population(options);
        QCOMPARE(living(population), 1000);
        for (int i = 0; i < 10'000; ++i)
            QVERIFY(temperOf(options, population.change()->object) != Temper::Vanishing);
        population.vanish();
        for (std::uint32_t object = 0; object < population.size(); ++object) {
            if (temperOf(options, object) == Temper::Vanishing)
                QCOMPARE(population.version(object), Version{0});
        }
        QVERIFY(living(population) > 0);
    }
};

QONTROLLER_GUILESS_TEST(PopulationTest)
#include "tst_population.moc"
