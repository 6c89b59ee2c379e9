// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/kit/ownergraph.h"
#include "effort.h"
#include "printing.h"
#include "testprogram.h"

#include <algorithm>
#include <random>

using namespace qontroller;
using namespace qontroller::test;

namespace {

OwnedObject object(const std::string &uid, const std::vector<std::string> &owners = {},
                   Deletion deletion = Deletion::None)
{
    OwnedObject made{uid, "thing", "id-" + uid, {}, deletion};
    for (const std::string &owner : owners)
        made.owners.push_back({owner, "thing", "id-" + owner, false, true});
    return made;
}

std::string text(const OwnerStep &step)
{
    static constexpr const char *Names[] = {"keep", "look", "drop", "mark", "delete", "wait"};
    std::string text = Names[static_cast<std::size_t>(step.kind)];
    for (const std::string &uid : step.uids)
        text += " " + uid;
    return text;
}

/// The world that steps change, as a collector would, until nothing is left to do.
struct World
{
    /// What is wrong with it.
    std::string put(const OwnedObject &object)
    {
        objects[object.uid] = object;
        return graph.put(object);
    }
    /// Carries out the steps of all objects, again and again, in an order that \a random chooses.
    void collect(std::minstd_rand &random)
    {
        for (bool isChanged = true; isChanged;) {
            isChanged = false;
            auto uids = graph.uids();
            std::ranges::shuffle(uids, random);
            for (const std::string &uid : uids)
                isChanged |= carryOut(uid, graph.next(uid));
        }
    }
    bool carryOut(const std::string &uid, const OwnerStep &step)
    {
        using Kind = OwnerStep::Kind;
        switch (step.kind) {
        case Kind::Keep:
        case Kind::Wait: return false;
        case Kind::Look:
            for (const std::string &owner : step.uids)
                graph.sayGone(owner);
            return true;
        case Kind::DropOwners:
            std::erase_if(objects[uid].owners, [&](const OwnerReference &owner) {
                return std::ranges::count(step.uids, owner.uid) > 0;
            });
            break;
        case Kind::Mark: objects[uid].deletion = Deletion::Foreground; break;
        case Kind::Delete:
            log += (log.empty() ? "" : " ") + uid;
            objects.erase(uid);
            graph.erase(uid);
            return true;
        }
        static_cast<void>(graph.put(objects[uid]));
        return true;
    }
    [[nodiscard]] std::string left() const
    {
        std::string uids;
        for (const auto &[uid, object] : objects)
            uids += uid;
        return uids;
    }

    OwnerGraph graph;
    std::map<std::string, OwnedObject> objects;
    std::string log; ///< what was deleted, in its order
};

} // namespace

/// Who owns whom, and what follows when an owner goes.
class OwnerGraphTest : public QObject
{
    Q_OBJECT

private slots:
    void s12_theNextStepFollowsFromTheOwners_data()
    {
        QTest::addColumn<QByteArray>("owners"); // of x, one letter each
        QTest::addColumn<QByteArray>("step");
        // a, b live · g is gone · u is not known · f goes in the foreground · o orphans
        const auto row = [](const char *owners, const char *step) {
            QTest::newRow(*owners ? owners : "none") << QByteArray(owners) << QByteArray(step);
        };
        row("", "keep");
        row("a", "keep");
        row("ab", "keep");
        row("g", "delete");
        row("u", "look u");
        row("gu", "look u");
        row("au", "look u");
        row("ag", "drop g");
        row("f", "delete");
        row("af", "drop f");
        row("fg", "delete");
        row("o", "drop o");
        row("ao", "drop o");
        row("go", "drop g o");
    }
    void s12_theNextStepFollowsFromTheOwners()
    {
        QFETCH(QByteArray, owners);
        QFETCH(QByteArray, step);
        OwnerGraph graph;
        std::vector<std::string> names;
        for (const char owner : owners)
            names.emplace_back(1, owner);
        for (const char *uid : {"a", "b"})
            QCOMPARE(graph.put(object(uid)), "");
        QCOMPARE(graph.put(object("f", {}, Deletion::Foreground)), "");
        QCOMPARE(graph.put(object("o", {}, Deletion::Orphan)), "");
        QCOMPARE(graph.put(object("x", names)), "");
        graph.sayGone("g");
        QCOMPARE(text(graph.next("x")), step.toStdString());
    }

    void inTheBackgroundTheOwnerGoesFirst()
    {
        World world;
        std::minstd_rand random(1);
        world.put(object("a", {}, Deletion::Background));
        world.put(object("b", {"a"}));
        world.put(object("c", {"b"}));
        world.collect(random);
        QCOMPARE(world.left(), "");
        QCOMPARE(world.log, "a b c");
    }

    void inTheForegroundTheOwnerGoesLast()
    {
        World world;
        std::minstd_rand random(1);
        world.put(object("a", {}, Deletion::Foreground));
        world.put(object("b", {"a"}));
        world.put(object("c", {"b"}));
        QCOMPARE(text(world.graph.next("a")), "wait b");
        QCOMPARE(text(world.graph.next("b")), "mark");
        world.collect(random);
        QCOMPARE(world.log, "c b a");
    }

    void anOwnerWaitsOnlyForWhatHoldsItUp()
    {
        OwnerGraph graph;
        OwnedObject dependent = object("b", {"a"});
        dependent.owners[0].holdsOwnerUp = false;
        QCOMPARE(graph.put(object("a", {}, Deletion::Foreground)), "");
        QCOMPARE(graph.put(dependent), "");
        QCOMPARE(text(graph.next("a")), "delete");
    }

    void orphansStay()
    {
        World world;
        std::minstd_rand random(1);
        world.put(object("a", {}, Deletion::Orphan));
        world.put(object("b", {"a"}));
        QCOMPARE(text(world.graph.next("a")), "wait b");
        world.collect(random);
        QCOMPARE(world.left(), "b");
        QVERIFY(world.objects["b"].owners.empty());
    }

    void s12_anotherObjectOfTheSameIdIsAnotherOwner()
    {
        World world;
        std::minstd_rand random(1);
        world.put(object("x", {"a"}));
        OwnedObject anew = object("a2");
        anew.id = "id-a"; // as the owner was called
        world.put(anew);
        world.collect(random);
        QCOMPARE(world.left(), "a2");
    }

    void anOwnerThatIsNotKnownIsNotGone()
    {
        OwnerGraph graph;
        QCOMPARE(graph.put(object("x", {"a"})), "");
        QCOMPARE(text(graph.next("x")), "look a");
        QCOMPARE(graph.put(object("a")), ""); // its source comes later
        QCOMPARE(text(graph.next("x")), "keep");
    }

    void cyclesAreSaidAndKeepEachOther()
    {
        OwnerGraph graph;
        QCOMPARE(graph.put(object("a", {"b"})), "");
        QCOMPARE(graph.put(object("b", {"c"})), "");
        QVERIFY(!graph.mayOwn("a", "c"));
        QVERIFY(graph.mayOwn("c", "a"));
        QCOMPARE(graph.put(object("c", {"a"})), "'id-c' and its owner 'id-a' own each other");
        for (const char *uid : {"a", "b", "c"})
            QCOMPARE(text(graph.next(uid)), "keep");
        QCOMPARE(graph.put(object("d", {"d"})), "'id-d' and its owner 'id-d' own each other");
        QCOMPARE(text(graph.next("d")), "keep");
        QCOMPARE(graph.put(object("c")), ""); // mended
        QCOMPARE(text(graph.next("b")), "keep");
    }

    void deletedMembersOfACycleGo_data()
    {
        QTest::addColumn<QByteArray>("deletions"); // of a, b, c, which own each other in a ring
        QTest::addColumn<QByteArray>("left");
        const auto row = [](const char *deletions, const char *left) {
            QTest::newRow(deletions) << QByteArray(deletions) << QByteArray(left);
        };
        // b in the background · f in the foreground · o orphans · - is not deleted
        row("b--", "");
        row("f--", "");
        row("ff-", "");
        row("fff", "");
        row("bfo", "");
        row("ooo", "");
        row("o--", "bc"); // c, which a owned, and what c owns stay
    }
    void deletedMembersOfACycleGo()
    {
        QFETCH(QByteArray, deletions);
        QFETCH(QByteArray, left);
        const std::string signs = "-bfo";
        for (int rotation = 0; rotation < 3; ++rotation) { // which of them comes first
            World world;
            std::minstd_rand random(static_cast<unsigned>(rotation + 1));
            for (int i = 0; i < 3; ++i) {
                const int at = (i + rotation) % 3;
                const auto name = [](int index) {
                    return std::string(1, static_cast<char>('a' + index % 3));
                };
                world.put(object(name(at), {name(at + 1)},
                                 static_cast<Deletion>(signs.find(deletions.at(at)))));
            }
            world.collect(random);
            QCOMPARE(world.left(), left.toStdString());
        }
    }

    void anObjectThatOwnsItselfCanBeDeleted()
    {
        for (const Deletion deletion :
             {Deletion::Background, Deletion::Foreground, Deletion::Orphan}) {
            World world;
            std::minstd_rand random(1);
            world.put(object("a", {"a"}, deletion));
            world.collect(random);
            QCOMPARE(world.left(), "");
        }
    }

    void whatIsRefusedCanBeDeleted()
    {
        OwnerGraph graph;
        OwnedObject twice = object("x", {"a", "b"}, Deletion::Foreground);
        twice.owners[0].isController = twice.owners[1].isController = true;
        QCOMPARE(graph.put(twice), "'id-x' has more than one controlling owner");
        QCOMPARE(text(graph.next("x")), "delete");
    }

    void s12_anObjectHasOneController()
    {
        OwnerGraph graph;
        OwnedObject twice = object("x", {"a", "b"});
        twice.owners[0].isController = twice.owners[1].isController = true;
        QCOMPARE(graph.put(twice), "'id-x' has more than one controlling owner");
        graph.sayGone("a");
        graph.sayGone("b");
        QCOMPARE(text(graph.next("x")), "keep");
    }

    void aChangeIsNewsForThoseAround()
    {
        OwnerGraph graph;
        QCOMPARE(graph.put(object("a")), "");
        QCOMPARE(graph.put(object("b", {"a"})), "");
        QCOMPARE(graph.put(object("c", {"b"})), "");
        QCOMPARE(graph.around("b"), (std::vector<std::string>{"a", "b", "c"}));
        graph.erase("b");
        QCOMPARE(graph.around("b"), (std::vector<std::string>{"b", "c"}));
    }

    /// Sources of different kinds tell in any order, and steps are taken in any order. Orphans
    /// depend on it: see OwnerGraph.
    void theOrderOfSourcesChangesNothing_data()
    {
        QTest::addColumn<bool>("hasCycles");
        QTest::newRow("without cycles") << false;
        QTest::newRow("with cycles") << true;
    }
    void theOrderOfSourcesChangesNothing()
    {
        QFETCH(bool, hasCycles);
        for (int seed = 1; seed <= effort(300); ++seed) {
            std::minstd_rand random(static_cast<unsigned>(seed));
            std::vector<OwnedObject> objects;
            for (int i = 0; i < 12; ++i) {
                std::vector<std::string> owners;
                const int last = hasCycles ? 12 : i; // of those before: no cycles
                for (int owner = 0; owner < last; ++owner) {
                    if (random() % (hasCycles ? 9 : 5) == 0)
                        owners.push_back(std::string(1, static_cast<char>('a' + owner)));
                }
                const bool goes = random() % 6 == 0;
                objects.push_back(
                    object(std::string(1, static_cast<char>('a' + i)), owners,
                           goes ? static_cast<Deletion>(1 + random() % 2) : Deletion::None));
            }
            std::optional<std::string> first;
            for (int order = 0; order < 4; ++order) {
                std::ranges::shuffle(objects, random);
                World world;
                for (const OwnedObject &object : objects)
                    world.put(object);
                world.collect(random);
                if (!first)
                    first = world.left();
                QCOMPARE(world.left(), *first);
            }
        }
    }
};

QONTROLLER_TEST(OwnerGraphTest)
#include "tst_ownergraph.moc"
