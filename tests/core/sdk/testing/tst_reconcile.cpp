// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/sdk/testing/reconcile.h"
#include "printing.h"
#include "probe.h"

#include <system_error>

using namespace qontroller;
using namespace qontroller::test;

using Kind = Outcome::Kind;

namespace {

/// What the engine would call a reconciler for, whose storage says \a fetched of everything.
std::string callsOf(const Fetched<std::string> &fetched, bool isMissing = false)
{
    const auto probe = std::make_shared<Probe>();
    probe->onGet([&](const Attempt &) { return fetched; });
    const auto reconciler = makeReconciler<std::string>(probe, probe);
    const ObjectId id = "a";
    Attempt attempt = attemptFor(id);
    attempt.isMissing = isMissing;
    const Outcome outcome = reconcile(*reconciler, attempt);
    return probe->log() + (outcome.kind() == Kind::Done ? "" : "error: " + outcome.text());
}

} // namespace

/// One id goes through a reconciler as in the engine.
class ReconcileTest : public QObject
{
    Q_OBJECT

private slots:
    void s13_callsWhatTheStorageAsksFor()
    {
        const auto object = std::make_shared<const std::string>("x");
        using Answer = Fetched<std::string>;
        QCOMPARE(callsOf(Answer::found(object)), "+a");
        QCOMPARE(callsOf(Answer::found(object), true), "+a");
        QCOMPARE(callsOf(Answer::assumed(object)), "+a");
        QCOMPARE(callsOf(Answer::assumed(object), true), "-a");
        QCOMPARE(callsOf(Answer::gone()), "-a");
        QCOMPARE(callsOf(Answer::ignored()), "");
        QCOMPARE(callsOf(Answer::failed("no disk")), "error: no disk");
    }

    void s13_anExceptionIsWhatTheEngineMakesOfIt()
    {
        const auto probe = std::make_shared<Probe>();
        const auto reconciler = makeReconciler<std::string>(probe, probe);
        probe->onAdd([](const Attempt &) -> Outcome { throw std::runtime_error("broken"); });
        QVERIFY(reconcile(*reconciler, "a").kind() == Kind::Retry);
        QCOMPARE(reconcile(*reconciler, "a").text(), "broken");
        probe->onAdd([](const Attempt &) -> Outcome { throw std::bad_alloc(); });
        QVERIFY(reconcile(*reconciler, "a").kind() == Kind::Shortage);
    }

    void aStopReachesTheHandler()
    {
        const auto probe = std::make_shared<Probe>();
        probe->onAdd([](const Attempt &attempt) {
            return attempt.stop.stop_requested() ? Outcome::retry("stopped") : Outcome::done();
        });
        const auto reconciler = makeReconciler<std::string>(probe, probe);
        std::stop_source stop;
        stop.request_stop();
        const ObjectId id = "a";
        QCOMPARE(reconcile(*reconciler, attemptFor(id, stop.get_token())).text(), "stopped");
    }
};

QONTROLLER_TEST(ReconcileTest)
#include "tst_reconcile.moc"
