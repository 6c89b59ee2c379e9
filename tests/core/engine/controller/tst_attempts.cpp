// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

using Answer = std::function<Outcome()>;

namespace {

/// Answers of a handler or a storage that anything may come out of.
struct Scripted : EngineRig
{
    Scripted()
    {
        probe->onAdd([this](const Attempt &) { return answer()(); });
        source->put("a");
    }
    void setAnswer(Answer answer)
    {
        const std::lock_guard lock(m_mutex);
        m_answer = std::move(answer);
    }

private:
    [[nodiscard]] Answer answer()
    {
        const std::lock_guard lock(m_mutex);
        return m_answer;
    }
    std::mutex m_mutex;
    Answer m_answer = [] { return Outcome::done(); };
};

Outcome fails()
{
    return Outcome::retry("it broke");
}

} // namespace

/// What comes of an attempt: E11 to E14.
class AttemptsTest : public QObject
{
    Q_OBJECT

private slots:
    void anAttemptKnowsWhyItIsMade()
    {
        struct Told
        {
            AttemptCause cause;
            std::string lastError;
            bool endsInTime;
        };
        std::mutex mutex;
        std::vector<Told> told;
        std::atomic<bool> fails = false;
        EngineRig rig;
        rig.options.handlerTimeout = 5s;
        rig.probe->onAdd([&](const Attempt &attempt) {
            const std::lock_guard lock(mutex);
            told.push_back({attempt.cause, std::string(attempt.lastError),
                            attempt.deadline == rig.clock.now() + 5s});
            return fails ? Outcome::retry("disk full") : Outcome::done();
        });
        rig.source->put("a");
        QVERIFY(rig.startAndSettle());
        fails = true;
        rig.source->modified("a");
        QVERIFY(rig.reaches("a", ItemState::BackOff));
        fails = false;
        rig.command(ItemsAction{ItemVerb::Requeue, {"a"}});
        QVERIFY(rig.reaches("a", ItemState::InSync));
        rig.source->modified("a");
        QVERIFY(eventually([&] { return rig.counters().added == 3; }));
        const std::lock_guard lock(mutex);
        QCOMPARE(told.size(), std::size_t(4));
        const AttemptCause causes[] = {AttemptCause::New, AttemptCause::Changed,
                                       AttemptCause::ByHand, AttemptCause::Changed};
        for (std::size_t i = 0; i < told.size(); ++i) {
            QVERIFY(told[i].cause == causes[i]);
            QCOMPARE(told[i].lastError, std::string(i == 2 ? "disk full" : ""));
            QVERIFY(told[i].endsInTime);
        }
    }

    void anErrorWithoutATextNamesTheCallThatItCameFrom_data()
    {
        QTest::addColumn<QString>("call");
        QTest::addColumn<bool>("throws");
        for (const char *call : {"get() of Storage", "add() of Handler", "remove() of Handler"}) {
            QTest::addRow("%s returns", call) << call << false;
            QTest::addRow("%s throws", call) << call << true;
        }
    }
    void anErrorWithoutATextNamesTheCallThatItCameFrom()
    {
        QFETCH(QString, call);
        QFETCH(bool, throws);
        const auto fail = [throws](const Attempt &) {
            if (throws)
                throw std::runtime_error("");
            return Outcome::park(std::string());
        };
        EngineRig rig;
        rig.options.maxRetries = 0;
        if (call.startsWith("get"))
            rig.probe->onGet([throws](const Attempt &) {
                if (throws)
                    throw std::runtime_error("");
                return Fetched<std::string>::failed(std::string());
            });
        else if (call.startsWith("add"))
            rig.probe->onAdd(fail);
        else
            rig.probe->onRemove(fail);
        rig.source->put("a");
        QVERIFY(rig.startAndList());
        if (call.startsWith("remove")) {
            QVERIFY(rig.reaches("a", ItemState::InSync));
            rig.source->deleted("a");
        }
        QVERIFY(eventually([&] { return !rig.row("a").text.empty(); }));
        QCOMPARE(rig.row("a").text, call.toStdString() + " failed without saying why");
    }

    void aWaitWithoutATextNamesTheCallThatItCameFrom()
    {
        EngineRig rig;
        rig.probe->onAdd([](const Attempt &) { return Outcome::wait({}, 1min); });
        rig.source->put("a");
        QVERIFY(rig.startAndList());
        QVERIFY(eventually([&] { return !rig.row("a").text.empty(); }));
        QCOMPARE(rig.row("a").text, "add() of Handler did not say for what");
    }

    void e11_aStorageThatFailsCostsAnAttempt()
    {
        EngineRig rig;
        std::atomic<int> failures = 1;
        rig.probe->onGet([&failures](const Attempt &attempt) {
            return failures-- > 0 ? Fetched<std::string>::failed("no connection")
                                  : Probe::object(attempt.id);
        });
        rig.source->put("a");
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::BackOff));
        QCOMPARE(rig.row("a").text, "no connection");
        QCOMPARE(rig.row("a").errors, 1U);
        QVERIFY(rig.passToNextRun("a"));
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->log(), "+a");
        QCOMPARE(rig.counters().errors, 1U);
        QCOMPARE(rig.events(EventRecord::Kind::RetryWorked).size(), std::size_t(1));
    }

    void e12_everyOutcomeHasItsState_data()
    {
        QTest::addColumn<Answer>("answer");
        QTest::addColumn<ItemState>("state");
        QTest::addColumn<int>("errors");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, Answer answer, ItemState state, int errors,
                            const char *text) {
            QTest::newRow(name) << answer << state << errors << text;
        };
        using State = ItemState;
        row(
            "Done", [] { return Outcome::done(); }, State::InSync, 0, "");
        row(
            "RequeueAfter", [] { return Outcome::requeueAfter(1min); }, State::InSync, 0, "");
        row("Retry", fails, State::BackOff, 1, "it broke");
        row(
            "Park", [] { return Outcome::park("no use"); }, State::Parked, 1, "no use");
        row(
            "Wait", [] { return Outcome::wait("the disk", 1min); }, State::Waiting, 0, "the disk");
        row(
            "exception", []() -> Outcome { throw std::logic_error("boom"); }, State::BackOff, 1,
            "boom");
        row(
            "thrown int", []() -> Outcome { throw 42; }, State::BackOff, 1,
            "an exception of an unknown type");
        row(
            "thrown text", []() -> Outcome { throw "text"; }, State::BackOff, 1,
            "an exception of an unknown type");
    }
    void e12_everyOutcomeHasItsState()
    {
        QFETCH(Answer, answer);
        QFETCH(ItemState, state);
        QFETCH(int, errors);
        QFETCH(QString, text);
        Scripted rig;
        rig.setAnswer(answer);
        rig.start();
        QVERIFY(eventually([&] { return rig.counters().handled == 1; }));
        const ItemRow row = rig.row("a");
        QCOMPARE(row.state, state);
        QCOMPARE(row.errors, unsigned(errors));
        QCOMPARE(QString::fromStdString(row.text), text);
        rig.setAnswer([] { return Outcome::done(); });
        rig.command(ItemsAction{ItemVerb::Requeue, {"a"}}); // whatever it was, it can be run again
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("a"), 2);
        QCOMPARE(rig.row("a").state, ItemState::InSync);
    }

    void anObjectThatIsNullIsAFailure()
    {
        EngineRig rig;
        rig.source->put("a");
        rig.probe->onGet([](const Attempt &) { return Fetched<std::string>::found(nullptr); });
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::BackOff));
        QCOMPARE(rig.row("a").text, "the storage gave an object that is null");
        QCOMPARE(rig.probe->adds("a"), 0);
    }
};

QONTROLLER_TEST(AttemptsTest)
#include "tst_attempts.moc"
