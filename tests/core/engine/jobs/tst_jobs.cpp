// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/control/operatorline.h"
#include "core/engine/jobs/jobs.h"
#include "core/engine/jobs/ownjobs.h"
#include "core/engine/journal/keptjobs.h"
#include "enginerig.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <atomic>
#include <latch>
#include <map>
#include <thread>
#include <variant>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

/// An engine whose objects are handled, and its jobs.
struct Rig
{
    explicit Rig(std::initializer_list<const char *> ids)
    {
        for (const char *each : ids)
            engine.source->put(each);
        makeJobs(nullptr);
    }

    /// What one object of the controller is asked for.
    [[nodiscard]] JobRequest request(ItemVerb verb, Ids ids) const
    {
        JobRequest request;
        request.verb = verb;
        request.objects = {{engine.id, std::move(ids)}};
        return request;
    }
    [[nodiscard]] static JobRequest filtered(ItemVerb verb, std::string filter)
    {
        JobRequest request;
        request.verb = verb;
        request.filter = std::move(filter);
        return request;
    }
    JobStatus start(JobRequest request)
    {
        const auto job = jobs->prepare(std::move(request), "anna");
        if (!job)
            qFatal("%s", job.error().sentence.c_str());
        return jobs->begin(job->id).value();
    }
    /// Another controller comes in the place of the one that there is, as with other parameters.
    [[nodiscard]] bool replaceController(const std::string &objects = {})
    {
        const auto known = engine.host.replace(engine.id, "anew");
        if (!test::eventually([&] { return engine.host.leaving().empty(); }))
            return false;
        engine.pass(10s); // there is none
        known->becomeOfOthers();
        ControllerSpec spec = engine.spec();
        spec.known = known;
        spec.objects = objects;
        engine.id = engine.host.add(std::move(spec)).value();
        return true;
    }
    [[nodiscard]] bool ends(JobId id)
    {
        return engine.passUntil([&] { return jobs->find(id)->hasEnded(); });
    }
    [[nodiscard]] std::vector<std::string> notes()
    {
        MutexLock lock(mutex);
        return noted;
    }

    test::EngineRig engine;
    Mutex mutex;
    std::vector<std::string> noted;
    NotedJob last; ///< of these
    std::optional<Jobs> jobs;

    std::atomic<int> waits = 0; ///< for the disk
    std::function<void()> onWait = [] {};

    void makeJobs(JobKeeper *keeper)
    {
        jobs.emplace(
            engine.host, engine.host, engine.host, engine.clock,
            [this](const NotedJob &job) {
                MutexLock lock(mutex);
                last = job;
                noted.push_back(job.who + ": " + describe(job));
            },
            [this](const Jobs::WorkersAgain &again) {
                MutexLock lock(mutex);
                noted.push_back(again.who + ": " + again.controller + ": " + again.text);
            },
            [](const std::string &, const TemporaryWorkers &) {}, keeper,
            [this] {
                ++waits;
                onWait();
            });
    }
};

/// … that are handled when a test begins.
struct Settled : Rig
{
    explicit Settled(std::initializer_list<const char *> ids)
        : Rig(ids)
    {
        if (!engine.startAndSettle())
            qFatal("it does not settle");
    }
};

using Notes = std::vector<std::string>;

/// … and whose jobs are kept for the next life.
struct Kept : Settled
{
    explicit Kept(std::initializer_list<const char *> ids)
        : Settled(ids)
    {
        makeJobs(&*keeper);
    }
    ~Kept() { jobs.reset(); } // it uses the keeper
    /// As a journal has it when a life ends.
    [[nodiscard]] std::vector<KeptJob> read()
    {
        const KeptJobs::Changes changes = keeper->take();
        for (const KeptJob &each : changes.begun)
            file[each.id] = each;
        for (const auto &[id, progress] : changes.progress)
            file[id].progress = progress;
        for (const JobId id : changes.ended)
            file.erase(id);
        std::vector<KeptJob> all;
        for (const auto &[id, each] : file)
            all.push_back(each);
        return all;
    }
    /// Of a program with the same objects. What goes on of the one job that is kept.
    [[nodiscard]] JobStatus beginNextLife()
    {
        end();
        return goOn();
    }
    /// … and all begins anew.
    void end()
    {
        jobs.reset();
        left = read();
        if (left.size() != 1)
            qFatal("%zu jobs are kept", left.size());
        keeper.emplace(true);
        static_cast<void>(keeper->moveTo(true, {left.front().id}));
        makeJobs(&*keeper);
    }
    [[nodiscard]] JobStatus goOn()
    {
        keeper->take(left);
        return jobs->goOn(left.front()).value();
    }

    std::optional<KeptJobs> keeper{true};
    std::vector<KeptJob> left;
    std::map<JobId, KeptJob> file;
};

/// … of whose 40 objects a source loses, and has again, the first 20.
struct Losing : Kept
{
    Losing()
        : Kept({})
    {
        engine.source->putMany(40);
        if (!engine.resync() || !engine.settles())
            qFatal("it does not settle");
    }
    [[nodiscard]] bool lose()
    {
        eachOfTwenty([this](const ObjectId &id) { engine.source->drop(id); });
        return engine.resync() && engine.reaches("o8", ItemState::Held);
    }
    [[nodiscard]] bool comeBack()
    {
        eachOfTwenty([this](const ObjectId &id) { engine.source->put(id); });
        return engine.resync()
               && test::eventually([this] { return engine.inState(ItemState::InSync) == 40; });
    }
    /// One of them is decided on, and the next only much later.
    JobStatus decideOnFirst(ItemVerb verb)
    {
        JobRequest request = filtered(verb, "state:held");
        request.pace = 0.25;
        const JobStatus job = start(std::move(request));
        if (!engine.passUntil([&] { return jobs->find(job.id)->succeeded == 1; }, 1s))
            qFatal("the first is not decided on");
        return job;
    }
    template<class Function>
    static void eachOfTwenty(Function function)
    {
        for (int i = 0; i < 20; ++i)
            function("o" + std::to_string(i));
    }
};

/// A host that is short of threads: it has at most three workers.
class ShortOfThreads final : public ControlPort
{
public:
    explicit ShortOfThreads(ControlPort &port)
        : m_port(port)
    {}
    Ticket submit(Command command) override
    {
        if (namesWorkers(command.action))
            command.action =
                setWorkers(std::min(withChange(ControllerOptions{}, command.action).workers, 3));
        return m_port.submit(std::move(command));
    }

private:
    ControlPort &m_port;
};

} // namespace

/// Commands on many objects of a real engine.
class JobsTest final : public QObject
{
    Q_OBJECT

private slots:
    void aSmallJobHasEndedWhenItIsBegun()
    {
        Settled rig({"a", "b", "c"});
        JobRequest request = rig.request(ItemVerb::Pause, {"a", "b"});
        request.terms = {10min, "audit"};
        const JobStatus job = rig.start(std::move(request));
        QCOMPARE(job.state, JobState::Ended);
        QCOMPARE(job.succeeded, 2U);
        QCOMPARE(rig.engine.row("a").state, ItemState::Paused);
        QCOMPARE(rig.engine.row("c").state, ItemState::InSync);
        QCOMPARE(rig.notes(), Notes{"anna: pause batman/a, batman/b for 10m: audit: 2 succeeded, 0 "
                                    "failed"});
    }

    void manyObjectsWaitForTheDiskOnceAndBeforeTheyAreSaidToBeDone()
    {
        Rig rig({});
        rig.engine.source->putMany(1000); // a job gives them as several commands
        QVERIFY(rig.engine.startAndSettle());
        std::atomic<bool> isTooEarly = false;
        rig.onWait = [&rig, &isTooEarly] {
            const bool isSaid = rig.jobs->list().front().hasEnded();
            isTooEarly = isTooEarly || isSaid || rig.engine.row("o999").state != ItemState::Paused
                         || rig.notes().size() != 1;
        };
        const JobStatus job = rig.start(Rig::filtered(ItemVerb::Pause, "id:o"));
        QCOMPARE(job.state, JobState::Ended);
        QCOMPARE(job.succeeded, 1000U);
        QCOMPARE(rig.waits.load(), 1);
        QVERIFY(!isTooEarly);
    }

    void aJobThatGivesNothingWaitsForNoDisk()
    {
        Settled rig({"a", "b"});
        JobRequest paced = rig.request(ItemVerb::Pause, {"a", "b"});
        paced.pace = 0.1;
        const JobStatus job = rig.start(std::move(paced));
        QCOMPARE(rig.waits.load(), 1); // for the first, and that it goes on
        rig.engine.pass(5s);
        QVERIFY(rig.jobs->stop(job.id));
        QCOMPARE(rig.waits.load(), 2); // that it was stopped
    }

    void workersForATimeAreOnDiskWhenTheyAreAnswered()
    {
        Settled rig({"a"});
        QVERIFY(rig.jobs->setWorkersFor(rig.engine.id, 3, 1h, "anna"));
        QCOMPARE(rig.waits.load(), 1);
    }

    void aFrontEndInTheSameProgramAsksThroughAPort()
    {
        Settled rig({"a", "b"});
        OwnJobs own(*rig.jobs, "carl");
        const auto job = own.prepare(rig.request(ItemVerb::Pause, {"a", "none"}));
        QVERIFY(job);
        QCOMPARE(job->job.eligible, 1U);
        QCOMPARE(own.jobs().size(), 1U);
        QCOMPARE(own.begin(job->key)->job.state, JobState::Ended);
        QCOMPARE(rig.jobs->list().front().who, std::string("carl"));
        QCOMPARE(own.begin({{}, 77}).error().sentence,
                 std::string("there is no job 77 (any more)"));
        QCOMPARE(own.prepare({}).error().sentence, std::string("a job needs objects or a filter"));
        const auto dropped = own.prepare(rig.request(ItemVerb::Pause, {"b"}));
        QCOMPARE(own.stop(dropped->key)->job.state, JobState::Stopped);
        QCOMPARE(rig.engine.row("b").state, ItemState::InSync);
    }

    void afterTheEndNothingIsBegun()
    {
        Settled rig({"a"});
        const auto job = rig.jobs->prepare(rig.request(ItemVerb::Pause, {"a"}), "anna");
        rig.jobs->close();
        QVERIFY(rig.jobs->begin(job->id)->state != JobState::Ended);
        QCOMPARE(rig.engine.row("a").state, ItemState::InSync);
    }

    void itsSetIsFrozenWhenItIsMade()
    {
        Settled rig({"a1", "a2", "b"});
        const auto job = rig.jobs->prepare(Rig::filtered(ItemVerb::Pause, "id:a"), "anna");
        QVERIFY(job);
        QCOMPARE(job->eligible, 2U);
        QCOMPARE(job->state, JobState::Prepared);
        QCOMPARE(rig.engine.row("a1").state, ItemState::InSync);
        rig.engine.source->put("a3");
        QVERIFY(rig.engine.resync());
        QVERIFY(rig.engine.reaches("a3", ItemState::InSync));
        QCOMPARE(rig.jobs->begin(job->id)->succeeded, 2U);
        QCOMPARE(rig.engine.row("a3").state, ItemState::InSync);
    }

    void saysHowManyItSkipsAndWhy()
    {
        Settled rig({"a", "b", "c"});
        rig.engine.command(ItemsAction{ItemVerb::Pause, {"a", "b"}});
        const JobStatus job = rig.start(rig.request(ItemVerb::Requeue, {"a", "b", "c", "none"}));
        QCOMPARE(job.eligible, 1U);
        QCOMPARE(job.skipped,
                 (std::vector<JobSkipped>{{2, "paused: resume first"}, {1, "not known"}}));
        QVERIFY(rig.ends(job.id));
        QCOMPARE(rig.notes().back(),
                 std::string("anna: requeue batman/c (2 skipped: paused: resume first, 1 skipped: "
                             "not known): 1 succeeded, 0 failed"));
    }

    void whatCannotBeAnIdIsSkipped()
    {
        Settled rig({"a"});
        const JobStatus job = rig.start(
            rig.request(ItemVerb::Requeue, {"", "a", std::string(LongestId + 1, 'x')}));
        QCOMPARE(job.eligible, 1U);
        QCOMPARE(job.skipped, (std::vector<JobSkipped>{{2, "no id: one has 1 to 65536 bytes"}}));
        QVERIFY(rig.ends(job.id));
    }

    void countsHowItsRunsEnd()
    {
        Rig rig({"a", "b", "c"});
        rig.engine.probe->onAdd([](const Attempt &attempt) {
            return attempt.id == "b" ? Outcome::park("no room") : Outcome::done();
        });
        QVERIFY(rig.engine.startAndList());
        QVERIFY(rig.engine.reaches("b", ItemState::Parked));
        const JobStatus job = rig.start(rig.request(ItemVerb::Requeue, {"a", "b", "c"}));
        QVERIFY(rig.ends(job.id));
        const JobStatus end = rig.jobs->find(job.id).value();
        QCOMPARE(end.state, JobState::Ended);
        QCOMPARE(end.succeeded, 2U);
        QCOMPARE(end.failed, 1U);
        QCOMPARE(rig.notes().back(),
                 std::string("anna: requeue batman/a, batman/b, batman/c: 2 succeeded, 1 failed"));
    }

    void isNotedWithItsObjectsAndThoseThatFailed()
    {
        Rig rig({"a", "b", "c", "d", "e", "f"});
        rig.engine.probe->onAdd([](const Attempt &attempt) {
            return attempt.id == "a" ? Outcome::done() : Outcome::park("no room");
        });
        QVERIFY(rig.engine.startAndList());
        QVERIFY(rig.engine.reaches("f", ItemState::Parked));
        const JobStatus job = rig.start(Rig::filtered(ItemVerb::Requeue, "id:/./"));
        QVERIFY(rig.ends(job.id));
        MutexLock lock(rig.mutex);
        QCOMPARE(rig.last.ids, (Ids{"a", "b", "c", "d", "e", "f"}));
        QCOMPARE(rig.last.failed, 5U);
        QCOMPARE(rig.last.unwell.size(), std::size_t(3));
        for (const std::string &each : rig.last.unwell)
            QCOMPARE(each.substr(1), std::string(": parked: no room"));
        const std::string text = unwellText(rig.last);
        QVERIFY2(text.ends_with(": parked: no room; and 2 more"), text.c_str());
    }

    void ofVeryManyItNotesTheFirst()
    {
        Rig rig({});
        rig.engine.source->putMany(100);
        QVERIFY(rig.engine.startAndSettle());
        rig.start(Rig::filtered(ItemVerb::Pause, "id:o"));
        MutexLock lock(rig.mutex);
        QCOMPARE(rig.last.ids.size(), OperatorLine::MostIds);
        QCOMPARE(rig.last.eligible, 100U);
        QCOMPARE(unwellText(rig.last), std::string());
    }

    void endsHoweverLongItsIdsAre()
    {
        Rig rig({});
        Ids ids;
        for (int i = 0; i < 200; ++i) { // 13 MB
            ids.push_back(std::to_string(i) + std::string(64'000, 'x'));
            rig.engine.source->put(ids.back());
        }
        QVERIFY(rig.engine.startAndSettle());
        const JobStatus job = rig.start(rig.request(ItemVerb::Requeue, ids));
        QVERIFY(rig.engine.settles()); // all that was asked for has run before the job looks
        QVERIFY(rig.ends(job.id));
        QCOMPARE(rig.jobs->find(job.id)->succeeded, ids.size());
    }

    void endsAlthoughEndsOfItsRunsWereMissed()
    {
        Settled rig({"a", "b"});
        JobRun run(1, "anna", rig.request(ItemVerb::Requeue, {"a", "b"}), rig.engine.host, {});
        run.begin({});
        QVERIFY(run.next(rig.engine.host, {}));
        run.submitted(7, rig.engine.host);
        ControllerDelta news;
        news.id = rig.engine.id;
        news.ticketEnds.push_back({1, {}, EventRecord::Kind::TicketDone, "a", Said::Kind::Done, 7});
        run.count(news);
        run.endIfDone({});
        QCOMPARE(run.status().state, JobState::Running);
        ControllerDelta missed;
        missed.id = rig.engine.id;
        missed.missedTicketEnds = true;
        run.count(missed);
        run.endIfDone({});
        QCOMPARE(run.status().state, JobState::Ended);
        QCOMPARE(describe(run.status()),
                 "requeue batman/a, batman/b (1 skipped: how its run ended is not known: too many "
                 "ended at once): 1 succeeded, 0 failed, 1 skipped since");
    }

    void whatIsPausedIsNotLetGo()
    {
        Rig rig({});
        rig.engine.source->putMany(40);
        QVERIFY(rig.engine.startAndSettle());
        for (int i = 0; i < 20; ++i)
            rig.engine.source->drop("o" + std::to_string(i));
        QVERIFY(rig.engine.resync());
        QVERIFY(rig.engine.reaches("o0", ItemState::Held));
        static_cast<void>(rig.start(rig.request(ItemVerb::Pause, {"o30"})));
        rig.engine.host.submit({rig.engine.id, ItemsAction{ItemVerb::Pause, {"o0"}}});
        QVERIFY(test::eventually([&] { return rig.engine.row("o0").paused; }));
        const JobStatus job = rig.start(Rig::filtered(ItemVerb::Remove, "state:held"));
        QCOMPARE(job.eligible, 19U);
        QCOMPARE(job.skipped, (std::vector<JobSkipped>{{1, "paused: resume first"}}));
        QVERIFY(rig.ends(job.id));
        QCOMPARE(rig.engine.row("o0").state, ItemState::Held);
    }

    void saysWhichOfItsRunsCannotBegin()
    {
        Settled rig({"a", "b", "c"});
        rig.engine.host.submit({rig.engine.id, ControllerVerb::Pause});
        QVERIFY(test::eventually([&] { return rig.engine.host.controllers().front().isPaused; }));
        const JobStatus job = rig.start(rig.request(ItemVerb::Requeue, {"a", "b", "c"}));
        using Blocked = std::vector<JobSkipped>;
        const auto blocked = [&] { return rig.jobs->find(job.id)->blocked; };
        QVERIFY(rig.engine.passUntil([&] {
            return blocked() == Blocked{{3, "its controller is paused"}};
        }));
        QVERIFY(isBlocked(*rig.jobs->find(job.id)));
        rig.engine.host.submit({rig.engine.id, ItemsAction{ItemVerb::Pause, {"c"}}});
        rig.engine.host.submit({rig.engine.id, ControllerVerb::Resume});
        QVERIFY(rig.engine.passUntil([&] {
            return blocked() == Blocked{{1, "paused: resume first"}};
        }));
        QVERIFY(isBlocked(*rig.jobs->find(job.id)));
        QCOMPARE(rig.jobs->find(job.id)->succeeded, 2U);
        rig.engine.host.submit({rig.engine.id, ItemsAction{ItemVerb::Resume, {"c"}}});
        QVERIFY(rig.ends(job.id));
        QCOMPARE(blocked(), Blocked());
        QVERIFY(!isBlocked(*rig.jobs->find(job.id)));
    }

    void saysThatItWaitsForTheFirstListOfItsController()
    {
        Settled rig({"a", "b", "c"});
        JobRequest request = rig.request(ItemVerb::Pause, {"a", "b", "c"});
        request.pace = 1;
        const JobStatus job = rig.start(request);
        rig.engine.source->onList(
            [](auto &&, auto &&) { return ListResult::failed("the share is away"); });
        QVERIFY(rig.replaceController());
        QVERIFY(rig.engine.passUntil([&] {
            return rig.jobs->find(job.id)->blocked
                   == std::vector<JobSkipped>{{2, "its controller has not listed yet"}};
        }));
        QVERIFY(!isBlocked(*rig.jobs->find(job.id))); // it goes on by itself
        rig.engine.source->onList({});
        QVERIFY(rig.ends(job.id));
        QCOMPARE(rig.jobs->find(job.id)->succeeded, 3U);
        QVERIFY(rig.jobs->find(job.id)->blocked.empty());
    }

    void waitsForTheRemovalsThatItLetsGo()
    {
        Rig rig({});
        rig.engine.source->putMany(40);
        std::atomic<bool> mayEnd = false;
        rig.engine.probe->onRemove([&mayEnd](const Attempt &attempt) {
            mayEnd.wait(false);
            return attempt.id == "o1" ? Outcome::park("in use") : Outcome::done();
        });
        QVERIFY(rig.engine.startAndSettle());
        for (int i = 0; i < 20; ++i)
            rig.engine.source->drop("o" + std::to_string(i));
        QVERIFY(rig.engine.resync());
        QVERIFY(rig.engine.reaches("o0", ItemState::Held));
        const JobStatus job = rig.start(rig.request(ItemVerb::Remove, {"o0", "o1", "o2"}));
        const JobState before = rig.jobs->find(job.id)->state;
        mayEnd = true;
        mayEnd.notify_all();
        QCOMPARE(before, JobState::Running);
        QVERIFY(rig.ends(job.id));
        const JobStatus end = rig.jobs->find(job.id).value();
        QCOMPARE(end.succeeded, 2U);
        QCOMPARE(end.failed, 1U);
        QCOMPARE(rig.notes().back(),
                 std::string(
                     "anna: remove batman/o0, batman/o1, batman/o2: 2 succeeded, 1 failed"));
    }

    void keepsItsPace()
    {
        Settled rig({"a", "b", "c", "d"});
        JobRequest request = Rig::filtered(ItemVerb::Pause, "id:/./");
        request.pace = 2;
        const JobStatus job = rig.start(request);
        QCOMPARE(job.given, 1U);
        QCOMPARE(job.state, JobState::Running);
        QCOMPARE(rig.engine.inState(ItemState::Paused), 1U);
        const auto given = [&] { return rig.jobs->find(job.id)->given; };
        rig.engine.pass(400ms);
        QCOMPARE(given(), 1U);
        rig.engine.pass(200ms);
        QTRY_COMPARE(given(), 2U);
        rig.engine.pass(500ms);
        QTRY_COMPARE(given(), 3U);
        rig.engine.pass(500ms);
        QTRY_COMPARE(rig.jobs->find(job.id)->state, JobState::Ended);
        QCOMPARE(rig.engine.inState(ItemState::Paused), 4U);
        QCOMPARE(rig.notes().size(), 2U); // when it went on, and when it ended
        QCOMPARE(rig.notes().front(), std::string("anna: pause 4 objects of the filter id:/./"));
    }

    void aStopLeavesTheRest()
    {
        Settled rig({"a", "b", "c", "d"});
        JobRequest request = Rig::filtered(ItemVerb::Pause, "id:/./");
        request.pace = 1;
        const JobStatus job = rig.start(request);
        const auto stopped = rig.jobs->stop(job.id);
        QVERIFY(stopped);
        QCOMPARE(stopped->state, JobState::Stopped);
        rig.engine.pass(1h);
        QCOMPARE(rig.engine.inState(ItemState::Paused), 1U);
        QCOMPARE(rig.notes().back(),
                 std::string("anna: pause 4 objects of the filter id:/./: 1 succeeded, 0 failed, "
                             "stopped after 1"));
        QVERIFY(!rig.jobs->stop(99));
        QVERIFY(!rig.jobs->begin(99));
    }

    void aStopSaysWhatStillRuns()
    {
        Settled rig({"a", "b"});
        test::Latch &latch = rig.engine.latch();
        rig.engine.probe->onAdd(
            [&latch](const Attempt &) { return latch.wait(), Outcome::done(); });
        JobRequest request = rig.request(ItemVerb::Requeue, {"a", "b"});
        request.pace = 1;
        const JobStatus job = rig.start(request);
        QVERIFY(test::eventually([&] { return latch.waiting() == 1; }));
        const JobStatus stopped = rig.jobs->stop(job.id).value();
        QCOMPARE(stopped.given, 1U);
        QCOMPARE(underWay(stopped), 1U);
        QCOMPARE(rig.notes().back(),
                 std::string("anna: requeue batman/a, batman/b: 0 succeeded, 0 failed, "
                             "1 still running, stopped after 1"));
        latch.open();
    }

    void whatAHostThatStoodStillDidNotGiveIsNotMadeUpFor()
    {
        Settled rig({"a", "b", "c", "d", "e", "f"});
        JobRequest request = Rig::filtered(ItemVerb::Pause, "id:/./");
        request.pace = 1;
        const JobStatus job = rig.start(request);
        const auto given = [&] { return rig.jobs->find(job.id)->given; };
        QCOMPARE(given(), 1U);
        rig.engine.pass(1h);
        QVERIFY(rig.engine.passUntil([&] { return given() == 2; }, 1500ms));
        QVERIFY(rig.ends(job.id));
    }

    void theEndOfTheHostIsNoted()
    {
        Settled rig({"a", "b"});
        JobRequest request = Rig::filtered(ItemVerb::Pause, "id:/./");
        request.pace = 1;
        rig.start(request);
        rig.jobs.reset();
        QCOMPARE(rig.notes().back(),
                 std::string("anna: pause batman/a, batman/b: 1 succeeded, 0 failed, "
                             "stopped after 1"));
    }

    void e30_aJobGoesOnInTheNextLife()
    {
        Kept rig({"a", "b", "c", "d"});
        JobRequest request = Rig::filtered(ItemVerb::Pause, "id:/./");
        request.pace = 1;
        request.terms = {2h, "moving"};
        const JobStatus before = rig.start(request);
        rig.engine.pass(1s);
        QTRY_COMPARE(rig.jobs->find(before.id)->given, 2U);
        const std::size_t notes = rig.notes().size();
        const JobStatus job = rig.beginNextLife();
        QCOMPARE(rig.notes().size(), notes); // neither stopped nor begun
        QCOMPARE(job.id, before.id);
        QCOMPARE(job.who, std::string("anna"));
        QCOMPARE(job.given, 2U);
        QCOMPARE(job.succeeded, 2U);
        QCOMPARE(job.eligible, 4U);
        rig.engine.pass(900ms); // at its pace
        QCOMPARE(rig.jobs->find(job.id)->given, 2U);
        rig.engine.pass(100ms);
        QTRY_COMPARE(rig.jobs->find(job.id)->given, 3U);
        QVERIFY(rig.ends(job.id));
        QCOMPARE(rig.engine.inState(ItemState::Paused), 4U);
        QCOMPARE(rig.engine.row("d").pauseReason, std::string("moving"));
        QCOMPARE(rig.notes().back(),
                 std::string(
                     "anna: pause 4 objects of the filter id:/./ for 2h: moving: 4 succeeded, "
                     "0 failed"));
        QVERIFY(rig.read().empty());
        QVERIFY(!rig.keeper->keeps(job.id));
    }

    void e30_howRunsEndedThatWereUnderWayIsNotKnown()
    {
        Kept rig({"a", "b", "c"});
        test::Latch &latch = rig.engine.latch();
        rig.engine.probe->onAdd(
            [&latch](const Attempt &) { return latch.wait(), Outcome::done(); });
        JobRequest request = rig.request(ItemVerb::Requeue, {"a", "b", "c"});
        request.pace = 1;
        rig.start(request);
        QVERIFY(test::eventually([&] { return latch.waiting() == 1; }));
        const JobStatus job = rig.beginNextLife();
        QCOMPARE(job.skipped, (std::vector<JobSkipped>{
                                  {1, "how its run ended is not known: the program has started "
                                      "anew"}}));
        QCOMPARE(underWay(job), 0U);
        latch.open();
        QVERIFY(rig.ends(job.id));
        QCOMPARE(rig.jobs->find(job.id)->succeeded, 2U);
    }

    void e30_aJobWaitsForItsControllersInTheNextLife()
    {
        Kept rig({"a", "b"});
        JobRequest request = Rig::filtered(ItemVerb::Pause, "id:/./");
        request.pace = 1;
        rig.start(request);
        rig.end();
        QVERIFY(rig.replaceController());
        const JobStatus job = rig.goOn();
        QVERIFY(rig.ends(job.id));
        QCOMPARE(rig.jobs->find(job.id)->succeeded, 2U);
    }

    // The ids may mean other objects: what is let go there is not what somebody meant.
    void whatLetsGoStopsAtOtherObjects_data()
    {
        QTest::addColumn<int>("verb");
        QTest::addColumn<bool>("goesOn");
        QTest::newRow("discard") << int(ItemVerb::Discard) << false;
        QTest::newRow("pause") << int(ItemVerb::Pause) << true;
    }
    void whatLetsGoStopsAtOtherObjects()
    {
        QFETCH(int, verb);
        QFETCH(bool, goesOn);
        Settled rig({"a", "b", "c"});
        JobRequest request = rig.request(ItemVerb(verb), {"a", "b", "c"});
        request.pace = 1;
        const JobStatus job = rig.start(request);
        QVERIFY(rig.replaceController("others"));
        QVERIFY(rig.ends(job.id));
        const JobStatus end = rig.jobs->find(job.id).value();
        QCOMPARE(end.succeeded, goesOn ? 3U : 1U);
        QVERIFY(
            goesOn
            || end.skipped
                   == (std::vector<JobSkipped>{{2, "its controller has other objects by now"}}));
    }

    void e30_aControllerThatDoesNotStartIsNotWaitedFor()
    {
        Kept rig({"a", "b"});
        JobRequest request = Rig::filtered(ItemVerb::Pause, "id:/./");
        request.pace = 1;
        rig.start(request);
        rig.end();
        rig.engine.command(ControllerVerb::Remove);
        QVERIFY(test::eventually([&] { return rig.engine.host.controllers().empty(); }));
        const JobStatus job = rig.goOn();
        rig.engine.pass(1s);
        QTRY_COMPARE(rig.jobs->find(job.id)->state, JobState::Ended);
        QCOMPARE(rig.jobs->find(job.id)->skipped,
                 (std::vector<JobSkipped>{{1, "its controller does not run"}}));
    }

    void e30_aProgramThatEndsGivesNothingMoreOut()
    {
        Kept rig({"a", "b", "c"});
        JobRequest request = rig.request(ItemVerb::Requeue, {"a", "b", "c"});
        request.pace = 1;
        const JobStatus before = rig.start(request);
        rig.jobs->giveNoMore();
        QVERIFY(rig.engine.passUntil( // what was given out counts
            [&] { return rig.jobs->find(before.id)->succeeded == 1; }));
        rig.engine.pass(1h);
        QCOMPARE(rig.jobs->find(before.id)->given, 1U);
        QVERIFY(rig.engine.passUntil([&] { return isBlocked(*rig.jobs->find(before.id)); }));
        QCOMPARE(blockedTexts(*rig.jobs->find(before.id)),
                 std::vector<std::string>{"2 cannot run now: the host stops"});
        const JobStatus job = rig.beginNextLife();
        QCOMPARE(job.given, 1U);
        QVERIFY(rig.ends(job.id));
        QCOMPARE(rig.jobs->find(job.id)->succeeded, 3U);
    }

    void e30_aJobWhoseNumberIsTakenHasAnother()
    {
        Kept rig({"a", "b"});
        JobRequest request = Rig::filtered(ItemVerb::Pause, "id:/./");
        request.pace = 1;
        const JobStatus before = rig.start(request);
        rig.end();
        const JobStatus first = rig.start(rig.request(ItemVerb::Requeue, {"b"}));
        QCOMPARE(first.id, before.id);
        const JobStatus job = rig.goOn();
        QCOMPARE(job.id, before.id + 1);
        QTRY_VERIFY(rig.keeper->keeps(job.id) && !rig.keeper->keeps(before.id));
        QCOMPARE(rig.read().front().id, job.id);
        QCOMPARE(rig.read().front().objects.front().ids, (Ids{"a", "b"}));
    }

    void e30_aJobThatEndsAtOnceIsNotKept()
    {
        Kept rig({"a", "b"});
        rig.start(rig.request(ItemVerb::Pause, {"a", "b"}));
        QVERIFY(rig.keeper->take().isEmpty());
        const auto prepared = rig.jobs->prepare(rig.request(ItemVerb::Resume, {"a"}), "anna");
        rig.jobs.reset();
        QVERIFY(prepared && rig.keeper->take().isEmpty());
    }

    void manyObjectsAreOneEvent()
    {
        Rig rig({});
        for (int i = 0; i < 1000; ++i)
            rig.engine.source->put(std::to_string(i));
        QVERIFY(rig.engine.startAndSettle());
        const JobStatus job = rig.start(Rig::filtered(ItemVerb::Pause, "state:in-sync"));
        QCOMPARE(job.state, JobState::Ended);
        QCOMPARE(rig.engine.inState(ItemState::Paused), 1000U);
        const auto events = rig.engine.events(EventRecord::Kind::Command);
        QCOMPARE(events.size(), 1U);
        QCOMPARE(inWords(events.front().said), std::string("pause 1000 objects, job 1"));
    }

    void objectsThatAreNotHeldDoNotStandForAllThatAre()
    {
        Rig rig({"a"});
        rig.engine.source->putMany(40);
        QVERIFY(rig.engine.startAndSettle());
        for (int i = 0; i < 20; ++i)
            rig.engine.source->drop("o" + std::to_string(i));
        QVERIFY(rig.engine.resync());
        QVERIFY(rig.engine.reaches("o0", ItemState::Held));
        const JobStatus job = rig.start(rig.request(ItemVerb::Remove, {"a"}));
        QCOMPARE(job.eligible, 0U);
        QCOMPARE(job.state, JobState::Ended);
        QCOMPARE(rig.engine.inState(ItemState::Held), 20U);
        QCOMPARE(rig.start(rig.request(ItemVerb::Keep, {"o0", "o1"})).succeeded, 2U);
        QCOMPARE(rig.engine.inState(ItemState::Held), 18U);
    }

    void whatChangedSinceIsSkipped()
    {
        Settled rig({"a", "b"});
        const auto job = rig.jobs->prepare(rig.request(ItemVerb::Pause, {"a", "b"}), "anna");
        QVERIFY(job);
        rig.engine.command(ItemsAction{ItemVerb::Discard, {"a"}});
        const auto end = rig.jobs->begin(job->id);
        QCOMPARE(end->succeeded, 1U);
        QCOMPARE(end->skipped, (std::vector<JobSkipped>{{1, "not known"}}));
        QCOMPARE(end->given, 2U);
        QCOMPARE(end->skippedSince, 1U);
    }

    void e9_aWordIsForTheHoldThatWasSeen_data()
    {
        QTest::addColumn<int>("verb");
        QTest::newRow("remove") << int(ItemVerb::Remove);
        QTest::newRow("keep") << int(ItemVerb::Keep);
    }
    void e9_aWordIsForTheHoldThatWasSeen()
    {
        QFETCH(int, verb);
        Losing rig;
        QVERIFY(rig.lose());
        const JobStatus job = rig.decideOnFirst(ItemVerb(verb));
        QVERIFY(rig.comeBack());
        QVERIFY(rig.lose());
        const std::uint64_t held = rig.engine.inState(ItemState::Held);
        QVERIFY(rig.ends(job.id));
        QCOMPARE(rig.engine.inState(ItemState::Held), held);
        const JobStatus end = rig.jobs->find(job.id).value();
        QCOMPARE(end.succeeded, 1U);
        QCOMPARE(end.skipped, (std::vector<JobSkipped>{{19, "held anew since: decide once more"}}));
        QVERIFY(QString::fromStdString(rig.notes().back())
                    .contains("19 skipped: held anew since: decide once more"));
        const JobStatus anew = rig.start(rig.request(ItemVerb(verb), {"o5"})); // it can be said
        QVERIFY(rig.ends(anew.id));
        QCOMPARE(rig.jobs->find(anew.id)->succeeded, 1U);
    }

    void e30_aWordIsForTheHoldThatWasSeenInAnEarlierLife()
    {
        Losing rig;
        QVERIFY(rig.lose());
        static_cast<void>(rig.decideOnFirst(ItemVerb::Remove));
        rig.end();
        rig.engine.clock.setWall(rig.engine.clock.wallNow() - 24h * 365);
        Losing::eachOfTwenty([&](const ObjectId &id) {
            if (id != "o7")
                rig.engine.source->put(id);
        });
        QVERIFY(rig.replaceController());
        const JobStatus job = rig.goOn();
        QVERIFY(rig.engine.reaches("o8", ItemState::InSync));
        QCOMPARE(rig.engine.row("o7").state, ItemState::Held); // as it was, all the time
        QVERIFY(rig.engine.settles());
        QVERIFY(rig.lose());
        QVERIFY(rig.ends(job.id));
        const JobStatus end = rig.jobs->find(job.id).value();
        QCOMPARE(end.succeeded, 2U);
        QCOMPARE(end.skipped, (std::vector<JobSkipped>{{18, "held anew since: decide once more"}}));
        QVERIFY(!rig.engine.knows("o7"));
        QCOMPARE(rig.engine.row("o8").state, ItemState::Held);
    }

    void aHoldOfAControllerThatBeginsAnewIsAnother()
    {
        Losing rig;
        QVERIFY(rig.lose());
        const JobStatus job = rig.decideOnFirst(ItemVerb::Remove);
        static_cast<void>(rig.engine.host.replace(rig.engine.id, "removed"));
        QVERIFY(test::eventually([&] { return rig.engine.host.leaving().empty(); }));
        Losing::eachOfTwenty([&](const ObjectId &id) { rig.engine.source->put(id); });
        rig.engine.id = rig.engine.host.add(rig.engine.spec()).value(); // it knows nothing
        QVERIFY(rig.engine.settles());
        QVERIFY(rig.lose());
        QVERIFY(rig.ends(job.id));
        QCOMPARE(rig.jobs->find(job.id)->succeeded, 1U);
        QCOMPARE(rig.engine.inState(ItemState::Held), 20U);
    }

    void aJobThatWasPreparedIsForTheHoldThatWasSeen()
    {
        Losing rig;
        QVERIFY(rig.lose());
        const auto job = rig.jobs->prepare(Rig::filtered(ItemVerb::Remove, "state:held"), "anna");
        QVERIFY(rig.comeBack());
        QVERIFY(rig.lose());
        QCOMPARE(rig.jobs->begin(job->id)->skippedSince, 20U);
        QCOMPARE(rig.engine.inState(ItemState::Held), 20U);
    }

    void whoeverPausesAnObjectAfterAJobToResumeItHasTheLastWord()
    {
        Settled rig({"a", "b", "c"});
        rig.start(rig.request(ItemVerb::Pause, {"a", "b", "c"}));
        JobRequest request = rig.request(ItemVerb::Resume, {"a", "b", "c"});
        request.pace = 1;
        const JobStatus job = rig.start(std::move(request));
        JobRequest stay = rig.request(ItemVerb::Pause, {"b"});
        stay.terms.reason = "it breaks";
        rig.start(std::move(stay));
        QVERIFY(rig.ends(job.id));
        QCOMPARE(rig.jobs->find(job.id)->succeeded, 2U);
        QCOMPARE(rig.jobs->find(job.id)->skipped,
                 (std::vector<JobSkipped>{{1, "paused anew since"}}));
        QCOMPARE(rig.engine.row("b").state, ItemState::Paused);
    }

    void aControllerThatIsGoneEndsIt()
    {
        Settled rig({"a", "b"});
        const auto job = rig.jobs->prepare(rig.request(ItemVerb::Requeue, {"a", "b"}), "anna");
        QVERIFY(job);
        rig.engine.command(ControllerVerb::Remove);
        QVERIFY(test::eventually([&] { return rig.engine.host.controllers().empty(); }));
        QCOMPARE(rig.jobs->begin(job->id)->given, 0U); // it may come back
        rig.engine.pass(59s);
        QCOMPARE(rig.jobs->find(job->id)->state, JobState::Running);
        QVERIFY(rig.ends(job->id));
        const auto end = rig.jobs->find(job->id);
        QCOMPARE(end->state, JobState::Ended);
        QCOMPARE(end->skipped, (std::vector<JobSkipped>{{2, "its controller does not run"}}));
    }

    void manyGoOnHoweverOftenTheirControllerIsReplaced()
    {
        constexpr int JobCount = 10;
        constexpr std::uint64_t Each = 20;
        Rig rig({});
        for (int i = 0; i < JobCount; ++i) {
            for (std::uint64_t n = 0; n < Each; ++n)
                rig.engine.source->put("g" + std::to_string(i) + '-' + std::to_string(n));
        }
        QVERIFY(rig.engine.startAndSettle());
        std::vector<JobId> jobs;
        for (int i = 0; i < JobCount; ++i) { // half of them ask for runs
            JobRequest request = Rig::filtered(i % 2 ? ItemVerb::Pause : ItemVerb::Requeue,
                                               "id:/^g" + std::to_string(i) + "-/");
            request.pace = 1 + i;
            jobs.push_back(rig.start(std::move(request)).id);
        }
        const auto given = [&] {
            std::uint64_t sum = 0;
            for (const JobId id : jobs)
                sum += rig.jobs->find(id)->given;
            return sum;
        };
        for (int i = 0; i < 3; ++i) {
            const std::uint64_t before = given();
            QVERIFY(rig.engine.passUntil([&] { return given() >= before + 40; }));
            QVERIFY(rig.replaceController());
        }
        QVERIFY(given() < JobCount * Each); // none of the three was after the end
        for (const JobId id : jobs) {
            QVERIFY(rig.ends(id));
            const JobStatus end = rig.jobs->find(id).value();
            QCOMPARE(end.state, JobState::Ended);
            QCOMPARE(end.eligible, Each);
            QCOMPARE(end.given, Each);
            QCOMPARE(end.succeeded, Each);
            QCOMPARE(end.failed + end.notRun + end.skippedSince, 0U);
        }
        QCOMPARE(rig.engine.inState(ItemState::Paused), JobCount / 2 * Each);
        QCOMPARE(rig.notes().size(), std::size_t(2 * JobCount)); // that it goes on, and its end
    }

    void aJobThatIsNotBegunIsForgotten()
    {
        Settled rig({"a"});
        const auto job = rig.jobs->prepare(rig.request(ItemVerb::Pause, {"a"}), "anna");
        QVERIFY(job);
        QCOMPARE(rig.jobs->list().size(), 1U);
        QVERIFY(rig.engine.passUntil([&] { return rig.jobs->list().empty(); }));
        QCOMPARE(rig.notes(), Notes{});
        QCOMPARE(rig.engine.row("a").state, ItemState::InSync);
    }

    void thereAreOnlySoManyAtOnce()
    {
        Settled rig({"a"});
        JobRequest slow = rig.request(ItemVerb::Requeue, {"a"});
        rig.engine.command(ControllerVerb::Pause); // no run ends
        for (std::size_t i = 0; i < Jobs::MostAtOnce; ++i)
            QCOMPARE(rig.start(slow).state, JobState::Running);
        QCOMPARE(rig.jobs->prepare(rig.request(ItemVerb::Pause, {"a"}), "anna").error().sentence,
                 std::string("20 jobs run already: stop one, or try again later"));
    }

    void ofThoseThatAreNotBegunTheOldestOfTheirCallerGoes()
    {
        Settled rig({"a"});
        const auto ask = [&](const std::string &who) {
            return rig.jobs->prepare(rig.request(ItemVerb::Pause, {"a"}), who).value().id;
        };
        const JobId ofCarl = ask("carl");
        const JobId first = ask("anna");
        for (std::size_t i = 0; i < 3 * Jobs::MostAtOnce; ++i)
            ask("anna");
        QTRY_VERIFY(!rig.jobs->find(first) || rig.jobs->find(first)->hasEnded());
        QCOMPARE(rig.jobs->begin(ofCarl)->succeeded, 1U);
    }

    void inAllTheOldestThatIsNotBegunGoes()
    {
        Settled rig({"a"});
        for (std::size_t i = 0; i < 3 * Jobs::MostAtOnce; ++i) {
            const auto who = std::to_string(i);
            QVERIFY(rig.jobs->prepare(rig.request(ItemVerb::Pause, {"a"}), who));
        }
    }

    void aSearchThatNobodyWaitsForEnds()
    {
        Settled rig({"a", "b", "c"});
        int asked = 0;
        const auto job = rig.jobs->prepare(Rig::filtered(ItemVerb::Pause, "id:/./"), "anna",
                                           [&asked] { return ++asked > 0; });
        QVERIFY(!job);
        QVERIFY(asked <= 2);
        QVERIFY(rig.jobs->list().empty());
    }

    void aPauseOfWhatIsPausedEndsAnew()
    {
        Settled rig({"a", "b", "c"});
        rig.engine.command(ItemsAction{ItemVerb::Pause, {"a"}, {10min, "night"}});
        rig.engine.command(ItemsAction{ItemVerb::Pause, {"b"}});
        JobRequest request = rig.request(ItemVerb::Pause, {"a", "b", "c"});
        request.terms.expiry = 2h;
        const JobStatus job = rig.start(request);
        QCOMPARE(job.succeeded, 3U);
        QCOMPARE(pausedAnewText(job, rig.engine.clock.now()),
                 std::string("2 were paused already, without an end or for 10m more: now for 2h"));
        QCOMPARE(rig.engine.row("a").pausedUntil, rig.engine.clock.now() + 2h);
        QCOMPARE(rig.engine.row("a").pauseReason, std::string("night")); // none was given
        request.terms.expiry = 1min;
        rig.start(request); // shorter
        rig.engine.pass(1min);
        QTRY_COMPARE(rig.engine.inState(ItemState::Paused), 0U);
    }

    void aNumberOfWorkersGoesBack()
    {
        Rig rig({"a"});
        rig.engine.options.workers = 2;
        QVERIFY(rig.engine.startAndSettle());
        QCOMPARE(rig.jobs->setWorkersFor(rig.engine.id, 5, 1h), 2);
        QCOMPARE(rig.engine.gauges().workers, 5);
        rig.engine.pass(30min);
        QCOMPARE(rig.jobs->setWorkersFor(rig.engine.id, 7, 1h, "carl"), 2);
        rig.engine.pass(59min);
        QCOMPARE(rig.engine.gauges().workers, 7);
        rig.engine.pass(1min);
        QTRY_COMPARE(rig.engine.gauges().workers, 2);
        QTRY_COMPARE(rig.notes(), Notes{"carl: batman: set workers to 2 again: 1h are over"});
        QVERIFY(!rig.jobs->setWorkersFor(99, 5, 1h));
        QVERIFY(!rig.jobs->setWorkersFor(rig.engine.id, -1, 1h));
        QVERIFY(!rig.jobs->setWorkersFor(rig.engine.id, 1, 0s));
    }

    void e30_aNumberOfWorkersOfAnEarlierLifeGoesBack()
    {
        Rig rig({"a"});
        rig.engine.options.workers = 5; // as it was left
        QVERIFY(rig.engine.startAndSettle());
        std::vector<TemporaryWorkers> kept;
        Jobs jobs(
            rig.engine.host, rig.engine.host, rig.engine.host, rig.engine.clock,
            [](const JobStatus &) {}, [](const Jobs::WorkersAgain &) {},
            [&kept](const std::string &, const TemporaryWorkers &workers) {
                kept.push_back(workers);
            });
        const WallTime now = rig.engine.clock.wallNow();
        jobs.goOn("batman", {5, 2, now + 20min, 1h, "carl"});
        rig.engine.pass(19min);
        QCOMPARE(rig.engine.gauges().workers, 5);
        rig.engine.pass(1min);
        QTRY_COMPARE(rig.engine.gauges().workers, 2);
        // What this life sets for a time is told before it is so.
        QCOMPARE(jobs.setWorkersFor(rig.engine.id, 4, 1h, "anna"), 2);
        QVERIFY(kept.back()
                == TemporaryWorkers({4, 2, rig.engine.clock.wallNow() + 1h, 1h, "anna"}));
    }

    void aNumberOfWorkersGoesBackIfNotAllOfThemCouldBeStarted()
    {
        Rig rig({"a"});
        rig.engine.options.workers = 2;
        QVERIFY(rig.engine.startAndSettle());
        ShortOfThreads control(rig.engine.host);
        Jobs jobs(rig.engine.host, control, rig.engine.host, rig.engine.clock,
                  [](const JobStatus &) {});
        QCOMPARE(jobs.setWorkersFor(rig.engine.id, 300, 1h), 2);
        QCOMPARE(rig.engine.gauges().workers, 3);
        rig.engine.pass(1h);
        QTRY_COMPARE(rig.engine.gauges().workers, 2);
    }

    void aJobWhoseSetIsBeingFrozenCounts()
    {
        Rig rig({});
        for (int i = 0; i < 20'000; ++i)
            rig.engine.source->put("a" + std::to_string(i));
        QVERIFY(rig.engine.startAndSettle());
        {
            std::vector<std::jthread> callers;
            for (int i = 0; i < 40; ++i)
                callers.emplace_back([&rig] {
                    static_cast<void>(
                        rig.jobs->prepare(Rig::filtered(ItemVerb::Pause, "id:a"), "anna"));
                });
        }
        QTRY_VERIFY(rig.jobs->list().size() <= Jobs::MostPrepared);
    }

    void whileTheSetsOfAllAreBeingFrozenOneMoreIsRefused()
    {
        Settled rig({});
        std::latch begun{std::ptrdiff_t(Jobs::MostPrepared)};
        std::latch goOn(1);
        const JobRequest request = Rig::filtered(ItemVerb::Pause, "id:a");
        std::vector<std::jthread> callers;
        for (std::size_t i = 0; i < Jobs::MostPrepared; ++i)
            callers.emplace_back([&] {
                static_cast<void>(rig.jobs->prepare(request, "anna", [&] {
                    begun.count_down();
                    goOn.wait();
                    return false;
                }));
            });
        begun.wait();
        const auto more = rig.jobs->prepare(request, "anna");
        const auto other = rig.jobs->prepare(request, "berta");
        goOn.count_down();
        callers.clear();
        QVERIFY(!more);
        QCOMPARE(more.error().sentence,
                 std::string("5 jobs of yours are being prepared already: try again later"));
        QVERIFY(other);
        QCOMPARE(rig.jobs->list().size(), Jobs::MostPrepared + 1);
        QVERIFY(rig.jobs->prepare(request, "anna"));
    }

    void twoWhoChangeTheNumberOfWorkersAtOnceDoNotKeepIt()
    {
        Rig rig({"a"});
        rig.engine.options.workers = 2;
        QVERIFY(rig.engine.startAndSettle());
        for (int round = 0; round < 50; ++round) {
            const auto change = [&rig](int workers) {
                return [&rig, workers] {
                    static_cast<void>(rig.jobs->setWorkersFor(rig.engine.id, workers, 1s));
                };
            };
            std::thread one(change(5));
            std::thread other(change(7));
            one.join();
            other.join();
            rig.engine.pass(1s);
            QTRY_COMPARE(rig.engine.gauges().workers, 2);
        }
    }

    void objectsThatAreNamedTwiceCountOnce()
    {
        Settled rig({"a", "b"});
        JobRequest request = rig.request(ItemVerb::Pause, {"a", "b"});
        request.objects.push_back({rig.engine.id, {"b", "a"}});
        const JobStatus job = rig.start(request);
        QVERIFY(rig.ends(job.id));
        QCOMPARE(rig.jobs->find(job.id)->eligible, 2U);
        request.objects.front().controller = 0;
        QVERIFY(!rig.jobs->prepare(request, "anna"));
    }

    void aNumberOfWorkersGoesBackInTheControllerThatComesInItsPlace()
    {
        Rig rig({"a"});
        rig.engine.options.workers = 2;
        QVERIFY(rig.engine.startAndSettle());
        QVERIFY(rig.jobs->setWorkersFor(rig.engine.id, 5, 1h));
        const auto known = rig.engine.host.replace(rig.engine.id, "anew");
        QVERIFY(test::eventually([&] { return rig.engine.host.leaving().empty(); }));
        rig.engine.pass(1h);
        rig.engine.pass(10s);
        ControllerSpec spec = rig.engine.spec();
        spec.options.workers = 5; // as it was
        rig.engine.id = rig.engine.host.add(std::move(spec)).value();
        QVERIFY(rig.engine.passUntil([&] { return rig.engine.gauges().workers == 2; }));
    }

    void aNumberOfWorkersThatWasChangedSinceStays_data()
    {
        QTest::addColumn<int>("number");
        QTest::newRow("another") << 3;
        QTest::newRow("the same") << 5;
    }
    void aNumberOfWorkersThatWasChangedSinceStays()
    {
        QFETCH(int, number);
        Rig rig({"a"});
        rig.engine.options.workers = 2;
        QVERIFY(rig.engine.startAndSettle());
        QVERIFY(rig.jobs->setWorkersFor(rig.engine.id, 5, 1h));
        rig.engine.command(setWorkers(number));
        // One that is due later shows that the first has been looked at.
        const auto other = rig.engine.host.add(rig.engine.spec("robin"));
        QVERIFY(other);
        QVERIFY(rig.jobs->setWorkersFor(*other, 6, 61min));
        rig.engine.pass(61min);
        QTRY_COMPARE(rig.engine.host.status().back().gauges.workers, 2);
        QCOMPARE(rig.engine.gauges().workers, number);
    }

    void whatIsWrongIsSaid_data()
    {
        QTest::addColumn<JobRequest>("request");
        QTest::addColumn<std::string>("sentence");
        const auto row = [](const char *name, JobRequest request, const char *sentence) {
            QTest::newRow(name) << std::move(request) << std::string(sentence);
        };
        row("nothing", {}, "a job needs objects or a filter");
        JobRequest both = Rig::filtered(ItemVerb::Pause, "id:a");
        both.objects = {{1, {"a"}}};
        row("both", both, "a job has objects or a filter, and not both");
        row("filter", Rig::filtered(ItemVerb::Pause, "age:x"),
            "\"age:x\" is no filter: at character 5: write age with a duration, as in age:>5m");
        JobRequest backwards = Rig::filtered(ItemVerb::Pause, "id:a");
        backwards.pace = -1;
        JobRequest timeless = Rig::filtered(ItemVerb::Pause, "id:a");
        timeless.terms.expiry = 0s;
        row("time", timeless,
            "the time of a pause is more than 0, as in 2h: to end one, resume its objects");
        row("pace", backwards, "a pace is a number of objects a second, as in 10 or 0.5");
        backwards.pace = NAN;
        row("no number", backwards, "a pace is a number of objects a second, as in 10 or 0.5");
    }
    void whatIsWrongIsSaid()
    {
        QFETCH(JobRequest, request);
        QFETCH(std::string, sentence);
        Rig rig({"a"});
        const auto job = rig.jobs->prepare(std::move(request), "anna");
        QVERIFY(!job);
        QCOMPARE(job.error().sentence, sentence);
        QVERIFY(rig.jobs->list().empty());
    }
};

QTEST_GUILESS_MAIN(JobsTest)
#include "tst_jobs.moc"
