// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/kit/generations.h"
#include "kitrig.h"

using namespace qontroller;
using namespace qontroller::test;

/// How far a controller is behind what is asked of it.
class GenerationsTest : public QObject
{
    Q_OBJECT

private slots:
    void isPutIntoWords()
    {
        QCOMPARE(Generations::inWords({5, 5}), "generation 5 is observed");
        QCOMPARE(Generations::inWords({5, 3}),
                 "generation 5 is asked for, 3 is observed: behind by 2");
        QCOMPARE(Generations::inWords({5, std::nullopt}),
                 "generation 5 is asked for, none is observed yet");
    }

    void onlyASuccessObserves()
    {
        KitRig rig;
        rig.putSilently("a", {"red", "hall", 3}, 1);
        const auto cache = rig.openAndList();
        const auto generations = makeGenerations<Thing>(cache, &Thing::generation);
        rig.onAdd = [](const Thing &thing, const Attempt &) {
            return thing.color == "red" ? Outcome::Done() : Outcome::Park("only red will do");
        };
        rig.add(cache, Generations::guard(generations, rig.reconciler(cache)));
        QVERIFY(rig.logs("+a=red"));
        QVERIFY(rig.settles());
        QCOMPARE(generations->behind("a")->by(), std::uint64_t(0));
        rig.put("a", {"blue", "hall", 5}, 2);
        QVERIFY(rig.logs("+a=red +a=blue"));
        QVERIFY(eventually([&] { return rig.row("a").state == ItemState::Parked; }));
        QCOMPARE(Generations::inWords(*generations->behind("a")),
                 "generation 5 is asked for, 3 is observed: behind by 2");
        QVERIFY(!generations->behind("b"));
        rig.end();
    }

    void theOperatorReadsItInTheDescription()
    {
        KitRig rig;
        rig.putSilently("a", {"red", "hall", 3}, 1);
        const auto cache = rig.openAndList();
        const auto generations = makeGenerations<Thing>(cache, &Thing::generation);
        const auto describer =
            Generations::describe(generations,
                                  makeDescriber([](auto &&...) { return std::string("red"); },
                                                [](auto &&...) { return std::string("blue"); }));
        QCOMPARE(describer->desired("a", {}), "generation 3 is observed\nred");
        QCOMPARE(describer->actual("a", {}),
                 "generation 3 is asked for, none is observed yet\nblue");
        QCOMPARE(describer->actual("b", {}), "blue");
        QCOMPARE(Generations::describe(generations, nullptr)->desired("a", {}),
                 "generation 3 is observed\n");
    }
};

QTEST_APPLESS_MAIN(GenerationsTest)
#include "tst_generations.moc"
