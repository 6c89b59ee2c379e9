// SPDX-License-Identifier: LGPL-3.0-or-later
#include "names.h"
#include "testprogram.h"

#include "core/members/run/answers.h"
#include "core/members/run/facts.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::consist;
using namespace std::chrono_literals;

namespace {

/// Two servers in traffic of which one may be out of service, and an operation on the second.
struct TwoServers
{
    TwoServers()
    {
        for (const EmployeeKey &key : {S1, S2}) {
            books.expect(Web, key, Noon);
            books.setMark(Web, key, {Mark::State::Put, {key.text()}}, Noon);
        }
        begin(S2, Phase::PreCheck);
        ConsistOptions options;
        options.preCheck.maxUnavailable = EmployeeShare{1};
        around.controllers["balancer"] = std::make_shared<const ConsistOptions>(options);
    }
    void begin(const EmployeeKey &key, Phase phase)
    {
        Operation operation;
        operation.id = "op";
        operation.phase = phase;
        books.setLifecycle(key, {{operation}});
    }
    [[nodiscard]] bool mayBegin() const
    {
        return factsOf(books, S2, around).preChecks.at("op").passed;
    }
    [[nodiscard]] Staff staff() const { return books.staffOf(Web); }

    Books books;
    Around around;
};

} // namespace

class FactsTest : public QObject
{
    Q_OBJECT

private slots:
    void aCheckBeforeHoldsForAWhileOnly()
    {
        ManualClock clock;
        Answers answers(clock);
        const Question before{"balancer", "op", Ask::PreCheck};
        const Question after{"balancer", "op", Ask::PostCheck};
        for (const Question &each : {before, after})
            QVERIFY(answers.note(S1, each, {true, {}}));
        QVERIFY(!answers.mayAsk(S1, before));
        QCOMPARE(answers.about(S1).size(), std::size_t(2));
        clock.advance(Answers::AskInterval);
        QVERIFY(answers.mayAsk(S1, before)); // what it asks for may have changed
        QVERIFY(!answers.mayAsk(S1, after));
        QCOMPARE(answers.about(S1).size(), std::size_t(1));
    }

    void whoIsInServiceMayGo()
    {
        const TwoServers two;
        QVERIFY(two.mayBegin());
        QVERIFY((two.staff() == Staff{2, 2}));
    }

    void m1_whoIsNotKnownYetIsWaitedFor()
    {
        TwoServers two;
        two.around.unseen = {{"other", "shop"}}; // it may expect the server, too
        QVERIFY(!two.mayBegin());
        two.around.unseen.clear();
        two.around.unlisted = {"other"};
        QVERIFY(!two.mayBegin()); // also if the books know of an employer: they may be new
        two.around.unlisted.clear();
        two.around.employers = {Web};
        QVERIFY(two.mayBegin());
        two.around.employers->clear(); // this one came since
        QVERIFY(!two.mayBegin());
    }

    void m4_whatIsDownElsewhereTakesSomethingAwayHere()
    {
        TwoServers two;
        const EmployerName other{"other", "shop"};
        two.around.controllers["other"] = two.around.controllers["balancer"];
        ConsistRecord record;
        record.downEmployees = {S1.text(), S2.text()};
        for (const EmployeeKey &key : {S1, S2}) {
            two.books.expect(other, key, Noon);
            two.books.setMark(other, key, {Mark::State::Put, {key.text()}}, Noon);
        }
        two.books.setRecord(other, record);
        QVERIFY(two.mayBegin());
        two.begin(S1, Phase::Operating);
        QVERIFY((two.staff() == Staff{2, 1}));
        QVERIFY(!two.mayBegin());
    }

    void m4_whoIsPermittedCountsWhileItsMarkIsStillPut()
    {
        TwoServers two;
        two.begin(S1, Phase::Permitted);
        QVERIFY(!two.mayBegin());
        QVERIFY((two.staff() == Staff{2, 1}));
        two.books.setLifecycle(S1, {});
        QVERIFY(two.mayBegin());
        QVERIFY((two.staff() == Staff{2, 2}));
    }

    void whoDoesNotExistCounts()
    {
        TwoServers two;
        two.books.setExistence(S1, Books::Existence::Gone);
        QVERIFY(!two.mayBegin());
        two.books.setExistence(S1, Books::Existence::There);
        QVERIFY(two.mayBegin());
    }

    void whoseMarkIsNotConfirmedCounts()
    {
        TwoServers two;
        two.books.setMark(Web, S1, {Mark::State::Claimed, {"s1"}}, Noon);
        QVERIFY(!two.mayBegin());
        two.books.setMark(Web, S1, {}, Noon);
        QVERIFY(!two.mayBegin());
        two.books.expectNoMore(Web, S1);
        QVERIFY((two.staff() == Staff{1, 1}));
    }

    void whatAnEmployerDoesNotExpectIsNotItsStaff()
    {
        TwoServers two;
        two.books.forget(Web);
        QVERIFY((two.staff() == Staff{0, 0}));
    }

    void theMostCarefulPolicyCounts()
    {
        ConsistOptions one;
        one.drainDeadline = 1min;
        one.sharedTypes = {"look", "move"};
        ConsistOptions other;
        other.drainDeadline = 2min;
        other.sharedTypes = {"move", "turn"};
        for (const bool isTurned : {false, true}) {
            Around around;
            around.controllers["a"] = std::make_shared<const ConsistOptions>(isTurned ? other
                                                                                      : one);
            around.controllers["b"] = std::make_shared<const ConsistOptions>(isTurned ? one
                                                                                      : other);
            EmployeeBook employee;
            employee.expectedBy = {{{"a", "web"}, Noon}, {{"b", "web"}, Noon}};
            const LifecyclePolicy policy = policyOf(employee, around);
            QVERIFY(policy.sharedTypes == std::set<std::string>{"move"});
            QVERIFY(policy.drainDeadline == 2min);
        }
    }
};

QONTROLLER_GUILESS_TEST(FactsTest)
#include "tst_facts.moc"
