// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// A rig whose handler holds "held" until the latch opens.
struct HeldRig : EngineRig
{
    HeldRig()
    {
        source->put("a");
        probe->onAdd([this](const Attempt &attempt) {
            if (attempt.id == "held")
                held.wait(attempt.stop);
            return Outcome::done();
        });
    }
    Latch &held = latch();
};

} // namespace

/// What an operator does: E21 and E22.
class ControlTest : public QObject
{
    Q_OBJECT

private slots:
    void e21_aPausedControllerStartsNothingAndForgetsNothing()
    {
        SettledRig rig{"a"};
        rig.command(ControllerAction{ControllerVerb::Pause, {{}, "maintenance"}});
        QVERIFY(rig.status().state == ControllerState::Paused);
        QCOMPARE(rig.pull().pauseReason, "maintenance");
        rig.source->modified("a");
        rig.source->created("b");
        rig.command(ItemsAction{ItemVerb::Requeue, {"a"}});
        QVERIFY(rig.resync());
        QCOMPARE(rig.probe->total().adds, 1);
        QCOMPARE(rig.gauges().depth, 2U);
        rig.command(ControllerVerb::Resume);
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("a"), 2);
        QCOMPARE(rig.probe->adds("b"), 1);
        QVERIFY(rig.status().state == ControllerState::Running);
        QCOMPARE(rig.pull().pauseReason, "");
    }

    void anOperatorIsToldWhatWasNotDiscardedAndWhy()
    {
        HeldRig rig;
        rig.source->put("held");
        rig.source->put("gone");
        rig.probe->onRemove([](const Attempt &) { return Outcome::wait("a tape", 1h); });
        rig.start();
        QVERIFY(eventually([&] { return rig.held.waiting() == 1 && rig.counters().added == 2; }));
        rig.source->deleted("gone");
        QVERIFY(eventually([&] { return rig.counters().waits == 1; }));
        const Ticket ticket = rig.command(
            ItemsAction{ItemVerb::Discard, {"a", "held", "gone", "nobody"}});
        std::string told;
        for (const EventRecord &event : rig.events(EventRecord::Kind::Command)) {
            QCOMPARE(event.ticket, ticket);
            told += inWords(event.said) + '\n';
        }
        QCOMPARE(told, "1 object was not discarded: running now\n"
                       "1 object was not discarded: removal still owed or held\n"
                       "discard 4 objects\n");
        QVERIFY(!rig.knows("a"));
        QVERIFY(rig.knows("gone"));
    }

    void e21_aPauseOfAControllerExpires_data()
    {
        QTest::addColumn<int>("workers");
        QTest::newRow("with workers that sleep") << 4;
        QTest::newRow("one worker") << 1;
    }
    void e21_aPauseOfAControllerExpires()
    {
        QFETCH(int, workers);
        EngineRig rig;
        rig.options.workers = workers;
        rig.source->put("a");
        QVERIFY(rig.startAndSettle());
        rig.command(ControllerAction{ControllerVerb::Pause, {5min, "for lunch"}});
        rig.source->modified("a");
        rig.pass(5min - 1s);
        QVERIFY(rig.status().state == ControllerState::Paused);
        QCOMPARE(rig.probe->adds("a"), 1);
        rig.pass(1s);
        QVERIFY(eventually([&] { return rig.probe->adds("a") == 2; }));
        QVERIFY(rig.status().state == ControllerState::Running);
    }

    void e21_withNoWorkersAPauseExpiresToo()
    {
        EngineRig rig;
        rig.options.workers = 0;
        rig.source->put("a");
        rig.start();
        QVERIFY(eventually([&] { return rig.status().hasListed; }));
        rig.command(ControllerAction{ControllerVerb::Pause, {5min, "for lunch"}});
        rig.command(ItemsAction{ItemVerb::Pause, {"a"}, {5min, "for lunch"}});
        rig.pass(5min + 1ms);
        QVERIFY(rig.status().state == ControllerState::Paused); // it has no workers
        QCOMPARE(rig.row("a").state, ItemState::Waiting);
        QCOMPARE(rig.pull().pauseReason, "");
        rig.command(setWorkers(1));
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("a"), 1);
        QVERIFY(rig.status().state == ControllerState::Running);
    }

    void e21_anEndlessPauseDoesNotEnd()
    {
        SettledRig rig{"a"};
        rig.command(ControllerAction{ControllerVerb::Pause, {Duration::max(), "for ever"}});
        rig.source->modified("a");
        QVERIFY(rig.status().state == ControllerState::Paused);
        rig.command(ControllerVerb::Resume);
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("a"), 2);
        rig.command(ItemsAction{ItemVerb::Pause, {"a"}, {Duration::max(), "for ever"}});
        rig.source->modified("a");
        rig.pass(1min);
        QVERIFY(rig.settles());
        QCOMPARE(rig.row("a").state, ItemState::Paused);
        QVERIFY(rig.explanation("a").kind == Explanation::Kind::RunsOnResume);
    }

    void anObjectSaysThatItsControllerHasNoWorkers()
    {
        SettledRig rig{"a"};
        using Kind = Explanation::Kind;
        const auto first = [&rig] {
            return rig.host.detail(rig.status().id, "a")->explanation.front().kind;
        };
        QVERIFY(first() == Kind::InSync);
        rig.command(setWorkers(0));
        QVERIFY(first() == Kind::NoWorkers);
        rig.source->modified("a");
        QVERIFY(first() == Kind::NoWorkers);
        QCOMPARE(inWords({.kind = Kind::NoWorkers}, {}),
                 std::string("the controller has no workers: nothing runs"));
        rig.command(setWorkers(4));
        QVERIFY(rig.settles());
        QVERIFY(first() == Kind::InSync);
    }

    void e22_onARunningIdItMeansOneRunMoreAndTheTicketWaitsForThat()
    {
        HeldRig rig;
        rig.source->put("held");
        rig.start();
        QVERIFY(eventually([&] { return rig.held.waiting() == 1; }));
        QVERIFY(eventually([&] { return rig.probe->adds("a") == 1; }));
        std::atomic<bool> second = false;
        const Ticket ticket = rig.command(ItemsAction{ItemVerb::Requeue, {"held"}});
        QVERIFY(rig.events(EventRecord::Kind::TicketDone).empty());
        rig.probe->onAdd([&second](const Attempt &) {
            second = true;
            return Outcome::requeueAfter(1min);
        });
        rig.held.open();
        QVERIFY(rig.settles());
        QVERIFY(second);
        QCOMPARE(rig.probe->adds("held"), 2);
        const auto done = rig.events(EventRecord::Kind::TicketDone);
        QCOMPARE(done.size(), std::size_t(1));
        QCOMPARE(done.front().ticket, ticket);
        QCOMPARE(inWords(done.front().said), "done, looked at again in 1m");
    }

    void e22_anUnknownIdIsLookedUp()
    {
        EngineRig rig;
        rig.probe->onGet([](const Attempt &attempt) {
            return attempt.id == "there" ? Probe::object(attempt.id)
                                         : Fetched<std::string>::gone();
        });
        QVERIFY(rig.startAndSettle());
        rig.command(ItemsAction{ItemVerb::Requeue, {"there", "not there"}});
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("there"), 1);
        QCOMPARE(rig.probe->removes("not there"), 1);
        QVERIFY(rig.knows("there"));
        QVERIFY(!rig.knows("not there"));
        QCOMPARE(rig.events(EventRecord::Kind::TicketDone).size(), std::size_t(2));
    }

    void e22_everyCommandIsLoggedWithItsTicket()
    {
        EngineRig rig;
        rig.options.workers = 0; // one that runs is not discarded, which is logged as well
        QVERIFY(rig.startAndSettle());
        std::vector<Action> actions{setOption(&ControllerOptions::resyncInterval, Duration(1h))};
        for (const ItemVerb verb : itemVerbs())
            actions.emplace_back(ItemsAction{verb, {"a"}, {1min, "why"}});
        for (const ControllerVerb verb : controllerVerbs()) {
            if (verb != ControllerVerb::Remove
                && verb != ControllerVerb::EndDrain) // the host's part
                actions.emplace_back(ControllerAction{verb, {1min, "why"}});
        }
        actions.emplace_back(setWorkers(2));
        std::vector<std::pair<Ticket, std::string>> wanted;
        for (const Action &action : actions) {
            const Ticket ticket = rig.command(action);
            wanted.emplace_back(ticket, describe(action));
        }
        std::vector<std::pair<Ticket, std::string>> logged;
        for (const EventRecord &event : rig.events(EventRecord::Kind::Command))
            logged.emplace_back(event.ticket, inWords(event.said));
        QVERIFY(logged == wanted);
    }

    void logsKeepTheWordsOfEveryVerb()
    {
        const PauseTerms terms{1h, "why"};
        std::string words;
        for (const ItemVerb verb : itemVerbs()) {
            for (const Ids &ids : {Ids{}, Ids{"a"}})
                words += describe(ItemsAction{verb, ids, terms}) + '\n';
        }
        for (const ControllerVerb verb : controllerVerbs())
            words += describe(verb) + '\n';
        QCOMPARE(words + describe(ControllerAction{ControllerVerb::Pause, terms}),
                 "requeue 0 objects\n"
                 "requeue 1 object\n"
                 "pause 0 objects for 1h: why\n"
                 "pause 1 object for 1h: why\n"
                 "resume 0 objects\n"
                 "resume 1 object\n"
                 "discard 0 objects\n"
                 "discard 1 object\n"
                 "remove all held objects\n"
                 "remove 1 held object\n"
                 "keep all held objects\n"
                 "keep 1 held object\n"
                 "pause controller\n"
                 "resume controller\n"
                 "resync now\n"
                 "drain and remove controller\n"
                 "end drain\n"
                 "take over\n"
                 "pause controller for 1h: why");
    }

    void aCommandThatIsRejectedIsNotLoggedAsTaken_data()
    {
        QTest::addColumn<Action>("action");
        QTest::addColumn<QString>("why");
        const auto row = [](const char *name, Action action, const char *why) {
            QTest::newRow(name) << action << why;
        };
        row("workers", setWorkers(-1), "workers must be from 0 to 10000, not -1");
        row("interval", setOption(&ControllerOptions::resyncInterval, Duration(1ms)),
            "resyncInterval must be at least 10ms");
        row("rate", setOption(&ControllerOptions::retryRate, 0.0), "retryRate must be more than 0");
        row("two of which one does not hold",
            SetOptions{{{findOption("workers"), 2}, {findOption("backoff.max"), Duration(1ms)}}},
            "backoff.max must be at least backoff.base");
        row("one that is built in", setOption(&ControllerOptions::priorities, false),
            "priorities changes with a new start only");
    }
    void aCommandThatIsRejectedIsNotLoggedAsTaken()
    {
        QFETCH(Action, action);
        QFETCH(QString, why);
        SettledRig rig;
        const Ticket ticket = rig.command(action);
        const auto events = rig.events(EventRecord::Kind::Command);
        QCOMPARE(events.size(), std::size_t(1));
        QCOMPARE(events.front().ticket, ticket);
        QCOMPARE(QString::fromStdString(inWords(events.front().said)), "not done: " + why);
        QVERIFY(rig.pull().options == rig.options);
    }
};

QONTROLLER_TEST(ControlTest)
#include "tst_control.moc"
