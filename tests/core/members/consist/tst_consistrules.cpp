// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/judging.h"
#include "printing.h"
#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::consist;
using Rule = RuleFailure::Rule;
using Unit = EmployeeShare::Unit;

namespace {

/// \a total employees of which the first \a available are in service.
std::vector<RuledEmployee> employees(int total, int available)
{
    std::vector<RuledEmployee> all;
    for (int i = 0; i < total; ++i)
        all.push_back({i < available, {}});
    return all;
}

Staff staffOf(const std::vector<RuledEmployee> &all)
{
    return {all.size(), std::size_t(std::ranges::count(all, true, &RuledEmployee::isAvailable))};
}

RuleVerdict verdict(const ConsistRules &rules, const std::vector<RuledEmployee> &all,
                    std::size_t who = 0)
{
    return judge(rules, all[who], staffOf(all), std::nullopt);
}

} // namespace

class ConsistRulesTest : public QObject
{
    Q_OBJECT

private slots:
    void sharesOfEmployees_data()
    {
        QTest::addColumn<unsigned>("value");
        QTest::addColumn<bool>("percent");
        QTest::addColumn<int>("total");
        QTest::addColumn<int>("mostUnavailable");
        QTest::addColumn<int>("leastAvailable");
        QTest::newRow("one") << 1U << false << 8 << 1 << 1;
        QTest::newRow("none") << 0U << false << 8 << 0 << 0;
        QTest::newRow("a quarter of 8") << 25U << true << 8 << 2 << 2;
        QTest::newRow("a quarter of 7") << 25U << true << 7 << 1 << 2;
        QTest::newRow("a quarter of 3 is one") << 25U << true << 3 << 1 << 1;
        QTest::newRow("0 % is none") << 0U << true << 8 << 0 << 0;
        QTest::newRow("all") << 100U << true << 8 << 8 << 8;
    }
    void sharesOfEmployees()
    {
        QFETCH(unsigned, value);
        QFETCH(bool, percent);
        QFETCH(int, total);
        const EmployeeShare share{value, percent ? Unit::Percent : Unit::Employees};
        QTEST(int(mostUnavailable(share, std::size_t(total))), "mostUnavailable");
        QTEST(int(leastAvailable(share, std::size_t(total))), "leastAvailable");
    }

    void maxUnavailable()
    {
        ConsistRules rules;
        rules.maxUnavailable = EmployeeShare{1};
        QVERIFY(verdict(rules, employees(8, 8)).passed());
        QCOMPARE(*verdict(rules, employees(8, 8)).quotaLeft, std::size_t{1});
        const RuleVerdict refused = verdict(rules, employees(8, 7));
        QVERIFY((refused.failures == std::vector<RuleFailure>{{Rule::MaxUnavailable, 1, 2, {}}}));
        QCOMPARE(*refused.quotaLeft, std::size_t{0});
    }

    void minAvailable()
    {
        ConsistRules rules;
        rules.minAvailable = EmployeeShare{7};
        QVERIFY(verdict(rules, employees(8, 8)).passed());
        const RuleVerdict refused = verdict(rules, employees(8, 7));
        QVERIFY((refused.failures == std::vector<RuleFailure>{{Rule::MinAvailable, 7, 6, {}}}));
    }

    void bothCountAndTheSmallerQuotaIsLeft()
    {
        ConsistRules rules;
        rules.maxUnavailable = EmployeeShare{3};
        rules.minAvailable = EmployeeShare{6};
        QCOMPARE(*verdict(rules, employees(8, 8)).quotaLeft, std::size_t{2});
        QCOMPARE(verdict(rules, employees(8, 5)).failures.size(), std::size_t{2});
    }

    void anEmployeeOutOfServiceTakesNothingAway()
    {
        ConsistRules rules;
        rules.maxUnavailable = EmployeeShare{1};
        QVERIFY(verdict(rules, employees(8, 6), 7).passed()); // two are broken: they can be mended
        QVERIFY(!verdict(rules, employees(8, 6), 0).passed());
    }

    void labels()
    {
        ConsistRules rules;
        rules.labels = {{"maintenance", "yes"}};
        auto all = employees(2, 2);
        QVERIFY((verdict(rules, all).failures
                 == std::vector<RuleFailure>{{Rule::Label, 0, 0, "maintenance"}}));
        all[0].labels["maintenance"] = "no";
        QVERIFY(!verdict(rules, all).passed());
        all[0].labels["maintenance"] = "yes";
        QVERIFY(verdict(rules, all).passed());
        QVERIFY(!verdict(rules, all).quotaLeft);
    }

    void aCommandThatHasNotAnsweredHasNotPassed()
    {
        ConsistRules rules;
        rules.command = {"may-i"};
        const auto all = employees(1, 1);
        QVERIFY(!judge(rules, all[0], staffOf(all), std::nullopt).passed());
        const RuleVerdict refused = judge(rules, all[0], staffOf(all),
                                          ProgramAnswer{false, "not at noon"});
        QCOMPARE(refused.failures.front().subject, std::string("not at noon"));
        QVERIFY(judge(rules, all[0], staffOf(all), ProgramAnswer{true, {}}).passed());
    }

    void withoutRulesAllPass() { QVERIFY(verdict({}, employees(1, 1)).passed()); }
};

QONTROLLER_TEST(ConsistRulesTest)
#include "tst_consistrules.moc"
