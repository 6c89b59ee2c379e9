// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fakefeed.h"
#include "support/fakelifecycles.h"
#include "support/fakes.h"
#include "support/warnings.h"
#include "support/windowtest.h"

#include "ui/state/lifecyclefeeds.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;
using namespace std::chrono_literals;
using consist::Phase;

namespace {

/// A feed over a fake, with what the window would look at.
struct LifecycleRig
{
    LifecycleRig()
    {
        QObject::connect(&feed, &LifecycleFeed::pulled, &feed,
                         [this](const LifecyclePicturePtr &picture) { pictures += picture; });
    }

    std::shared_ptr<FakeLifecycles> port = std::make_shared<FakeLifecycles>();
    std::optional<LifecycleFeed::Question> wanted = LifecycleFeed::Question{};
    QList<LifecyclePicturePtr> pictures;
    ManualClock clock;
    LifecycleFeed feed{[this] { return wanted; }, clock};
};

/// The feeds of two hosts, of which each has an operation.
struct LifecyclesRig
{
    LifecyclesRig()
    {
        for (const HostId host : {1U, 2U})
            ports[host] = std::make_shared<FakeLifecycles>();
        ports[1]->setOperation("s1", "one", Phase::Draining);
        ports[2]->setOperation("s1", "two", Phase::Draining);
    }
    void show() { show(ports); }
    /// 0: the program's own.
    void show(const std::map<HostId, std::shared_ptr<FakeLifecycles>> &some)
    {
        hosts.isElsewhere = !some.contains(0);
        hosts.all.clear();
        hosts.lifecycles = {some.begin(), some.end()};
        for (const auto &[host, port] : some) {
            if (host != 0)
                hosts.all.emplace_back().id = host;
        }
        feeds.follow(hosts);
    }
    std::set<std::string> ids() const
    {
        std::set<std::string> ids;
        for (const HostOperation &view : feeds.operations())
            ids.insert(std::to_string(view.host) + ' ' + view.operation.id);
        return ids;
    }

    FakeFeed feed;
    FakeControl control;
    FakeHosts hosts{feed, control};
    std::map<HostId, std::shared_ptr<FakeLifecycles>> ports;
    LifecycleFeeds feeds{[](HostId) { return LifecycleFeed::Question{}; }};
};

std::vector<consist::EmployerName> employerNames(int count)
{
    std::vector<consist::EmployerName> names;
    for (int i = 0; i < count; ++i)
        names.push_back(FakeLifecycles::employerName("web-" + std::to_string(i)));
    return names;
}

} // namespace

class LifecycleFeedTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void asksNobodyWhileThereIsNoPort()
    {
        LifecycleRig rig;
        rig.feed.pull();
        QVERIFY(!rig.feed.hasPort());
        QCOMPARE(rig.feed.owed(), Duration::zero());
    }

    void tellsOperationsAgainAndAgain()
    {
        LifecycleRig rig;
        rig.port->setOperation("s1", "op", Phase::Draining);
        rig.feed.setPort(rig.port);
        QTRY_COMPARE(rig.pictures.size(), 1);
        QCOMPARE(rig.pictures[0]->operations.size(), 1u);
        QVERIFY(rig.pictures[0]->now > WallTime{}); // as the port says
        QVERIFY(!rig.pictures[0]->employers);
        rig.port->endOperation("s1", "op");
        QTRY_VERIFY(rig.pictures.last()->operations.empty()); // by itself
    }

    void tellsEmployersAndMembersOnlyIfTheyAreLookedAt()
    {
        LifecycleRig rig;
        rig.port->setEmployer("web", {"s1", "s2"});
        rig.port->setEmployer("api", {"s3"});
        rig.wanted = {LifecycleFeed::Depth::Employers, {FakeLifecycles::employerName("web")}};
        rig.feed.setPort(rig.port);
        QTRY_COMPARE(rig.pictures.size(), 1);
        QCOMPARE(rig.pictures[0]->employers->size(), 2u);
        QCOMPARE(rig.pictures[0]->opened.size(), 1u);
        QCOMPARE(rig.pictures[0]->opened[0].members.size(), 2u);
        QVERIFY(!rig.port->employerQuestions().contains("api"));
        rig.feed.pull();
        QTRY_COMPARE(rig.pictures.size(), 2);
        QCOMPARE(rig.pictures[1]->employers, rig.pictures[0]->employers); // nothing to compare
        rig.port->setEmployer("new", {});
        rig.feed.pull();
        QTRY_COMPARE(rig.pictures.last()->employers->size(), 3u);
    }

    void asksForAFewEmployersAtATime()
    {
        LifecycleRig rig;
        for (const auto &name : employerNames(200))
            rig.port->setEmployer(name.employer, {});
        rig.wanted = {LifecycleFeed::Depth::Employers, employerNames(200)};
        rig.feed.setPort(rig.port);
        QTRY_COMPARE(rig.pictures.size(), 1);
        QCOMPARE(rig.pictures[0]->opened.size(), LifecycleFeed::MostOpened);
    }

    void asksNothingWhileTheWindowDoesNotLook()
    {
        LifecycleRig rig;
        rig.wanted.reset();
        rig.feed.setPort(rig.port);
        rig.feed.pull();
        QCOMPARE(rig.feed.owed(), Duration::zero());
        QCOMPARE(rig.port->questions(), 0);
        rig.wanted.emplace();
        QTRY_VERIFY(!rig.pictures.isEmpty());
    }

    void neverCallsThePortInTheThreadOfTheWindow()
    {
        LifecycleRig rig;
        rig.port->setEmployer("web", {"s1"});
        rig.wanted = {LifecycleFeed::Depth::Employers, employerNames(1)};
        rig.feed.setPort(rig.port);
        bool answered = false;
        rig.feed.submit({{FakeLifecycles::key("s1"),
                          {consist::Command::Kind::Begin, "op", "x", {}}}},
                        [&](auto &&) { answered = true; });
        QTRY_VERIFY(answered);
        QTRY_VERIFY(!rig.pictures.isEmpty());
        QVERIFY(!rig.port->callers().contains(std::this_thread::get_id()));
    }

    void aPortThatHangsOwesAnAnswer()
    {
        LifecycleRig rig;
        rig.port->hang();
        rig.feed.setPort(rig.port);
        QVERIFY(!rig.feed.isStale());
        rig.clock.advance(3s);
        QVERIFY(rig.feed.isStale());
        QCOMPARE(rig.feed.owed(), Duration(3s));
        rig.feed.pull(); // is remembered
        rig.port->release();
        QTRY_VERIFY(rig.pictures.size() >= 2);
        QTRY_VERIFY(!rig.feed.isStale());
    }

    void commandsPassAQuestionThatHangs()
    {
        LifecycleRig rig;
        rig.port->hang();
        rig.feed.setPort(rig.port);
        bool answered = false;
        rig.feed.submit({{FakeLifecycles::key("s1"), {consist::Command::Kind::Undo, "op", {}, {}}}},
                        [&](auto &&) { answered = true; });
        QTRY_VERIFY(answered);
        QVERIFY(rig.pictures.isEmpty());
        rig.port->release();
    }

    void tellsWhatEachCommandCameTo()
    {
        LifecycleRig rig;
        rig.feed.setPort(rig.port);
        rig.port->refuse("it is not drained");
        LifecycleFeed::Answers answers;
        rig.feed
            .submit({{FakeLifecycles::key("s1"), {consist::Command::Kind::Start, "op", {}, "ann"}},
                     {FakeLifecycles::key("s2"), {consist::Command::Kind::Start, "op", {}, "ann"}}},
                    [&](const auto &all) { answers = all; });
        QTRY_COMPARE(answers.size(), 2u);
        QCOMPARE(answers[1].error().message, std::string("it is not drained"));
        const auto commands = rig.port->commands();
        QVERIFY(commands[0].first == FakeLifecycles::key("s1"));
        QCOMPARE(commands[0].second.by, std::string("ann"));
    }

    void commandsWithoutAPortAreRefused()
    {
        LifecycleRig rig;
        LifecycleFeed::Answers answers;
        rig.feed.submit({{FakeLifecycles::key("s1"), {}}}, [&](const auto &all) { answers = all; });
        QCOMPARE(answers.size(), 1u);
        QVERIFY(!answers[0]);
    }

    void answersOfAPortThatIsGoneCountForNothing()
    {
        LifecycleRig rig;
        rig.port->setOperation("s1", "op", Phase::Draining);
        rig.port->hang();
        rig.feed.setPort(rig.port);
        const auto next = std::make_shared<FakeLifecycles>();
        rig.feed.setPort(next);
        rig.feed.setPort(next);
        rig.port->release();
        QTRY_VERIFY(!rig.pictures.isEmpty());
        QVERIFY(rig.pictures.first()->operations.empty());
        rig.feed.setPort(nullptr);
        QVERIFY(!rig.feed.hasPort());
    }

    void saysWhyAQuestionWasNotAnswered()
    {
        LifecycleRig rig;
        rig.port->setOperation("s1", "op", Phase::Draining);
        rig.port->fail("db1 is not connected: try again later");
        rig.feed.setPort(rig.port);
        QTRY_COMPARE(rig.feed.problem(), "db1 is not connected: try again later");
        QVERIFY(rig.pictures.isEmpty());
        rig.port->fail({});
        QTRY_COMPARE(rig.pictures.size(), 1);
        QVERIFY(rig.feed.problem().isEmpty());
    }

    void waitsForWhatIsUnderWayWhenItEnds()
    {
        const auto port = std::make_shared<FakeLifecycles>();
        {
            LifecycleFeed feed([] { return LifecycleFeed::Question{}; });
            feed.setPort(port);
            feed.submit({{FakeLifecycles::key("s1"), {}}}, [](auto &&) { QFAIL("it is gone"); });
        }
        QCOMPARE(port.use_count(), 1);
        QCOMPARE(port->questions(), 1);
        QCOMPARE(port->commands().size(), 1u);
    }

    void aHostThatHangsHoldsNoOtherUp()
    {
        LifecyclesRig rig;
        rig.ports[1]->hang();
        rig.show();
        QTRY_COMPARE(rig.ids(), std::set<std::string>{"2 two"});
        LifecycleFeed::Answers answers;
        rig.feeds.submit(2,
                         {{FakeLifecycles::key("s1"),
                           {consist::Command::Kind::Undo, "two", {}, {}}}},
                         [&](const auto &all) { answers = all; });
        QTRY_COMPARE(answers.size(), 1U);
        QCOMPARE(rig.ports[2]->commands().size(), 1U);
        QVERIFY(rig.ports[1]->commands().empty());
        rig.ports[1]->release();
        QTRY_COMPARE(rig.ids(), (std::set<std::string>{"1 one", "2 two"}));
        rig.feeds.submit(3, {{FakeLifecycles::key("s1"), {}}},
                         [&](const auto &all) { answers = all; });
        QCOMPARE(answers.front().error().message, std::string("the host is not shown any more"));
    }

    void aHostThatFailsKeepsWhatItHasTold()
    {
        LifecyclesRig rig;
        rig.show();
        QTRY_COMPARE(rig.ids().size(), 2U);
        rig.ports[2]->fail("db2 is not connected: try again later");
        QTRY_COMPARE(rig.feeds.delays().size(), 1U);
        QCOMPARE(rig.feeds.delays().front().host, HostId(2));
        QCOMPARE(rig.feeds.delays().front().problem, "db2 is not connected: try again later");
        QCOMPARE(rig.ids().size(), 2U);
        QVERIFY(rig.feeds.isThere());
    }

    void onlyAHostThatSaysSoHasMembers()
    {
        LifecyclesRig rig;
        rig.ports[1]->setControllers(false);
        rig.ports[2]->setControllers(false);
        QSignalSpy changed(&rig.feeds, &LifecycleFeeds::thereChanged);
        QSignalSpy pulled(&rig.feeds, &LifecycleFeeds::pulled);
        rig.show();
        QTRY_VERIFY(pulled.count() >= 2);
        QVERIFY(!rig.feeds.isThere());
        rig.ports[2]->setControllers(true); // another session was applied
        QTRY_VERIFY(rig.feeds.isThere());
        QCOMPARE(rig.ids(), std::set<std::string>{"2 two"});
        rig.ports[2]->setControllers(false);
        QTRY_VERIFY(!rig.feeds.isThere());
        QCOMPARE(changed.count(), 2);
        rig.show({{0, rig.ports[1]}}); // the program's own is there at once
        QVERIFY(rig.feeds.isThere());
    }

    void aHostThatGoesTakesItsOperationsAlong()
    {
        LifecyclesRig rig;
        rig.show();
        QTRY_COMPARE(rig.ids().size(), 2U);
        LifecyclePicturePtr last;
        connect(&rig.feeds, &LifecycleFeeds::pulled, this,
                [&](HostId host, const LifecyclePicturePtr &picture) {
                    if (host == 1)
                        last = picture;
                });
        rig.show({{2, rig.ports[2]}});
        QCOMPARE(rig.ids(), std::set<std::string>{"2 two"});
        QVERIFY(last && last->operations.empty() && last->employers && last->employers->empty());
        QTRY_COMPARE(rig.ports[1].use_count(), 1);
    }

    void whatTheOperatorIsOwedByAHostThatGoesIsTold()
    {
        LifecyclesRig rig;
        rig.show();
        bool isAnswered = false;
        rig.feeds.submit(1, {{FakeLifecycles::key("s1"), {}}}, [&](auto &&) { isAnswered = true; });
        rig.show({});
        QTRY_VERIFY(isAnswered);
    }
};

QONTROLLER_WINDOW_TEST(LifecycleFeedTest)
#include "tst_lifecyclefeed.moc"
