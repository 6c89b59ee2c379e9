// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/listrecord.h"
#include "core/engine/observe/controllers/counters.h"

#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

constexpr TimePoint Start = TimePoint(100s);

/// The record of a source whose lists take a second each.
class Lists
{
public:
    /// What the end of a list tells, as the log has it; empty: nothing.
    std::string end(const ListResult &result, std::uint64_t objects = 0)
    {
        record.begin(now);
        now += 1s;
        const auto news = record.end(result, objects, now);
        return news ? std::string(name(news->kind)) + ": " + inWords(news->said) : std::string();
    }

    TimePoint now = Start;
    ListRecord record{Start};
};

} // namespace

class ListRecordTest : public QObject
{
    Q_OBJECT

private slots:
    void tellsOfEachThatIsNotCompleteAndOfTheFirstThatIs()
    {
        Lists lists;
        QCOMPARE(lists.end(ListResult::complete()), "");
        QCOMPARE(lists.end(ListResult::failed("no disk")), "list failed: no disk");
        QCOMPARE(lists.end(ListResult::failed("no disk")), "list failed: no disk");
        QCOMPARE(lists.end(ListResult::partial("/srv/x cannot be read")),
                 "list not complete: deletions wait: /srv/x cannot be read");
        QCOMPARE(lists.end(ListResult::complete()), "list complete again: after 3 that were not");
        QCOMPARE(lists.end(ListResult::complete()), "");
        QCOMPARE(lists.end(ListResult::partial("cut")), "list not complete: deletions wait: cut");
        QCOMPARE(lists.end(ListResult::complete()), "list complete again: after 1 that was not");
    }

    void numbersThoseOfOneKindInARow()
    {
        ListRecord record(Start);
        const auto numberAfter = [&record](const ListResult &result) {
            return record.end(result, 0, Start)->said.number;
        };
        QCOMPARE(numberAfter(ListResult::failed("a")), 1U);
        QCOMPARE(numberAfter(ListResult::failed("b")), 2U);
        QCOMPARE(record.status().failures, 2U);
        QCOMPARE(numberAfter(ListResult::partial("a")), 1U);
        QCOMPARE(record.status().failures, 0U);
        QCOMPARE(numberAfter(ListResult::partial("a")), 2U);
        QCOMPARE(numberAfter(ListResult::failed("a")), 1U);
    }

    void countsByResult()
    {
        Lists lists;
        lists.end(ListResult::complete());
        lists.end(ListResult::partial("x"));
        lists.end(ListResult::partial("x"));
        lists.end(ListResult::failed("x"));
        Counters counters;
        lists.record.addTo(counters);
        QCOMPARE(counters.lists, 3U);
        QCOMPARE(counters.listsPartial, 2U);
        QCOMPARE(counters.listFailures, 1U);
    }

    void onlyACompleteListIsNewAge()
    {
        Lists lists;
        QVERIFY(lists.record.status().completeAt == Start);
        lists.end(ListResult::partial("x"));
        QVERIFY(lists.record.status().completeAt == Start);
        QVERIFY(!lists.record.status().wasComplete);
        lists.end(ListResult::complete());
        lists.end(ListResult::failed("x"));
        QVERIFY(lists.record.status().completeAt == Start + 2s);
        QVERIFY(lists.record.status().wasComplete);
        QVERIFY(lists.record.status().lastTook == 1s);
    }

    void saysWhenTheLastEndedAndWhatItNamed()
    {
        Lists lists;
        QVERIFY(lists.record.status().endedAt == TimePoint{});
        lists.end(ListResult::complete(), 56);
        lists.end(ListResult::partial("x"), 40);
        QVERIFY(lists.record.status().endedAt == Start + 2s);
        QCOMPARE(lists.record.status().objects, 40U);

        Lists other;
        other.end(ListResult::complete(), 2);
        ListStatus all = lists.record.status();
        mergeInto(all, other.record.status());
        QVERIFY(all.endedAt == Start + 2s);
        QCOMPARE(all.objects, 42U);
    }

    void aListThatTheStopCutShortIsNotJudged()
    {
        Lists lists;
        lists.end(ListResult::complete());
        lists.record.begin(lists.now);
        QVERIFY(lists.record.status().isUnderWay());
        lists.record.cancel();
        QVERIFY(!lists.record.status().isUnderWay());
        QVERIFY(lists.record.status().last == ListEnd::Complete);
    }

    void ofSeveralSourcesTheWorstIsTold()
    {
        Lists good;
        good.end(ListResult::complete());
        Lists bad;
        bad.end(ListResult::failed("no nodes"));
        Lists none;
        none.record.begin(Start + 3s);
        for (const auto &order : {std::array{&good, &bad, &none}, std::array{&none, &bad, &good}}) {
            ListStatus all = order[0]->record.status();
            mergeInto(all, order[1]->record.status());
            mergeInto(all, order[2]->record.status());
            QVERIFY(all.last == ListEnd::Failed);
            QCOMPARE(all.why, "no nodes");
            QCOMPARE(all.failures, 1U);
            QVERIFY(!all.wasComplete);
            QVERIFY(all.completeAt == Start);
            QVERIFY(all.beganAt == Start + 3s);
        }
    }
};

QONTROLLER_TEST(ListRecordTest)
#include "tst_listrecord.moc"
