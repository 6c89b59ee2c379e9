// SPDX-License-Identifier: LGPL-3.0-or-later
#include "names.h"
#include "testprogram.h"

#include "core/members/run/books.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::consist;

namespace {

const EmployerName Mail{"balancer", "mail"};

Mark mark(Mark::State state)
{
    return {state, {"s1:80"}};
}

} // namespace

class BooksTest : public QObject
{
    Q_OBJECT

private slots:
    void whatIsNotKnownIsBlank()
    {
        const Books books;
        QVERIFY(!books.employer(Web)->hasCleanUpMark);
        QVERIFY(books.employee(S1).isBlank());
        QVERIFY(books.employee(S1).exists);
        QVERIFY(!books.isClosed(S1));
    }

    void aMarkIsOldFromItsClaimOn()
    {
        Books books;
        books.setMark(Web, S1, mark(Mark::State::Claimed), Noon);
        books.setMark(Web, S1, mark(Mark::State::Put), One);
        QCOMPARE(books.marksOn(S1), (std::vector<Holder>{{"web (balancer)", Noon}}));
    }

    void whoIsExpectedIsMissingUntilItsMarkIsPut()
    {
        Books books;
        books.expect(Web, S1, Noon);
        books.expect(Mail, S1, One);
        books.setMark(Web, S1, mark(Mark::State::Claimed), One);
        QCOMPARE(books.missingFor(S1),
                 (std::vector<Holder>{{"mail (balancer)", One}, {"web (balancer)", Noon}}));
        books.setMark(Web, S1, mark(Mark::State::Put), One);
        QCOMPARE(books.missingFor(S1), (std::vector<Holder>{{"mail (balancer)", One}}));
    }

    void expectedEmployeesAreSortedAndOnceEach()
    {
        Books books;
        books.expect(Web, S2, Noon);
        books.expect(Web, S1, Noon);
        books.expect(Web, S2, One);
        QCOMPARE(books.employer(Web)->expectedBy, (std::vector<EmployeeKey>{S1, S2}));
        books.expectNoMore(Web, S2);
        QCOMPARE(books.employer(Web)->expectedBy, (std::vector<EmployeeKey>{S1}));
        QVERIFY(books.employee(S2).isBlank());
    }

    void aBookThatSomebodyReadsDoesNotChange()
    {
        Books books;
        books.setMark(Web, S1, mark(Mark::State::Put), Noon);
        const auto read = books.employer(Web);
        books.setMark(Web, S1, {}, Noon);
        QVERIFY(read->marks.contains(S1));
        QVERIFY(books.employer(Web)->marks.empty());
    }

    void nothingIsLeftOfAnEmployerThatWasForgotten()
    {
        Books books;
        books.setCleanUpMark(Web, "memo");
        books.expect(Web, S1, Noon);
        books.setMark(Web, S2, mark(Mark::State::Put), Noon);
        books.setMark(Mail, S2, mark(Mark::State::Put), Noon);
        books.forget(Web);
        QVERIFY(!books.employers().contains(Web));
        QVERIFY(!books.employees().contains(S1));
        QCOMPARE(books.marksOn(S2), (std::vector<Holder>{{"mail (balancer)", Noon}}));
    }

    void aMemberIsDownForAsLongAsTheLastPassSaysSo()
    {
        Books books;
        books.expect(Web, S1, Noon);
        ConsistRecord record;
        record.downEmployees = {S1.text()};
        books.setRecord(Web, record);
        QVERIFY(books.memberState(Web, S1) == MemberState::Waiting); // it gets no traffic yet
        books.setMark(Web, S1, mark(Mark::State::Put), Noon);
        books.setMark(Mail, S1, mark(Mark::State::Put), Noon);
        QVERIFY(books.memberState(Web, S1) == MemberState::Down);
        QVERIFY(books.memberState(Mail, S1) == MemberState::Leaving);
        const auto down = [&] {
            return books.members().at("balancer").at(std::size_t(MemberState::Down));
        };
        QCOMPARE(down(), std::size_t(1));
        books.expect(Mail, S1, Noon);
        QVERIFY(!books.isAvailable(Web, S1) && books.isAvailable(Mail, S1));
        books.setRecord(Web, {});
        QVERIFY(books.memberState(Web, S1) == MemberState::InService);
        QCOMPARE(down(), std::size_t(0));
        QVERIFY(books.isAvailable(Web, S1));
        books.setRecord(Web, record);
        books.forget(Web);
        QCOMPARE(down(), std::size_t(0));
    }

    void oneThatIsGoneIsRememberedWhileItMatters()
    {
        Books books;
        books.setExistence(S1, Books::Existence::Gone);
        QVERIFY(!books.employees().contains(S1)); // nobody could take it for one that is there
        books.expect(Web, S1, Noon);
        books.setExistence(S1, Books::Existence::Gone);
        QVERIFY(!books.employee(S1).exists);
        books.expectNoMore(Web, S1);
        QVERIFY(!books.employees().contains(S1));
    }

    void whatWasServedIsForgottenWithTheEmployee()
    {
        Books books;
        books.setLifecycle(S1, {{}, {"restart-7"}});
        QCOMPARE(books.employee(S1).lifecycle.served, (std::set<std::string>{"restart-7"}));
        books.expect(Web, S1, Noon);
        books.setExistence(S1, Books::Existence::Gone);
        books.setExistence(S1, Books::Existence::There);
        QVERIFY(books.employee(S1).lifecycle.served.empty());
    }

    void aGateFollowsFromTheOperations()
    {
        Books books;
        books.setLifecycle(S2, {{{"a", "restart", Phase::Draining}}});
        books.setLifecycle(S1, {{{"a", "restart", Phase::PreCheck}}});
        QVERIFY(books.isClosed(S2));
        QCOMPARE(books.closedGates(), (std::vector<EmployeeKey>{S2}));
        books.setLifecycle(S2, {});
        QVERIFY(!books.employees().contains(S2));
    }
};

QONTROLLER_GUILESS_TEST(BooksTest)
#include "tst_books.moc"
