// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/vanishing.h"
#include "passrig.h"
#include "printing.h"
#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::consist;
using namespace qontroller::consist::test;

// The cases of the design, by its words: employer service "web", a provider with virtual
// addresses and servers.
class PassTest : public QObject
{
    Q_OBJECT

private slots:
    void employerMade_addressWithQps100()
    {
        PassRig rig;
        QCOMPARE(rig.pass().outcome.kind(), Outcome::Kind::Done);
        QCOMPARE(rig.address()->qps, 100);
        QVERIFY(rig.book().hasCleanUpMark);
        rig.provider.addresses["web"]["web-address"].qps = 200; // it drifts
        (void)rig.pass();
        QCOMPARE(rig.address()->qps, 100);
    }

    void gateCloses_theDrainFails_nobodyKnowsWhetherItGetsTraffic()
    {
        PassRig rig;
        rig.addServers(1);
        (void)rig.pass();
        rig.closeGate("s1");
        rig.provider.throws["update servers"] = "the answer was lost";
        (void)rig.pass();
        QVERIFY(rig.isClaimed("s1") && !rig.isMarked("s1"));
        rig.openGate("s1"); // undone: it counts as back when a pass has seen it
        rig.provider.throws.clear();
        QCOMPARE(rig.disk.missingFor(PassRig::key("s1")).size(), std::size_t(1));
        (void)rig.pass();
        QVERIFY(rig.isMarked("s1"));
    }

    void gateOpensWhileAPassIsAboutToDrain_itStaysInTraffic_data()
    {
        QTest::addColumn<bool>("isLeftOut");
        QTest::newRow("it would be switched off") << false;
        QTest::newRow("it would be taken out") << true;
    }
    void gateOpensWhileAPassIsAboutToDrain_itStaysInTraffic()
    {
        QFETCH(bool, isLeftOut);
        PassRig rig;
        rig.web.ignoresGates = isLeftOut;
        rig.addServers(1);
        (void)rig.pass();
        rig.closeGate("s1");
        rig.store.onCall = [&](const std::string &call) {
            if (call == "claim")
                rig.openGate("s1");
        };
        const PassResult result = rig.pass();
        QVERIFY(result.outcome.kind() == Outcome::Kind::Wait);
        QVERIFY(rig.server("s1")->on && rig.isMarked("s1"));
    }

    void somebodyElseLetsTrafficThroughWhileTheGateIsClosed_itIsSaidAndTakenAway()
    {
        PassRig rig;
        rig.addServers(2);
        (void)rig.pass();
        rig.closeGate("s1");
        QVERIFY(rig.pass().intrusions.empty()); // its own, which is marked
        QVERIFY(rig.pass().intrusions.empty());
        rig.provider.servers["web"]["s1:80"].on = true;
        QCOMPARE(rig.pass().intrusions, std::vector<EmployeeKey>{PassRig::key("s1")});
        QVERIFY(!rig.server("s1")->on);
        QVERIFY(rig.pass().intrusions.empty());
    }

    void gateOpensWhileTheEmployerGoes_itGoesWhenItsServerHasGone()
    {
        PassRig rig;
        rig.addServers(1);
        (void)rig.pass();
        rig.isGoing = true;
        rig.closeGate("s1");
        rig.store.onCall = [&](const std::string &call) {
            if (call == "claim")
                rig.openGate("s1");
        };
        QVERIFY(!rig.pass().isClean);
        QVERIFY(rig.server("s1") && rig.isMarked("s1") && rig.disk.isThere("web"));
        QVERIFY(rig.pass().isClean);
        QVERIFY(!rig.server("s1") && !rig.disk.isThere("web"));
    }

    void aServerThatItsCheckDoesNotFind_recordedUntilItIsFound()
    {
        PassRig rig;
        rig.addServers(2);
        (void)rig.pass();
        rig.provider.down = {"s2"};
        (void)rig.pass();
        const std::vector<std::string> down{PassRig::key("s2").text()};
        QCOMPARE(rig.book().record.downEmployees, down);
        rig.closeGate("s2"); // whoever gets no traffic is not looked for
        (void)rig.pass();
        (void)rig.pass();
        QVERIFY(rig.book().record.downEmployees.empty());
    }

    void gateCloses_weight0OffMarkGone_opens_100OnMarked()
    {
        PassRig rig;
        rig.web.servers["s1"] = true;
        (void)rig.pass();
        rig.closeGate("s1");
        (void)rig.pass();
        QCOMPARE(rig.server("s1")->weight, 0);
        QVERIFY(!rig.server("s1")->on);
        QVERIFY(!rig.isMarked("s1") && !rig.isClaimed("s1"));
        rig.openGate("s1");
        (void)rig.pass();
        QCOMPARE(rig.server("s1")->weight, 100);
        QVERIFY(rig.isMarked("s1"));
    }

    void m3_theProviderSaysThatTrafficHasGone_butShowsIt_theMarkIsHeldUntilItIsSeenToBeGone_data()
    {
        QTest::addColumn<bool>("isTakenOut");
        QTest::newRow("switched off") << false;
        QTest::newRow("taken out") << true;
    }
    void m3_theProviderSaysThatTrafficHasGone_butShowsIt_theMarkIsHeldUntilItIsSeenToBeGone()
    {
        QFETCH(bool, isTakenOut);
        PassRig rig;
        rig.web.ignoresGates = isTakenOut;
        rig.addServers(2);
        (void)rig.pass();
        rig.closeGate("s1");
        rig.provider.luck = [](const std::string &) { return Luck::GoodButUndone; };
        const PassResult result = rig.pass();
        QVERIFY(rig.isClaimed("s1") && rig.isMarked("s2"));
        QCOMPARE(result.outcome.kind(), Outcome::Kind::Retry);
        QCOMPARE(rig.book().record.errors.size(), std::size_t(1));
        const char *why = isTakenOut
                              ? "s1:80: said to be done, but the provider still has it"
                              : "s1:80: said to be done, but the provider still shows traffic";
        const std::string &error = rig.book().record.errors.front();
        QVERIFY2(error.ends_with(why), error.c_str());
        rig.provider.luck = {};
        QCOMPARE(rig.pass().outcome.kind(), Outcome::Kind::Done);
        QVERIFY(!rig.isClaimed("s1") && !rig.isMarked("s1"));
        QVERIFY(rig.book().record.errors.empty());
    }

    void m3_aServerThatIsOffAndHasSessions_itIsTheirEndThatTakesTheMark()
    {
        PassRig rig;
        rig.addServers(2);
        rig.provider.sessions["s1"] = 3;
        (void)rig.pass();
        rig.closeGate("s1");
        for (int look = 0; look < 3; ++look) { // the pass that takes it out, and those after it
            const PassResult result = rig.pass();
            QVERIFY(!rig.server("s1")->on);
            QVERIFY(rig.isClaimed("s1") && rig.isMarked("s2"));
            QCOMPARE(result.outcome.kind(), Outcome::Kind::Wait);
            QCOMPARE(result.outcome.delay(), rig.options.lookInterval);
            QCOMPARE(result.outcome.text(), "the end of the traffic of s1");
            QVERIFY(result.record.errors.empty() && result.record.failures.empty());
            QCOMPARE(result.record.statuses.front().text,
                     "gets no new traffic, and waits for the end of what it has");
        }
        rig.provider.sessions["s1"] = 0;
        QCOMPARE(rig.pass().outcome.kind(), Outcome::Kind::Done);
        QVERIFY(!rig.isClaimed("s1") && !rig.isMarked("s1"));
    }

    void aServerThatIsOffByItselfAndHasSessions_isMarkedBeforeAnOperationBegins()
    {
        PassRig rig;
        rig.addServers(1);
        rig.web.servers["s1"] = false;
        (void)rig.pass();
        rig.provider.sessions["s1"] = 1;
        QCOMPARE(rig.pass().outcome.kind(), Outcome::Kind::Wait);
        QVERIFY(rig.isClaimed("s1"));
    }

    void aServerThatIsMadeOffAndIsOn_isMarkedAtOnce()
    {
        PassRig rig;
        rig.addServers(1);
        rig.closeGate("s1"); // as after a restart of the provider, while it is worked on
        rig.provider.createsOn = true;
        QCOMPARE(rig.pass().outcome.kind(), Outcome::Kind::Retry);
        QVERIFY(rig.isClaimed("s1"));
        QCOMPARE(rig.pass().outcome.kind(), Outcome::Kind::Done);
        QVERIFY(!rig.server("s1")->on && !rig.isClaimed("s1"));
    }

    void m13_theProviderSaysThatTheAddressIsGone_butHasIt_theEmployerStays()
    {
        PassRig rig;
        (void)rig.pass();
        rig.isGoing = true;
        rig.provider.luck = [](const std::string &) { return Luck::GoodButUndone; };
        QVERIFY(!rig.pass().isClean);
        QVERIFY(rig.disk.isThere("web"));
        rig.provider.luck = {};
        QVERIFY(rig.pass().isClean);
        QVERIFY(!rig.disk.isThere("web"));
    }

    void trafficHasGone_butWhatIsReadAgainIsNotClear_theMarkIsHeld_data()
    {
        using Shows = std::function<void(std::vector<Server> &)>;
        QTest::addColumn<Shows>("shows");
        const auto row = [](const char *what, Shows shows) { QTest::newRow(what) << shows; };
        row("two items of one id", [](auto &servers) { servers.push_back(servers.front()); });
        row("a second item of the server", [](auto &servers) {
            servers.push_back({"another id", "s1", 100, true});
        });
        row("the server by a new id", [](auto &servers) {
            servers.front() = {"another id", "s1", 100, true};
        });
    }
    void trafficHasGone_butWhatIsReadAgainIsNotClear_theMarkIsHeld()
    {
        using Shows = std::function<void(std::vector<Server> &)>;
        QFETCH(const Shows, shows);
        PassRig rig;
        rig.addServers(1);
        (void)rig.pass();
        rig.closeGate("s1");
        rig.provider.luck = [&](const std::string &) {
            rig.provider.shows = shows;
            return Luck::Good;
        };
        QCOMPARE(rig.pass().outcome.kind(), Outcome::Kind::Retry);
        QVERIFY(rig.isClaimed("s1"));
    }

    void anAdapterLeavesOutWhomAnOperationHasClosed_itIsExpectedBackAllTheSame()
    {
        PassRig rig;
        rig.adapter = eraseAdapter(std::make_shared<LeavingOutAdapter>(rig.provider));
        rig.addServers(2);
        (void)rig.pass();
        rig.closeGate("s1");
        (void)rig.pass();
        QVERIFY(!rig.server("s1") && !rig.isMarked("s1") && rig.isExpected("s1"));
        rig.openGate("s1");
        QCOMPARE(rig.disk.missingFor(PassRig::key("s1")).size(), std::size_t(1));
        (void)rig.pass();
        QVERIFY(rig.isMarked("s1"));
        rig.closeGate("s1");
        rig.disk.employees[PassRig::key("s1")].exists = false;
        rig.web.servers.erase("s1");
        (void)rig.pass();
        QVERIFY(!rig.isExpected("s1") && !rig.isMarked("s1"));
    }

    void m3_trafficHasGone_butTheProviderCannotBeReadAgain_theMarkIsHeld()
    {
        PassRig rig;
        rig.addServers(1);
        (void)rig.pass();
        rig.closeGate("s1");
        rig.provider.readsLeft = 1;
        const PassResult result = rig.pass();
        QVERIFY(rig.isClaimed("s1"));
        QCOMPARE(result.outcome.kind(), Outcome::Kind::Retry);
        rig.provider.readsLeft.reset();
        (void)rig.pass();
        QVERIFY(!rig.isClaimed("s1") && !rig.isMarked("s1"));
    }

    void nobodyLosesTraffic_theProviderIsReadOnce()
    {
        PassRig rig;
        rig.addServers(2);
        rig.provider.readsLeft = 1;
        QCOMPARE(rig.pass().outcome.kind(), Outcome::Kind::Done);
        rig.closeGate("s1");
        rig.provider.readsLeft = 2;
        QCOMPARE(rig.pass().outcome.kind(), Outcome::Kind::Done);
        rig.openGate("s1");
        rig.provider.readsLeft = 1;
        QCOMPARE(rig.pass().outcome.kind(), Outcome::Kind::Done);
    }

    void whatCannotBeCreatedIsRecorded_clearedWhenItSucceeds()
    {
        for (const std::string side : {"employer", "employee"}) {
            PassRig rig;
            rig.addServers(1);
            const bool isEmployer = side == "employer";
            rig.provider.aborts[isEmployer ? "create addresses" : "create servers"] = "full";
            QCOMPARE(rig.pass().outcome.kind(), Outcome::Kind::Retry);
            const std::vector<std::string> errors{"sync " + side + " failed: create failed: full"};
            QCOMPARE(rig.book().record.errors, errors);
            rig.provider.aborts.clear();
            (void)rig.pass();
            QVERIFY(rig.book().record.errors.empty());
        }
    }

    void employeeLeavesTheSelection_bothMarksAndTheServerGone_comesBack_allBack()
    {
        PassRig rig;
        rig.addServers(2);
        (void)rig.pass();
        rig.web.servers.erase("s1");
        (void)rig.pass();
        QVERIFY(!rig.server("s1") && !rig.isMarked("s1") && !rig.isExpected("s1"));
        QVERIFY(!rig.isRecorded("s1"));
        rig.web.servers["s1"] = true;
        (void)rig.pass();
        QVERIFY(rig.server("s1") && rig.isMarked("s1") && rig.isExpected("s1"));
        QVERIFY(rig.isRecorded("s1"));
    }

    void m5_allMembersVanish_theyAreHeldAsTheyAre()
    {
        PassRig rig;
        rig.options.massRemovalGuard = true;
        rig.addServers(4);
        (void)rig.pass();
        const std::map<std::string, bool> servers = std::exchange(rig.web.servers, {});
        for (int look = 0; look < 2; ++look) {
            const PassResult result = rig.pass();
            QVERIFY(rig.provider.calls.empty());
            QVERIFY(rig.server("s1")->on && rig.isMarked("s1") && rig.isExpected("s4"));
            QCOMPARE(result.outcome.kind(), Outcome::Kind::Retry);
            QCOMPARE(
                result.outcome.text(),
                "4 of 4 members have vanished, and nobody has said that they were deleted (s1, "
                "s2, s3 …): they are held as they are. Bring back what they come from, or "
                "delete those that have gone (Operations, Delete Member)");
            QCOMPARE(result.record.heldEmployees.size(), std::size_t(4));
            QCOMPARE(result.record.errors.size(), std::size_t(1));
        }
        rig.closeGate("s1"); // a person deletes it, so it is taken out
        (void)rig.pass();
        QVERIFY(!rig.server("s1") && rig.server("s2")->on && rig.isMarked("s2"));
        rig.openGate("s1");
        rig.web.servers = servers;
        QCOMPARE(rig.pass().outcome.kind(), Outcome::Kind::Done);
        QVERIFY(rig.book().record.heldEmployees.empty() && rig.server("s1")->on);
    }

    void whoIsHeldStaysSoUntilAWordIsSaidOfIt()
    {
        PassRig rig;
        rig.options.massRemovalGuard = true;
        rig.addServers(12);
        (void)rig.pass();
        rig.web.servers = {{"s1", true}};
        QCOMPARE(rig.pass().record.heldEmployees.size(), std::size_t(11));
        rig.disk.employees[PassRig::key("s2")].exists = false; // so they are fewer now
        rig.disk.employees[PassRig::key("s3")].exists = false;
        QCOMPARE(rig.pass().record.heldEmployees.size(), std::size_t(9));
        QVERIFY(!rig.server("s2") && rig.server("s4")->on && rig.isMarked("s12"));
        rig.web.servers["s4"] = true;
        QCOMPARE(rig.pass().record.heldEmployees.size(), std::size_t(8));
    }

    void whoASourceDoubtsIsHeldWhateverTheNumber()
    {
        PassRig rig;
        rig.options.massRemovalGuard = true;
        rig.addServers(4);
        (void)rig.pass();
        rig.web.servers.erase("s2");
        rig.web.servers.erase("s3");
        rig.members.sighting = [](const EmployeeKey &key) {
            using Sighting = MemberWatch::Sighting;
            return key == PassRig::key("s2") ? Sighting::Doubted : Sighting::None;
        };
        QCOMPARE(rig.pass().record.heldEmployees.size(), std::size_t(1));
        QVERIFY(rig.server("s2")->on && rig.isMarked("s2") && !rig.server("s3"));
    }

    void m6_whoseSourceHasNotListedYetIsWaitedFor()
    {
        PassRig rig;
        rig.options.massRemovalGuard = true;
        rig.addServers(4);
        (void)rig.pass();
        rig.web.servers.erase("s2");
        auto sighting = MemberWatch::Sighting::Unheard;
        rig.members.sighting = [&](const EmployeeKey &) { return sighting; };
        const PassResult result = rig.pass();
        QCOMPARE(result.outcome.kind(), Outcome::Kind::Wait);
        QVERIFY(result.record.heldEmployees.empty() && rig.provider.calls.empty());
        QVERIFY(rig.server("s2")->on && rig.isMarked("s2") && rig.isExpected("s2"));
        sighting = MemberWatch::Sighting::Doubted;
        QCOMPARE(rig.pass().record.heldEmployees.size(), std::size_t(1));
        sighting = MemberWatch::Sighting::Unheard; // the next host; it stays held
        QCOMPARE(rig.pass().record.heldEmployees.size(), std::size_t(1));
        rig.disk.employees[PassRig::key("s2")].exists = false;
        (void)rig.pass();
        QVERIFY(!rig.server("s2"));
    }

    void whatVanishesInOneWaveIsJudgedTogether_data()
    {
        using Source = Vanishing::Source;
        QTest::addColumn<Source>("source");
        QTest::newRow("spoken") << Source::Spoken;
        QTest::newRow("silent") << Source::Silent;
    }
    void whatVanishesInOneWaveIsJudgedTogether()
    {
        QFETCH(Vanishing::Source, source);
        VanishingGuard guard;
        TimePoint now = TimePoint() + std::chrono::hours(1);
        const auto admits = [&](std::size_t known, std::size_t vanished) {
            now += std::chrono::seconds(1);
            return guard.admits({known, vanished, 0, source}, now);
        };
        QVERIFY(admits(50, 4) && admits(46, 4) && admits(42, 0));
        QVERIFY(!admits(42, 4)); // 12 of 50
        QVERIFY(admits(42, 2));
        QVERIFY(!admits(40, 1));
        now += VanishingGuard::Rest;
        QVERIFY(guard.hasRested(now));
        QVERIFY(admits(40, 4));
        QVERIFY(!admits(36, 36));
        now += VanishingGuard::Rest;
        QVERIFY(admits(3, 1) && admits(2, 1));
        QVERIFY(!admits(1, 1)); // and so all would have gone
    }

    void manyThatASourceStillShowsWaitForItsWord()
    {
        VanishingGuard guard;
        const Vanishing all{4, 0, 0, Vanishing::Source::Spoken, 4};
        const Vanishing some{4, 0, 0, Vanishing::Source::Spoken, 2};
        TimePoint now = TimePoint() + std::chrono::hours(1);
        QVERIFY(!guard.isUnsure(some, now));
        QVERIFY(guard.isUnsure(all, now) && !guard.hasRested(now));
        now += VanishingGuard::Settling - std::chrono::milliseconds(1);
        QVERIFY(guard.isUnsure(all, now));
        now += std::chrono::milliseconds(1);
        QVERIFY(!guard.isUnsure(all, now)); // they were deselected
        QVERIFY(!guard.isUnsure(some, now) && guard.hasRested(now));
        QVERIFY(guard.isUnsure(all, now)); // and that of another time is a wait of its own
        now += VanishingGuard::Rest;       // they came back, and nobody has asked
        QVERIFY(guard.hasRested(now) && guard.isUnsure(all, now));

        PassRig rig;
        rig.options.massRemovalGuard = true;
        rig.addServers(2);
        (void)rig.pass();
        rig.web.servers.clear();
        bool isUnsure = true;
        rig.members.sighting = [](const EmployeeKey &) { return MemberWatch::Sighting::Shown; };
        rig.members.isUnsure = [&](const Vanishing &members) {
            return isUnsure && members.shown == 2;
        };
        const PassResult result = rig.pass();
        QCOMPARE(result.outcome.kind(), Outcome::Kind::Wait);
        QVERIFY(result.record.heldEmployees.empty() && rig.provider.calls.empty());
        QVERIFY(rig.server("s1")->on && rig.isMarked("s1") && rig.isExpected("s2"));
        isUnsure = false;
        (void)rig.pass();
        QVERIFY(!rig.server("s1") && !rig.server("s2"));
    }

    void allMembersVanish_thoseOfWhichItIsKnownWhyGo_data()
    {
        QTest::addColumn<std::function<void(PassRig &)>>("know");
        const auto row = [](const char *what, std::function<void(PassRig &)> know) {
            QTest::newRow(what) << know;
        };
        row("they were deleted", [](PassRig &rig) {
            for (const char *name : {"s1", "s2"})
                rig.disk.employees[PassRig::key(name)].exists = false;
        });
        row("they are there, and selected no longer", [](PassRig &rig) {
            rig.members.sighting = [](const EmployeeKey &) { return MemberWatch::Sighting::Shown; };
        });
        row("the employer goes", [](PassRig &rig) { rig.isGoing = true; });
        row("the guard is off", [](PassRig &rig) { rig.options.massRemovalGuard = false; });
        row("others come in their place", [](PassRig &rig) { rig.web.servers["s3"] = true; });
    }
    void allMembersVanish_thoseOfWhichItIsKnownWhyGo()
    {
        QFETCH(std::function<void(PassRig &)>, know);
        PassRig rig;
        rig.options.massRemovalGuard = true;
        rig.addServers(2);
        (void)rig.pass();
        rig.web.servers.clear();
        know(rig);
        QCOMPARE(rig.pass().outcome.kind(), Outcome::Kind::Done);
        QVERIFY(!rig.server("s1") && !rig.server("s2"));
        QVERIFY(!rig.isMarked("s1") && !rig.isExpected("s1"));
    }

    void whatIsAMassRemoval_data()
    {
        using Source = Vanishing::Source;
        QTest::addColumn<Vanishing>("members");
        QTest::addColumn<bool>("isOne");
        const auto row = [](const char *what, Vanishing members, bool isOne) {
            QTest::newRow(what) << members << isOne;
        };
        row("none", {5, 0, 0, Source::Spoken}, false);
        row("one of two", {2, 1, 0, Source::Spoken}, false);
        row("all of one", {1, 1, 0, Source::Spoken}, true);
        row("all of one, another one is there", {1, 1, 1, Source::Spoken}, true);
        row("ten of eleven", {11, 10, 0, Source::Spoken}, false);
        row("eleven of twelve", {12, 11, 0, Source::Spoken}, true);
        row("eleven of a hundred and ten", {110, 11, 0, Source::Spoken}, false);
        row("silent: all of one", {1, 1, 0, Source::Silent}, true);
        row("silent: all replaced", {30, 30, 30, Source::Silent}, false);
        row("silent: all of many replaced by a few", {30, 30, 5, Source::Silent}, true);
        row("silent: some replaced", {30, 15, 15, Source::Silent}, false);
        row("silent: eleven of twelve", {12, 11, 0, Source::Silent}, true);
    }
    void whatIsAMassRemoval()
    {
        QFETCH(Vanishing, members);
        QFETCH(bool, isOne);
        QCOMPARE(isMassRemoval(members), isOne);
    }

    void serverDeletedBySomebodyElse_employeeThenUnselected_marksGoneNotInTheRecord()
    {
        PassRig rig;
        rig.addServers(1);
        (void)rig.pass();
        rig.provider.servers["web"].clear();
        rig.web.servers.clear();
        (void)rig.pass();
        QVERIFY(!rig.isMarked("s1") && !rig.isExpected("s1") && !rig.isRecorded("s1"));
        QVERIFY(rig.book().marks.empty());
    }

    void m11_partialFailure_2Of5Fail_3Marked2Held_retriedAfterRetryInterval()
    {
        PassRig rig;
        rig.addServers(5);
        rig.options.retryInterval = std::chrono::seconds(7);
        rig.provider.refused = {"s2:80", "s4:80"};
        const PassResult result = rig.pass();
        QCOMPARE(result.outcome.kind(), Outcome::Kind::RequeueAfter);
        QCOMPARE(result.outcome.delay(), Duration(std::chrono::seconds(7)));
        for (const char *name : {"s1", "s3", "s5"})
            QVERIFY(rig.isMarked(name));
        for (const char *name : {"s2", "s4"})
            QVERIFY(!rig.isMarked(name) && rig.isClaimed(name) && rig.isRecorded(name));
        QCOMPARE(rig.book().record.failures.size(), std::size_t{2});
        QCOMPARE(rig.book().record.errors.front(),
                 std::string("sync employee failed: create failed: s2:80: refused (and 1 more)"));
        rig.provider.refused.clear();
        QCOMPARE(rig.pass().outcome.kind(), Outcome::Kind::Done);
        QVERIFY(rig.isMarked("s2") && rig.isMarked("s4"));
    }

    void whatNothingChangedIsNotCalledNorWritten()
    {
        PassRig rig;
        rig.addServers(3);
        (void)rig.pass();
        (void)rig.pass();
        QVERIFY(rig.provider.calls.empty());
        const std::vector<std::string> reads{"read", "closedGates"};
        QCOMPARE(rig.store.calls, reads);
    }

    void theStepsComeInTheirOrder()
    {
        PassRig rig;
        rig.addServers(1);
        std::vector<std::string> order;
        rig.store.onCall = [&](const char *what) { order.emplace_back(what); };
        rig.provider.beforeCall = [&] { order.emplace_back("provider"); };
        (void)rig.pass();
        const std::vector<std::string> wanted{"read",          "closedGates", "takeCleanUpMark",
                                              "setExpectedBy", "provider",    "claim",
                                              "provider",      "change",      "write"};
        QCOMPARE(order, wanted);
        order.clear();
        rig.isGoing = true;
        (void)rig.pass();
        const std::vector<std::string> down{"read",          "closedGates",
                                            "setExpectedBy", "provider",
                                            "change",        "provider",
                                            "write",         "releaseCleanUpMark"};
        QCOMPARE(order, down);
    }

    void anEmployerThatIsGoneIsDone()
    {
        PassRig rig;
        rig.isGoing = true;
        QVERIFY(rig.pass().isClean);
        QVERIFY(rig.provider.calls.empty());
    }

    void onTheWayDownTheResourceWaitsForItsMembers()
    {
        PassRig rig;
        rig.addServers(2);
        (void)rig.pass();
        rig.isGoing = true;
        rig.provider.refused = {"s1:80"};
        QVERIFY(!rig.pass().isClean);
        QVERIFY(rig.address());
        QVERIFY(rig.isMarked("s1") && !rig.isMarked("s2"));
        rig.provider.refused.clear();
        QVERIFY(rig.pass().isClean);
        QVERIFY(!rig.address());
    }

    void observeOnly_marksAreHeldNothingFailsAndItLooksAgain()
    {
        PassRig rig;
        rig.addServers(1);
        rig.provider.watches = std::chrono::milliseconds(100);
        const PassResult result = rig.pass();
        QCOMPARE(result.outcome.kind(), Outcome::Kind::Wait);
        QCOMPARE(result.outcome.delay(), Duration(std::chrono::milliseconds(100)));
        QVERIFY(result.record.errors.empty() && result.record.failures.empty());
        QVERIFY(rig.isClaimed("s1"));
        rig.provider.addresses["web"]["web-address"] = {"web-address", 100}; // the other system
        rig.provider.servers["web"]["s1:80"] = {"s1:80", "s1", 100, true};
        QCOMPARE(rig.pass().outcome.kind(), Outcome::Kind::Done);
        QVERIFY(rig.isMarked("s1"));
    }

    void aGateThatClosesDuringThePass_letsNoTrafficThrough()
    {
        PassRig rig;
        rig.addServers(2);
        rig.provider.beforeCall = [&] { rig.closeGate("s1"); }; // after all was read
        const PassResult result = rig.pass();
        QCOMPARE(result.outcome.kind(), Outcome::Kind::Wait);
        QVERIFY(!rig.server("s1"));
        QVERIFY(rig.disk.marksOn(rig.key("s1")).empty());
        QVERIFY(rig.isMarked("s2"));
        rig.provider.beforeCall = {};
        QCOMPARE(rig.pass().outcome.kind(), Outcome::Kind::Done);
        QVERIFY(rig.server("s1") && !rig.server("s1")->on);
    }

    void m2_aClaimIsOnDiskBeforeTheCallThatLetsTrafficThrough()
    {
        PassRig rig;
        rig.addServers(1);
        bool wasClaimed = false;
        rig.provider.beforeCall = [&] { wasClaimed = rig.isClaimed("s1"); };
        (void)rig.pass();
        QVERIFY(wasClaimed);
        QVERIFY(rig.isMarked("s1"));
    }

    void trafficThatSomebodyElseLetThroughIsMarkedBeforeItIsTakenAway()
    {
        PassRig rig;
        rig.web.servers["s1"] = false;
        rig.provider.servers["web"]["s1:80"] = {"s1:80", "s1", 100, true};
        rig.provider.refused = {"s1:80"};
        (void)rig.pass();
        QVERIFY(rig.isClaimed("s1")); // it may not be operated on
        rig.provider.refused.clear();
        (void)rig.pass();
        QVERIFY(rig.disk.marksOn(rig.key("s1")).empty());
    }

    void anAddressThatPassesToAnotherEmployee_freesTheFirstOnlyWhenConfirmed()
    {
        PassRig rig;
        rig.addServers(1);
        (void)rig.pass();
        // The provider knows ids alone, and s2 gets the id that was s1's.
        rig.book().marks[rig.key("s1")].ids = {"s2:80"};
        rig.provider.servers["web"] = {{"s2:80", {"s2:80", "", 1, true}}};
        rig.provider.servers["web"]["s2:80"].name = "s2:80";
        rig.web.servers = {{"s2", true}};
        rig.provider.refused = {"s2:80"};
        (void)rig.pass();
        QVERIFY(!rig.disk.marksOn(rig.key("s1")).empty());
        rig.provider.refused.clear();
        (void)rig.pass();
        QVERIFY(rig.disk.marksOn(rig.key("s1")).empty());
        QVERIFY(rig.isMarked("s2"));
    }

    void anEmployeeOfTwoSitesIsTwo()
    {
        PassRig rig;
        rig.web.servers = {{"s1#north", true}, {"s1#south", true}};
        (void)rig.pass();
        rig.closeGate("s1#north");
        (void)rig.pass();
        QVERIFY(!rig.server("s1#north")->on);
        QVERIFY(rig.server("s1#south")->on && rig.isMarked("s1#south"));
    }

    void aRequestToStopEndsItBetweenCalls()
    {
        PassRig rig;
        rig.addServers(4);
        rig.options.batching = ConsistOptions::Batching::Growing;
        int calls = 0;
        rig.provider.beforeCall = [&] {
            if (++calls == 3)
                rig.stop.request_stop();
        };
        const PassResult result = rig.pass();
        QCOMPARE(calls, 3);
        QCOMPARE(result.outcome.kind(), Outcome::Kind::Retry);
        QVERIFY(rig.isMarked("s1") && rig.isMarked("s2") && rig.isMarked("s3"));
        QVERIFY(rig.isClaimed("s4"));
    }

    void whatTheOptionsSayIsRecorded()
    {
        PassRig rig;
        rig.addServers(1);
        rig.options.recordExpected = true;
        (void)rig.pass();
        QCOMPARE(rig.book().record.expectedEmployees, std::vector<std::string>{"employee//s1"});
        QCOMPARE(rig.book().record.statuses.size(), std::size_t{1});
        QCOMPARE(rig.book().record.statuses.front().text, std::string("on, weight 100"));
        rig.options.recordExpected = rig.options.recordStatuses = rig.options.recordProtection =
            rig.options.recordErrors = false;
        rig.provider.aborts["create servers"] = "the pool is full";
        rig.addServers(2);
        (void)rig.pass();
        QVERIFY(rig.book().record == ConsistRecord{});
    }
};

QONTROLLER_TEST(PassTest)
#include "tst_pass.moc"
