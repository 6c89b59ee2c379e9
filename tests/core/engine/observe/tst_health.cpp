// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/engine/observe/controllers/attention.h"
#include "core/engine/observe/feed/delta.h"
#include "printing.h"

#include <functional>

using namespace qontroller;
using namespace std::chrono_literals;

using Change = std::function<void(ControllerDelta &)>;

namespace {

void put(ControllerDelta &delta, ItemState state, std::uint64_t count)
{
    delta.gauges.states[static_cast<std::size_t>(state)] = count;
}

void fail(ControllerDelta &delta, std::uint64_t count, std::uint64_t parked = 0)
{
    delta.failures.push_back(
        {.signature = "disk", .count = count, .parked = parked, .text = "disk"});
}

} // namespace

class HealthTest final : public QObject
{
    Q_OBJECT

private slots:
    void theWorstIsSaidAndOfThatTheFirstCause_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("health");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char *name, const char *health, const char *reason,
                            Change change) { QTest::newRow(name) << change << health << reason; };
        row("all is well", "healthy", "", [](auto &) {});
        row("a list does not end", "degraded", "a list has been under way for 3m", [](auto &d) {
            d.options.resyncInterval = 1min;
            d.lists.beganAt = TimePoint(57min);
        });
        row("a list takes its time", "healthy", "", [](auto &d) {
            d.options.resyncInterval = 2min;
            d.lists.beganAt = TimePoint(57min);
        });
        row("no list yet", "working", "no list has ended yet",
            [](auto &d) { d.lists.last = ListEnd::None; });
        row("the first list", "working", "the first list has been under way for 3m", [](auto &d) {
            d.lists.last = ListEnd::None;
            d.lists.beganAt = TimePoint(57min);
        });
        row("partial", "degraded", "the last list was not complete, so deletions wait: disk",
            [](auto &d) { d.lists.last = ListEnd::Partial, d.lists.why = "disk"; });
        row("partial, with a traceback", "degraded",
            "the last list was not complete, so deletions wait: OSError: disk", [](auto &d) {
                d.lists.last = ListEnd::Partial;
                d.lists.why = "Traceback:\n  File \"list\", line 1\nOSError: disk\n";
            });
        row("partial, and failed objects", "failing", "2 objects failed: disk", [](auto &d) {
            d.lists.last = ListEnd::Partial;
            fail(d, 2);
        });
        row("another host's", "failing", "owned by another controller: \"/t\" is that of b",
            [](auto &d) {
                d.lists.last = ListEnd::Failed;
                d.lists.failures = 7;
                d.lists.isForeign = true;
                d.lists.why = "\"/t\" is that of b";
            });
        row("both bad", "failing", "the last list has failed: disk", [](auto &d) {
            d.lists.last = ListEnd::Failed, d.lists.why = "disk";
            fail(d, 1, 1);
        });
        row("both degraded", "degraded", "the last list was not complete, so deletions wait",
            [](auto &d) {
                d.lists.last = ListEnd::Partial;
                put(d, ItemState::BackOff, 1);
            });
        row("paused", "degraded", "paused: disk",
            [](auto &d) { d.state = ControllerState::Paused, d.pauseReason = "disk"; });
        row("paused, and objects failed before", "failing", "paused: disk; 2 objects failed: disk",
            [](auto &d) {
                d.state = ControllerState::Paused, d.pauseReason = "disk";
                fail(d, 2);
            });
        row("paused, and removals held", "degraded",
            "paused; 3 removals are held: a list lacked 3 of 18 objects", [](auto &d) {
                d.state = ControllerState::Paused;
                put(d, ItemState::Held, 3);
                d.held = {HeldList::Kind::List, TimePoint(1h), 18, 3, 0, {}};
            });
        row("held from before", "degraded",
            "3 removals are held from before the controller started", [](auto &d) {
                put(d, ItemState::Held, 3);
                d.held = {HeldList::Kind::Restored, TimePoint(1h), 3, 3, 0, {}};
            });
        row("held, and some had gone before", "degraded",
            "1 removal is held: a list lacked 11 of 50 objects, 10 of them earlier: another disk",
            [](auto &d) {
                put(d, ItemState::Held, 1);
                d.held = {HeldList::Kind::List, TimePoint(1h), 50, 11, 10, "another disk"};
            });
        row("held for the storage", "degraded",
            "4 removals are held: the storage denies 14 of 81 objects", [](auto &d) {
                put(d, ItemState::Held, 4);
                d.held = {HeldList::Kind::Storage, TimePoint(1h), 81, 14, 0, {}};
            });
        row("paused, and objects in back-off", "degraded", "paused", [](auto &d) {
            d.state = ControllerState::Paused;
            put(d, ItemState::BackOff, 2);
        });
        row("no workers, and objects failed", "failing", "it has no workers; 1 object failed: disk",
            [](auto &d) {
                d.state = ControllerState::Paused, d.options.workers = 0;
                fail(d, 1);
            });
        row("removed with its host", "degraded", "the host stops", [](auto &d) {
            d.state = ControllerState::Draining;
            d.hostStops = true;
        });
        row("removed, and objects failed", "failing", "it is being removed; 1 object failed: disk",
            [](auto &d) {
                d.state = ControllerState::Draining;
                fail(d, 1);
            });
        row("paused, and lists fail", "failing", "paused; the last list has failed", [](auto &d) {
            d.state = ControllerState::Paused;
            d.lists.last = ListEnd::Failed;
        });
        row("some objects are paused", "healthy", "2 objects paused", [](auto &d) {
            put(d, ItemState::Paused, 2);
            d.gauges.known = 3;
        });
        row("all objects are paused", "degraded", "all of its objects are paused", [](auto &d) {
            put(d, ItemState::Paused, 3);
            d.gauges.known = 3;
        });
        row("paused, and all objects are", "degraded", "paused: disk", [](auto &d) {
            d.state = ControllerState::Paused, d.pauseReason = "disk";
            put(d, ItemState::Paused, 3);
            d.gauges.known = 3;
        });
        row("an object loops", "degraded",
            "1 object runs again and again although nothing says that it has changed", [](auto &d) {
                d.gauges.looping = 1;
                put(d, ItemState::BackOff, 2);
            });
        row("objects loop", "degraded",
            "2 objects run again and again although nothing says that they have changed",
            [](auto &d) { d.gauges.looping = 2; });
        row("retries wait for their rate", "degraded",
            "5000 objects in back-off, of which 4800 wait for the retryRate: about 8m",
            [](auto &d) {
                put(d, ItemState::BackOff, 5000);
                d.gauges.retriesLimited = 4800;
                d.options.retryRate = 10;
            });
        row("retries wait for ever", "degraded",
            "1 object in back-off, of which 1 waits for the retryRate: about 3703d 16h",
            [](auto &d) {
                put(d, ItemState::BackOff, 1);
                d.gauges.retriesLimited = 1;
                d.options.retryRate = 1e-300;
            });
        row("watch", "degraded", "the watch is not established: reset",
            [](auto &d) { d.watchError = "reset"; });
    }
    void theWorstIsSaidAndOfThatTheFirstCause()
    {
        QFETCH(Change, change);
        ControllerDelta delta;
        delta.state = ControllerState::Running;
        delta.lists.last = ListEnd::Complete;
        change(delta);
        const HealthReport report = healthOf(attentionsOf(delta, TimePoint(1h)),
                                             {TimePoint(1h), {}});
        QTEST(QString::fromUtf8(name(report.health).data()), "health");
        QTEST(QString::fromStdString(report.reason), "reason");
    }
};

QONTROLLER_TEST(HealthTest)
#include "tst_health.moc"
