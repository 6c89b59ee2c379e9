// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/lifecycle.h"
#include "passrig.h"
#include "printing.h"
#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::consist;
using namespace qontroller::consist::test;

namespace {

/// All that an author has to write: no options, no defaults taken over.
class BareAdapter final : public ConsistAdapter<Address, Address>
{
public:
    using Items = ConsistItems<Address>;
    using List = std::vector<Address>;

    std::map<std::string, Address> there;

    std::string controllerName() const override { return "bare"; }
    Items expectedEmployers(const ConsistEmployer &) override { return List{}; }
    Items currentEmployers(const ConsistEmployer &) override { return List{}; }
    Applied createEmployers(const ConsistEmployer &, const List &l) override
    {
        return Applied::all(l);
    }
    Applied updateEmployers(const ConsistEmployer &, const List &l) override
    {
        return Applied::all(l);
    }
    Applied deleteEmployers(const ConsistEmployer &, const List &l) override
    {
        return Applied::all(l);
    }
    Items expectedEmployees(const ConsistEmployer &) override { return List{{"s1", 1}}; }
    Items currentEmployees(const ConsistEmployer &) override
    {
        List list;
        for (const auto &[id, item] : there)
            list.push_back(item);
        return list;
    }
    Applied createEmployees(const ConsistEmployer &, const List &list) override
    {
        return Applied::each(list, [this](const Address &item) { there[item.id] = item; });
    }
    Applied updateEmployees(const ConsistEmployer &employer, const List &list) override
    {
        return createEmployees(employer, list);
    }
    Applied deleteEmployees(const ConsistEmployer &, const List &list) override
    {
        return Applied::each(list, [this](const Address &item) { there.erase(item.id); });
    }
};

/// Selects what it is told, whatever it expects.
class SelectingAdapter final : public DemoAdapter
{
public:
    using DemoAdapter::DemoAdapter;
    std::vector<std::string> selected;

    std::optional<std::vector<std::string>> selectedEmployeeNames(const ConsistEmployer &) override
    {
        return selected;
    }
};

} // namespace

// What ResourceConsist gets wrong, and this does not.
class ConsistFaultsTest : public QObject
{
    Q_OBJECT

private slots:
    void anAdapterWithoutTheLifecycleOptionsWorks()
    {
        PassRig rig;
        auto bare = std::make_shared<BareAdapter>();
        rig.adapter = eraseAdapter(bare);
        QCOMPARE(rig.pass().outcome.kind(), Outcome::Kind::Done);
        QVERIFY(bare->there.contains("s1") && rig.isMarked("s1"));
        rig.closeGate("s1"); // it knows nothing of gates, and is drained all the same
        (void)rig.pass();
        QVERIFY(bare->there.empty());
        QVERIFY(rig.disk.marksOn(rig.key("s1")).empty());
        rig.openGate("s1");
        (void)rig.pass();
        QVERIFY(bare->there.contains("s1") && rig.isMarked("s1"));
    }

    void m11_aHardErrorKeepsTheSuccessesBeforeIt_data()
    {
        QTest::addColumn<bool>("thrown");
        QTest::newRow("returned") << false;
        QTest::newRow("thrown") << true;
    }
    void m11_aHardErrorKeepsTheSuccessesBeforeIt()
    {
        QFETCH(bool, thrown);
        PassRig rig;
        rig.addServers(1);
        (void)rig.pass();
        rig.web.servers = {{"s2", true}};
        (thrown ? rig.provider.throws : rig.provider.aborts)["delete servers"] = "away";
        const PassResult result = rig.pass();
        QCOMPARE(result.outcome.text(), std::string("sync employee failed: delete failed: away"));
        QVERIFY(rig.isMarked("s2"));
        QVERIFY(rig.isMarked("s1")); // held
    }

    void anErrorWhenAMarkIsWrittenIsAnErrorOfThePass_andMendedByTheNext()
    {
        PassRig rig;
        rig.addServers(1);
        rig.store.onCall = [&](const char *what) {
            if (std::string(what) == "change")
                rig.store.error = "no space left";
        };
        const PassResult result = rig.pass();
        QCOMPARE(result.outcome.kind(), Outcome::Kind::Retry);
        QCOMPARE(result.outcome.text(), std::string("the store of marks: no space left"));
        QVERIFY(!rig.disk.marksOn(rig.key("s1")).empty()); // claimed
        rig.store.onCall = {};
        rig.store.error.clear();
        QCOMPARE(rig.pass().outcome.kind(), Outcome::Kind::Done);
        QVERIFY(rig.isMarked("s1"));
    }

    void m2_noCallIsMadeWithoutItsClaim()
    {
        PassRig rig;
        rig.addServers(1);
        (void)rig.pass();
        rig.addServers(2);
        rig.store.error = "no space left";
        const PassResult result = rig.pass();
        QVERIFY(result.outcome.isError());
        QVERIFY(!rig.server("s2"));
    }

    void theRecordKnowsHeldEmployees_soTheirMarksDoNotLeak()
    {
        PassRig rig;
        rig.addServers(2);
        (void)rig.pass();
        rig.web.servers.clear();
        rig.provider.refused = {"s1:80"};
        (void)rig.pass();
        QCOMPARE(rig.book().record.protectedEmployees, std::vector<std::string>{"employee//s1"});
        rig.provider.refused.clear();
        (void)rig.pass();
        QVERIFY(rig.book().record.protectedEmployees.empty() && rig.book().marks.empty());
    }

    void aMarkIsKnownByTheIdsOfItsItems_whereTheProviderKnowsNoNames()
    {
        PassRig rig;
        rig.addServers(1);
        (void)rig.pass();
        rig.provider.servers["web"]["s1:80"].name = "s1:80"; // the id for want of a name
        rig.web.servers.clear();
        rig.provider.refused = {"s1:80"};
        (void)rig.pass();
        QVERIFY(rig.isMarked("s1"));
        rig.provider.refused.clear();
        (void)rig.pass();
        QVERIFY(rig.book().marks.empty());
    }

    void noMarkStaysOnWhatLeftTheSelection()
    {
        PassRig rig;
        const auto adapter = std::make_shared<SelectingAdapter>(rig.provider);
        rig.adapter = eraseAdapter(adapter);
        rig.addServers(2);
        adapter->selected = {"s1", "s2"};
        (void)rig.pass();
        adapter->selected = {"s2"}; // but it still expects both
        (void)rig.pass();
        QVERIFY(!rig.server("s1") && !rig.isExpected("s1"));
        QVERIFY(rig.disk.marksOn(rig.key("s1")).empty());
        QVERIFY(rig.isMarked("s2"));
    }

    void anEmptySelectionSelectsNothing()
    {
        PassRig rig;
        const auto adapter = std::make_shared<SelectingAdapter>(rig.provider);
        rig.adapter = eraseAdapter(adapter);
        rig.addServers(2);
        (void)rig.pass();
        QVERIFY(rig.provider.servers["web"].empty());
        QVERIFY(rig.book().expectedBy.empty() && rig.book().marks.empty());
    }

    void noMarkIsPutBeforeReadinessIsKnown()
    {
        PassRig rig;
        rig.web.servers["s1"] = false;
        rig.store.onCall = [&](const char *) { QVERIFY(rig.disk.marksOn(rig.key("s1")).empty()); };
        (void)rig.pass();
        QVERIFY(rig.server("s1") && !rig.server("s1")->on);
        QVERIFY(rig.disk.marksOn(rig.key("s1")).empty());
    }

    void m13_theResourceGoesAfterItsMembers()
    {
        PassRig rig;
        rig.addServers(1);
        (void)rig.pass();
        rig.isGoing = true;
        rig.provider.aborts["delete servers"] = "away";
        (void)rig.pass();
        QCOMPARE(rig.provider.calls, std::vector<std::string>{"delete servers s1:80"});
        QVERIFY(rig.address());
    }

    void takingTheOptInAwayTakesAllMarksAway()
    {
        PassRig rig;
        rig.addServers(2);
        (void)rig.pass();
        rig.closeGate("s1");
        rig.options.followLifecycle = false;
        (void)rig.pass();
        QVERIFY(rig.book().marks.empty() && rig.book().expectedBy.empty());
        QVERIFY(rig.book().record.protectedEmployees.empty());
        QVERIFY(rig.server("s1")->on); // gates mean nothing to it now
    }

    void noEmployeeIsNamedNothing()
    {
        PassRig rig;
        (void)rig.pass();
        QVERIFY(rig.book().record.protectedEmployees.empty()); // a list, not a text to be split
        const auto adapter = std::make_shared<SelectingAdapter>(rig.provider);
        rig.adapter = eraseAdapter(adapter);
        adapter->selected = {""};
        QCOMPARE(rig.pass().outcome.text(),
                 std::string("the adapter selects an employee without a name"));
        QVERIFY(rig.book().expectedBy.empty());
    }

    void aPassThatEndsAtAnyTransactionIsMadeUpForByTheNext_data()
    {
        QTest::addColumn<int>("end");
        for (int end = 0; end < 20; ++end)
            QTest::addRow("before transaction %d", end) << end;
    }
    void aPassThatEndsAtAnyTransactionIsMadeUpForByTheNext()
    {
        QFETCH(int, end);
        struct Killed
        {
        };
        PassRig rig;
        rig.addServers(3);
        rig.options.batching = ConsistOptions::Batching::Growing;
        int transactions = 0;
        rig.store.onCall = [&](const char *) {
            // What is on the wire is on disk, whenever it ends.
            for (const char *name : {"s1", "s2", "s3"}) {
                const auto server = rig.server(name);
                QVERIFY(!server || !server->on || !rig.disk.marksOn(rig.key(name)).empty());
            }
            if (transactions++ == end)
                throw Killed();
        };
        for (const bool isGoing : {false, true}) {
            rig.isGoing = isGoing;
            for (int passes = 0; passes < 3; ++passes) { // one of all six ends early
                try {
                    (void)rig.pass();
                } catch (const Killed &) {
                }
            }
            if (!isGoing)
                QVERIFY(rig.isMarked("s1") && rig.isMarked("s2") && rig.isMarked("s3"));
        }
        QVERIFY(!rig.disk.isThere("web"));
        QVERIFY(rig.provider.servers["web"].empty() && rig.provider.addresses["web"].empty());
    }

    void marksAreByKindNamespaceAndName_neverByAHash()
    {
        const EmployeeKey plain{"server", "s1"};
        QCOMPARE(plain.text(), std::string("server//s1"));
        const EmployeeKey other{"server", "blue/s1"};
        QCOMPARE(other.text(), std::string("server/blue/s1"));
        QVERIFY(!(plain == other) && !(plain == EmployeeKey("pod", "s1")));
        for (const char *name : {"/s1", "//s1", "/srv/s1", "s/1", "s1"})
            QCOMPARE(std::string(EmployeeKey("server", name).qualifiedName()), std::string(name));
        QVERIFY(!(EmployeeKey("server", "/s1") == EmployeeKey("server", "s1")));
        QCOMPARE(std::string(other.qualifiedName()), std::string("blue/s1"));
        QCOMPARE(std::string(plain.qualifiedName()), std::string("s1"));
        QCOMPARE(std::string(plain.kind()), std::string("server"));
        QVERIFY(EmployeeKey::fromText(other.text()) == other);
    }
};

QONTROLLER_TEST(ConsistFaultsTest)
#include "tst_consistfaults.moc"
