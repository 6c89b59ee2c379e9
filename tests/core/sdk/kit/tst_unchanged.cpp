// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/kit/unchanged.h"
#include "kitrig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// A reconciler behind the gate, called by hand.
struct UnchangedRig
{
    [[nodiscard]] std::string run(AttemptCause cause = AttemptCause::Resync, unsigned number = 1)
    {
        runs = 0;
        const Attempt attempt{.id = id,
                              .controller = {},
                              .number = number,
                              .fence = 0,
                              .stop = {},
                              .cause = cause};
        const auto fetched = guarded->get(attempt);
        try {
            const Outcome outcome = guarded->add(fetched.object(), attempt);
            return std::string(runs > 0 ? "run" : "left out")
                   + (outcome.isError() ? ", failed" : "");
        } catch (const std::exception &) {
            return "threw";
        }
    }

    const ObjectId id = "a";
    Version version = 1;
    std::function<Outcome()> answer = [] { return Outcome::done(); };
    int runs = 0;
    ManualClock clock;
    std::shared_ptr<Unchanged> unchanged =
        std::make_shared<Unchanged>([this](const ObjectId &) { return version; },
                                    Unchanged::Options{.recheck = 10min, .clock = &clock});
    std::shared_ptr<Reconciler> guarded =
        Unchanged::guard(unchanged,
                         makeReconciler<int>(makeStorage<int>([](const Attempt &) {
                                                 return Fetched<int>::found(
                                                     std::make_shared<int>(1));
                                             }),
                                             makeHandler<int>(
                                                 [this](const int &, const Attempt &) {
                                                     ++runs;
                                                     return answer();
                                                 },
                                                 [](const Attempt &) { return Outcome::done(); })));
};

} // namespace

/// Resyncs of objects that have not changed.
class UnchangedTest : public QObject
{
    Q_OBJECT

private slots:
    void aResyncIsLeftOutAfterASuccess()
    {
        UnchangedRig rig;
        QCOMPARE(rig.run(), "run");
        QCOMPARE(rig.run(), "left out");
        rig.version = 2;
        QCOMPARE(rig.run(), "run");
        QCOMPARE(rig.run(), "left out");
    }

    void onlyAfterASuccess()
    {
        const std::vector<std::function<Outcome()>>
            answers{[] { return Outcome::retry("no"); }, [] { return Outcome::park("no"); },
                    [] { return Outcome::requeueAfter(1s); },
                    [] { return Outcome::wait("something", 1s); },
                    []() -> Outcome { throw std::runtime_error("no"); }};
        for (const auto &answer : answers) {
            UnchangedRig rig;
            QCOMPARE(rig.run(), "run");
            rig.version = 2;
            rig.answer = answer;
            static_cast<void>(rig.run());
            rig.answer = [] { return Outcome::done(); };
            QCOMPARE(rig.run(), "run");
            rig.version = 1; // what it was done with before is forgotten
            rig.answer = [] { return Outcome::retry("no"); };
            QCOMPARE(rig.run(), "run, failed");
            QCOMPARE(rig.run(), "run, failed");
        }
    }

    void s10_anotherCauseIsNoResync()
    {
        UnchangedRig rig;
        QCOMPARE(rig.run(), "run");
        for (const AttemptCause cause :
             {AttemptCause::ByHand, AttemptCause::Changed, AttemptCause::New, AttemptCause::Retry})
            QCOMPARE(rig.run(cause), "run");
        QCOMPARE(rig.run(AttemptCause::Resync, 2), "run");
    }

    void nowAndThenItIsLookedAtAllTheSame()
    {
        UnchangedRig rig;
        QCOMPARE(rig.run(), "run");
        rig.clock.advance(9min);
        QCOMPARE(rig.run(), "left out");
        rig.clock.advance(1min);
        QCOMPARE(rig.run(), "run");
    }

    void s10_withoutAVersionNothingIsLeftOut()
    {
        UnchangedRig rig;
        rig.version = 0;
        QCOMPARE(rig.run(), "run");
        QCOMPARE(rig.run(), "run");
    }

    void whatWasMissedIsNotLeftOut()
    {
        UnchangedRig rig;
        QCOMPARE(rig.run(), "run");
        rig.unchanged->forgetAll();
        QCOMPARE(rig.run(), "run");
    }

    void s10_aChangeWhileItIsReadIsNotTakenForDone()
    {
        UnchangedRig rig;
        rig.answer = [&rig] {
            rig.version = 2; // the handler had the object as it was before
            return Outcome::done();
        };
        QCOMPARE(rig.run(), "run");
        QCOMPARE(rig.run(), "run");
        QCOMPARE(rig.run(), "left out");
    }

    void aControllerLeavesOutWhatIsUnchanged()
    {
        KitRig rig;
        rig.putSilently("a", {"red", "hall"}, 1);
        const auto cache = rig.openAndList();
        const auto unchanged = std::make_shared<Unchanged>(
            [cache](const ObjectId &id) { return cache->versionOf(id); });
        rig.add(cache, Unchanged::guard(unchanged, rig.reconciler(cache)));
        QVERIFY(rig.logs("+a=red"));
        QVERIFY(rig.settles());
        const auto handled = rig.status().counters.handled;
        rig.resync();
        QVERIFY(eventually([&] { return rig.status().counters.handled > handled; }));
        QVERIFY(rig.settles());
        QCOMPARE(rig.log(), "+a=red");
        rig.put("a", {"blue", "hall"}, 2);
        QVERIFY(rig.logs("+a=red +a=blue"));
        rig.end();
    }
};

QONTROLLER_TEST(UnchangedTest)
#include "tst_unchanged.moc"
