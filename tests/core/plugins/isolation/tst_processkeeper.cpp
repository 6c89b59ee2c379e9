// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/engine/host/host.h"
#include "core/engine/observe/items/itemdetail.h"
#include "isolationrig.h"

#include <sys/wait.h>

#include <thread>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

using Kind = Outcome::Kind;

class NoSink final : public ListSink, public WatchSink
{
public:
    void add(std::string_view, Version) override {}
    void addLeftover(std::string_view) override {}
    void ready() override { isReady = true; }
    void event(EventType, std::string_view, Version) override {}
    void cursor(std::string_view) override {}
    void missed(std::string_view) override {}
    void error(std::string_view) override {}

    std::atomic<bool> isReady = false;
};

} // namespace

/// A process that crashes, hangs, is killed or does not keep to the protocol is replaced
/// by another, and its callers learn why.
class ProcessKeeperTest : public QObject
{
    Q_OBJECT

private slots:
    void saysWhyAControllerCannotBeMade_data()
    {
        QTest::addColumn<QString>("how");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("crash") << "crash"
                               << "its process was ended by signal 6 (Aborted)";
        QTest::newRow("exit") << "exit"
                              << "its process ended with exit status 7";
        QTest::newRow("refusal") << "refuse"
                                 << "folder is not a folder";
        QTest::newRow("hang") << "hang"
                              << "its process was ended because its controller was not made "
                                 "within 1 s";
    }
    void saysWhyAControllerCannotBeMade()
    {
        QFETCH(QString, how);
        QFETCH(QString, sentence);
        IsolationRig rig;
        rig.settings.patience.start = how == "hang" ? 300ms : 10s;
        QCOMPARE(rig.start("start=" + how.toStdString()), sentence.toStdString());
        QCOMPARE(rig.culprit == isolation::Culprit::Crash, how != "refuse");
    }

    void saysWhichPartIsMissing_data()
    {
        QTest::addColumn<QString>("lacks");
        QTest::addColumn<QString>("sentence");
        const QString related = "its plugin gave a related source without ListerWatcher or owner "
                                "relation";
        QTest::newRow("lister") << "lister"
                                << "its plugin gave no ListerWatcher";
        QTest::newRow("related source") << "source" << related;
        QTest::newRow("owners") << "owners" << related;
    }
    void saysWhichPartIsMissing()
    {
        QFETCH(QString, lacks);
        QFETCH(QString, sentence);
        IsolationRig rig;
        QCOMPARE(rig.start("related=yes lacks=" + lacks.toStdString()), sentence.toStdString());
    }

    void saysThatThereIsNoProgram()
    {
        IsolationRig rig;
        rig.settings.program = "/nowhere/qontroller-pluginhost";
        QCOMPARE(rig.start(),
                 std::string("its process cannot be started: "
                             "/nowhere/qontroller-pluginhost: No such file or directory"));
    }

    void saysThatAProgramIsAnother()
    {
        IsolationRig rig;
        rig.settings.program = "/bin/true";
        QCOMPARE(rig.start(), std::string("its process ended with exit status 0"));
    }

    void saysThatVersionsDiffer()
    {
        IsolationRig rig;
        rig.settings.create.protocol = ProtocolVersion + 1;
        QCOMPARE(rig.start(),
                 std::string("qontroller-pluginhost is asked for version 9 of the protocol and "
                             "speaks version 8: install both from one version of Qontroller"));
    }

    void p7_startsAgainAfterACrash()
    {
        IsolationRig rig;
        QCOMPARE(rig.start(), std::string());
        const int first = rig.pid();
        QVERIFY(isAlive(first));
        const Outcome outcome = rig.handle("crash");
        QCOMPARE(outcome.kind(), Kind::Retry);
        QCOMPARE(outcome.text(), std::string("its process was ended by signal 6 (Aborted)"));
        QVERIFY(!isAlive(first));
        QVERIFY(rig.otherThan(first) > 0);
        QCOMPARE(rig.handle("plain").kind(), Kind::Done);
        QCOMPARE(rig.isolated.process->status().restarts, std::uint64_t(1));
        QVERIFY(rig.noted("its process was ended by signal 6 (Aborted); it starts again in 1 s\n"));
        QVERIFY(rig.noted("its process runs, pid " + std::to_string(first)));
    }

    void attemptsWaitWhileItBacksOff()
    {
        IsolationRig rig;
        rig.settings.patience.firstBackOff = rig.settings.patience.longestBackOff = 1h;
        QCOMPARE(rig.start("describe=yes"), std::string());
        static_cast<void>(rig.handle("crash"));
        QVERIFY(rig.noted("starts again in 3600 s"));
        QCOMPARE(rig.pid(), 0);
        std::stop_source asked;
        asked.request_stop();
        const Outcome outcome = rig.handle("plain", asked.get_token());
        QCOMPARE(outcome.kind(), Kind::Wait); // costs no attempt
        QCOMPARE(outcome.text(), std::string("its process starts again in 3600 s"));
        QVERIFY(outcome.delay() > 59min && outcome.delay() <= 1h + 1s);
        QVERIFY_THROWS_EXCEPTION(std::runtime_error,
                                 static_cast<void>(rig.isolated.parts.describer->desired("a", {})));
        // A list waits, but not for longer than it may.
        std::stop_source stop;
        stop.request_stop();
        NoSink sink;
        QCOMPARE(rig.isolated.parts.listerWatcher->list(sink, stop.get_token()).kind(),
                 ListResult::Kind::Failed);
    }

    void aRestartThatTakesLongerThanAHandlerMayCostsNoAttempt()
    {
        ManualClock clock;
        IsolationRig rig;
        rig.clock = &clock;
        rig.settings.patience.firstBackOff = rig.settings.patience.longestBackOff = 90min;
        QCOMPARE(rig.start(), std::string());
        Host host(clock);
        ControllerSpec spec{"batman", "test", rig.isolated.parts, {}, rig.isolated.process};
        spec.options.handlerTimeout = 1min;
        spec.options.maxRetries = 0;
        const ControllerId id = host.add(std::move(spec)).value();
        QVERIFY(eventually([&] { return host.status().front().hasListed; }));
        ::kill(rig.pid(), SIGKILL);
        QVERIFY(eventually([&] { return clock.isAwaited(clock.now() + 90min); }));
        host.submit({id, ItemsAction{ItemVerb::Requeue, {"plain"}}});
        QVERIFY(eventually([&] { return host.status().front().gauges.running == 1; }));
        clock.advance(90min);
        // Whether a run ends before the process is there, and waits for another moment, is open.
        QVERIFY(eventually([&] {
            clock.advance(1ms);
            return host.status().front().counters.added > 0;
        }));
        QCOMPARE(host.status().front().counters.errors, std::uint64_t(0));
    }

    void keepsTryingWhenStartsFail()
    {
        IsolationRig rig;
        QCOMPARE(rig.start("later=crash"), std::string());
        ::kill(rig.pid(), SIGKILL);
        QVERIFY(rig.noted("its process was ended by signal 9 (Killed); it starts again"));
        QVERIFY(eventually([&] {
            const std::string starts = rig.read("started");
            return std::ranges::count(starts, '\n') >= 4;
        }));
        QVERIFY(rig.noted("its process was ended by signal 6 (Aborted); it starts again"));
    }

    void aWatchEndsWithItsProcess()
    {
        IsolationRig rig;
        QCOMPARE(rig.start("watch=live"), std::string());
        ListerWatcher &source = *rig.isolated.parts.listerWatcher;
        NoSink sink;
        WatchEnd end = WatchEnd::closed();
        std::thread watcher([&] { end = source.watch(sink, {}, {}); });
        const bool isReady = eventually([&] { return sink.isReady.load(); });
        ::kill(rig.pid(), SIGKILL);
        watcher.join();
        QVERIFY(isReady);
        QCOMPARE(end.kind(), WatchEnd::Kind::Failed);
        QCOMPARE(end.error(), std::string("its process was ended by signal 9 (Killed)"));
    }

    void p9_endsAProcessThatIgnoresACancel()
    {
        IsolationRig rig;
        rig.settings.patience.cancel = 50ms;
        QCOMPARE(rig.start(), std::string());
        const int first = rig.pid();
        std::stop_source stop;
        stop.request_stop();
        const Outcome outcome = rig.handle("hang", stop.get_token());
        QCOMPARE(outcome.kind(), Kind::Retry);
        // Where the machine is slow that is its get(), which says "not found: " first.
        const std::string ended = "its process was ended because an attempt went on for 1 s after "
                                  "it was asked to stop";
        QVERIFY2(outcome.text() == ended || outcome.text() == "not found: " + ended,
                 outcome.text().c_str());
        QVERIFY(!isAlive(first));
        QVERIFY(rig.otherThan(first) > 0);
    }

    void e16_aStopCallbackThatBlocksHoldsUpNoOtherCall()
    {
        IsolationRig rig;
        rig.settings.patience.cancel = 1h;
        QCOMPARE(rig.start(), std::string());
        std::stop_source stop;
        std::thread asked([&] { static_cast<void>(rig.handle("callback", stop.get_token())); });
        stop.request_stop();
        const bool blocks = rig.printed("asked");
        std::stop_source other; // on a connection that is made now
        std::thread later([&] { other.request_stop(); });
        const Outcome outcome = rig.handle("polite", other.get_token());
        later.join();
        rig.isolated.process->endNow();
        asked.join();
        QVERIFY(blocks);
        QCOMPARE(outcome.text(), std::string("was asked to stop"));
    }

    void p8_onlyTheAccusedCallFails()
    {
        constexpr int Innocent = 3;
        IsolationRig rig;
        rig.settings.patience.cancel = 50ms;
        QCOMPARE(rig.start(), std::string());
        std::vector<Outcome> others(Innocent, Outcome::done());
        std::vector<std::jthread> threads;
        for (Outcome &other : others)
            threads.emplace_back([&] { other = rig.handle("hang"); });
        const bool allHang = eventually([&] {
            const std::string hanging = rig.read("hanging");
            return std::ranges::count(hanging, '\n') == Innocent;
        });
        std::stop_source stop;
        stop.request_stop();
        const Outcome accused = rig.handle("hang", stop.get_token());
        threads.clear();
        QVERIFY(allHang);
        const std::string why = "its process was ended because an attempt went on for 1 s after it "
                                "was asked to stop";
        QCOMPARE(accused.kind(), Kind::Retry);
        QCOMPARE(accused.text(), why);
        for (const Outcome &other : others) {
            QCOMPARE(other.kind(), Kind::Wait); // costs no attempt
            QCOMPARE(other.text(), "its process to start again: " + why);
            QCOMPARE(other.delay(), Duration::zero()); // an attempt waits for the start
        }
    }

    void p8_aCrashMayBeAnyCallsFault()
    {
        IsolationRig rig;
        QCOMPARE(rig.start(), std::string());
        Outcome other = Outcome::done();
        std::jthread thread([&] { other = rig.handle("hang"); });
        const bool hangs = eventually([&] { return !rig.read("hanging").empty(); });
        const Outcome outcome = rig.handle("crash");
        thread.join();
        QVERIFY(hangs);
        QCOMPARE(outcome.kind(), Kind::Retry);
        QCOMPARE(other.kind(), Kind::Retry);
    }

    void noCallIsBlamedWhenItHasNoMoreDescriptors()
    {
        IsolationRig rig;
        QCOMPARE(rig.start(), std::string());
        std::vector<Outcome> outcomes(3, Outcome::done());
        std::jthread first([&] { outcomes[0] = rig.handle("hang"); });
        const bool hangs = eventually([&] { return !rig.read("hanging").empty(); });
        QCOMPARE(rig.handle("nofiles").kind(), Kind::Done);
        { // one of these needs another connection
            std::jthread second([&] { outcomes[1] = rig.handle("hang"); });
            std::jthread third([&] { outcomes[2] = rig.handle("hang"); });
        }
        first.join();
        QVERIFY(hangs);
        for (const Outcome &outcome : outcomes) {
            QCOMPARE(outcome.kind(), Kind::Shortage); // costs no attempt
            QCOMPARE(outcome.text(), std::string("its process ended: it had no more descriptors, "
                                                 "memory or threads"));
        }
        QVERIFY(rig.printed("qontroller-pluginhost: there is no descriptor left for another "
                            "connection"));
    }

    void p8_aHangingObjectCostsNoOtherAnAttempt()
    {
        IsolationRig rig;
        rig.settings.patience.cancel = 500ms; // the others end long before, whatever else runs here
        QCOMPARE(rig.start("list=3 name=busy also=hang"), std::string());
        Host host;
        ControllerSpec spec{"batman", "test", rig.isolated.parts, {}, rig.isolated.process};
        spec.options.workers = 4;
        spec.options.maxRetries = 1;
        spec.options.resyncInterval = 1h;
        spec.options.handlerTimeout = 500ms;
        const auto id = host.add(std::move(spec));
        QVERIFY(id);
        const bool hasFailed = eventually([&] {
            const auto detail = host.detail(*id, "hang");
            return detail && detail->row.state == ItemState::Failed;
        });
        const Counters counters = host.status().at(0).counters;
        QCOMPARE(host.stop(Duration::zero()).size(), std::size_t(1));
        QVERIFY(hasFailed);
        QCOMPARE(counters.errors, std::uint64_t(2)); // its own
        QVERIFY(counters.waits > 0);
    }

    void aListMayTakeItsTimeUntilTheEnd()
    {
        IsolationRig rig;
        rig.settings.patience.cancel = 1ms;
        rig.settings.patience.end = 50ms;
        QCOMPARE(rig.start("list=hang"), std::string());
        std::stop_source stop;
        NoSink sink;
        std::string text;
        std::thread lister(
            [&] { text = rig.isolated.parts.listerWatcher->list(sink, stop.get_token()).text(); });
        const bool lists = rig.printed("lists"); // else the end may come before it
        stop.request_stop();
        const Outcome outcome = rig.handle("plain");
        rig.isolated.process->end();
        lister.join();
        QVERIFY(lists);
        QCOMPARE(outcome.kind(), Kind::Done);
        QCOMPARE(text, std::string("its process was ended because it went on after its controller "
                                   "had stopped"));
        QCOMPARE(rig.pid(), 0);
    }

    void p9_endsAProcessThatDoesNotKeepToTheProtocol()
    {
        IsolationRig rig;
        QCOMPARE(rig.start(), std::string());
        const Outcome outcome = rig.handle("garbage");
        QCOMPARE(outcome.text(),
                 std::string("its process was ended because it does not keep to the "
                             "protocol: a frame of 4294967295 bytes is larger than "
                             "67108864"));
    }

    void endsAProcessThatAnswersAnotherCall()
    {
        IsolationRig rig;
        QCOMPARE(rig.start(), std::string());
        const int first = rig.pid();
        const Outcome outcome = rig.handle("another");
        QCOMPARE(outcome.kind(), Kind::Retry);
        QCOMPARE(outcome.text(),
                 std::string("its process was ended because it does not keep to the "
                             "protocol: it answered call 77 instead of call 1"));
        QVERIFY(rig.otherThan(first) > 0);
        QCOMPARE(rig.isolated.process->status().restarts, std::uint64_t(1));
        QVERIFY(rig.noted("it answered call 77 instead of call 1; it starts again in 1 s\n"));
    }

    void nothingOfAProcessIsLeftWhenACallFails()
    {
        IsolationRig rig;
        QCOMPARE(rig.start(), std::string());
        QCOMPARE(rig.handle("leave").kind(), Kind::Done);
        QVERIFY(eventually([&] { return !rig.read("left").empty(); }));
        const pid_t left = std::stoi(rig.read("left"));
        QVERIFY(isAlive(left));
        static_cast<void>(rig.handle("crash"));
        // It may still be a zombie of init's: that runs nothing.
        QVERIFY(eventually([&] { return !isAlive(left); }));
    }

    void e24_aCallThatDoesNotReturnEndsWithItsProcessAndAllThatItHasStarted()
    {
        IsolationRig rig;
        QCOMPARE(rig.start(), std::string());
        const pid_t process = rig.pid();
        Host host;
        ControllerSpec spec{"batman", "test", rig.isolated.parts, {}, rig.isolated.process};
        const ControllerId id = host.add(std::move(spec)).value();
        QVERIFY(eventually([&] { return host.status().front().hasListed; }));
        host.submit({id, ItemsAction{ItemVerb::Requeue, {"leave"}}});
        QVERIFY(eventually([&] { return !rig.read("left").empty(); }));
        const pid_t left = std::stoi(rig.read("left"));
        QVERIFY(eventually([&] { return host.status().front().counters.added == 1; }));
        host.submit({id, ItemsAction{ItemVerb::Requeue, {"hang"}}});
        QVERIFY(eventually([&] { return !rig.read("hanging").empty(); }));
        const StopReport report = host.stop(0s).front();
        QCOMPARE(report.left, std::vector<ObjectId>{"hang"});
        // Its get or its add: the process goes on to add before the engine has the object.
        QCOMPARE(std::ranges::count(report.calls, ObjectId("hang"), &RunningCall::id), 1);
        QVERIFY(!isAlive(process));
        QVERIFY(eventually([&] { return !isAlive(left); }));
    }

    void takesWhatIsPrinted()
    {
        IsolationRig rig;
        QCOMPARE(rig.start("start=noisy"), std::string());
        QVERIFY(rig.printed("said enough"));
    }

    void saysHowItEndedWithItsController_data()
    {
        QTest::addColumn<QString>("how");
        QTest::addColumn<QString>("note");
        const QString lost = ": it was not stopped in order, and what it has started may run on\n";
        QTest::newRow("crash") << "crash"
                               << "its process was ended by signal 6 (Aborted)" + lost;
        QTest::newRow("exit") << "exit"
                              << "its process ended with exit status 7" + lost;
        QTest::newRow("in order") << ""
                                  << "";
    }
    void saysHowItEndedWithItsController()
    {
        QFETCH(QString, how);
        QFETCH(QString, note);
        IsolationRig rig;
        QCOMPARE(rig.start("last=" + how.toStdString()), std::string());
        const std::string before = rig.notes();
        rig.isolated.process->end();
        rig.isolated.process->awaitEnd(SteadyClock::instance().now() + 10s);
        QCOMPARE(rig.notes(), before + note.toStdString());
    }

    void whatIsNotThereAtTheEndHasASuccessorThatStopsInOrder_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("signal");
        QTest::addColumn<QString>("last");
        const QString lost = ": it was not stopped in order, and what it has started may run on\n";
        const QString killed = "its process was ended by signal 9 (Killed)";
        QTest::newRow("killed") << "watch=live" << SIGKILL
                                << "another process has stopped in order in its place\n";
        QTest::newRow("does not answer")
            << "watch=live" << SIGSTOP << "another process has stopped in order in its place\n";
        QTest::newRow("is killed when it is asked to end")
            << "watch=live" << SIGSTOP + SIGKILL
            << "another process has stopped in order in its place\n";
        QTest::newRow("cannot be made") << "watch=live later=crash" << SIGKILL
                                        << "another process was ended by signal 6 (Aborted)" + lost;
        QTest::newRow("cannot end") << "watch=live last=exit" << SIGKILL
                                    << "another process ended with exit status 7" + lost;
        QTest::newRow("was not at work") << "" << SIGKILL << killed + lost;
    }
    void whatIsNotThereAtTheEndHasASuccessorThatStopsInOrder()
    {
        QFETCH(QString, words);
        QFETCH(int, signal);
        QFETCH(QString, last);
        IsolationRig rig;
        rig.settings.patience.firstBackOff = rig.settings.patience.longestBackOff = 1h;
        QCOMPARE(rig.start(words.toStdString()), std::string());
        NoSink sink;
        std::stop_source stop;
        std::jthread watcher([&] {
            if (!words.isEmpty())
                static_cast<void>(
                    rig.isolated.parts.listerWatcher->watch(sink, {}, stop.get_token()));
        });
        QVERIFY(words.isEmpty() || eventually([&] { return sink.isReady.load(); }));
        const int pid = rig.pid();
        QCOMPARE(::kill(pid, signal == SIGKILL ? SIGKILL : SIGSTOP), 0);
        QVERIFY(signal != SIGKILL || rig.noted("it starts again in 3600 s"));
        stop.request_stop();
        rig.isolated.process->end();
        if (signal == SIGSTOP)
            rig.isolated.process->endNow();
        else if (signal != SIGKILL)
            QCOMPARE(::kill(pid, SIGKILL), 0);
        rig.isolated.process->awaitEnd(SteadyClock::instance().now());
        QVERIFY2(rig.notes().ends_with('\n' + last.toStdString()), rig.notes().c_str());
    }

    void p10_leavesNothingBehind()
    {
        const auto before = openDescriptors();
        int pid = 0;
        {
            IsolationRig rig;
            QCOMPARE(rig.start(), std::string());
            pid = rig.pid();
            QCOMPARE(rig.handle("plain").kind(), Kind::Done);
        }
        QVERIFY(!isAlive(pid));
        QCOMPARE(openDescriptors(), before);
        QCOMPARE(::waitpid(-1, nullptr, WNOHANG), -1); // no child, dead or alive
        QCOMPARE(errno, ECHILD);
    }

    void p10_endsWithItsEngine()
    {
        // Another process is the engine: this program, as main() has it.
        int pipe[2];
        QCOMPARE(::pipe(pipe), 0);
        const pid_t engine = ::fork();
        if (engine == 0) {
            ::dup2(pipe[1], STDOUT_FILENO);
            ::execl("/proc/self/exe", "isolation-tests", "engine", nullptr);
            ::_exit(1);
        }
        ::close(pipe[1]);
        pid_t child = 0;
        const auto size = static_cast<ssize_t>(sizeof child);
        const bool told = ::read(pipe[0], &child, sizeof child) == size;
        ::close(pipe[0]);
        ::kill(engine, SIGKILL);
        ::waitpid(engine, nullptr, 0);
        QVERIFY(told);
        QVERIFY(eventually([&] { return !isAlive(child); }));
    }
};

// The engine that another process of this program is.
[[maybe_unused]] static const bool isEngineAdded = TestProgram::add("engine", [](int, char **) {
    IsolationRig rig;
    if (!rig.start().empty())
        return 1;
    const pid_t pid = rig.pid();
    if (::write(STDOUT_FILENO, &pid, sizeof pid) < 0)
        return 1;
    static_cast<void>(rig.handle("hang"));
    return 0;
});

QONTROLLER_TEST(ProcessKeeperTest)
#include "tst_processkeeper.moc"
