// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/kit/adoption.h"
#include "printing.h"
#include "testprogram.h"

using namespace qontroller;

namespace {

const OwnedObject Owner{"u1", "set", "web"};

OwnedObject candidate(std::vector<OwnerReference> owners = {}, Deletion deletion = Deletion::None)
{
    return {"p1", "process", "web-1", std::move(owners), deletion};
}

OwnerReference by(const std::string &uid, bool isController = true)
{
    return {uid, "set", "x", isController, true};
}

std::string refusal(const std::optional<OwnedObject> &live, const OwnedObject &of = candidate())
{
    Adoption adoption(Owner, [&] { return live; });
    return adoption.refusalOf(of);
}

} // namespace

class AdoptionTest : public QObject
{
    Q_OBJECT

private slots:
    void claimsAreDecidedByATable_data()
    {
        QTest::addColumn<int>("deletion"); // of the owner
        QTest::addColumn<QByteArray>("controller");
        QTest::addColumn<bool>("goes"); // the candidate
        QTest::addColumn<bool>("matches");
        QTest::addColumn<int>("claim");
        const int none = static_cast<int>(Deletion::None);
        const int gone = static_cast<int>(Deletion::Background);
        const auto row = [](const char *name, int deletion, const char *controller, bool goes,
                            bool matches, Claim claim) {
            QTest::newRow(name) << deletion << QByteArray(controller) << goes << matches
                                << static_cast<int>(claim);
        };
        row("free and matches", none, "", false, true, Claim::Adopt);
        row("free and does not match", none, "", false, false, Claim::None);
        row("free, matches, goes", none, "", true, true, Claim::None);
        row("free, owner goes", gone, "", false, true, Claim::None);
        row("another's", none, "u2", false, true, Claim::None);
        row("another's that does not match", none, "u2", false, false, Claim::None);
        row("own", none, "u1", false, true, Claim::Managed);
        row("own, goes", none, "u1", true, true, Claim::Managed);
        row("own that does not match", none, "u1", false, false, Claim::Release);
        row("own that does not match, owner goes", gone, "u1", false, false, Claim::Managed);
    }
    void claimsAreDecidedByATable()
    {
        QFETCH(int, deletion);
        QFETCH(QByteArray, controller);
        QFETCH(bool, goes);
        QFETCH(bool, matches);
        QFETCH(int, claim);
        OwnedObject owner = Owner;
        owner.deletion = static_cast<Deletion>(deletion);
        std::vector<OwnerReference> owners;
        if (!controller.isEmpty())
            owners.push_back(by(controller.toStdString()));
        const auto object = candidate(owners, goes ? Deletion::Background : Deletion::None);
        QCOMPARE(static_cast<int>(claimOf(owner, object, matches)), claim);
    }

    void anOwnerThatDoesNotControlIsNoObstacle()
    {
        QVERIFY(claimOf(Owner, candidate({by("u2", false)}), true) == Claim::Adopt);
    }

    void theOwnerIsReadLiveBeforeItAdopts()
    {
        QCOMPARE(refusal(Owner), "");
        QCOMPARE(refusal(std::nullopt), "'web' does not exist any more");
        OwnedObject other = Owner;
        other.uid = "u7";
        QCOMPARE(refusal(other), "'web' is another object of the same id by now");
        OwnedObject goes = Owner;
        goes.deletion = Deletion::Foreground;
        QCOMPARE(refusal(goes), "'web' is being deleted");
    }

    void theCandidateMustBeFreeAndStay()
    {
        QCOMPARE(refusal(Owner, candidate({by("u2")})), "'web-1' has another controlling owner");
        QCOMPARE(refusal(Owner, candidate({}, Deletion::Background)), "'web-1' is being deleted");
    }

    void theOwnerIsReadOnceForARun()
    {
        int reads = 0;
        Adoption adoption(Owner, [&]() -> std::optional<OwnedObject> {
            ++reads;
            return Owner;
        });
        QCOMPARE(adoption.refusalOf(candidate()), "");
        QCOMPARE(adoption.refusalOf(candidate()), "");
        QCOMPARE(reads, 1);
    }

    void whatOwnsTheOwnerIsNotAdopted()
    {
        OwnerGraph graph;
        OwnedObject owner = Owner;
        owner.owners = {by("p1")};
        QCOMPARE(graph.put(candidate()), "");
        QCOMPARE(graph.put(owner), "");
        Adoption adoption(owner, [&] { return std::optional(owner); });
        QCOMPARE(adoption.refusalOf(candidate(), &graph), "'web-1' and 'web' would own each other");
    }
};

QONTROLLER_TEST(AdoptionTest)
#include "tst_adoption.moc"
