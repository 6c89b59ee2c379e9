// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/judging.h"
#include "passrig.h"
#include "printing.h"
#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::consist;
using namespace qontroller::consist::test;

namespace {

constexpr int Servers = 8;

/// Eight servers, an operation on each, and operators that work as soon as they may.
struct RollingRestart : PassRig
{
    RollingRestart()
    {
        addServers(Servers);
        for (const auto &server : web.servers)
            disk.employees[key(server.first)] = {};
        options.preCheck.maxUnavailable = EmployeeShare{1};
        (void)pass();
        for (const auto &server : web.servers)
            command(server.first, Command::Kind::Begin);
    }

    [[nodiscard]] Lifecycle &lifecycle(const std::string &name)
    {
        return disk.employees[key(name)].lifecycle;
    }
    [[nodiscard]] bool isAvailable(const EmployeeKey &one) const
    {
        const auto employee = disk.employees.find(one);
        return employee != disk.employees.end() && disk.missingFor(one).empty()
               && !takesOutOfService(employee->second.lifecycle);
    }
    [[nodiscard]] Staff staff() const
    {
        Staff all{disk.employees.size(), 0};
        for (const auto &[one, employee] : disk.employees)
            all.available += isAvailable(one);
        return all;
    }
    /// Looks at one employee, in one transaction.
    std::vector<Action> look(const std::string &name, std::optional<Command> command = {})
    {
        Facts facts;
        facts.command = std::move(command);
        facts.marks = disk.marksOn(key(name));
        facts.missing = disk.missingFor(key(name));
        facts.preChecks["roll"].passed =
            judge(options.preCheck, {isAvailable(key(name)), {}}, staff(), {}).passed();
        facts.postChecks["roll"].passed = true;
        Step step = settle(lifecycle(name), facts, {});
        lifecycle(name) = std::move(step.state);
        return step.actions;
    }
    std::vector<Action> command(const std::string &name, Command::Kind kind)
    {
        return look(name, Command{kind, "roll", "restart", "ann"});
    }
    [[nodiscard]] int serving()
    {
        int count = 0;
        for (const auto &[id, server] : provider.servers["web"])
            count += server.on;
        return count;
    }
};

} // namespace

class RollingRestartTest : public QObject
{
    Q_OBJECT

private slots:
    void m1_everyServerIsOperatedOn_max1Unavailable_andNoneCarriesTrafficMeanwhile()
    {
        RollingRestart roll;
        int restarted = 0;
        for (int round = 0; round < 10 * Servers && restarted < Servers; ++round) {
            (void)roll.pass();
            QVERIFY(roll.serving() >= Servers - 1);
            for (const auto &server : roll.web.servers) {
                const std::string &name = server.first;
                (void)roll.look(name);
                if (roll.lifecycle(name).operations.empty()
                    || roll.lifecycle(name).operations.front().phase != Phase::Drained)
                    continue;
                (void)roll.command(name, Command::Kind::Start);
                QVERIFY(isOperatedOn(roll.lifecycle(name)));
                QVERIFY(!roll.server(name)->on);
                (void)roll.command(name, Command::Kind::Finish);
                ++restarted;
            }
        }
        QCOMPARE(restarted, Servers);
        for (int round = 0; round < 3; ++round) {
            (void)roll.pass();
            for (const auto &server : roll.web.servers)
                (void)roll.look(server.first);
        }
        QCOMPARE(roll.serving(), Servers);
        for (const auto &server : roll.web.servers) {
            QVERIFY(roll.lifecycle(server.first).operations.empty());
            QVERIFY(roll.isMarked(server.first));
        }
    }

    void aProviderThatIsAwayStopsItBeforeTheNextServer()
    {
        RollingRestart roll;
        roll.provider.aborts["update servers"] = "away";
        for (int round = 0; round < 5; ++round) {
            for (const auto &server : roll.web.servers)
                (void)roll.look(server.first);
            (void)roll.pass();
        }
        QCOMPARE(roll.serving(), Servers);
        QCOMPARE(roll.lifecycle("s1").operations.front().phase, Phase::Draining);
        for (const char *name : {"s2", "s3", "s4", "s5", "s6", "s7", "s8"})
            QCOMPARE(roll.lifecycle(name).operations.front().phase, Phase::PreCheck);
    }

    void aServerThatNeverBecomesReadyStopsItBeforeTheNext()
    {
        RollingRestart roll;
        (void)roll.look("s1");
        (void)roll.pass();
        (void)roll.look("s1");
        (void)roll.command("s1", Command::Kind::Start);
        roll.web.servers["s1"] = false;
        (void)roll.command("s1", Command::Kind::Finish);
        for (int round = 0; round < 5; ++round) {
            (void)roll.pass();
            for (const auto &server : roll.web.servers)
                (void)roll.look(server.first);
        }
        const Lifecycle &state = roll.lifecycle("s1");
        QCOMPARE(state.operations.front().phase, Phase::Restoring);
        Facts facts;
        facts.missing = roll.disk.missingFor(roll.key("s1"));
        const Waiting waiting = waitingOf(state, state.operations.front(), facts, {});
        QVERIFY(waiting.what == WaitsFor::Traffic);
        QCOMPARE(waiting.whom.front().name, std::string("web"));
        QCOMPARE(roll.serving(), Servers - 1);
    }
};

QONTROLLER_TEST(RollingRestartTest)
#include "tst_rollingrestart.moc"
