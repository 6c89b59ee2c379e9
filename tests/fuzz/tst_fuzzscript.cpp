// SPDX-License-Identifier: LGPL-3.0-or-later
// What the commands of *script* print: lists, watches, descriptor 3, the last line.
#include "fuzz.h"
#include "testprogram.h"

#include "app/plugins/script/idlist.h"
#include "app/plugins/script/reportlines.h"
#include "app/plugins/script/scriptanswer.h"
#include "app/plugins/script/scriptitems.h"
#include "app/plugins/script/watchlines.h"
#include "core/sdk/testing/recordingattempt.h"

using namespace qontroller;
using namespace qontroller::script;
using namespace qontroller::test;

namespace {

Corpus lines()
{
    return {"a\nfolder/b\n\nc",
            "{\"id\":\"a\",\"version\":7}\n{\"id\":\"b\",\"leftover\":true}\n",
            "{\"type\":\"MODIFIED\",\"id\":\"a\"}\n{\"ready\":1}\n"
            "{\"type\":\"ERROR\",\"message\":\"gone\"}\n{\"cursor\":\"17\"}\n",
            "{\"event\":\"renewed\",\"text\":\"until 2027\"}\n{\"progress\":3,\"of\":10}\n"
            "{\"metric\":\"reloads_total\",\"add\":1}\n{\"metric\":\"days_left\",\"set\":-2.5}\n"
            "{\"log\":\"warning\",\"text\":\"x\"}\n{\"requeue\":\"b\"}\n{\"changed\":false}\n",
            R"([{"id":"a","name":"one","port":80},{"id":"b"}])",
            R"([{"id":"a","error":"no"},{"id":"b","again":"5s"}])",
            "the disk is full\nretry in 10m\n{\"requeueAfter\":\"1h\"}\nwait: for the backup 5m\n"};
}

class IgnoreIds final : public ListSink
{
public:
    void add(std::string_view id, Version) override { check(id); }
    void addLeftover(std::string_view id) override { check(id); }

private:
    static void check(std::string_view id)
    {
        if (id.empty())
            qFatal("an empty id");
    }
};

class IgnoreEvents final : public WatchSink
{
public:
    void ready() override {}
    void event(EventType, std::string_view, Version) override {}
    void cursor(std::string_view) override {}
    void missed(std::string_view) override {}
    void error(std::string_view) override {}
};

void understandAnswer(std::string_view input, int status)
{
    static const std::string program = "/bin/sh";
    static const ScriptOptions options;
    ProgramEnd end;
    end.kind = ProgramEnd::Kind::Ended;
    end.exit = {ProcessExit::Kind::Exited, status};
    end.output = input;
    end.errorTail = input;
    const answer::Ended ended{"add", program, options, end};
    static_cast<void>(answer::fetched(ended));
    static_cast<void>(answer::outcome(ended));
    static_cast<void>(answer::fullFailure(ended));
}

void understand(std::string_view input)
{
    IgnoreIds ids;
    static_cast<void>(skippedSentence(giveIds(input, '\n', ListFormat::Text, ids)));
    static_cast<void>(skippedSentence(giveIds(input, '\n', ListFormat::Json, ids)));
    IgnoreEvents events;
    WatchLines watch(events, 4096);
    const ObjectId id = "a";
    const Attempt attempt{id, "c", 1, 0, {}, std::make_shared<RecordingAttempt>()};
    ReportLines reports(attempt, "add", ReportLines::Keeping::Allowed);
    for (std::string_view rest = input; !rest.empty();) { // cut anywhere
        const std::string_view piece = rest.substr(0, 1 + rest.size() / 3);
        watch.take(piece);
        reports.take(piece);
        rest.remove_prefix(piece.size());
    }
    watch.end();
    reports.end();
    if (const auto items = parseItems(input)) {
        if (const auto again = parseItems(toJson(*items)); !again || *again != *items)
            qFatal("items are not what was written");
        static_cast<void>(parseApplied(input, *items));
    }
    for (const int status : {0, 1, 66, 75, 77, 78})
        understandAnswer(input, status);
}

} // namespace

class FuzzScript : public QObject
{
    Q_OBJECT

private slots:
    void whateverACommandPrintsIsUnderstoodOrSkipped() { fuzz(lines(), 20'000, understand); }
};

QONTROLLER_TEST(FuzzScript)
#include "tst_fuzzscript.moc"
