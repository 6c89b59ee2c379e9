// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/items/description.h"
#include "core/remote/client/hostcalls.h"
#include "core/remote/client/remoteerror.h"
#include "core/remote/client/remotehost.h"
#include "core/remote/client/selectcall.h"
#include "core/remote/server/lastevents.h"
#include "core/remote/server/remoteserver.h"
#include "servedengine.h"
#include "testprogram.h"

#include <grpcpp/grpcpp.h>
#include <qontroller.grpc.pb.h>

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <deque>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

using namespace qontroller;
using namespace qontroller::remote;
using namespace std::chrono_literals;

namespace {

/// An engine, the server over it, and a client that sees it through a socket.
struct Rig
{
    Rig()
    {
        for (const char *id : {"a", "b", "c"})
            engine.source->put(id);
    }

    void open()
    {
        server = test::serveAt(socket(), served());
        host = test::reach(socket());
    }
    [[nodiscard]] Served served()
    {
        Served served = engine.served();
        served.noteCommand = [this](const Caller &caller, const Command &command, Ticket) {
            noted.push_back(caller.who + ": " + describe(command.action));
        };
        served.noteNoRoom = [this](const Caller &caller, const std::string &what) {
            MutexLock lock(mutex);
            noted.push_back(caller.who + ": " + what);
        };
        served.counts = counts;
        return served;
    }
    [[nodiscard]] std::string socket() const
    {
        return folder.filePath("control.sock").toStdString();
    }

    QTemporaryDir folder;
    Mutex mutex;
    std::vector<std::string> noted;
    std::shared_ptr<ControlCounts> counts = std::make_shared<ControlCounts>();
    test::ServedEngine engine{
        [this](const JobStatus &job) { noted.push_back(job.who + ": " + describe(job)); }};
    std::unique_ptr<RemoteServer> server;
    std::unique_ptr<RemoteHost> host;
};

/// Does not return from a description, whatever it is asked.
class DeafDescriber final : public Describer
{
public:
    explicit DeafDescriber(test::Latch &latch)
        : m_latch(latch)
    {}
    std::string desired(const ObjectId &, std::stop_token) override
    {
        m_latch.wait();
        return {};
    }
    std::string actual(const ObjectId &, std::stop_token) override { return {}; }

private:
    test::Latch &m_latch;
};

} // namespace

/// A front end that sees and steers a host through a Unix socket.
class RemoteTest final : public QObject
{
    Q_OBJECT

private slots:
    void r1_saysWhoIsThere()
    {
        Rig rig;
        rig.open();
        QCOMPARE(rig.host->introduction().name, std::string("night"));
        QCOMPARE(rig.host->introduction().version, std::string("0.2.0"));
        QCOMPARE(rig.host->introduction().who, nameOfUser(::geteuid()));
        QVERIFY(rig.host->introduction().maySteer);
    }

    void r6_aReaderSeesAllThenWhatChanges()
    {
        Rig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.open();
        FeedReader reader(*rig.host);
        QCOMPARE(test::idsOf(reader.pull()), (std::set<ObjectId>{"a", "b", "c"}));
        QCOMPARE(test::idsOf(reader.pull()), std::set<ObjectId>{});
        rig.host->submit({rig.engine.id, ItemsAction{ItemVerb::Pause, {"b"}, {{}, "look"}}});
        std::set<ObjectId> changed;
        QVERIFY(test::eventually([&] {
            changed.merge(test::idsOf(reader.pull()));
            return !changed.empty();
        }));
        QCOMPARE(changed, std::set<ObjectId>{"b"});
        QVERIFY(!rig.host->problem());
    }

    void aReaderOfEventsGetsNoRows()
    {
        Rig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.open();
        FeedReader reader(*rig.host, Reads::Events);
        const Delta delta = reader.pull();
        QCOMPARE(delta.controllers.size(), 1U);
        QCOMPARE(delta.controllers.front().name, std::string("batman"));
        QCOMPARE(delta.controllers.front().gauges.known, 3U);
        QVERIFY(test::idsOf(delta).empty());
    }

    void r3_commandsAreNotedWithWhoGaveThem()
    {
        Rig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.open();
        QVERIFY(rig.host->submit({rig.engine.id, ItemsAction{ItemVerb::Requeue, {"a"}}}) != 0);
        QCOMPARE(rig.noted,
                 std::vector<std::string>{nameOfUser(::geteuid()) + ": requeue 1 object"});
    }

    void aCommandForAControllerThatIsGoneIsAnError()
    {
        Rig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.open();
        QCOMPARE(rig.host->submit({99, ControllerVerb::Pause}), Ticket(0));
        QVERIFY(rig.host->problem()->kind == RemoteError::Kind::NotKnown);
        QVERIFY(rig.host->submit({rig.engine.id, ControllerVerb::Pause}) != 0);
        QVERIFY(!rig.host->problem());
    }

    void detailsAndDescriptionsComeThrough()
    {
        Rig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.open();
        const auto detail = rig.host->detail(rig.engine.id, "a");
        QVERIFY(detail);
        QCOMPARE(detail->row.id, ObjectId("a"));
        QVERIFY(!detail->explanation.empty());
        const auto description = rig.host->describe(rig.engine.id, "a", {});
        QVERIFY(description);
        QCOMPARE(description->problem, std::string("the plugin does not describe its objects"));
        QCOMPARE(rig.host->sample().controllers.size(), 1U);
    }

    void aDescriptionThatNeverComesHoldsNothingUp()
    {
        Rig rig;
        test::Latch &latch = rig.engine.latch();
        ControllerSpec spec = rig.engine.spec();
        spec.parts.describer = std::make_shared<DeafDescriber>(latch);
        const auto id = rig.engine.host.add(std::move(spec));
        QVERIFY(id);
        QVERIFY(test::eventually([&] { return rig.engine.host.detail(*id, "a").has_value(); }));
        rig.open();
        std::thread asks([&] { static_cast<void>(rig.host->describe(*id, "a", {})); });
        QVERIFY(test::eventually([&] { return latch.waiting() == 1; }));
        rig.server.reset();
        asks.join();
        QCOMPARE(rig.host->problem()->kind, RemoteError::Kind::NotReached);
    }

    void aSessionIsSeenAndApplied()
    {
        Rig rig;
        rig.open();
        HostCalls calls(*rig.host);
        const auto before = calls.session();
        QVERIFY(before && before->json == "{}" && before->file == "/etc/night.json");
        QCOMPARE(before->notStarted.at(0).controller, std::string("b"));
        QCOMPARE(before->notStarted.at(0).why, std::string("its plugin crashed"));
        QCOMPARE(calls.plugins()->at(0).why, std::string("it is broken"));
        const auto plan = calls.applySession("{ }", ApplyMode::DryRun);
        QVERIFY(plan && plan->hasEnded);
        QCOMPARE(plan->untouched, std::size_t{3});
        QCOMPARE(describe(plan->steps.at(0)), std::string("a: start anew (parameters)"));
        QCOMPARE(calls.session()->json, std::string("{}"));
        const auto done = calls.applySession("{ }", ApplyMode::Apply);
        QVERIFY(done && done->hasFailed());
        QVERIFY(describe(done->steps.at(0)).starts_with("a: start anew (parameters): failed: "));
        QCOMPARE(calls.session()->json, std::string("{ }"));
        const auto saved = calls.saveSession();
        QVERIFY(saved && saved->hasEnded && saved->steps.empty());
        QVERIFY(saved->problems.at(0).starts_with("/etc/night.json: cannot be written, "));
    }

    void aFilterIsEvaluatedAtTheHost()
    {
        Rig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.open();
        rig.engine.command(ItemsAction{ItemVerb::Pause, {"b"}, {{}, "look"}});
        HostCalls calls(*rig.host);
        const auto found = calls.select({"state:paused", {}, 0});
        QVERIFY(found);
        QCOMPARE(found->total, 1U);
        QCOMPARE(found->objects.front().controllerName, std::string("batman"));
        QCOMPARE(found->objects.front().row.id, ObjectId("b"));
        QCOMPARE(calls.select({{}, "id", 2})->objects.size(), 2U);
        QCOMPARE(calls.select({{}, "id", 2})->total, 3U);
        QCOMPARE(calls.select({"stat:x", {}, 0}).error().kind, RemoteError::Kind::WrongQuestion);
        QCOMPARE(calls.select({{}, "size", 0}).error().kind, RemoteError::Kind::WrongQuestion);
    }

    void r7_noMessageIsTooLargeForClientsInOtherLanguages()
    {
        Rig rig;
        rig.engine.source->putMany(1500);
        rig.engine.probe->onAdd(
            [](const Attempt &) { return Outcome::park(std::string(LongestText, 'x')); });
        QVERIFY(rig.engine.startAndList());
        QVERIFY(test::eventually([&] { return rig.engine.inState(ItemState::Parked) == 1503; }));
        rig.open();
        // gRPC takes 4 MiB, unless a client wants more.
        const auto stub = v1::Host::NewStub(
            grpc::CreateChannel("unix:" + rig.socket(), grpc::InsecureChannelCredentials()));
        grpc::ClientContext context;
        const auto stream = stub->Pull(&context);
        std::set<std::string> ids;
        std::set<std::uint64_t> events;
        v1::Delta delta;
        do {
            QVERIFY(stream->Write(v1::PullRequest()));
            QVERIFY(stream->Read(&delta));
            for (const v1::Item &item : delta.controllers(0).changed())
                ids.insert(item.id());
            for (const v1::Event &event : delta.controllers(0).events())
                events.insert(event.number());
        } while (delta.controllers(0).rows_pending() > 0);
        QCOMPARE(ids.size(), 1503U);
        QVERIFY(events.size() >= 1500U);
        context.TryCancel();
        const auto host = RemoteHost::connect(rig.socket());
        HostCalls calls(**host);
        QCOMPARE(calls.select({"is:failing", {}, 0})->objects.size(), 1503U);
    }

    void tooManyJobsAreNoWrongQuestion()
    {
        Rig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.open();
        HostCalls calls(*rig.host);
        JobRequest request;
        request.verb = ItemVerb::Pause;
        request.objects = {{rig.engine.id, {"a"}}};
        rig.engine.command(ControllerVerb::Pause); // no run ends
        request.verb = ItemVerb::Requeue;
        for (std::size_t i = 0; i < Jobs::MostAtOnce; ++i)
            QVERIFY(calls.startJob(request, JobStart::AtOnce));
        QVERIFY(calls.startJob(request, JobStart::Prepared).error().kind
                == RemoteError::Kind::Refused); // qontrollerctl ends with 3
        QCOMPARE(rig.noted.back(), nameOfUser(::geteuid())
                                       + ": refused to requeue objects: 20 jobs run already: stop "
                                         "one, or try again later");
        QCOMPARE(rig.counts->refused.load(), 1U);
        request.pace = -1;
        QVERIFY(calls.startJob(request, JobStart::Prepared).error().kind
                == RemoteError::Kind::WrongQuestion);
    }

    void r9_whoFollowsLeavesRoomForCommands()
    {
        Rig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.open();
        const auto stub = v1::Host::NewStub(rig.host->channel());
        struct Follower
        {
            grpc::ClientContext context;
            std::unique_ptr<grpc::ClientReader<v1::EventsReply>> events;
            std::unique_ptr<grpc::ClientReaderWriter<v1::PullRequest, v1::Delta>> pull;
        };
        std::deque<Follower> followers;
        v1::EventsRequest follow;
        follow.set_follow(true);
        grpc::Status refused;
        for (int i = 0; i < 63; ++i) {
            Follower &events = followers.emplace_back();
            events.events = stub->Events(&events.context, follow);
            if (v1::EventsReply reply; !events.events->Read(&reply))
                refused = events.events->Finish();
            Follower &pull = followers.emplace_back();
            pull.pull = stub->Pull(&pull.context);
            pull.pull->Write(v1::PullRequest());
            v1::Delta delta;
            static_cast<void>(pull.pull->Read(&delta));
        }
        QVERIFY(refused.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED);
        QCOMPARE(refused.error_message(),
                 std::string("16 callers follow the events of this host already: end one"));
        QCOMPARE(rig.counts->refused.load(), 63U - 16 + 63 - 24);
        const auto snapshot = rig.host->snapshot();
        QVERIFY2(snapshot, snapshot ? "" : snapshot.error().sentence.c_str());
        QCOMPARE(snapshot->controllers.size(), 1U);
        QVERIFY(rig.host->submit({rig.engine.id, ControllerVerb::Pause}) != 0);
        for (Follower &each : followers)
            each.context.TryCancel();
        QVERIFY(test::eventually([&] { // there is room again
            grpc::ClientContext context;
            const auto stream = stub->Events(&context, follow);
            v1::EventsReply reply;
            const bool isTold = stream->Read(&reply);
            context.TryCancel();
            return isTold;
        }));
        followers.clear();
    }

    void r6_aStreamThatIsAskedOnceTellsAll()
    {
        Rig rig;
        rig.engine.source->putMany(12'000);
        QVERIFY(rig.engine.startAndSettle());
        rig.open();
        const auto stub = v1::Host::NewStub(
            grpc::CreateChannel("unix:" + rig.socket(), grpc::InsecureChannelCredentials()));
        grpc::ClientContext context;
        const auto stream = stub->Pull(&context);
        v1::PullRequest request;
        request.set_once(true);
        QVERIFY(stream->Write(request));
        stream->WritesDone();
        std::set<std::string> ids;
        for (v1::Delta delta; stream->Read(&delta);) {
            for (const v1::Item &item : delta.controllers(0).changed())
                ids.insert(item.id());
        }
        QVERIFY(stream->Finish().ok());
        QCOMPARE(ids.size(), 12'003U);
    }

    void aReasonFromOutsideIsCut()
    {
        Rig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.open();
        QVERIFY(
            rig.host->submit({rig.engine.id, ControllerAction{ControllerVerb::Pause,
                                                              {{}, std::string(3'000'000, 'x')}}})
            != 0);
        const auto controllers = rig.host->snapshot().value().controllers;
        QVERIFY(!controllers.front().pauseReason.empty());
        QVERIFY(controllers.front().pauseReason.size() <= LongestText + 3);
        for (const EventRecord &event : rig.engine.events(EventRecord::Kind::Command))
            QVERIFY(inWords(event.said).size() < 2 * LongestText);
    }

    void eventsOfAControllerAreInTheOrderOfTheirNumbers()
    {
        Delta delta;
        for (const ControllerId id : {1, 2}) {
            ControllerDelta &controller = delta.controllers.emplace_back();
            controller.id = id;
            for (const int time : {10, 30, 20}) {
                EventRecord &event = controller.events.emplace_back();
                event.number = controller.events.size();
                event.time = TimePoint(std::chrono::seconds(time + int(id.number)));
            }
        }
        LastEvents events(0, 10);
        QVERIFY(!events.take(delta));
        std::vector<std::pair<ControllerId, std::uint64_t>> told;
        for (const LastEvents::Line &line : events.lines())
            told.emplace_back(line.controller, line.event.number);
        QCOMPARE(told, (std::vector<std::pair<ControllerId, std::uint64_t>>{
                           {1, 1}, {2, 1}, {1, 2}, {1, 3}, {2, 2}, {2, 3}}));
    }

    void whoFollowsAControllerFollowsTheOneInItsPlace()
    {
        LastEvents events(1, 10);
        const auto linesOf =
            [&events](std::initializer_list<std::pair<ControllerId, const char *>> controllers) {
                Delta told;
                for (const auto &[id, name] : controllers) {
                    ControllerDelta &controller = told.controllers.emplace_back();
                    controller.id = id;
                    controller.name = name;
                    controller.events.emplace_back().number = 1;
                }
                static_cast<void>(events.take(told));
                return events.lines().size();
            };
        QCOMPARE(linesOf({{1, "photos"}, {2, "music"}}), 1U);
        QCOMPARE(linesOf({{2, "music"}, {7, "photos"}}), 2U); // it was started anew
    }

    void whatWasMissedIsCounted()
    {
        const auto delta = [](std::initializer_list<std::uint64_t> numbers) {
            Delta told;
            ControllerDelta &controller = told.controllers.emplace_back();
            controller.id = 1;
            for (const std::uint64_t number : numbers)
                controller.events.emplace_back().number = number;
            return told;
        };
        LastEvents events(0, 10);
        QVERIFY(!events.take(delta({40, 41}))); // what was before is not missed
        events.follow();
        QVERIFY(!events.take(delta({42, 43})));
        QCOMPARE(events.takeMissed(), 0U);
        QVERIFY(!events.take(delta({50, 51, 54})));
        QCOMPARE(events.takeMissed(), 8U);
        QCOMPARE(events.takeMissed(), 0U);
    }

    void r12_aJobGoesOnWhenItsClientHasGone()
    {
        Rig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.open();
        test::Latch &latch = rig.engine.latch();
        rig.engine.probe->onAdd([&latch](const Attempt &) {
            latch.wait();
            return Outcome::done();
        });
        auto client = RemoteHost::connect(rig.socket());
        std::optional<HostCalls> calls(**client);
        JobRequest request;
        request.filter = "id:/./";
        const auto job = calls->startJob(request, JobStart::AtOnce);
        QVERIFY(job);
        QCOMPARE(job->job.eligible, 3U);
        QCOMPARE(job->job.state, JobState::Running);
        QCOMPARE(job->job.who, nameOfUser(::geteuid()));
        calls.reset();
        client->reset();
        latch.open();
        HostCalls another(*rig.host);
        const auto ended = another.followJob(job->job.id);
        QVERIFY(ended);
        QCOMPARE(ended->job.state, JobState::Ended);
        QCOMPARE(ended->job.succeeded, 3U);
        QCOMPARE(another.jobs()->size(), 1U);
        QCOMPARE(another.followJob(99).error().kind, RemoteError::Kind::NotKnown);
        QCOMPARE(another.stopJob(99).error().kind, RemoteError::Kind::NotKnown);
        request.filter = "stat:x";
        QCOMPARE(another.startJob(request, JobStart::AtOnce).error().kind,
                 RemoteError::Kind::WrongQuestion);
    }

    void eventsAreToldAndFollowed()
    {
        Rig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.open();
        HostCalls calls(*rig.host);
        rig.host->submit({rig.engine.id, ItemsAction{ItemVerb::Pause, {"a"}}});
        std::vector<std::string> told;
        const auto tell = [&told](const EventLine &line) {
            told.push_back(line.controller + ": " + inWords(line.event.said));
            return true;
        };
        QVERIFY(calls.events({0, 1, false}, tell));
        QCOMPARE(told, std::vector<std::string>{"batman: pause 1 object"});
        // One that is followed: what comes after the first is told, too.
        told.clear();
        QVERIFY(calls.events({rig.engine.id, 1, true}, [&](const EventLine &line) {
            tell(line);
            if (told.size() == 1)
                rig.host->submit({rig.engine.id, ItemsAction{ItemVerb::Resume, {"a"}}});
            return told.size() < 2;
        }));
        QCOMPARE(told.back(), std::string("batman: resume 1 object"));
    }

    void r4_aHostThatEndsIsSaid()
    {
        Rig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.open();
        FeedReader reader(*rig.host);
        QCOMPARE(reader.pull().controllers.size(), 1U);
        rig.server.reset();
        QCOMPARE(reader.pull().controllers.size(), 0U);
        QVERIFY(rig.host->problem());
        QCOMPARE(rig.host->problem()->kind, RemoteError::Kind::NotReached);
        QVERIFY(!QFile::exists(QString::fromStdString(rig.socket())));
    }

    void whyAHostIsNotReachedIsSaidInWords_data()
    {
        QTest::addColumn<int>("code");
        QTest::addColumn<std::string>("said");
        QTest::addColumn<std::string>("sentence");
        QTest::newRow("nothing") << int(grpc::UNAVAILABLE) << std::string()
                                 << std::string("h: the host cannot be reached: the connection has "
                                                "ended");
        QTest::newRow("something") << int(grpc::UNAVAILABLE) << std::string("Socket closed")
                                   << std::string("h: the host cannot be reached: Socket closed");
        QTest::newRow("it hangs")
            << int(grpc::UNAVAILABLE) << std::string("keepalive watchdog timeout")
            << std::string("h: the host does not answer any more: it hangs, or the network is "
                           "interrupted");
        QTest::newRow("no host") << int(grpc::UNKNOWN) << std::string("Stream removed")
                                 << std::string("h: what answers there does not speak as a host "
                                                "does");
        QTest::newRow("ended") << int(grpc::CANCELLED) << std::string()
                               << std::string("h: the host has ended the call: it ends, or was too "
                                              "busy");
    }
    void whyAHostIsNotReachedIsSaidInWords()
    {
        QFETCH(int, code);
        QFETCH(std::string, said);
        QFETCH(std::string, sentence);
        const RemoteError error = errorOf({static_cast<grpc::StatusCode>(code), said}, "h");
        QVERIFY(error.kind == RemoteError::Kind::NotReached);
        QCOMPARE(error.sentence, sentence);
    }
};

QONTROLLER_GUILESS_TEST(RemoteTest)
#include "tst_remote.moc"
