// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "schedulerig.h"
#include "testprogram.h"

#include "core/base/text/text.h"
#include "core/engine/observe/events/heapbytes.h"

#include <set>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

/// What an id costs after ordinary life: no more than its item. What few need is given back.
class ScheduleMemoryTest : public QObject
{
    Q_OBJECT

private slots:
    void anIdCostsNoMoreThanItsItemAfterALife_data()
    {
        QTest::addColumn<QString>("life");
        for (const char *life : {"list", "resyncs", "events", "outage", "requeue after", "wait",
                                 "pause", "lock refused", "operator"})
            QTest::newRow(life) << life;
    }
    void anIdCostsNoMoreThanItsItemAfterALife()
    {
        QFETCH(QString, life);
        ScheduleRig rig({.backoffBase = 1ms});
        rig.list({"a"});
        rig.run(life == "outage"          ? retry("no connection")
                : life == "requeue after" ? requeueAfter(10s)
                : life == "wait"          ? waitFor("b", 1s)
                : life == "lock refused"  ? lockRefused("somebody")
                                          : RunResult());
        if (life == "pause") {
            rig.pauseItem("a", rig.now() + 1h, "maintenance");
            rig.list({"a"});
            rig.resumeItem("a");
        }
        for (int i = 0; i < 3; ++i) {
            rig.pass(10s);
            if (life == "events")
                rig.modified("a");
            if (life == "operator")
                rig.requeue("a", Ticket(i + 1));
            rig.list({"a"});
            rig.runAll();
        }
        QCOMPARE(rig.state("a"), ItemState::InSync);
        QVERIFY(!hasExtra(rig));
    }

    void anIdThatWaitsThroughListsCostsNoMoreThanItsItem()
    {
        ScheduleRig rig;
        for (int i = 0; i < 3; ++i)
            rig.list({"a"});
        QVERIFY(!rig.take()->extra);
    }

    void e15_equalTextsOfManyItemsAreKeptOnce_data()
    {
        QTest::addColumn<int>("different");
        QTest::newRow("one text") << 1;
        QTest::newRow("five that take turns") << 5;
    }
    void e15_equalTextsOfManyItemsAreKeptOnce()
    {
        QFETCH(int, different);
        constexpr int Count = 1000;
        ScheduleRig rig;
        rig.listObjects(Count);
        std::vector<const Item *> items;
        for (int i = 0; i < Count; ++i) {
            Item *item = rig.take();
            rig.finish(item, retry(longText(i % different)));
            items.push_back(item);
        }
        std::set<const std::string *> texts;
        std::size_t bytes = 0;
        for (const Item *item : items) {
            const std::string &text = item->extra->text.text();
            bytes += texts.insert(&text).second ? heapBytes(text) : 0;
        }
        QVERIFY2(bytes < 5 * 2 * LongestText, std::to_string(bytes).c_str()); // and not 4 MB
        QCOMPARE(rig.row("o7").text, longText(7 % different));
    }

    void e15_reasonsOfPausesAreKeptOnce()
    {
        ScheduleRig rig;
        rig.list({"a", "b"});
        Item *a = rig.take();
        Item *b = rig.take();
        for (const char *id : {"a", "b"})
            rig.pauseItem(id, TimePoint::max(), longText(1));
        QVERIFY(a->extra->pauseReason.isSharedWith(b->extra->pauseReason));
        rig.finish(a);
        rig.finish(b);
    }

private:
    static std::string longText(int number)
    {
        return std::to_string(number) + std::string(LongestText - 1, 'x');
    }
    static bool hasExtra(ScheduleRig &rig)
    {
        rig.pass(1h);
        rig.created("a");
        return rig.take()->extra != nullptr;
    }
};

QONTROLLER_TEST(ScheduleMemoryTest)
#include "tst_schedulememory.moc"
