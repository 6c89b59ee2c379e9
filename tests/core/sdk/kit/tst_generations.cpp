// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/kit/generations.h"
#include "kitrig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;

/// How far the objects of a cache are behind what is asked of them.
class GenerationsTest : public QObject
{
    Q_OBJECT

private slots:
    void onlyASuccessObserves()
    {
        KitRig rig;
        rig.putSilently("a", {"red", "hall", 3}, 1);
        const auto cache = rig.openAndList();
        rig.onAdd = [](const Thing &thing, const Attempt &) {
            return thing.color == "red" ? Outcome::done() : Outcome::park("only red will do");
        };
        rig.add(cache, rig.reconciler(withGenerations<Thing>(cache, &Thing::generation)));
        QVERIFY(rig.logs("+a=red"));
        QVERIFY(rig.settles());
        QCOMPARE(rig.row("a").observedGeneration, std::uint64_t(3));
        QCOMPARE(behind(rig.row("a")), std::uint64_t(0));
        rig.put("a", {"blue", "hall", 5}, 2);
        QVERIFY(rig.logs("+a=red +a=blue"));
        QVERIFY(eventually([&] { return rig.row("a").state == ItemState::Parked; }));
        QCOMPARE(behind(rig.row("a")), std::uint64_t(2));
        rig.put("a", {"red", "hall", 6}, 3);
        QVERIFY(eventually([&] { return rig.row("a").observedGeneration == 6; }));
        rig.end();
    }
};

QONTROLLER_TEST(GenerationsTest)
#include "tst_generations.moc"
