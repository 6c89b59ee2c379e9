// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/items/description.h"
#include "core/remote/attach/attachedhosts.h"
#include "core/remote/server/remoteserver.h"
#include "servedengine.h"
#include "testprogram.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::remote;
using namespace std::chrono_literals;

namespace {

/// A host that others can reach.
struct Station
{
    explicit Station(const std::set<ObjectId> &ids)
    {
        for (const ObjectId &id : ids)
            engine.source->put(id);
        if (!engine.startAndSettle())
            qFatal("the engine does not settle");
        start();
    }
    void start() { server = test::serveAt(socket(), engine.served()); }
    [[nodiscard]] std::string socket() const
    {
        return folder.filePath("control.sock").toStdString();
    }
    [[nodiscard]] Address address() const { return *parseAddress(socket()); }

    QTemporaryDir folder;
    test::ServedEngine engine;
    std::unique_ptr<RemoteServer> server;
};

JobRequest pauseOf(ControllerId controller, Ids ids)
{
    JobRequest request;
    request.verb = ItemVerb::Pause;
    request.objects = {{controller, std::move(ids)}};
    return request;
}

/// Nothing: it is not among them.
std::optional<JobState> stateIn(const std::vector<HostJob> &jobs, const JobKey &key)
{
    const auto found = std::ranges::find(jobs, key, &HostJob::key);
    return found == jobs.end() ? std::nullopt : std::optional(found->job.state);
}

/// What a front end knows after some pulls.
struct Picture
{
    explicit Picture(const AttachedHosts &hosts)
        : links(hosts.links())
    {
        for (const HostLinkPtr &link : links)
            readers.push_back(std::make_unique<FeedReader>(link->feed()));
    }
    void pull()
    {
        for (const auto &reader : readers)
            take(reader->pull());
    }
    void take(const Delta &delta)
    {
        for (const ControllerDelta &controller : delta.controllers) {
            for (const ItemRow &row : controller.changed)
                ids[controller.id].insert(row.id);
            for (const EventRecord &end : controller.ticketEnds)
                ends.emplace(end.ticket, end.id);
            known.insert(controller.id);
        }
        for (const ControllerId gone : delta.removed) {
            ids.erase(gone);
            known.erase(gone);
        }
    }
    /// Whose object is \a id; 0: nobody's.
    [[nodiscard]] ControllerId ownerOf(const ObjectId &id) const
    {
        for (const auto &[controller, some] : ids) {
            if (some.contains(id))
                return controller;
        }
        return 0;
    }

    const std::vector<HostLinkPtr> links;
    std::vector<std::unique_ptr<FeedReader>> readers;
    std::map<ControllerId, std::set<ObjectId>> ids;
    std::set<ControllerId> known;
    std::multimap<Ticket, ObjectId> ends;
};

HostState stateOf(const AttachedHosts &hosts, HostId id)
{
    for (const HostStatus &each : hosts.elsewhere()) {
        if (each.id == id)
            return each.state;
    }
    return HostState::Refused;
}

JobPort &jobsOf(const AttachedHosts &hosts, HostId host)
{
    return hosts.find(host)->jobs();
}

Ticket submit(const AttachedHosts &hosts, const Command &command)
{
    return hosts.find(command.controller.of.host)->control().submit(command);
}

} // namespace

/// Several hosts, seen and steered as one.
class AttachedHostsTest final : public QObject
{
    Q_OBJECT

private slots:
    void r13_controllersOfTheSameNumberAreTold()
    {
        Station one({"a", "b"});
        Station two({"c"});
        QCOMPARE(one.engine.id, two.engine.id);
        AttachedHosts hosts;
        const HostId first = hosts.add(one.address());
        hosts.add(two.address());
        Picture picture(hosts);
        QTRY_VERIFY((picture.pull(), picture.ownerOf("a") != 0 && picture.ownerOf("c") != 0));
        QVERIFY(picture.ownerOf("a") != picture.ownerOf("c"));
        QCOMPARE(picture.ownerOf("a"), picture.ownerOf("b"));
        QCOMPARE(hosts.elsewhere().size(), 2U);
        QCOMPARE(picture.ownerOf("a"), ControllerId(one.engine.id.number, {first, 1}));
        QCOMPARE(stateOf(hosts, first), HostState::Connected);
        Feed &theirs = hosts.find(picture.ownerOf("c").of.host)->feed();
        QCOMPARE(theirs.sample().controllers.size(), 1U);
        QVERIFY(theirs.detail(picture.ownerOf("c"), "c"));
        QVERIFY(!theirs.detail(picture.ownerOf("c"), "a"));
        QVERIFY(!theirs.detail(picture.ownerOf("a"), "a")); // of another host
        QVERIFY(theirs.describe(picture.ownerOf("c"), "c", {}));
        QVERIFY(theirs.held(picture.ownerOf("c")).empty());
    }

    void hostsThatWouldBeCalledAlikeAreCalledByTheirAddresses()
    {
        AttachedHosts hosts;
        const HostId first = hosts.add(*parseAddress("/run/a/x.sock,name=db"));
        QCOMPARE(hosts.elsewhere().front().name, std::string("db"));
        const HostId second = hosts.add(*parseAddress("ssh://b/db,name=db"));
        hosts.add(*parseAddress("/run/c/db2"));
        std::vector<std::string> names;
        for (const HostStatus &host : hosts.elsewhere())
            names.push_back(host.name);
        QCOMPARE(names, (std::vector<std::string>{"db (/run/a/x.sock)", "db (ssh://b/db)", "db2"}));
        hosts.remove(first);
        QCOMPARE(hosts.elsewhere().front().id, second);
        QCOMPARE(hosts.elsewhere().front().name, std::string("db"));
    }

    void r12_aJobIsOfTheHostOfItsControllersAndEveryFrontEndSeesIt()
    {
        Station one({"a"});
        Station two({"c"});
        AttachedHosts hosts;
        const HostId first = hosts.add(one.address());
        const HostId second = hosts.add(two.address());
        Picture picture(hosts);
        QTRY_VERIFY((picture.pull(), picture.ownerOf("a") != 0 && picture.ownerOf("c") != 0));
        const auto job = jobsOf(hosts, second)
                             .prepare(pauseOf(picture.ownerOf("c"), {"c", "none"}));
        QVERIFY2(job, job ? "" : job.error().sentence.c_str());
        QCOMPARE(job->key.of.host, second);
        QCOMPARE(job->job.eligible, 1U);
        QCOMPARE(two.engine.jobs.list().size(), 1U);
        QVERIFY(one.engine.jobs.list().empty());
        QCOMPARE(jobsOf(hosts, job->key.of.host).begin(job->key)->job.state, JobState::Ended);
        QCOMPARE(two.engine.row("c").state, ItemState::Paused);
        QTRY_COMPARE(stateIn(jobsOf(hosts, second).jobs(), job->key), JobState::Ended);
        // Of another front end: only the host itself has heard of it.
        JobRequest found;
        found.filter = "id:c";
        const auto other = two.engine.jobs.prepare(found, "berta");
        const JobKey key{job->key.of, other->id};
        QTRY_COMPARE(stateIn(jobsOf(hosts, second).jobs(), key), JobState::Prepared);
        QCOMPARE(jobsOf(hosts, second).stop(key)->job.state, JobState::Stopped);
        QVERIFY(!jobsOf(hosts, first).prepare(pauseOf(picture.ownerOf("c"), {"c"})));
        QVERIFY(!jobsOf(hosts, first).stop({{first, 1}, 99}));
        QVERIFY(!hosts.find(second + 1));
    }

    // Its job 1 is another one.
    void r5_aJobOfAnEarlierRunIsNeverTakenForOneOfTheNext()
    {
        Station one({"a"});
        AttachedHosts hosts;
        const HostId host = hosts.add(one.address());
        Picture picture(hosts);
        QTRY_VERIFY((picture.pull(), picture.ownerOf("a") != 0));
        const auto job = jobsOf(hosts, host).prepare(pauseOf(picture.ownerOf("a"), {"a"}));
        QVERIFY(job);
        one.server.reset();
        QTRY_VERIFY((picture.pull(), stateOf(hosts, host) == HostState::Lost));
        QVERIFY(!jobsOf(hosts, job->key.of.host).begin(job->key));
        one.start(); // which is another run of it
        hosts.find(host)->tryNow();
        QTRY_VERIFY((picture.pull(), stateOf(hosts, host) == HostState::Connected));
        const auto refused = jobsOf(hosts, job->key.of.host).begin(job->key);
        QVERIFY(!refused);
        QVERIFY(QString::fromStdString(refused.error().sentence).contains("was started anew"));
        QCOMPARE(one.engine.row("a").state, ItemState::InSync);
    }

    void r13_aCommandGoesToTheHostOfItsController()
    {
        Station one({"a"});
        Station two({"c"});
        AttachedHosts hosts;
        hosts.add(one.address());
        hosts.add(two.address());
        Picture picture(hosts);
        QTRY_VERIFY((picture.pull(), picture.ownerOf("a") != 0 && picture.ownerOf("c") != 0));
        const std::uint64_t before = one.engine.counters().triggers;
        const ControllerId theirs = picture.ownerOf("c");
        const Ticket ticket = submit(hosts, {theirs, ItemsAction{ItemVerb::Requeue, {"c"}}});
        QVERIFY(ticket != 0);
        QTRY_VERIFY((picture.pull(), picture.ends.contains(ticket)));
        QCOMPARE(picture.ends.find(ticket)->second, ObjectId("c"));
        QCOMPARE(one.engine.counters().triggers, before);
        ControlPort &others = hosts.links().front()->control();
        QCOMPARE(others.submit({theirs, ControllerVerb::Resync}), Ticket(0)); // of another host
    }

    void aCommandForAllOfAHostGoesToThatHost()
    {
        Station one({"a"});
        Station two({"c"});
        AttachedHosts hosts;
        hosts.add(one.address());
        hosts.add(two.address());
        Picture picture(hosts);
        QTRY_VERIFY((picture.pull(), picture.ownerOf("a") != 0 && picture.ownerOf("c") != 0));
        const HostRun second = picture.ownerOf("c").of;
        QVERIFY(submit(hosts, {ControllerId(0, second), ControllerVerb::Pause}) != 0);
        QTRY_COMPARE(two.engine.host.status().front().state, ControllerState::Paused);
        QVERIFY(one.engine.host.status().front().state != ControllerState::Paused);
        QVERIFY(!hosts.find(0)); // one for all of no host reaches none
        const ControllerId later(0, {second.host, second.run + 1});
        QCOMPARE(submit(hosts, {later, ControllerVerb::Resume}), Ticket(0));
        two.server.reset();
        QTRY_VERIFY((picture.pull(), stateOf(hosts, second.host) == HostState::Lost));
        QCOMPARE(submit(hosts, {ControllerId(0, second), ControllerVerb::Resume}), Ticket(0));
    }

    void r4_aHostThatIsLostTakesNothingAway()
    {
        Station one({"a"});
        Station two({"c"});
        AttachedHosts hosts;
        const HostId lost = hosts.add(one.address());
        const HostId stays = hosts.add(two.address());
        Picture picture(hosts);
        QTRY_VERIFY((picture.pull(), picture.ownerOf("a") != 0 && picture.ownerOf("c") != 0));
        const ControllerId before = picture.ownerOf("a");
        one.server.reset();
        QTRY_VERIFY((picture.pull(), stateOf(hosts, lost) == HostState::Lost));
        QCOMPARE(stateOf(hosts, stays), HostState::Connected);
        QCOMPARE(picture.ownerOf("a"), before);
        QVERIFY(hosts.find(lost)->feed().sample().controllers.empty());
        QCOMPARE(hosts.find(stays)->feed().sample().controllers.size(), 1U);
        two.engine.source->put("d");
        two.engine.host.submit({two.engine.id, ControllerVerb::Resync});
        QTRY_VERIFY((picture.pull(), picture.ownerOf("d") != 0));
        one.start();
        QTRY_VERIFY((picture.pull(), stateOf(hosts, lost) == HostState::Connected
                                         && picture.ownerOf("a") != 0
                                         && picture.ownerOf("a") != before));
        QCOMPARE(picture.known.size(), 2U);
    }
};

QONTROLLER_GUILESS_TEST(AttachedHostsTest)
#include "tst_attachedhosts.moc"
