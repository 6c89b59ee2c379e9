// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/qontrollerctl/itemlines.h"
#include "app/qontrollerctl/needs.h"
#include "app/qontrollerctl/statuslines.h"
#include "core/engine/observe/items/itemrow.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;
using consist::EmployeeKey;
using consist::OperationView;

namespace {

constexpr WallTime Now{1000h};
constexpr TimePoint HostNow{50h};

OperationView operationOn(const char *member, const char *controller)
{
    OperationView view{EmployeeKey("server", member), {}, {}};
    view.operation.id = "restart-7";
    view.employers = {{controller, "web"}, {controller, "api"}};
    return view;
}

OperationView stuckOn(const char *member, const char *controller)
{
    OperationView view = operationOn(member, controller);
    view.waiting.isStuck = true;
    view.waiting.since = Now - 12min;
    return view;
}

QString inWords(const StatusLine &line)
{
    return QString::fromStdString(line.name + ": " + std::string(name(line.health.health)) + ": "
                                  + line.health.reason);
}

} // namespace

/// What the status says of controllers beyond their own numbers.
class StatusLinesTest final : public QObject
{
    Q_OBJECT

private slots:
    void operationsThatNeedAPersonCountForHealth()
    {
        std::vector<StatusLine> lines{{"fleet", {}},
                                      {"other", {}},
                                      {"paused", {Health::Degraded, "paused: disk"}}};
        OperationView failing = operationOn("s3", "paused");
        failing.failure = "no disk";
        addOperations(lines,
                      {Now,
                       true,
                       {stuckOn("s1", "fleet"), stuckOn("s2", "fleet"), failing,
                        operationOn("s4", "other"), stuckOn("s5", "gone")}},
                      HostNow);
        QCOMPARE(lines.size(), 4U);
        QCOMPARE(inWords(lines[0]), "fleet: degraded: the drain of s1 has made no progress for 12m "
                                    "(operation restart-7), and "
                                    "1 more like it");
        QCOMPARE(inWords(lines[1]), "other: healthy: ");
        QCOMPARE(
            inWords(lines[2]),
            "paused: failing: paused: disk; the work of operation restart-7 on s3 fails: no disk");
        QCOMPARE(inWords(lines[3]), "gone: failing: it does not run; the drain of s5 has made no "
                                    "progress for 12m (operation "
                                    "restart-7)");
    }

    void whatNeedsAPersonIsSortedByHowBadItIs()
    {
        StatusAnswer status{HostNow, {}, "a.json: no"};
        status.ofHost = {{"", {.kind = AttentionKind::JournalNotWhole}},
                         {"", {.kind = AttentionKind::NotApplied}}};
        status.acknowledged = {{"photos/cannot-list", "oncall"}};
        StatusLine photos{"photos", {}};
        photos.attentions = {{.kind = AttentionKind::Paused},
                             {.kind = AttentionKind::CannotList, .since = HostNow - 1h},
                             {.kind = AttentionKind::Held, .since = HostNow - 1min},
                             {.kind = AttentionKind::Retrying, .count = 3},
                             {.kind = AttentionKind::Failed, .count = 2}};
        StatusLine fleet{"fleet", {}};
        status.lines = {photos, fleet};
        addOperations(status.lines, {Now, true, {stuckOn("s1", "fleet")}}, HostNow);
        QStringList keys;
        for (const Need &each : needsOf(status))
            keys += QString::fromStdString(std::string(name(each.facts().severity)) + ' '
                                           + each.key());
        QCOMPARE(keys, QStringList({"fault journal-not-whole", "fault session-not-applied",
                                    "fault photos/failed/others", "fault photos/cannot-list",
                                    "decision photos/held", "decision fleet/stuck-drain/restart-7",
                                    "notice photos/paused"}));
    }

    void whatWaitsForTheRetryLimitIsTriedInAbout()
    {
        const TimePoint now{1h};
        ItemRow row;
        QCOMPARE(nextTry(row, now), "");
        row.nextRun = now + 5s;
        QCOMPARE(nextTry(row, now), "in 5s");
        QCOMPARE(nextTry(row, now + 6s), "now");
        row.next = NextRun::RetryLimit;
        QCOMPARE(nextTry(row, now), "in about 5s");
        QCOMPARE(nextTry(row, now + 6s), "soon");
    }
};

QONTROLLER_TEST(StatusLinesTest)
#include "tst_statuslines.moc"
