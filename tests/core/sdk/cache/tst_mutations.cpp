// SPDX-License-Identifier: LGPL-3.0-or-later
#include "cacherig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;

namespace {

constexpr auto Sentence = "error: cache things: the object 'a' was changed by one of its users; "
                          "it is shared, so copy it first";

/// A cache that looks for objects that were changed, whatever the build is.
struct MutationRig : CacheRig
{
    MutationRig()
    {
        options.findsMutations = true;
        hash = [](const Thing &thing) { return hashOfBytes(thing.color + '/' + thing.room); };
        putSilently("a", {"red", "hall"}, 1);
        putSilently("b", {"red", "hall"}, 1);
    }
    /// What nobody may do.
    static void paint(const std::shared_ptr<SharedCache<Thing>> &cache)
    {
        const_cast<Thing &>(*cache->find("a").object).color = "gold"; // NOLINT: the crime
    }
};

} // namespace

/// Shared objects that one of their users changes.
class MutationsTest : public QObject
{
    Q_OBJECT

private slots:
    void aListFindsThemAndLoadsThemAgain()
    {
        MutationRig rig;
        const auto cache = rig.openAndList();
        Watching watching(*cache);
        QVERIFY(eventually([&] { return watching.told.has("ready"); }));
        MutationRig::paint(cache);
        QVERIFY(rig.relist());
        QVERIFY(eventually([&] { return watching.told.has(Sentence); }));
        QVERIFY(eventually([&] { return cache->find("a").object->color == "red"; }));
        QVERIFY(!watching.told.has("error: cache things: the object 'b'"));
    }

    void aChangeFindsThem()
    {
        MutationRig rig;
        const auto cache = rig.openAndList();
        Watching watching(*cache);
        QVERIFY(eventually([&] { return watching.told.has("ready"); }));
        MutationRig::paint(cache);
        rig.put("a", {"green", "hall"}, 2);
        QVERIFY(eventually([&] { return watching.told.has(Sentence); }));
    }

    void s1_aDeletionFindsThem()
    {
        MutationRig rig;
        const auto cache = rig.openAndList();
        Watching watching(*cache);
        QVERIFY(eventually([&] { return watching.told.has("ready"); }));
        MutationRig::paint(cache);
        rig.drop("a");
        QVERIFY(eventually([&] { return watching.told.has(Sentence); }));
    }

    void nothingIsSaidOfOthers()
    {
        MutationRig rig;
        const auto cache = rig.openAndList();
        Watching watching(*cache);
        QVERIFY(eventually([&] { return watching.told.has("ready"); }));
        QVERIFY(rig.relist());
        QVERIFY(rig.relist());
        QCOMPARE(watching.told.text(), "ready");
    }

    void whatIsNothingButItsBytesNeedsNoHash()
    {
        struct Plain
        {
            std::uint64_t number;
        };
        const CacheFunctions functions = erasedFunctions(CacheParts<Plain>());
        QVERIFY(bool(functions.hash));
        const auto one = std::make_shared<const Plain>(Plain{1});
        const auto two = std::make_shared<const Plain>(Plain{2});
        QVERIFY(functions.hash(one) != functions.hash(two));
        QVERIFY(!erasedFunctions(CacheParts<Thing>()).hash);
    }
};

QONTROLLER_TEST(MutationsTest)
#include "tst_mutations.moc"
