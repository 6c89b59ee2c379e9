// SPDX-License-Identifier: LGPL-3.0-or-later
#include "names.h"
#include "testprogram.h"

#include "core/members/run/views.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::consist;

namespace {

constexpr WallTime Two{std::chrono::hours(14)};
constexpr WallTime Three{std::chrono::hours(15)};

Operation operation(const char *id, Phase phase, WallTime since, WallTime drainingSince = {})
{
    Operation one;
    one.id = id;
    one.type = "restart";
    one.phase = phase;
    one.since = since;
    one.drainingSince = drainingSince;
    return one;
}

MemberView memberIn(const Books &books)
{
    return employerIn(books, Web, nullptr).members.at(0);
}

} // namespace

class ViewsTest : public QObject
{
    Q_OBJECT

private slots:
    void aMemberIsInItsStateSinceItCameThere()
    {
        Books books;
        books.expect(Web, S1, Noon);
        QCOMPARE(memberIn(books).state, MemberState::Waiting);
        QCOMPARE(memberIn(books).since, Noon);
        books.setMark(Web, S1, {Mark::State::Put, {"s1:80"}}, One);
        QCOMPARE(memberIn(books).state, MemberState::InService);
        QCOMPARE(memberIn(books).since, One);
        books.setLifecycle(S1, {{operation("op", Phase::PreCheck, Two)}});
        QCOMPARE(memberIn(books).since, One);
    }

    void aMemberIsOutOfServiceSinceItsFirstOperationWasPermitted_data()
    {
        QTest::addColumn<Lifecycle>("lifecycle");
        QTest::addColumn<WallTime>("since");
        QTest::newRow("permitted") << Lifecycle{{operation("a", Phase::Permitted, Two)}} << Two;
        QTest::newRow("the drain counts, not the phase after it")
            << Lifecycle{{operation("a", Phase::Operating, Three, Two)}} << Two;
        QTest::newRow("the longest of several")
            << Lifecycle{{operation("a", Phase::Draining, Three, Three),
                          operation("b", Phase::Drained, Three, Two)}}
            << Two;
        QTest::newRow("one that waits does not count")
            << Lifecycle{{operation("a", Phase::PreCheck, One),
                          operation("b", Phase::Draining, Three, Three)}}
            << Three;
    }

    void aMemberIsOutOfServiceSinceItsFirstOperationWasPermitted()
    {
        QFETCH(Lifecycle, lifecycle);
        Books books;
        books.expect(Web, S1, Noon);
        books.setMark(Web, S1, {Mark::State::Put, {"s1:80"}}, One);
        books.setLifecycle(S1, lifecycle);
        QCOMPARE(memberIn(books).state, MemberState::OutOfService);
        QTEST(memberIn(books).since, "since");
    }

    void aMemberThatCouldNotBeChangedSaysWhy()
    {
        Books books;
        books.expect(Web, S1, Noon);
        books.setMark(Web, S1, {Mark::State::Put, {"s1:80"}}, One);
        ConsistRecord record;
        record.errors = {"sync employee failed: update failed: s1:80: no such server (and 1 more)",
                         "the store of marks: the disk is full"};
        record.failures = {{ConsistSide::Employee, ConsistVerb::Update, "s1:80", "no such server"},
                           {ConsistSide::Employee, ConsistVerb::Update, "s2:80", "neither"}};
        books.setRecord(Web, record);
        QCOMPARE(memberIn(books).status, std::vector<std::string>{"no such server"});
        QCOMPARE(employerIn(books, Web, nullptr).errors,
                 (std::vector<std::string>{"the store of marks: the disk is full",
                                           "s1:80: no such server", "s2:80: neither"}));
    }

    void aMemberOfAPassThatWasAbortedIsNotKnown()
    {
        Books books;
        books.expect(Web, S1, Noon);
        books.setMark(Web, S1, {Mark::State::Put, {"s1:80"}}, One);
        ConsistRecord record;
        record.errors = {"sync employee failed: current items: HAProxy does not answer"};
        books.setRecord(Web, record);
        QCOMPARE(memberIn(books).status,
                 std::vector<std::string>{"not known: sync employee failed: current items: HAProxy "
                                          "does not answer"});
    }

    void nobodyKeepsSinceWhenAMemberLeaves()
    {
        Books books;
        books.setMark(Web, S1, {Mark::State::Put, {"s1:80"}}, One);
        QCOMPARE(memberIn(books).state, MemberState::Leaving);
        QCOMPARE(memberIn(books).since, WallTime());
    }
};

QONTROLLER_GUILESS_TEST(ViewsTest)
#include "tst_views.moc"
