// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/engine/alarms/alarms.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

ControllerDelta quiet(ControllerId id, const std::string &name)
{
    ControllerDelta controller;
    controller.id = id;
    controller.name = name;
    controller.state = ControllerState::Running;
    controller.lists.last = ListEnd::Complete;
    return controller;
}

void fail(ControllerDelta &controller, std::uint64_t count, const std::string &error)
{
    controller.gauges.givenUp += count;
    controller.failures.push_back({.signature = error, .count = count, .text = error});
}

std::string rulesOf(const std::vector<Alarm> &alarms)
{
    std::string rules;
    for (const Alarm &each : alarms)
        rules += (rules.empty() ? "" : " ") + each.rule + ':' + each.controller;
    return rules;
}

} // namespace

/// Who is told, and when.
class AlarmsTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_clock = std::make_unique<ManualClock>();
        m_alarms = std::make_unique<Alarms>(*m_clock);
        m_photos = quiet(1, "photos");
        m_servers = quiet(2, "servers");
        m_others.clear();
    }

    void e32_aFaultAlarmsOnceItHasLasted()
    {
        fail(m_servers, 6, "disk full");
        QVERIFY(look().begun.empty());
        m_clock->advance(2min - 1s);
        QVERIFY(look().begun.empty());
        m_clock->advance(1s);
        const auto news = look();
        QCOMPARE(rulesOf(news.begun), "fault:servers");
        QCOMPARE(news.begun.front().what, "6 objects failed: disk full");
        QVERIFY(look().isEmpty()); // once
        QCOMPARE(rulesOf(m_alarms->status().firing), "fault:servers");
        m_servers = quiet(2, "servers");
        QCOMPARE(rulesOf(look().ended), "fault:servers");
        QVERIFY(m_alarms->status().firing.empty());
    }

    void e32_whatEndsInBetweenBeginsAnew()
    {
        fail(m_servers, 6, "disk full");
        static_cast<void>(look());
        m_clock->advance(1min);
        m_servers = quiet(2, "servers");
        QVERIFY(look().isEmpty());
        fail(m_servers, 6, "disk full");
        static_cast<void>(look());
        m_clock->advance(1min);
        QVERIFY(look().isEmpty());
    }

    void e32_aDecisionAlarmsAtOnceAndANoticeNever()
    {
        hold(m_photos, 15);
        m_servers.state = ControllerState::Paused;
        QCOMPARE(rulesOf(look().begun), "decision:photos");
        m_clock->advance(1h);
        QVERIFY(look().isEmpty());
    }

    void e32_eachCauseIsAnAlarmOfItsOwn()
    {
        m_alarms->setRules({{"failed", AttentionKind::Failed, 0s}});
        fail(m_servers, 6, "disk full");
        QCOMPARE(rulesOf(look().begun), "failed:servers");
        fail(m_servers, 1, "no route");
        QCOMPARE(rulesOf(look().begun), "failed:servers");
        QCOMPARE(m_alarms->status().firing.size(), 2U);
    }

    void aNumberAlarmsAboveItsLimit()
    {
        m_alarms->setRules({{"queue", *parseAlarmCondition("depth > 1000"), 5min}});
        m_photos.gauges.depth = 1000;
        static_cast<void>(look());
        m_clock->advance(5min);
        QVERIFY(look().isEmpty());
        m_photos.gauges.depth = 1001;
        static_cast<void>(look());
        m_clock->advance(5min);
        const auto news = look();
        QCOMPARE(rulesOf(news.begun), "queue:photos");
        QCOMPARE(news.begun.front().what, "depth is 1001, more than 1000");
        QCOMPARE(news.begun.front().key, "photos/depth");
    }

    void eachNumberIsLookedAt()
    {
        hold(m_photos, 3);
        m_photos.gauges.depth = 3;
        m_photos.gauges.givenUp = 3;
        m_photos.gauges.oldestWaiting = 3s;
        m_photos.latencies.handler.record(3s);
        for (int i = 0; i < AlarmMeasureCount; ++i) {
            const auto measure = AlarmMeasure(i);
            m_alarms->setRules({{"above", AlarmThreshold{measure, 2}, 0s}});
            QCOMPARE(rulesOf(look().begun), "above:photos");
            m_alarms->setRules({{"not above", AlarmThreshold{measure, 4}, 0s}});
            QVERIFY(look().begun.empty());
        }
    }

    void aRuleMayBeForSomeControllers()
    {
        hold(m_photos, 1);
        hold(m_servers, 1);
        m_alarms->setRules({{"held", AttentionKind::Held, 0s, Severity::Decision, {"servers"}}});
        QCOMPARE(rulesOf(look().begun), "held:servers");
    }

    void whatNoControllerHasAlarmsToo()
    {
        m_others = {{"", {.kind = AttentionKind::JournalNotWritten, .text = "disk full"}}};
        m_alarms->setRules({{"any", Severity::Fault, 0s}});
        QCOMPARE(rulesOf(look().begun), "any:");
    }

    void e32_whatIsAcknowledgedAlarmsNobody()
    {
        hold(m_photos, 15);
        QCOMPARE(rulesOf(look().begun), "decision:photos");
        QVERIFY(m_alarms->acknowledge({"photos/held", "oncall", "ticket 42", {}}));
        const auto news = look();
        QCOMPARE(rulesOf(news.ended), "decision:photos");
        QVERIFY(news.hasOtherToKeep);
        const auto acknowledged = m_alarms->status().acknowledged;
        QCOMPARE(acknowledged.size(), 1U);
        QCOMPARE(acknowledged.front().who, "oncall");
        QCOMPARE(acknowledged.front().count, 15U);
        QVERIFY(look().isEmpty());
        hold(m_photos, 16);
        QCOMPARE(rulesOf(look().begun), "decision:photos");
        QVERIFY(m_alarms->status().acknowledged.empty());
    }

    void anAcknowledgementIsTakenBackOrEnds()
    {
        hold(m_photos, 15);
        static_cast<void>(look());
        QVERIFY(m_alarms->acknowledge({"photos/held", "oncall", "", 1h}));
        static_cast<void>(look());
        m_clock->advance(1h);
        QCOMPARE(rulesOf(look().begun), "decision:photos");
        QVERIFY(m_alarms->acknowledge({"photos/held", "oncall", "", {}}));
        static_cast<void>(look());
        QVERIFY(m_alarms->withdraw("photos/held"));
        QCOMPARE(rulesOf(look().begun), "decision:photos");
        QCOMPARE(m_alarms->withdraw("photos/held").error().message,
                 "\"photos/held\" is not acknowledged");
    }

    void onlyWhatThereIsIsAcknowledged()
    {
        static_cast<void>(look());
        const auto refused = m_alarms->acknowledge({"photos/held", "oncall", "", {}});
        QVERIFY(!refused);
        QVERIFY(refused.error().message.find("\"photos/held\"") != std::string::npos);
    }

    /// A next life of the program has them before its controllers have listed.
    void e32_whatWasKeptHoldsAfterARestart()
    {
        m_alarms->restore({{{"photos/held", "oncall", "", {}, {}, 15}}, {}});
        QVERIFY(look().isEmpty());
        m_clock->advance(1min);
        hold(m_photos, 15);
        QVERIFY(look().begun.empty());
    }

    /// A program that ends again and again would never alarm.
    void e32_whatFailedBeforeTheStartCounts()
    {
        m_servers.failures = {
            {.signature = "disk", .count = 6, .since = m_clock->now() - 10min, .text = "disk"}};
        const auto news = look();
        QCOMPARE(rulesOf(news.begun), "fault:servers");
        QVERIFY(news.begun.front().since == m_clock->wallNow() - 10min);
    }

    /// Whatever it is about.
    void e32_whatHasHeldBeforeTheStartGoesOn()
    {
        m_photos.lists.last = ListEnd::Failed;
        m_photos.lists.failures = 1;
        QVERIFY(look().begun.empty());
        for (int life = 0; life < 2; ++life) {
            const KeptAlarms kept = m_alarms->kept();
            m_clock->advance(30s); // while nothing ran
            m_alarms = std::make_unique<Alarms>(*m_clock);
            m_alarms->restore(kept);
            m_clock->advance(20s); // the first list takes its time
            QVERIFY(look().begun.empty());
        }
        m_clock->advance(20s);
        const auto news = look();
        QCOMPARE(rulesOf(news.begun), "fault:photos");
        QVERIFY(news.begun.front().since == m_clock->wallNow() - 2min);
    }

    void whatDoesNotHoldAnyMoreIsForgotten()
    {
        m_photos.lists.last = ListEnd::Failed;
        m_photos.lists.failures = 1;
        QVERIFY(look().hasOtherToKeep);
        QVERIFY(!look().hasOtherToKeep);
        QCOMPARE(m_alarms->kept().since.size(), 1U);
        const KeptAlarms kept = m_alarms->kept();
        m_alarms = std::make_unique<Alarms>(*m_clock);
        m_alarms->restore(kept);
        m_photos = quiet(1, "photos");
        m_clock->advance(5min - 1s);
        look();
        QCOMPARE(m_alarms->kept().since.size(), 1U);
        m_clock->advance(1s);
        QVERIFY(look().hasOtherToKeep);
        QCOMPARE(m_alarms->kept(), KeptAlarms());
    }

    /// A program that ends again and again would alarm at once hours later.
    void whatDoesNotHoldAnyMoreIsForgottenInSeveralLives()
    {
        m_photos.lists.last = ListEnd::Failed;
        m_photos.lists.failures = 1;
        look();
        m_photos = quiet(1, "photos");
        for (int life = 0; life < 5; ++life) {
            const KeptAlarms kept = m_alarms->kept();
            QCOMPARE(kept.since.size(), 1U);
            m_alarms = std::make_unique<Alarms>(*m_clock);
            m_alarms->restore(kept);
            m_clock->advance(1min);
            QVERIFY(look().hasOtherToKeep);
        }
        QCOMPARE(m_alarms->kept(), KeptAlarms());
    }

    /// … and that of a rule that there is no more has not held.
    void whatIsOfAnEarlierLifeIsAwaited()
    {
        m_alarms->restore({{}, {{"fault", "photos/held", {}}, {"old", "photos/held", {}}}, {}});
        QCOMPARE(m_alarms->awaited().size(), std::size_t(2));
        m_alarms->setRules(defaultAlarmRules());
        QCOMPARE(m_alarms->awaited(), (std::set<Alarms::Key>{{"fault", "photos/held"}}));
        m_clock->advance(5min);
        look();
        QVERIFY(m_alarms->awaited().empty());
    }

    void whatIsOfAnotherControllerIsForgotten()
    {
        m_alarms->restore({{{.key = "batman/held"}, {.key = "photos/held"}},
                           {{"fault", "batman/held", {}}, {"fault", "photos/held", {}}},
                           {}});
        QCOMPARE(m_alarms->keepOnly({"photos", "servers"}),
                 std::vector<std::string>{"batman/held"});
        QVERIFY(look().hasOtherToKeep);
        QCOMPARE(m_alarms->kept().acknowledged.size(), 1U);
        QCOMPARE(m_alarms->kept().since.size(), 1U);
    }

    void thatOneMoreListHasFailedIsNoMoreOfIt()
    {
        m_photos.lists.last = ListEnd::Failed;
        m_photos.lists.failures = 3;
        look();
        QVERIFY(m_alarms->acknowledge({"photos/cannot-list", "oncall"}));
        m_photos.lists.failures = 4;
        m_clock->advance(1h);
        QVERIFY(look().begun.empty());
        QCOMPARE(m_alarms->status().acknowledged.size(), 1U);
    }

    void aNumberIsAcknowledgedToo()
    {
        m_alarms->setRules({{"queue", *parseAlarmCondition("depth > 10"), 0s}});
        m_photos.gauges.depth = 11;
        QCOMPARE(rulesOf(look().begun), "queue:photos");
        QVERIFY(m_alarms->acknowledge({"photos/depth", "oncall", "", {}}));
        QCOMPARE(rulesOf(look().ended), "queue:photos");
        m_clock->advance(1h);
        m_photos.gauges.depth = 5000;
        QVERIFY(look().isEmpty());
        m_photos.gauges.depth = 3;
        QVERIFY(look().isEmpty());
        m_clock->advance(MemoryOfGone);
        QVERIFY(look().hasOtherToKeep); // it is over
        m_photos.gauges.depth = 11;
        QCOMPARE(rulesOf(look().begun), "queue:photos");
    }

    void aNumberThatIsAcknowledgedIsQuietAsLongAsItHolds()
    {
        m_alarms->setRules({{"queue", *parseAlarmCondition("depth > 10"), 1min},
                            {"deep", *parseAlarmCondition("depth > 100"), 1min}});
        const auto quiet = [this] {
            std::string rules;
            for (const Alarm &each : m_alarms->status().quiet)
                rules += each.rule + ' ';
            return rules;
        };
        m_photos.gauges.depth = 11;
        static_cast<void>(look());
        const WallTime begun = m_clock->wallNow();
        m_clock->advance(1min);
        QCOMPARE(rulesOf(look().begun), "queue:photos");
        QCOMPARE(quiet(), std::string());
        QVERIFY(m_alarms->acknowledge({"photos/depth", "oncall", "", {}}));
        m_photos.gauges.depth = 12;
        QCOMPARE(rulesOf(look().ended), "queue:photos");
        QCOMPARE(quiet(), std::string("queue "));
        QCOMPARE(m_alarms->status().quiet.front().what, std::string("depth is 12, more than 10"));
        QVERIFY(m_alarms->status().quiet.front().since == begun);
        QVERIFY(m_alarms->status().firing.empty());
        QVERIFY(m_alarms->acknowledge({"photos/depth", "other", "again", {}}));
        m_photos.gauges.depth = 101; // of another rule, and known as well
        QVERIFY(look().isEmpty());
        QCOMPARE(quiet(), std::string("queue deep "));
        QVERIFY(m_alarms->withdraw("photos/depth"));
        QCOMPARE(rulesOf(look().begun), "queue:photos"); // for it has lasted
        QCOMPARE(quiet(), std::string());
        QVERIFY(m_alarms->acknowledge({"photos/depth", "oncall", "", {}}));
        static_cast<void>(look());
        m_photos.gauges.depth = 3;
        QVERIFY(look().isEmpty());
        QCOMPARE(quiet(), std::string());
    }

    void whatIsToBeTriedAgainFailsToo()
    {
        m_alarms->setRules({{"failing", *parseAlarmCondition("failing > 10"), 0s}});
        m_photos.gauges.givenUp = 5;
        m_photos.gauges.states[static_cast<std::size_t>(ItemState::BackOff)] = 6;
        QCOMPARE(rulesOf(look().begun), "failing:photos");
    }

    void aControllerThatIsGoneAlarmsNoMore()
    {
        hold(m_photos, 15);
        static_cast<void>(look());
        Delta delta = current();
        delta.removed = {1};
        QCOMPARE(rulesOf(m_alarms->look(delta, {}).ended), "decision:photos");
    }

private:
    static void hold(ControllerDelta &controller, std::uint64_t count)
    {
        controller.gauges.states[static_cast<std::size_t>(ItemState::Held)] = count;
    }
    [[nodiscard]] Delta current() const
    {
        return {m_clock->now(), m_clock->wallNow(), {m_photos, m_servers}, {}};
    }
    Alarms::News look() { return m_alarms->look(current(), m_others); }

    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<Alarms> m_alarms;
    ControllerDelta m_photos;
    ControllerDelta m_servers;
    std::vector<Need> m_others;
};

QONTROLLER_TEST(AlarmsTest)
#include "tst_alarms.moc"
