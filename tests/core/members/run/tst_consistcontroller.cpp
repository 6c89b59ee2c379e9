// SPDX-License-Identifier: LGPL-3.0-or-later
// A consist controller in a host, with its store and its mover of operations.
#include "consistrig.h"
#include "latch.h"
#include "testprogram.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <atomic>
#include <future>

using namespace qontroller;
using namespace qontroller::consist;
using namespace qontroller::consist::test;
using Kind = qontroller::consist::Command::Kind;

namespace {

/// What the objects of employees ask for.
class Wishes
{
public:
    using Wanted = std::vector<WantedOperation>;

    auto function()
    {
        return [this](std::string_view employee) -> tl::expected<Wanted, Error> {
            MutexLock lock(m_mutex);
            ++m_asked;
            if (!m_error.empty())
                return tl::unexpected(Error(m_error));
            return m_wanted[std::string(employee)];
        };
    }
    void set(const std::string &employee, Wanted wanted)
    {
        MutexLock lock(m_mutex);
        m_wanted[employee] = std::move(wanted);
    }
    void ask(ConsistRig &rig, const std::string &employee, Wanted wanted)
    {
        set(employee, std::move(wanted));
        rig.employees->modified(employee);
    }
    void fail(std::string error)
    {
        MutexLock lock(m_mutex);
        m_error = std::move(error);
    }
    int asked() const { return m_asked; }

private:
    Mutex m_mutex;
    std::map<std::string, Wanted> m_wanted QONTROLLER_GUARDED_BY(m_mutex);
    std::string m_error QONTROLLER_GUARDED_BY(m_mutex);
    std::atomic<int> m_asked = 0;
};

} // namespace

class ConsistControllerTest : public QObject
{
    Q_OBJECT

private slots:
    void anOperationDrainsWorksAndComesBack()
    {
        ConsistRig rig;
        rig.putWeb("web", {"s1", "s2"});
        rig.start();
        QVERIFY(rig.hasTraffic("s1", "on"));
        QVERIFY(rig.drains("s1"));
        QCOMPARE(rig.traffic("s1"), "off");
        QCOMPARE(rig.traffic("s2"), "on");
        QVERIFY(rig.operation("s1")->isAllowed);
        QCOMPARE(rig.command(Kind::Start, "s1"), "");
        QCOMPARE(rig.command(Kind::Finish, "s1"), "");
        QVERIFY(rig.isOver("s1"));
        QCOMPARE(rig.traffic("s1"), "on");
        QCOMPARE(rig.marks("s1"), std::size_t(1));
    }

    // The store is new, and the provider still sends it traffic.
    void m1_nothingBeginsBeforeEachEmployerWasLookedAt()
    {
        ConsistRig rig;
        rig.putWeb("web", {"s1", "s2"});
        rig.start();
        QVERIFY(rig.serves("s1"));
        rig.stop();
        QVERIFY(QFile::remove(rig.storeFile()));
        rig.world->provider.readsLeft = 0;
        rig.start();
        QVERIFY(eventually([&] {
            return rig.mover->sightings().of(rig.key("s1")) == MemberWatch::Sighting::Shown;
        }));
        QCOMPARE(rig.command(Kind::Begin, "s1"), "");
        const auto reason = [&] {
            const auto view = rig.operation("s1");
            return view && !view->waiting.whom.empty() ? view->waiting.whom.front().name
                                                       : std::string();
        };
        QVERIFY(eventually([&] {
            return reason() == "web (demo): it has not been looked at since the start";
        }));
        QCOMPARE(int(rig.operation("s1")->operation.phase), int(Phase::PreCheck));
        QCOMPARE(rig.traffic("s1"), "on");
        rig.change([&](World &world) { world.provider.readsLeft.reset(); });
        rig.employers->modified("web");
        QVERIFY(rig.reaches("s1", Phase::Drained));
        QCOMPARE(rig.traffic("s1"), "off");
    }

    // The store may be new, and know only of the one that had a pass first.
    void m1_aControllerThatHasNotListedYetIsWaitedFor()
    {
        ConsistRig rig;
        rig.putWeb("web", {"s1"});
        rig.start();
        QVERIFY(rig.serves("s1"));
        const auto options = std::make_shared<ConsistOptions>();
        options->employeeKind = rig.key("s1").kind();
        options->employees.emplace_back();
        QVERIFY(rig.mover->join("other", options, std::make_shared<Nudges>()));
        QCOMPARE(rig.command(Kind::Begin, "s1"), "");
        const auto whom = rig.operation("s1")->waiting.whom;
        QVERIFY(std::ranges::any_of(whom, [](const Holder &holder) {
            return holder.name == "other: it has not told yet since the start whose member it is";
        }));
        QCOMPARE(rig.traffic("s1"), "on");
        rig.mover->sightings().noteListed({"other", "its source"});
        rig.mover->lookAt(rig.key("s1"));
        QVERIFY(rig.reaches("s1", Phase::Drained));
    }

    void anEmployerThatDoesNotExistIsNotWaitedFor()
    {
        ConsistRig rig;
        rig.employees->put("s1"); // of "web"
        rig.start();
        QVERIFY(eventually([&] {
            return rig.mover->sightings().of(rig.key("s1")) == MemberWatch::Sighting::Shown;
        }));
        QVERIFY(rig.drains("s1"));
        QCOMPARE(rig.command(Kind::Start, "s1"), "");
    }

    void aCommandThatIsRefusedSaysWhy()
    {
        ConsistRig rig;
        rig.putWeb("web", {"s1"});
        rig.start();
        QVERIFY(rig.hasTraffic("s1", "on"));
        QCOMPARE(rig.command(Kind::Start, "s1"), "there is no such operation");
        QCOMPARE(rig.command(Kind::Force, "s1"), "there is no such operation");
    }

    void m4_theQuotaLetsOneGoAfterTheOther()
    {
        ConsistRig rig;
        rig.options.preCheck.maxUnavailable = EmployeeShare{1};
        rig.putWeb("web", {"s1", "s2", "s3"});
        rig.start();
        for (const char *server : {"s1", "s2", "s3"})
            QVERIFY(rig.serves(server));
        QVERIFY(rig.drains("s1"));
        QCOMPARE(rig.command(Kind::Begin, "s2"), "");
        const auto waits = rig.operation("s2");
        QCOMPARE(waits->operation.phase, Phase::PreCheck);
        QVERIFY(waits->waiting.what == WaitsFor::Rules);
        QCOMPARE(waits->waiting.whom.size(), std::size_t(1));
        QCOMPARE(waits->waiting.whom[0].name,
                 "web (demo): at most 1 out of service at a time, and this would be 2");
        QCOMPARE(rig.traffic("s2"), "on");
        QCOMPARE(rig.command(Kind::Start, "s1"), "");
        QCOMPARE(rig.command(Kind::Finish, "s1"), "");
        QVERIFY(rig.reaches("s2", Phase::Drained));
        QVERIFY(rig.isOver("s1"));
    }

    void m7_anOperationGoesOnAfterARestart()
    {
        ConsistRig rig;
        rig.putWeb("web", {"s1"});
        rig.start();
        QVERIFY(rig.hasTraffic("s1", "on"));
        QVERIFY(rig.drains("s1"));
        QCOMPARE(rig.command(Kind::Start, "s1"), "");
        rig.restart();
        QVERIFY(rig.reaches("s1", Phase::Operating));
        QCOMPARE(rig.traffic("s1"), "off");
        QCOMPARE(rig.command(Kind::Finish, "s1"), "");
        QVERIFY(rig.isOver("s1"));
        QCOMPARE(rig.traffic("s1"), "on");
    }

    void anEmployerThatIsDeletedIsCleanedUp()
    {
        ConsistRig rig;
        rig.putWeb("web", {"s1"});
        rig.start();
        QVERIFY(rig.hasTraffic("s1", "on"));
        rig.dropWeb("web");
        rig.employers->deleted("web");
        QVERIFY(rig.hasTraffic("s1", "none"));
        QVERIFY(eventually([&] {
            return rig.mover->store().look(
                [](const Books &books) { return books.employers().empty(); });
        }));
        const std::lock_guard lock(rig.world->mutex);
        QVERIFY(rig.world->provider.addresses["web"].empty());
    }

    void m13_anEmployerThatWasDeletedWhileNothingRanIsCleanedUp()
    {
        ConsistRig rig;
        rig.putWeb("web", {"s1"});
        rig.start();
        QVERIFY(rig.hasTraffic("s1", "on"));
        rig.stop();
        rig.dropWeb("web");
        rig.employers->drop("web");
        rig.start();
        QVERIFY(rig.hasTraffic("s1", "none"));
    }

    void m12_aWishToDeleteIsServedWhenNothingSendsTraffic()
    {
        ConsistRig rig;
        rig.putWeb("web", {"s1", "s2"});
        rig.start();
        QVERIFY(rig.serves("s1"));
        QCOMPARE(rig.command(Kind::Delete, "s1"), "");
        QVERIFY(eventually([&] {
            const std::lock_guard lock(rig.world->mutex);
            return rig.world->deleted == std::vector<std::string>{"s1"};
        }));
        QVERIFY(rig.hasTraffic("s1", "none"));
        QVERIFY(rig.isOver("s1"));
        QCOMPARE(rig.marks("s1"), std::size_t(0));
        QCOMPARE(rig.traffic("s2"), "on");
    }

    void whoCannotDeleteSaysSo()
    {
        ConsistRig rig;
        rig.options.deleteEmployee = {};
        rig.putWeb("web", {"s1"});
        rig.start();
        QVERIFY(rig.hasMarks("s1", 1));
        QCOMPARE(rig.command(Kind::Delete, "s1"),
                 "no controller that has it can delete an employee");
    }

    void aRuleAsksItsCommand()
    {
        ConsistRig rig;
        std::atomic<int> asked = 0;
        rig.options.preCheck.maxUnavailable.reset();
        rig.options.preCheck.command = {"may-i", "--now"};
        rig.runProgram = [&](const std::vector<std::string> &command, const Work &work,
                             auto &&...) {
            ++asked;
            return ProgramAnswer{command.size() == 2 && work.employee == rig.key("s1")
                                     && work.operation.empty(),
                                 "no"};
        };
        rig.putWeb("web", {"s1", "s2"});
        rig.start();
        QVERIFY(eventually([&] { return rig.marks("s1") == 1 && rig.marks("s2") == 1; }));
        QVERIFY(rig.drains("s1"));
        QCOMPARE(asked.load(), 1);
        QCOMPARE(rig.command(Kind::Begin, "s2"), "");
        QVERIFY(eventually([&] { return asked == 2; }));
        QVERIFY(eventually([&] {
            const auto view = rig.operation("s2");
            return view && view->waiting.whom.size() == 1
                   && view->waiting.whom[0].name == "web (demo): the command of the rule: no";
        }));
        QCOMPARE(rig.operation("s2")->operation.phase, Phase::PreCheck);
    }

    void theObjectOfAnEmployeeAsksAndAProgramOperates()
    {
        ConsistRig rig;
        Wishes wishes;
        std::atomic<bool> works = false;
        std::atomic<int> runs = 0;
        rig.options.operationsOf = wishes.function();
        rig.options.operate["restart"].command = {"restart-it", "--now"};
        rig.runProgram = [&](const std::vector<std::string> &command, const Work &work,
                             auto &&...) {
            ++runs;
            const bool isOff = rig.traffic("s1") == "off";
            return ProgramAnswer{works && isOff && command.size() == 2
                                     && work.employee == rig.key("s1"),
                                 "it does not start"};
        };
        rig.putWeb("web", {"s1", "s2"});
        rig.start();
        QVERIFY(rig.hasTraffic("s1", "on"));
        wishes.ask(rig, "s1", {{"restart-7", "restart"}});
        QVERIFY(eventually([&] {
            const auto view = rig.operation("s1");
            return view && view->failure == "it does not start";
        }));
        QCOMPARE(rig.operation("s1")->operation.phase, Phase::Operating);
        QCOMPARE(runs.load(), 1);
        works = true;
        rig.restart(); // it is run again: nobody knows how far it came
        QVERIFY(rig.isOver("s1"));
        QCOMPARE(runs.load(), 2);
        QVERIFY(rig.hasTraffic("s1", "on"));
        wishes.ask(rig, "s1", {{"restart-7", "restart"}});
        wishes.ask(rig, "s2", {{"other", "move"}});
        QVERIFY(rig.reaches("s2", Phase::Drained)); // nobody operates
        QVERIFY(!rig.operation("s1"));
        wishes.ask(rig, "s2", {});
        QVERIFY(rig.isOver("s2"));
    }

    void whatHappensInGoodOrderIsNoted()
    {
        std::mutex mutex;
        std::vector<std::string> lines;
        ConsistRig rig;
        rig.note = [&](const std::string &line) {
            const std::lock_guard lock(mutex);
            lines.push_back(line);
        };
        rig.putWeb("web", {"s1"});
        rig.start();
        QVERIFY(rig.hasMarks("s1", 1));
        QVERIFY(rig.drains("s1"));
        QCOMPARE(rig.command(Kind::Undo, "s1"), "");
        QVERIFY(rig.isOver("s1"));
        const std::vector<std::string> all{"s1: operation op (restart) has begun",
                                           "s1: operation op (restart) is undone"};
        QVERIFY(eventually([&] {
            const std::lock_guard lock(mutex);
            return lines == all;
        }));
    }

    void whoHasLeftMembersIsAbsent()
    {
        ConsistRig rig;
        rig.putWeb("web", {"s1"});
        rig.start();
        QVERIFY(rig.hasMarks("s1", 1));
        QVERIFY(rig.mover->absentControllers().empty());
        QVERIFY(rig.mover->counts().controllers.contains("demo"));
        rig.mover->leave("demo");
        QCOMPARE(rig.mover->absentControllers(), std::vector<std::string>{"demo"});
        QVERIFY(!rig.mover->counts().controllers.contains("demo")); // its series end
        QCOMPARE(rig.mover->counts().absentControllers, std::size_t(1));
    }

    void anEmployerWhoseControllerDoesNotRunHoldsItsMembersUntilItIsForgotten()
    {
        ConsistRig rig;
        ConsistRig other;
        other.world->controller = "other";
        rig.putWeb("web", {"s1"});
        other.putWeb("web", {"s1"});
        rig.start();
        other.startBeside(rig);
        QVERIFY(rig.hasMarks("s1", 2));
        QCOMPARE(rig.mover->forget({"other", "web"}, "eva").error().message,
                 std::string("its controller other runs"));
        other.stop();
        QVERIFY(eventually([&] { return rig.mover->employers().back().isAbsent; }));
        QVERIFY(!rig.mover->employers().front().isAbsent);
        QCOMPARE(rig.command(Kind::Begin, "s1"), "");
        QCOMPARE(rig.operation("s1")->operation.phase, Phase::PreCheck); // by its rules
        QVERIFY(rig.mover->forget({"other", "web"}, "eva"));
        QVERIFY(rig.reaches("s1", Phase::Drained));
        QCOMPARE(rig.mover->employers().size(), std::size_t(1));
        QVERIFY(rig.mover->absentControllers().empty());
        rig.restart();
        QCOMPARE(rig.mover->employers().size(), std::size_t(1));
    }

    void workThatFailsIsLoggedOnceAndCounted()
    {
        ConsistRig rig;
        std::mutex mutex;
        std::vector<std::string> lines;
        rig.log = [&](const std::string &line) {
            const std::lock_guard lock(mutex);
            lines.push_back(line);
        };
        rig.options.operate["restart"].command = {"restart-it"};
        rig.runProgram = [&](auto &&...) { return ProgramAnswer{false, "it does not start"}; };
        rig.putWeb("web", {"s1"});
        rig.start();
        QVERIFY(rig.hasMarks("s1", 1));
        QCOMPARE(rig.command(Kind::Begin, "s1"), "");
        QVERIFY(eventually([&] {
            const std::lock_guard lock(mutex);
            return !lines.empty();
        }));
        QCOMPARE(lines.front(), "s1: operation op: the work has failed and is tried again every "
                                "10s: it does not start");
        QCOMPARE(rig.mover->counts().failedCalls.at("work"), std::uint64_t(1));
        QVERIFY(eventually([&] { return !rig.mover->isMoving(); })); // a person has to look at it
    }

    void workRestsWhileAnotherHostHasTheEmployees()
    {
        ConsistRig rig;
        std::atomic<bool> isOurs = true;
        std::atomic<int> runs = 0;
        rig.options.operate["restart"].command = {"restart-it"};
        rig.options.mayWork = [&] {
            return isOurs ? std::nullopt : std::optional(Error("host-b has them"));
        };
        rig.runProgram = [&](auto &&...) {
            ++runs;
            return ProgramAnswer{false, "it does not start"};
        };
        rig.putWeb("web", {"s1"});
        rig.start();
        QVERIFY(rig.hasMarks("s1", 1));
        QCOMPARE(rig.command(Kind::Begin, "s1"), "");
        const auto hasFailedWith = [&](const std::string &why) {
            return eventually([&] {
                const auto view = rig.operation("s1");
                return view && view->failure == why;
            });
        };
        QVERIFY(hasFailedWith("it does not start"));
        QCOMPARE(runs.load(), 1);
        isOurs = false;
        rig.restart();
        QVERIFY(hasFailedWith("host-b has them"));
        QCOMPARE(runs.load(), 1);
    }

    void anEmployeeOfNoEmployerIsOperatedOnToo()
    {
        ConsistRig rig;
        std::atomic<int> runs = 0;
        rig.options.operate["restart"].command = {"restart-it"};
        rig.runProgram = [&](auto &&...) {
            ++runs;
            return ProgramAnswer{true, {}};
        };
        rig.putWeb("web", {"s1"});
        rig.employees->put("lonely"); // else a list says that it is gone
        rig.start();
        QVERIFY(rig.hasMarks("s1", 1));
        QCOMPARE(rig.command(Kind::Begin, "lonely"), "");
        QVERIFY(rig.isOver("lonely"));
        QCOMPARE(runs.load(), 1);
    }

    void aMemberThatNobodyHasSeenIsRefused()
    {
        ConsistRig rig;
        rig.putWeb("web", {"s1"});
        rig.start();
        // Before its first list it might still tell of anybody.
        QVERIFY(eventually([&] { return rig.mover->sightings().hasListed("demo"); }));
        const QString why = QString::fromStdString(rig.command(Kind::Begin, "invented"));
        QVERIFY2(why.endsWith("invented: no list and no event has told of it"), qPrintable(why));
        QVERIFY(rig.mover->look({}).value().operations.empty());
    }

    void whoEndsWaitsForTheWorkUnderWay()
    {
        ConsistRig rig;
        Latch works;
        rig.options.operate["restart"].command = {"restart-it"};
        rig.runProgram = [&](auto &&...) {
            works.wait();
            return ProgramAnswer{true, {}};
        };
        rig.putWeb("web", {"s1"});
        rig.start();
        QVERIFY(rig.hasMarks("s1", 1));
        QCOMPARE(rig.command(Kind::Begin, "s1"), "");
        QVERIFY(eventually([&] { return works.waiting() == 1; }));
        QVERIFY(rig.mover->isMoving());
        const auto left = rig.mover->finishCalls(SteadyClock::instance().now());
        QCOMPARE(left, std::vector<std::string>{"s1: operation op: the work"});
        works.open();
        QVERIFY(rig.mover->finishCalls(TimePoint::max()).empty());
        QVERIFY(rig.operation("s1")->operation.phase >= Phase::Operated); // and it is written
    }

    // Whoever worked for it in an earlier life may be at work still.
    void m7_workOfAnEarlierLifeIsEndedBeforeItGoesOn_data()
    {
        QTest::addColumn<bool>("isUndone");
        QTest::newRow("done again") << false;
        QTest::newRow("undone") << true;
    }
    void m7_workOfAnEarlierLifeIsEndedBeforeItGoesOn()
    {
        QFETCH(bool, isUndone);
        std::atomic<bool> hasFailed = true;
        std::atomic<bool> endsEarlier = false;
        std::mutex mutex;
        std::vector<std::string> calls;
        const auto note = [&](const std::string &call) {
            const std::lock_guard lock(mutex);
            calls.push_back(call);
        };
        const auto noted = [&] {
            const std::lock_guard lock(mutex);
            return calls;
        };
        Wishes wishes;
        ConsistRig rig;
        rig.options.operationsOf = wishes.function();
        rig.options.operate["restart"].command = {"restart-it"};
        rig.runProgram = [&](auto &&, const Work &work, auto &&...) {
            note("run " + work.operation);
            return ProgramAnswer{!hasFailed, "it was killed"};
        };
        rig.endEarlier = [&](const Work &work, auto &&...) {
            note("end " + work.operation);
            return endsEarlier.load();
        };
        rig.putWeb("web", {"s1"});
        wishes.set("s1", {{"r1", "restart"}});
        rig.start();
        QVERIFY(eventually([&] { return noted() == std::vector<std::string>{"run r1"}; }));
        rig.stop();
        if (isUndone)
            wishes.set("s1", {});
        rig.start();
        QVERIFY(eventually([&] { return noted().size() >= 2; }));
        QCOMPARE(noted().back(), std::string("end r1"));
        QVERIFY(eventually([&] {
            const auto view = rig.operation("s1");
            return view && view->operation.phase == (isUndone ? Phase::Undoing : Phase::Operating);
        }));
        QCOMPARE(rig.traffic("s1"), "off");
        rig.stop();
        hasFailed = false;
        endsEarlier = true;
        rig.start();
        QVERIFY(rig.isOver("s1"));
        const auto all = noted();
        QCOMPARE(all.back(), std::string(isUndone ? "end r1" : "run r1"));
        QCOMPARE(std::count(all.begin(), all.end(), "run r1"), isUndone ? 1 : 2);
        QVERIFY(rig.hasTraffic("s1", "on"));
    }

    void trafficThatSomebodyElseLetsThroughIsSaidAndCounted()
    {
        std::mutex mutex;
        std::vector<std::string> lines;
        ConsistRig rig;
        rig.log = [&](const std::string &line) {
            const std::lock_guard lock(mutex);
            lines.push_back(line);
        };
        rig.putWeb("web", {"s1"});
        rig.start();
        QVERIFY(rig.hasTraffic("s1", "on"));
        QVERIFY(rig.drains("s1"));
        QCOMPARE(rig.command(Kind::Start, "s1"), "");
        rig.change([&](World &world) { world.provider.servers["web"]["s1:80"].on = true; });
        rig.employers->modified("web");
        QVERIFY(rig.hasTraffic("s1", "off"));
        QVERIFY(
            eventually([&] { return rig.mover->counts().controllers.at("demo").intrusions == 1; }));
        const std::lock_guard lock(mutex);
        QCOMPARE(lines, std::vector<std::string>{"s1: web (demo) sent it traffic while it was "
                                                 "operated on: another party has let it through"});
    }

    void m8_workThatCannotBeWrittenIsNotDoneAgain()
    {
        ConsistRig rig;
        const QString store = rig.storeFile();
        std::atomic<int> runs = 0;
        rig.options.operate["restart"].command = {"restart-it"};
        rig.runProgram = [&](auto &&...) {
            ++runs;
            if (!QFile::rename(store, store + "-away"))
                qFatal("cannot be moved");
            return ProgramAnswer{true, {}};
        };
        rig.putWeb("web", {"s1"});
        rig.start();
        QVERIFY(rig.hasMarks("s1", 1));
        QCOMPARE(rig.command(Kind::Begin, "s1"), "");
        QVERIFY(eventually([&] { return rig.mover->counts().failedCalls.contains("work"); }));
        QVERIFY(QFile::rename(store + "-away", store));
        QVERIFY(eventually([&] { return !rig.operation("s1"); })); // asked for again after 10 s
        QCOMPARE(runs.load(), 1);
    }

    void m10_aStuckDrainIsSaidOnceAndCounted()
    {
        ConsistRig rig;
        std::atomic<int> said = 0;
        rig.options.drainDeadline = std::chrono::nanoseconds(1);
        rig.log = [&](const std::string &line) {
            said += line
                    == "s1: the drain for the operation op is stuck: web (demo) still holds "
                       "its mark";
        };
        rig.putWeb("web", {"s1"});
        rig.start();
        QVERIFY(rig.hasTraffic("s1", "on"));
        rig.change([&](World &world) { world.provider.refused.insert("s1:80"); });
        QCOMPARE(rig.command(Kind::Begin, "s1"), "");
        QVERIFY(eventually([&] { return said == 1; }));
        QCOMPARE(rig.mover->counts().stuck, std::size_t(1));
        QVERIFY(eventually([&] {
            const LifecycleCounts counts = rig.mover->counts();
            return counts.controllers.at("demo")
                       .failures.at(std::size_t(ConsistSide::Employee))
                       .at(std::size_t(ConsistVerb::Update))
                   > 0;
        }));
    }

    void whoIsAdmittedWaitsForItsEmployers()
    {
        class Admission final : public ConsistAdmission
        {
        public:
            std::vector<ObjectId> mustBeTakenInBy(std::string_view employee) override
            {
                if (employee == "bad")
                    throw std::runtime_error("it has no address");
                return {"mail"};
            }
        };
        ConsistRig rig;
        rig.admission = std::make_shared<Admission>();
        rig.workers = 0; // no pass finds out what is really so
        rig.putWeb("web", {"s1"});
        rig.start();
        const auto members = [&] { return rig.mover->employer({"demo", "mail"}).members; };
        QVERIFY(eventually([&] { return members().size() == 1; }));
        QVERIFY(members().front().state == MemberState::Waiting);
        QVERIFY(eventually([&] { return rig.employees->watchStands(); }));
        rig.employees->created("bad");
        rig.employees->created("s2");
        QVERIFY(eventually([&] { return members().size() == 2; }));
        QCOMPARE(rig.watchErrors(), std::uint64_t(1));
    }

    void aFunctionOperates()
    {
        ConsistRig rig;
        rig.options.operate["replace"].call = [](std::string_view employee, std::stop_token) {
            return Error("no spare part for " + std::string(employee)); // however often it is asked
        };
        rig.putWeb("web", {"s1"});
        rig.start();
        QVERIFY(rig.hasMarks("s1", 1));
        QVERIFY(rig.mover->submit(rig.key("s1"), {Kind::Begin, "op", "replace", "ann"}));
        QVERIFY(eventually([&] {
            const auto view = rig.operation("s1");
            return view && view->failure == "no spare part for s1";
        }));
        QCOMPARE(rig.command(Kind::Undo, "s1"), ""); // whatever came of the work
        QVERIFY(rig.isOver("s1"));
    }

    void anObjectThatAsksFromTheStartWaitsForTheFirstPass()
    {
        ConsistRig rig;
        Wishes wishes;
        rig.options.operationsOf = wishes.function();
        wishes.set("s1", {{"restart-7", "restart"}});
        rig.putWeb("web", {"s1"});
        rig.change([&](World &world) { world.provider.aborts["create addresses"] = "away"; });
        rig.start();
        QVERIFY(eventually([&] { return rig.isInTrouble("web"); }));
        QVERIFY(!rig.operation("s1"));
        rig.change([&](World &world) { world.provider.aborts.clear(); });
        QVERIFY(rig.reaches("s1", Phase::Drained));
    }

    void whatCannotBeReadIsLoggedOnceAndAskedAgain()
    {
        ConsistRig rig;
        Wishes wishes;
        std::atomic<int> said = 0;
        std::string last;
        Mutex mutex;
        rig.log = [&](const std::string &line) {
            MutexLock lock(mutex);
            last = line;
            ++said;
        };
        rig.options.operationsOf = wishes.function();
        wishes.fail("the file is cut");
        rig.putWeb("web", {"s1"});
        rig.start();
        QVERIFY(eventually([&] { return said == 1; }));
        rig.employees->modified("s1");
        QVERIFY(eventually([&] { return wishes.asked() >= 2; }));
        QCOMPARE(said.load(), 1);
        MutexLock lock(mutex);
        QCOMPARE(last, "s1: what its object asks for is not begun yet: the file is cut");
        QCOMPARE(rig.mover->unservedWishes(), std::vector<std::string>{last});
    }

    void m8_anOperationOfTwoControllersIsDoneOnce()
    {
        Latch works;
        std::atomic<int> runs = 0;
        ConsistRig rig;
        ConsistRig other;
        other.world->controller = "other";
        const auto work = [&](auto &&...) {
            ++runs;
            works.wait();
            return std::optional<Error>();
        };
        rig.options.operate["restart"].call = other.options.operate["restart"].call = work;
        rig.putWeb("web", {"s1"});
        other.putWeb("web", {"s1"});
        rig.start();
        other.startBeside(rig);
        QVERIFY(rig.hasMarks("s1", 2));
        QCOMPARE(rig.command(Kind::Begin, "s1"), "");
        QVERIFY(eventually([&] { return works.waiting() == 1; }));
        rig.dropWeb("web"); // the first one's no more: another one's to operate on
        rig.employers->deleted("web");
        QVERIFY(eventually([&] { return rig.operation("s1")->employers.size() == 1; }));
        rig.mover->lookAt(rig.key("s1"));
        QVERIFY(
            eventually([&] { return rig.operation("s1")->operation.phase == Phase::Operating; }));
        QCOMPARE(works.waiting(), 1);
        works.open();
        QVERIFY(rig.isOver("s1"));
        QCOMPARE(runs.load(), 1);
        other.stop();
    }

    void m6_employeesOfAnotherControllerOfTheKindAreNotGone()
    {
        ConsistRig rig;
        ConsistRig other;
        other.world->controller = "other";
        rig.putWeb("web", {"s1", "both"});
        other.putWeb("web", {"t1", "both"});
        rig.start();
        other.startBeside(rig);
        QVERIFY(rig.hasMarks("s1", 1) && rig.hasMarks("t1", 1) && rig.hasMarks("both", 2));
        QVERIFY(rig.listsEmployees() && other.listsEmployees());
        QVERIFY(rig.exists("s1") && rig.exists("t1") && rig.exists("both"));
        other.employees->drop("both"); // it is still in the list of the first
        QVERIFY(other.listsEmployees());
        QVERIFY(rig.exists("both"));
        rig.employees->drop("both");
        rig.employees->drop("s1");
        QVERIFY(rig.listsEmployees());
        QVERIFY(!rig.exists("both") && !rig.exists("s1") && rig.exists("t1"));
        other.stop();
    }

    void m5_aListThatLacksAllThatWasKnownIsNotBelieved()
    {
        ConsistRig rig;
        rig.massRemovalGuard = true;
        rig.options.deleteEmployee = {};
        rig.putWeb("web", {"s1", "s2", "s3"});
        rig.start();
        QVERIFY(rig.serves("s1") && rig.serves("s2") && rig.serves("s3"));
        for (const char *name : {"s1", "s2", "s3"})
            rig.employees->drop(name);
        QVERIFY(rig.listsEmployees());
        QVERIFY(rig.exists("s1") && rig.exists("s2"));
        rig.change([&](World &world) { world.webs["web"].servers.clear(); });
        QVERIFY(rig.comesToHold(3));
        QVERIFY(eventually([&] { return rig.isInTrouble("web"); }));
        rig.restart();
        QVERIFY(rig.listsEmployees());
        QVERIFY(rig.comesToHold(3));
        QCOMPARE(rig.traffic("s1"), "on");
        // A word of the source on one of them.
        rig.employees->put("s1");
        rig.employees->deleted("s1");
        QVERIFY(rig.hasTraffic("s1", "none"));
        // And one of a person, where the controller has no way to delete a member.
        const auto done = rig.mover->submit(rig.key("s2"), {Kind::Delete, {}, {}, "ann"});
        QVERIFY2(done, done ? "" : done.error().message.c_str());
        QVERIFY(rig.hasTraffic("s2", "none"));
        QVERIFY(rig.isOver("s2"));
        QVERIFY(rig.listsEmployees());
        QVERIFY(rig.comesToHold(1));
        QCOMPARE(rig.traffic("s3"), "on");
    }

    void m5_listsThatLackAFewEachAreJudgedTogether_data()
    {
        QTest::addColumn<bool>("restarts");
        QTest::newRow("one life") << false;
        QTest::newRow("two lives") << true;
    }
    void m5_listsThatLackAFewEachAreJudgedTogether()
    {
        QFETCH(bool, restarts);
        ConsistRig rig;
        rig.massRemovalGuard = true;
        std::vector<std::string> names;
        for (int i = 10; i < 24; ++i)
            names.push_back("s" + std::to_string(i));
        rig.putWeb("web", {});
        for (const std::string &name : names) {
            const std::lock_guard lock(rig.world->mutex);
            rig.world->webs["web"].servers[name] = true;
            rig.employees->put(name);
        }
        rig.start();
        for (const std::string &name : names)
            QVERIFY(rig.serves(name));
        for (std::size_t i = 0; i < 12; ++i) {
            if (restarts && i == 6)
                rig.restart();
            rig.employees->drop(names[i]);
            QVERIFY(rig.listsEmployees());
            {
                const std::lock_guard lock(rig.world->mutex);
                rig.world->webs["web"].servers.erase(names[i]);
            }
            rig.host->submit({rig.id, ItemsAction{ItemVerb::Requeue, {"web"}}});
            if (i < 10)
                QVERIFY(rig.hasTraffic(names[i], "none"));
        }
        QVERIFY(rig.comesToHold(2));
        QCOMPARE(rig.traffic(names[10]), "on");
        QCOMPARE(rig.traffic(names[11]), "on");
        QVERIFY(eventually([&] { return rig.isInTrouble("web"); }));
    }

    void whatAListOfAnotherSourceLacksIsHeldHoweverLittle()
    {
        ConsistRig rig;
        rig.massRemovalGuard = true;
        std::atomic<bool> isSaid = false;
        rig.log = [&](const std::string &line) {
            if (line
                == "demo: a list lacks 1 member, which is not taken for a deletion: the disk is "
                   "another one")
                isSaid = true;
        };
        rig.putWeb("web", {"s1", "s2", "s3", "s4"});
        rig.start();
        for (const char *name : {"s1", "s2", "s3", "s4"})
            QVERIFY(rig.serves(name));
        rig.employees->drop("s4");
        rig.employees->onList([&](ListSink &sink, const std::stop_token &) {
            rig.employees->onList({}); // the next ones are of the same source
            static_cast<void>(rig.employees->giveWorld(sink));
            return ListResult::replaced("the disk is another one");
        });
        QVERIFY(rig.listsEmployees());
        rig.change([&](World &world) { world.webs["web"].servers.erase("s4"); });
        rig.host->submit({rig.id, ItemsAction{ItemVerb::Requeue, {"web"}}});
        QVERIFY(rig.comesToHold(1));
        QCOMPARE(rig.traffic("s4"), "on");
        QVERIFY(isSaid);
    }

    void noEventWaitsForTheLog()
    {
        std::future<void> told; // outlives the rig
        ConsistRig rig;
        rig.massRemovalGuard = true;
        std::atomic<bool> isTold = false;
        rig.log = [&](const std::string &line) {
            if (!line.starts_with("demo: a list lacks 1 member"))
                return;
            told = std::async(std::launch::async, [&] { rig.employees->modified("s1", 2); });
            isTold = told.wait_for(std::chrono::seconds(5)) == std::future_status::ready;
        };
        rig.putWeb("web", {"s1", "s2"});
        rig.start();
        QVERIFY(rig.serves("s1") && rig.serves("s2"));
        rig.employees->drop("s2");
        rig.employees->onList([&](ListSink &sink, const std::stop_token &) {
            rig.employees->onList({});
            static_cast<void>(rig.employees->giveWorld(sink));
            return ListResult::replaced("the disk is another one");
        });
        QVERIFY(rig.listsEmployees());
        QVERIFY(isTold);
    }

    void aPassThatComesBeforeTheListTakesNobodyOut()
    {
        ConsistRig rig;
        rig.massRemovalGuard = true;
        rig.putWeb("web", {"s1", "s2"});
        rig.start();
        QVERIFY(rig.serves("s1") && rig.serves("s2"));
        QVERIFY(eventually([&] { return rig.mover->sightings().hasListed("demo"); }));
        rig.change([&](World &world) { world.webs["web"].servers.clear(); });
        for (const char *name : {"s1", "s2"})
            rig.employees->drop(name); // which no list has said yet
        rig.host->submit({rig.id, ItemsAction{ItemVerb::Requeue, {"web"}}});
        QVERIFY(eventually([&] { return rig.isWaiting("web"); }));
        QVERIFY(rig.listsEmployees()); // within VanishingGuard::Settling
        QVERIFY(rig.comesToHold(2));
        QCOMPARE(rig.traffic("s1"), "on");
    }

    void aListThatLacksSomeIsBelieved()
    {
        ConsistRig rig;
        rig.massRemovalGuard = true;
        rig.putWeb("web", {"s1", "s2"});
        rig.start();
        QVERIFY(rig.serves("s1") && rig.serves("s2"));
        rig.employees->drop("s1");
        rig.change([&](World &world) { world.webs["web"].servers.erase("s1"); });
        QVERIFY(rig.listsEmployees());
        QVERIFY(rig.hasTraffic("s1", "none"));
        QCOMPARE(rig.traffic("s2"), "on");
    }

    void anOperationWaitsForTheLastSession()
    {
        ConsistRig rig;
        rig.options.lookInterval = std::chrono::milliseconds(5);
        rig.putWeb("web", {"s1", "s2"});
        rig.world->provider.sessions["s1"] = 1;
        rig.start();
        QVERIFY(rig.hasMarks("s1", 1));
        QCOMPARE(rig.command(Kind::Begin, "s1"), "");
        QVERIFY(rig.hasTraffic("s1", "off"));
        QVERIFY(rig.reaches("s1", Phase::Draining));
        QVERIFY(eventually([&] { // passes, all of which see it
            const auto view = rig.mover->employer({"demo", "web"});
            return !view.members.empty() && !view.members.front().status.empty()
                   && view.members.front().status.front().starts_with("gets no new traffic");
        }));
        QCOMPARE(rig.operation("s1")->operation.phase, Phase::Draining);
        QVERIFY(!rig.isInTrouble("web"));
        rig.change([&](World &world) { world.provider.sessions["s1"] = 0; });
        QVERIFY(rig.reaches("s1", Phase::Drained));
    }

    void m6_aListThatIsOlderThanAnEventDoesNotCount()
    {
        Latch listing;
        ConsistRig rig;
        rig.putWeb("web", {"s1", "old"});
        rig.start();
        QVERIFY(rig.hasMarks("s1", 1) && rig.hasMarks("old", 1));
        QVERIFY(eventually([&] { return rig.employees->watchStands(); }));
        rig.employees->onList([&](ListSink &sink, auto &&) {
            ListResult result = rig.employees->giveWorld(sink);
            listing.wait();
            return result;
        });
        rig.host->submit({rig.id, ControllerVerb::Resync});
        QVERIFY(eventually([&] { return listing.waiting() == 1; }));
        rig.addServer("web", "new");
        rig.employees->created("new");
        rig.employees->deleted("old");
        QVERIFY(rig.hasMarks("new", 1));
        listing.open();
        QVERIFY(rig.listsEmployees());
        QVERIFY(rig.exists("new") && !rig.exists("old"));
    }

    void m9_aMemberThatComesBackWhileItIsWorkedOnGetsNoTraffic()
    {
        Latch works;
        ConsistRig rig;
        rig.options.operate["restart"].call = [&](auto &&...) {
            works.wait();
            return std::optional<Error>();
        };
        rig.putWeb("web", {"s1"});
        rig.start();
        QVERIFY(rig.hasMarks("s1", 1));
        QVERIFY(eventually([&] { return rig.employees->watchStands(); }));
        QCOMPARE(rig.command(Kind::Begin, "s1"), "");
        QVERIFY(eventually([&] { return works.waiting() == 1; }));
        rig.putWeb("web", {});
        rig.employers->modified("web");
        rig.employees->deleted("s1");
        QVERIFY(rig.hasTraffic("s1", "none"));
        rig.mover->lookAt(rig.key("s1"));
        QVERIFY(rig.operation("s1"));
        rig.addServer("web", "s1");
        rig.employees->created("s1");
        rig.employers->modified("web");
        QVERIFY(rig.hasTraffic("s1", "off"));
        QCOMPARE(rig.operation("s1")->operation.phase, Phase::Operating);
        works.open();
        QVERIFY(rig.isOver("s1"));
        QVERIFY(rig.hasTraffic("s1", "on"));
    }

    void aQuotaIsKeptByOperationsThatAreDrained()
    {
        ConsistRig rig;
        rig.options.preCheck.maxUnavailable = EmployeeShare{1};
        rig.putWeb("web", {"s1", "s2"});
        rig.start();
        QVERIFY(rig.hasMarks("s1", 1) && rig.hasMarks("s2", 1));
        rig.world->isHeld = true; // the marks stay, and what is permitted counts all the same
        QCOMPARE(rig.command(Kind::Begin, "s1"), "");
        QVERIFY(rig.reaches("s1", Phase::Draining));
        QCOMPARE(rig.command(Kind::Begin, "s2"), "");
        QCOMPARE(rig.operation("s2")->operation.phase, Phase::PreCheck);
        rig.world->isHeld = false;
    }

    void m4_aMemberThatIsDownCountsAsOutOfService()
    {
        ConsistRig rig;
        rig.options.preCheck.maxUnavailable = EmployeeShare{1};
        rig.putWeb("web", {"s1", "s2", "s3"});
        rig.start();
        QVERIFY(rig.hasMarks("s1", 1) && rig.hasMarks("s2", 1) && rig.hasMarks("s3", 1));
        const auto setDown = [&](std::set<std::string> names) {
            const std::lock_guard lock(rig.world->mutex);
            rig.world->provider.down = std::move(names);
        };
        setDown({"s1"});
        QVERIFY(eventually([&] {
            rig.employers->modified("web");
            const auto view = rig.mover->employer({"demo", "web"});
            return view.members.at(0).state == MemberState::Down && view.quotaLeft == 0U;
        }));
        QCOMPARE(rig.command(Kind::Begin, "s2"), "");
        QCOMPARE(rig.operation("s2")->operation.phase, Phase::PreCheck);
        QCOMPARE(rig.operation("s2")->waiting.whom.at(0).name,
                 "web (demo): at most 1 out of service at a time, and this would be 2");
        rig.restart();
        QCOMPARE(rig.operation("s2")->operation.phase, Phase::PreCheck);
        QCOMPARE(rig.command(Kind::Begin, "s1"), ""); // which takes nobody out of service
        QVERIFY(rig.reaches("s1", Phase::Drained));
        QCOMPARE(rig.command(Kind::Undo, "s1"), "");
        setDown({});
        rig.employers->modified("web");
        QVERIFY(rig.reaches("s2", Phase::Drained));
    }

    void whatStandsAgainstAnOperationHoldsItBeforeItBegins()
    {
        std::mutex mutex;
        std::optional<Error> objection = Error("it is counted");
        ConsistRig rig;
        rig.options.mayBegin = [&](std::string_view) {
            const std::lock_guard lock(mutex);
            if (objection && objection->message == "thrown")
                throw std::runtime_error("nobody knows");
            return objection;
        };
        rig.putWeb("web", {"s1"});
        rig.start();
        QVERIFY(rig.hasMarks("s1", 1));
        QCOMPARE(rig.command(Kind::Begin, "s1"), "");
        const auto reason = [&] { return rig.operation("s1")->waiting.whom.at(0).name; };
        QCOMPARE(reason(), "web (demo): it is counted");
        const auto object = [&](std::optional<Error> one) {
            const std::lock_guard lock(mutex);
            objection = std::move(one);
        };
        object(Error("thrown"));
        QCOMPARE(reason(), "web (demo): nobody knows");
        object(std::nullopt);
        QVERIFY(rig.reaches("s1", Phase::Drained));
        object(Error("too late"));
        QCOMPARE(rig.command(Kind::Start, "s1"), "");
        QCOMPARE(rig.command(Kind::Finish, "s1"), "");
        QVERIFY(rig.isOver("s1"));
    }

    void anOperatorSeesEmployersAndMembers()
    {
        ConsistRig rig;
        rig.options.preCheck.maxUnavailable = EmployeeShare{1};
        rig.options.operate["move"].command = {"true"};
        rig.putWeb("web", {"s1", "s2"});
        rig.start();
        QVERIFY(eventually([&] { return rig.marks("s1") == 1 && rig.marks("s2") == 1; }));
        const EmployerName web{"demo", "web"};
        const auto stateOf = [&](std::size_t member) {
            return rig.mover->employer(web).members.at(member).state;
        };
        QVERIFY(eventually([&] { return stateOf(1) == MemberState::InService; }));
        QCOMPARE(rig.mover->employers(), (std::vector<EmployerSummary>{{web, 2, false, {"move"}}}));
        QCOMPARE(rig.mover->employer(web).quotaLeft, std::optional<std::size_t>(1));
        QVERIFY(rig.drains("s1"));
        QVERIFY(stateOf(0) == MemberState::OutOfService);
        QCOMPARE(rig.mover->employer(web).quotaLeft, std::optional<std::size_t>(0));
        QCOMPARE(rig.operation("s1")->employers, (std::vector<EmployerName>{web}));
        const LifecycleCounts counts = rig.mover->counts();
        const auto members = counts.controllers.at("demo").members;
        QCOMPARE(members.at(std::size_t(MemberState::OutOfService)), std::size_t(1));
        QCOMPARE(members.at(std::size_t(MemberState::InService)), std::size_t(1));
        QCOMPARE(counts.operations.at(std::size_t(Phase::Drained)), std::size_t(1));
        QCOMPARE(counts.times.at(std::size_t(Phase::PreCheck)).counts.at(0), std::uint64_t(1));
        QCOMPARE(counts.stuck, std::size_t(0));
        QCOMPARE(counts.controllers.at("demo").employersInOrder, std::size_t(1));
        QVERIFY(rig.mover->employer({"demo", "nobody"}).members.empty());
    }

    // Where there is one source, what comes after a # is part of the name, and no site.
    void anEmployeeWithAHashInItsNameGoesWithTheListThatLacksIt()
    {
        ConsistRig rig;
        rig.putWeb("web", {"s#1", "s2"});
        rig.start();
        QVERIFY(rig.hasMarks("s#1", 1) && rig.hasMarks("s2", 1));
        rig.employees->drop("s#1");
        QVERIFY(rig.listsEmployees());
        QVERIFY(!rig.exists("s#1") && rig.exists("s2"));
    }

    void aHostThatKnowsNothingOfConsistParksIt()
    {
        ConsistRig rig;
        rig.putWeb("web", {"s1"});
        Host host;
        const auto id = host.add({"services", "test", rig.makeParts(), {}}).value();
        QVERIFY(eventually([&] {
            const auto detail = host.detail(id, "web");
            return detail && detail->row.state == ItemState::Parked
                   && detail->row.text == "this host cannot run consist controllers";
        }));
    }
};

QONTROLLER_GUILESS_TEST(ConsistControllerTest)
#include "tst_consistcontroller.moc"
