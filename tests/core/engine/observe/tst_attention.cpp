// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/engine/observe/controllers/attention.h"

#include <QtCore/QDateTime>
#include <QtCore/QSet>
#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

constexpr TimePoint Now{1h};

void put(ControllerView &view, ItemState state, std::uint64_t count)
{
    view.gauges.states[static_cast<std::size_t>(state)] = count;
}

/// A controller with all that one can have at once.
ControllerView troubled()
{
    ControllerView view;
    view.state = ControllerState::Running;
    view.lockOutage = {"no route", Now - 1min};
    view.lists.last = ListEnd::Partial;
    view.lists.completeAt = Now - 10min;
    for (const ItemState each :
         {ItemState::Held, ItemState::Stuck, ItemState::BackOff, ItemState::Paused})
        put(view, each, 2);
    view.failures = {{.signature = "disk full on …",
                      .count = 2,
                      .parked = 1,
                      .since = Now - 8min,
                      .newest = Now - 1min,
                      .text = "disk full on mail"}};
    view.gauges.known = 20;
    view.gauges.looping = 2;
    view.gauges.oldestRunning = 5min;
    view.shortage = {"no descriptors", Now - 2min};
    view.watchError = "reset";
    view.sourceErrorAt = Now - 3min;
    return view;
}

/// … and one with nothing to say.
ControllerView quiet()
{
    ControllerView view;
    view.state = ControllerState::Running;
    view.lists.last = ListEnd::Complete;
    return view;
}

const Attention *find(const std::vector<Attention> &all, AttentionKind kind)
{
    const auto found = std::ranges::find(all, kind, &Attention::kind);
    return found == all.end() ? nullptr : &*found;
}

} // namespace

/// What a person may have to know of a controller.
class AttentionTest final : public QObject
{
    Q_OBJECT

private slots:
    void eachKindHasANameOfItsOwn()
    {
        QSet<QByteArray> names;
        for (int i = 0; i < AttentionKindCount; ++i) {
            const AttentionFacts &facts = factsOf(AttentionKind(i));
            QCOMPARE(int(facts.kind), i);
            names += QByteArray(facts.name.data(), qsizetype(facts.name.size()));
        }
        QCOMPARE(names.size(), AttentionKindCount);
    }

    void eachOfAControllerIsFound()
    {
        QSet<AttentionKind> found;
        const auto add = [&found](const ControllerView &view) {
            AttentionKind last{};
            for (const Attention &each : attentionsOf(view, Now)) {
                QVERIFY2(each.kind > last, "in their order");
                QVERIFY(!sentenceOf(each, {Now, {}}).empty());
                found += last = each.kind;
            }
        };
        add(troubled());
        for (const ControllerState state : {ControllerState::Draining, ControllerState::Paused}) {
            ControllerView view;
            view.state = state;
            add(view);
            view.options.workers = 0;
            add(view);
        }
        ControllerView view;
        view.lists.last = ListEnd::Failed;
        view.lists.isForeign = true;
        add(view);
        view.lists.isForeign = false;
        add(view);
        view.lists.last = ListEnd::Complete;
        view.lists.beganAt = TimePoint(1min);
        add(view);
        for (int i = 0; i < AttentionKindCount; ++i) {
            const auto kind = AttentionKind(i);
            const bool isOther = kind <= AttentionKind::NotSaved
                                 || kind >= AttentionKind::Temporary; // told by others
            QVERIFY2(found.contains(kind) || isOther, factsOf(kind).name.data());
        }
    }

    void aPauseSaysWhenItEnds()
    {
        ControllerView view;
        view.state = ControllerState::Paused;
        view.options.workers = 1;
        view.pauseReason = "network";
        view.pausedUntil = Now + 10min;
        const Moment now{Now, WallTime(std::chrono::hours(24 * 365 * 50))};
        const auto endAt = [&now](Duration left) {
            const auto seconds = std::chrono::floor<std::chrono::seconds>(now.wall + left);
            return QDateTime::fromSecsSinceEpoch(seconds.time_since_epoch().count());
        };
        QCOMPARE(healthOf(attentionsOf(view, Now), now).reason,
                 "paused until " + endAt(10min).toString("HH:mm").toStdString() + ": network");
        view.pausedUntil = Now + 49h;
        QCOMPARE(healthOf(attentionsOf(view, Now), now).reason,
                 "paused until " + endAt(49h).toString("yyyy-MM-dd HH:mm").toStdString()
                     + ": network");
        view.pausedUntil = {};
        QCOMPARE(healthOf(attentionsOf(view, Now), now).reason, "paused: network");
    }

    // What cannot be listed cannot be watched either: one cause is one attention.
    void oneCauseIsSaidOnce_data()
    {
        QTest::addColumn<ListEnd>("last");
        QTest::addColumn<bool>("isForeign");
        QTest::addColumn<bool>("isWatchSaid");
        QTest::newRow("lists well") << ListEnd::Complete << false << true;
        QTest::newRow("lists in part") << ListEnd::Partial << false << true;
        QTest::newRow("no list yet") << ListEnd::None << false << true;
        QTest::newRow("cannot list") << ListEnd::Failed << false << false;
        QTest::newRow("another host's") << ListEnd::Failed << true << false;
    }
    void oneCauseIsSaidOnce()
    {
        QFETCH(ListEnd, last);
        QFETCH(bool, isForeign);
        ControllerView view = quiet();
        view.lists.last = last;
        view.lists.isForeign = isForeign;
        view.watchError = "reset";
        QTEST(find(attentionsOf(view, Now), AttentionKind::WatchDown) != nullptr, "isWatchSaid");
    }

    void whatIsKnownOfIt()
    {
        const auto all = attentionsOf(troubled(), Now);
        const Attention *const stuck = find(all, AttentionKind::Stuck);
        QVERIFY(stuck && stuck->since == Now - 5min && stuck->count == 2 && stuck->of == 20);
        const Attention *const partial = find(all, AttentionKind::PartialList);
        QVERIFY(partial && partial->since == Now - 10min);
        const Attention *const failed = find(all, AttentionKind::Failed);
        QVERIFY(failed && failed->since == Now - 8min && failed->newest == Now - 1min);
        QCOMPARE(sentenceOf(*failed, {Now, {}}),
                 "2 objects failed, of which 1 is parked: disk full on …");
        QVERIFY(attentionsOf(quiet(), Now).empty());
    }

    void whatFailsIsOneForEachCause()
    {
        ControllerView view = quiet();
        view.failures = {{.signature = "", .count = 9, .text = "anything"},
                         {.signature = "no route to #", .count = 1, .text = "no route to 7"},
                         {.signature = "disk full on …", .count = 6, .text = "disk full on mail"}};
        const auto all = attentionsOf(view, Now);
        QCOMPARE(all.size(), 3U);
        QCOMPARE(sentenceOf(all[0], {Now, {}}), "6 objects failed: disk full on …");
        QCOMPARE(sentenceOf(all[1], {Now, {}}), "1 object failed: no route to 7");
        QCOMPARE(sentenceOf(all[2], {Now, {}}), "9 objects failed");
        QCOMPARE(healthOf(all, {Now, {}}).reason, "16 objects failed, 6 of them: disk full on …");
        view.failures = {{.signature = "no user", .count = 2, .parked = 2, .text = "no user"}};
        QCOMPARE(healthOf(attentionsOf(view, Now), {Now, {}}).reason, "2 objects parked: no user");
    }

    /// Scripts have them, and acknowledgements that are kept: they never change.
    void keysLast()
    {
        const auto keyOfFailed = [](const std::string &cause) {
            return keyOf("servers", {.kind = AttentionKind::Failed, .count = 2, .cause = cause});
        };
        QCOMPARE(keyOfFailed("disk full on …"), "servers/failed/2e0065");
        QCOMPARE(keyOfFailed(""), "servers/failed/others");
        QCOMPARE(keyOf("web", {.kind = AttentionKind::StuckDrain, .cause = "op-7"}),
                 "web/stuck-drain/op-7");
        QCOMPARE(keyOf("", {.kind = AttentionKind::NotApplied}), "session-not-applied");
    }
};

QONTROLLER_TEST(AttentionTest)
#include "tst_attention.moc"
