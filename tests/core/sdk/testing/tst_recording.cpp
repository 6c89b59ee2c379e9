// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/sdk/testing/recordinglist.h"
#include "core/sdk/testing/recordingwatch.h"
#include "core/sdk/testing/scriptedsource.h"
#include "printing.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

/// What lists and watches tell is kept, and can be waited for.
class RecordingTest : public QObject
{
    Q_OBJECT

private slots:
    void aListIsTold()
    {
        ScriptedSource source;
        QCOMPARE(listOf(source), "complete");
        source.put("b", 7);
        source.put("a");
        QCOMPARE(listOf(source), "a b complete");
        source.onList([](ListSink &sink, const std::stop_token &) {
            sink.addLeftover("old");
            sink.add("a");
            sink.add("a");
            return ListResult::partial("one disk is away");
        });
        QCOMPARE(listOf(source), "a -old partial: one disk is away");
        source.onList(
            [](ListSink &, const std::stop_token &) { return ListResult::failed("no disk"); });
        QCOMPARE(listOf(source), "failed: no disk");
    }

    void aListKeepsVersions()
    {
        RecordingList list;
        list.add("b", 7);
        list.add("a", 0);
        QCOMPARE(list.ids, (std::set<ObjectId>{"a", "b"}));
        QCOMPARE(list.versions, (std::map<ObjectId, Version>{{"a", 0}, {"b", 7}}));
    }

    void aWatchIsToldInWords()
    {
        RecordingWatch watch;
        watch.ready();
        watch.event(EventType::Added, "a", 0);
        watch.event(EventType::Modified, "b", 3);
        watch.event(EventType::Deleted, "c", 0);
        watch.cursor("7");
        watch.missed("a buffer ran over");
        watch.error("no JSON");
        QCOMPARE(watch.text(), "ready +a ~b -c cursor 7 missed: a buffer ran over error: no JSON");
        QCOMPARE(watch.notes().at(2).version, Version(3));
        QVERIFY(watch.has("missed"));
        QVERIFY(!watch.has("+b"));
    }

    void whatAWatchTellsCanBeWaitedFor()
    {
        ScriptedSource source;
        Watching watching(source);
        QVERIFY(watching.told.waitFor("ready"));
        source.created("a");
        QVERIFY(watching.told.waitFor("+a"));
        QVERIFY(!watching.told.waitFor("-a", 1ms));
    }

    void aScriptRunsWhenTheWatchIsReady()
    {
        ScriptedSource source;
        RecordingWatch watch;
        bool wasNoted = false;
        watch.onReady([&] { wasNoted = watch.has("ready"); });
        source.endWatch(WatchEnd::closed());
        QVERIFY(source.watch(watch, {}, {}).kind() == WatchEnd::Kind::Closed);
        QVERIFY(wasNoted);
    }
};

QONTROLLER_TEST(RecordingTest)
#include "tst_recording.moc"
