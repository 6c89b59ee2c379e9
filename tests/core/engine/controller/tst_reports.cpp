// SPDX-License-Identifier: LGPL-3.0-or-later
// What an attempt says while it runs, and what it says of its success.
#include "enginerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// The program's log.
class Lines
{
public:
    [[nodiscard]] AttemptLog taker()
    {
        return [this](LogLevel level, std::string_view id, std::string_view text) {
            const std::lock_guard lock(m_mutex);
            m_lines.push_back(std::to_string(int(level)) + ' ' + std::string(id) + ": "
                              + std::string(text));
        };
    }
    [[nodiscard]] std::vector<std::string> all() const
    {
        const std::lock_guard lock(m_mutex);
        return m_lines;
    }

private:
    mutable std::mutex m_mutex;
    std::vector<std::string> m_lines;
};

/// Has "a" handled once, and calls \a say meanwhile.
template<class Say>
[[nodiscard]] bool handle(EngineRig &rig, Say say)
{
    rig.source->put("a");
    rig.probe->onAdd([say](const Attempt &attempt) {
        say(attempt);
        return Outcome::done();
    });
    return rig.startAndSettle();
}

std::vector<EventRecord> notices(EngineRig &rig)
{
    return rig.events(EventRecord::Kind::Notice);
}

} // namespace

class ReportsTest : public QObject
{
    Q_OBJECT

private slots:
    void e27_anEventIsShownWithItsObject()
    {
        EngineRig rig;
        QVERIFY(handle(rig, [](const Attempt &attempt) {
            attempt.event("renewed", "until 2027-01-01");
        }));
        const auto events = notices(rig);
        QCOMPARE(events.size(), std::size_t(1));
        QCOMPARE(events.front().id, ObjectId("a"));
        QCOMPARE(events.front().notice, std::string("renewed"));
        QCOMPARE(inWords(events.front().said), std::string("until 2027-01-01"));
    }

    void anEventIsCut()
    {
        EngineRig rig;
        QVERIFY(handle(rig, [](const Attempt &attempt) {
            attempt.event(std::string(1000, 'k'), std::string(100'000, 't'));
        }));
        const auto events = notices(rig);
        QCOMPARE(events.size(), std::size_t(1));
        QCOMPARE(events.front().notice.size(), std::size_t(64));
        QVERIFY(events.front().notice.find(CutMark) != std::string::npos);
        QCOMPARE(events.front().said.text.size(), LongestText);
    }

    // The clock stands still, so all of them are said in one second.
    void e27_aFloodOfEventsIsAHundredASecond()
    {
        EngineRig rig;
        QVERIFY(handle(rig, [](const Attempt &attempt) {
            for (int i = 0; i < 1'000'000; ++i)
                attempt.event("again", "and again");
        }));
        QCOMPARE(notices(rig).size(), std::size_t(100));
        QCOMPARE(rig.counters().noticesDropped, 999'900U);
        QCOMPARE(rig.counters().eventsDropped, 0U);
        rig.pass(1s);
        const auto events = notices(rig);
        QCOMPARE(events.size(), std::size_t(101));
        QCOMPARE(inWords(events.back().said), std::string("999900 notices left out: handlers say "
                                                          "more than 100 a second"));
        QCOMPARE(events.back().id, ObjectId());
        QCOMPARE(notices(rig).size(), std::size_t(101)); // said once
    }

    void whatWasDroppedLastIsSaidAtTheEnd()
    {
        EngineRig rig;
        QVERIFY(handle(rig, [](const Attempt &attempt) {
            for (int i = 0; i < 101; ++i)
                attempt.event("again", "and again");
        }));
        QCOMPARE(notices(rig).size(), std::size_t(100));
        rig.host.stop(0s);
        const auto events = notices(rig);
        QCOMPARE(events.size(), std::size_t(101));
        QCOMPARE(inWords(events.back().said),
                 std::string("1 notice left out: handlers say more than 100 a second"));
    }

    void linesGoToTheLogWithTheirObject()
    {
        Lines lines;
        EngineRig rig;
        rig.log = lines.taker();
        QVERIFY(handle(rig, [](const Attempt &attempt) {
            attempt.log(LogLevel::Debug, "begins");
            attempt.log(LogLevel::Error, std::string(1'000'000, 'x'));
        }));
        const auto all = lines.all();
        QCOMPARE(all.size(), std::size_t(2));
        QCOMPARE(all.front(), std::string("0 a: begins"));
        QVERIFY(all.back().size() < 2 * LongestText);
    }

    void aLevelThatThereIsNotIsAnError()
    {
        Lines lines;
        EngineRig rig;
        rig.log = lines.taker();
        std::atomic<bool> throws = false;
        QVERIFY(handle(rig, [&](const Attempt &attempt) {
            try {
                attempt.log(LogLevel(99), "x");
            } catch (const std::invalid_argument &) {
                throws = true;
            }
        }));
        QVERIFY(throws);
        QVERIFY(lines.all().empty());
    }

    void withoutALogLinesGoNowhere()
    {
        EngineRig rig;
        QVERIFY(handle(rig, [](const Attempt &attempt) { attempt.log(LogLevel::Info, "x"); }));
    }

    void e27_aFloodOfMetricNamesIsAHundredAndALine()
    {
        Lines lines;
        EngineRig rig;
        rig.log = lines.taker();
        QVERIFY(handle(rig, [](const Attempt &attempt) {
            for (int i = 0; i < 1'000'000; ++i)
                attempt.gauge("name_" + std::to_string(i), 1);
        }));
        QCOMPARE(rig.status().customMetrics.size(), CustomMetrics::MostNames);
        QVERIFY((rig.status().customMetrics.front()
                 == CustomMetric{"name_0", CustomMetric::Kind::Gauge, 1}));
        QCOMPARE(rig.counters().metricsRefused, 999'900U);
        QCOMPARE(lines.all(),
                 std::vector<std::string>{
                     "2 a: metric \"name_100\" is not taken: a controller must have no more than "
                     "100 names; further ones like it are counted without a word"});
    }

    void eachReasonWhyAMetricIsRefusedIsSaidOnce()
    {
        Lines lines;
        EngineRig rig;
        rig.log = lines.taker();
        QVERIFY(handle(rig, [](const Attempt &attempt) {
            for (int i = 0; i < 2; ++i) {
                attempt.count("not a name");
                attempt.count("qontroller_items");
                attempt.count("total", -1);
            }
        }));
        const auto all = lines.all();
        QCOMPARE(all.size(), std::size_t(3));
        QVERIFY(all.at(0).starts_with("2 a: metric \"not a name\" is not taken: its name must be"));
        QVERIFY(all.at(1).starts_with("2 a: metric \"qontroller_items\" is not taken"));
        QVERIFY(all.at(2).starts_with("2 a: metric \"total\" is not taken: its value must"));
        QCOMPARE(rig.counters().metricsRefused, 6U);
    }

    void anotherObjectIsLookedAtAsIfItHadChanged()
    {
        EngineRig rig;
        rig.options.workers = 1;
        std::atomic<AttemptCause> cause = AttemptCause::New;
        rig.source->put("a");
        rig.source->put("b");
        rig.probe->onAdd([&](const Attempt &attempt) {
            if (attempt.id == "b")
                cause = attempt.cause;
            return attempt.id == "b" ? Outcome::park("no use") : Outcome::done();
        });
        QVERIFY(rig.startAndSettle());
        QCOMPARE(rig.row("b").state, ItemState::Parked);
        rig.probe->onAdd([&](const Attempt &attempt) {
            if (attempt.id == "a")
                attempt.requeue("b");
            else
                cause = attempt.cause;
            return Outcome::done();
        });
        rig.source->modified("a");
        QVERIFY(eventually([&] { return rig.probe->adds("b") == 2; }));
        QVERIFY(rig.settles());
        QVERIFY(cause == AttemptCause::Changed);
        QCOMPARE(int(rig.row("b").causes), 1 << int(Cause::Handler));
        QCOMPARE(rig.row("b").state, ItemState::InSync);
    }

    void anObjectThatAsksForItselfRunsOnceMore()
    {
        EngineRig rig;
        std::atomic<int> asks = 1;
        QVERIFY(handle(rig, [&asks](const Attempt &attempt) {
            if (asks-- > 0) {
                attempt.requeue("a");
                attempt.requeue("a");
            }
        }));
        QCOMPARE(rig.probe->adds("a"), 2);
    }

    void e29_handlersThatAskForEachOthersObjectsAreSlowed()
    {
        EngineRig rig;
        rig.source->put("a");
        rig.source->put("b");
        rig.probe->onAdd([](const Attempt &attempt) {
            attempt.requeue(attempt.id == "a" ? "b" : "a");
            return Outcome::done();
        });
        rig.start();
        QVERIFY(eventually([&] { return rig.gauges().looping == 2; }));
        QCOMPARE(rig.counters().loops, 2U);
        const int before = rig.probe->adds("a");
        QVERIFY2(before < 350, qPrintable(QString::number(before)));
        const TimePoint begin = rig.clock.now();
        QVERIFY(rig.passUntil([&] { return rig.probe->adds("a") >= before + 10; }));
        const Duration took = rig.clock.now() - begin;
        QVERIFY(took >= 9s && took < 15s);
    }

    void e27_strangersAreNotMadeObjects()
    {
        EngineRig rig;
        QVERIFY(handle(rig, [](const Attempt &attempt) {
            for (int i = 0; i < 100'000; ++i)
                attempt.requeue("stranger" + std::to_string(i));
            attempt.requeue("");
            attempt.requeue(std::string(LongestId + 1, 'x'));
        }));
        QCOMPARE(rig.gauges().known, 1U);
        QCOMPARE(rig.counters().requeuesUnknown, 100'002U);
    }

    void e27_afterItsEndAnAttemptSaysNothing()
    {
        Lines lines;
        EngineRig rig;
        rig.log = lines.taker();
        std::shared_ptr<AttemptSink> late;
        QVERIFY(handle(rig, [&late](const Attempt &attempt) { late = attempt.sink; }));
        late->progress(1, 2);
        late->event("late", "x");
        late->log(LogLevel::Error, "x");
        late->count("late_total", 1);
        late->gauge("late", 1);
        late->requeue("a");
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("a"), 1);
        QVERIFY(notices(rig).empty());
        QVERIFY(lines.all().empty());
        QVERIFY(rig.status().customMetrics.empty());
        QCOMPARE(rig.row("a").progressTotal, 0U);
    }

    void e27_anyThreadMaySaySomething()
    {
        Lines lines;
        EngineRig rig;
        rig.log = lines.taker();
        QVERIFY(handle(rig, [](const Attempt &attempt) {
            std::vector<std::thread> threads;
            for (int i = 0; i < 4; ++i) {
                threads.emplace_back([sink = attempt.sink] {
                    for (int n = 0; n < 1000; ++n) {
                        sink->count("said_total", 1);
                        sink->event("said", "x");
                        sink->requeue("nobody");
                    }
                    sink->log(LogLevel::Info, "x");
                });
            }
            for (std::thread &thread : threads)
                thread.join();
        }));
        QCOMPARE(rig.status().customMetrics.front().value, 4000.0);
        QCOMPARE(notices(rig).size() + rig.counters().noticesDropped, 4000U);
        QCOMPARE(rig.counters().requeuesUnknown, 4000U);
        QCOMPARE(lines.all().size(), std::size_t(4));
    }

    // What a handler says of its success

    void aResultIsShownWithItsObjectAndItsAttempt()
    {
        EngineRig rig;
        rig.source->put("a");
        rig.probe->onAdd([](const Attempt &) { return Outcome::done("3 files"); });
        QVERIFY(rig.startAndSettle());
        QCOMPARE(rig.row("a").text, std::string("3 files"));
        QCOMPARE(rig.row("a").state, ItemState::InSync);
        QVERIFY(rig.row("a").lastError == TimePoint{});

        rig.source->modified("a"); // from a look on attempts are kept
        QVERIFY(eventually([&] { return rig.probe->adds("a") == 2; }));
        QVERIFY(rig.settles());
        const auto attempts = rig.host.detail(rig.id, "a")->attempts;
        QCOMPARE(attempts.size(), std::size_t(1));
        QCOMPARE(inWords(attempts.back().outcome), std::string("done: 3 files"));
    }

    void whoIsLookedAtAgainSaysWhy()
    {
        EngineRig rig;
        rig.source->put("a");
        rig.probe->onAdd([](const Attempt &) { return Outcome::requeueAfter(1h, "until March"); });
        QVERIFY(rig.startAndSettle());
        QCOMPARE(rig.row("a").text, std::string("until March"));
        QVERIFY(rig.row("a").nextRun != TimePoint{});
    }

    void ofALongResultTheObjectKeepsTheLastLine()
    {
        EngineRig rig;
        rig.source->put("a");
        rig.probe->onAdd([](const Attempt &) {
            return Outcome::done(std::string(4000, 'x') + "\nlast\r\n \n");
        });
        QVERIFY(rig.startAndSettle());
        QCOMPARE(rig.row("a").text, std::string("last"));
        rig.probe->onAdd([](const Attempt &) { return Outcome::done(std::string(4000, 'y')); });
        rig.source->modified("a");
        QVERIFY(eventually([&] { return rig.row("a").text.size() == 256; }));
    }

    void aResultIsForgottenWithTheNextOne()
    {
        EngineRig rig;
        rig.source->put("a");
        Outcome answer = Outcome::done("3 files");
        rig.probe->onAdd([&](const Attempt &) { return answer; });
        QVERIFY(rig.startAndSettle());
        const auto changesTo = [&](Outcome next) {
            const int before = rig.probe->adds("a");
            answer = std::move(next);
            rig.source->modified("a");
            return eventually(
                [&] { return rig.probe->adds("a") == before + 1 && rig.gauges().running == 0; });
        };
        QVERIFY(changesTo(Outcome::retry("broken")));
        QCOMPARE(rig.row("a").text, std::string("broken"));
        QVERIFY(changesTo(Outcome::done("4 files")));
        QCOMPARE(rig.row("a").text, std::string("4 files"));
        QCOMPARE(rig.row("a").error, std::string());
        QVERIFY(changesTo(Outcome::wait("the backup", 1h)));
        QCOMPARE(rig.row("a").text, std::string("the backup"));
        QCOMPARE(rig.row("a").error, std::string()); // a result is no error
        QVERIFY(changesTo(Outcome::done()));
        QCOMPARE(rig.row("a").text, std::string());
    }
};

QONTROLLER_TEST(ReportsTest)
#include "tst_reports.moc"
