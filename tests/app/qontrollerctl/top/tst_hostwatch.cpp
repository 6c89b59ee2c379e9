// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/qontrollerctl/top/hostwatch.h"
#include "toprig.h"

#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller;
using namespace qontroller::test;
using namespace qontroller::top;

namespace {

/// All news of a watch so far.
struct Heard
{
    explicit Heard(const TopRig &rig)
        : watch({.path = rig.server.file("qontroller/session/control.sock").toStdString()}, {},
                wake)
    {}

    void take()
    {
        News news = watch.take();
        link = news.link;
        for (Answer &each : news.answers)
            answers.push_back(std::move(each));
        for (std::string &each : news.outcomes)
            outcomes.push_back(std::move(each));
    }
    bool hasAnswer(std::uint64_t question)
    {
        take();
        return !answers.empty() && answers.back().question.number == question;
    }
    bool hasOutcome()
    {
        take();
        return !outcomes.empty();
    }

    WakeFd wake;
    HostWatch watch;
    Link link;
    std::vector<Answer> answers;
    std::vector<std::string> outcomes;
};

Steering pauseOf(const Answer &answer, std::uint64_t run)
{
    const Row &row = answer.listing->rows.at(0);
    return {run, row.controller, row.name, Action(ControllerVerb::Pause)};
}

} // namespace

/// The thread that asks a host, which is a real one.
class HostWatchTest final : public QObject
{
    Q_OBJECT

private slots:
    void asksAgainAndAgain()
    {
        TopRig rig;
        rig.start({"a"}, {});
        Heard heard(rig);
        QTRY_VERIFY((heard.take(), heard.answers.size() >= 3));
        QCOMPARE(heard.link.host, std::string("session"));
        const Duration between = heard.answers[2].asked - heard.answers[1].asked;
        QVERIFY(between >= HostWatch::Interval);
        heard.watch.ask({5, Page::Objects, "id:a", {}});
        QTRY_VERIFY(heard.hasAnswer(5));
        QCOMPARE(heard.answers.back().listing->rows.at(0).name, (RowName{"test", "a"}));
        heard.watch.ask({6, Page::Objects, "no:field", {}});
        QTRY_VERIFY(heard.hasAnswer(6));
        QCOMPARE(heard.answers.back().listing.error().status, CtlStatus::Refused);
        heard.watch.ask({7, Page::Why, {}, {"none", "a"}});
        QTRY_VERIFY(heard.hasAnswer(7));
        QCOMPARE(heard.answers.back().listing.error().status, CtlStatus::NotKnown);
    }

    void aCommandIsForOneRunOfTheHost()
    {
        TopRig rig;
        rig.start({"a"}, {});
        Heard heard(rig);
        QTRY_VERIFY(heard.hasAnswer(0));
        const Answer seen = heard.answers.back();
        rig.server.signal(SIGKILL);
        static_cast<void>(rig.server.wait());
        QTRY_VERIFY((heard.take(), heard.link.trouble == "no host listens there"));
        heard.watch.steer(pauseOf(seen, seen.run));
        QTRY_VERIFY(heard.hasOutcome());
        QCOMPARE(heard.outcomes.at(0),
                 std::string("pause controller test: not done: no host listens there"));
        rig.run();
        heard.outcomes.clear();
        QTRY_VERIFY((heard.take(), heard.answers.back().run > seen.run));
        heard.watch.steer(pauseOf(seen, seen.run));
        QTRY_VERIFY(heard.hasOutcome());
        QCOMPARE(heard.outcomes.at(0), std::string("pause controller test: not done: the "
                                                   "connection to the host is a new one"));
        heard.watch.steer(pauseOf(seen, heard.answers.back().run));
        QTRY_VERIFY((heard.take(), heard.outcomes.size() == 2));
        QCOMPARE(heard.outcomes.at(1), std::string("pause controller test: done"));
        QVERIFY(rig.server.waitForLog("command: pause controller"));
        QCOMPARE(rig.server.log().count("command: "), 1);
    }
};

QONTROLLER_GUILESS_TEST(HostWatchTest)
#include "tst_hostwatch.moc"
