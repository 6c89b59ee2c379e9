// SPDX-License-Identifier: LGPL-3.0-or-later
// What commands write to descriptor 3, and what of their output is kept.
#include "testprogram.h"

#include "commands.h"
#include "core/sdk/testing/recordingattempt.h"
#include "printing.h"

#include "app/plugins/script/reportlines.h"
#include "app/plugins/script/scripthandler.h"
#include "core/base/text/text.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::script;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

using Notes = std::vector<std::string>;

/// An attempt that is listened to.
struct Heard
{
    ObjectId id = "a";
    std::shared_ptr<RecordingAttempt> notes = std::make_shared<RecordingAttempt>();
    Attempt attempt{id, "c", 1, 0, {}, notes};
};

Notes notesOf(const std::string &written)
{
    Heard heard;
    ReportLines lines(heard.attempt, "add", ReportLines::Keeping::Allowed);
    lines.take(written);
    lines.end();
    return heard.notes->notes();
}

const std::string Counted = "count script_lines_skipped_total 1.000000";

std::string skipped(int line, const std::string &why)
{
    return "log 2 line " + std::to_string(line) + " that add wrote to descriptor 3 is skipped: "
           + why + "; further ones of this attempt are counted without a word";
}

/// A handler whose `add` is \a script.
ScriptHandler handlerOf(const std::string &script)
{
    ScriptOptions asked;
    asked.list = {"true"};
    asked.get = asked.add = asked.remove = {"sh", "-c", script, "sh"};
    ScriptCommands::Programs programs;
    programs.get = programs.add = programs.remove = "/bin/sh";
    return ScriptHandler(std::make_shared<const ScriptCommands>(asked, programs, "c"));
}

} // namespace

class ReportsTest final : public QObject
{
    Q_OBJECT

private slots:
    void understandsLines_data()
    {
        QTest::addColumn<std::string>("line");
        QTest::addColumn<std::string>("note");
        const auto row = [](const char *line, const char *note) {
            QTest::newRow(line) << std::string(line) << std::string(note);
        };
        row(R"({"event":"renewed","text":"until 2027"})", "event renewed: until 2027");
        row(R"({"event":"renewed"})", "event renewed: ");
        row(R"({"progress":3,"of":10})", "3 of 10");
        row(R"({"progress":0,"of":0})", "0 of 0");
        row(R"({"metric":"reloads_total","add":1})", "count reloads_total 1.000000");
        row(R"({"metric":"days_left","set":-2.5})", "gauge days_left -2.500000");
        row(R"({"progress":9223372036854775806,"of":9223372036854775807})",
            "9223372036854775806 of 9223372036854775807");
        row(R"({"progress":1e17,"of":1e18})", "100000000000000000 of 1000000000000000000");
        row(R"({"metric":"x","add":12345678901234567890})",
            "count x 12345678901234567168.000000"); // the nearest double
        row(R"({"metric":"x","set":-1e20})", "gauge x -100000000000000000000.000000");
        row(R"({"requeue":"other"})", "requeue other");
        row(R"({"keep":"server 17"})", "keep server 17");
        row(R"({"keep":""})", "keep ");
        row(R"({"keep":"\n\u001b\ud83d\udc19"})", "keep \n\x1b\xF0\x9F\x90\x99");
        row(R"({"log":"slow","level":"warning"})", "log 2 slow");
        row(R"({"log":"slow","level":"debug"})", "log 0 slow");
        row(R"({"log":"slow","level":"error"})", "log 3 slow");
        row(R"({"log":"slow"})", "log 1 slow");
        row("  {\"log\":\"slow\"}\r", "log 1 slow");
    }
    void understandsLines()
    {
        QFETCH(std::string, line);
        QFETCH(std::string, note);
        QCOMPARE(notesOf(line + '\n'), Notes{note});
        QCOMPARE(notesOf(line), Notes{note}); // also without an end
        Heard heard;                          // byte by byte
        ReportLines lines(heard.attempt, "add", ReportLines::Keeping::Allowed);
        for (const char byte : line + '\n')
            lines.take({&byte, 1});
        QCOMPARE(heard.notes->notes(), Notes{note});
    }

    void skipsWhatItDoesNotUnderstand_data()
    {
        QTest::addColumn<std::string>("line");
        QTest::addColumn<std::string>("why");
        const auto row = [](const char *line, const char *why) {
            QTest::newRow(line) << std::string(line) << std::string(why);
        };
        constexpr const char *Event =
            R"("event" must be a word or two, and "text" the rest of what there is to say)";
        constexpr const char *Progress =
            R"("progress" and "of" must be whole numbers of at least 0)";
        constexpr const char *Metric =
            R"("metric" must be a name, beside "add" or "set" with a number)";
        constexpr const char *Log =
            R"("log" must be text, and "level" one of debug, info, warning and error)";
        row("hello", "it must be a JSON object (illegal value)");
        row("[1]", "it must be a JSON object");
        row("{}",
            R"(it must have one of the keys "event", "progress", "metric", "log", "requeue", )"
            R"("keep" and "changed")");
        row(R"({"event":""})", Event);
        row(R"({"event":1})", Event);
        row(R"({"event":"a","text":2})", Event);
        row(R"({"event":"a","txt":"b"})", "txt: is not known here: allowed are event and text");
        row(R"({"event":"a","progress":1})",
            "progress: is not known here: allowed are event and text");
        row(R"({"progress":1})", Progress);
        row(R"({"progress":-1,"of":3})", Progress);
        row(R"({"progress":1.5,"of":3})", Progress);
        row(R"({"progress":"1","of":3})", Progress);
        row(R"({"progress":1,"of":9223372036854775808})", Progress);
        row(R"({"progress":1,"of":12345678901234567890})", Progress);
        constexpr const char *TooLarge = "it must be a JSON object (illegal number)";
        row(R"({"progress":1,"of":1e400})", TooLarge);
        row(R"({"metric":"x","add":1e400})", TooLarge);
        row(R"({"metric":"x","set":-1e400})", TooLarge);
        row(R"({"metric":"x"})", Metric);
        row(R"({"metric":"x","add":1,"set":1})", Metric);
        row(R"({"metric":"x","add":"1"})", Metric);
        row(R"({"metric":"x","add":1,"set":"1"})", Metric);
        row(R"({"metric":7,"add":1})", Metric);
        row(R"({"log":7})", Log);
        row(R"({"log":"x","level":"loud"})", Log);
        row(R"({"requeue":""})", R"("requeue" must be the id of another object)");
        row(R"({"changed":"no"})", R"("changed" must be true or false)");
        row(R"({"requeue":7})", R"("requeue" must be the id of another object)");
        row(R"({"requeue":"a\u0000b"})", R"("requeue" must be the id of another object)");
        constexpr const char *Keep = R"("keep" must be text without a zero byte)";
        row(R"({"keep":7})", Keep);
        row(R"({"keep":null})", Keep);
        row(R"({"keep":"a\u0000b"})", Keep);
        row(R"({"keep":"a","text":"b"})", "text: is not known here: allowed are keep");
        row(R"({"log":"a","log":"b"})",
            "line 1, column 12: log is given twice: remove one of them");
        row(R"({"log":"a\udc00"})",
            R"(line 1, column 10: the text has half a character: write both \u of it)");
    }
    void skipsWhatItDoesNotUnderstand()
    {
        QFETCH(std::string, line);
        QFETCH(std::string, why);
        QCOMPARE(notesOf(line + "\n\n" + R"({"log":"on"})"),
                 (Notes{Counted, skipped(1, why), "log 1 on"}));
    }

    void saysTheFirstThatIsSkippedAndCountsAll()
    {
        QCOMPARE(notesOf("\n\na\nb\n" + std::string(ReportLines::LongestLine + 1, 'x') + "\nc"),
                 (Notes{Counted, skipped(3, "it must be a JSON object (illegal value)"), Counted,
                        Counted, Counted}));
        QCOMPARE(notesOf(std::string(10 * ReportLines::LongestLine, 'x')),
                 (Notes{Counted, skipped(1, "it is longer than 131072 bytes")}));
    }

    void aLineMayHoldTheLongestId()
    {
        const std::string id(LongestId, 'x');
        QCOMPARE(notesOf("{\"requeue\":\"" + id + "\"}"), Notes{"requeue " + id});
    }

    // Real commands

    void eachCommandOfAnObjectMayReport()
    {
        ScriptHandler handler = handlerOf(R"(echo '{"log":"here"}' >&3)");
        Heard heard;
        QVERIFY(handler.get(heard.attempt).kind() == Fetched<std::string>::Kind::Found);
        QVERIFY(handler.add("", heard.attempt).kind() == Outcome::Kind::Done);
        QVERIFY(handler.remove(heard.attempt).kind() == Outcome::Kind::Done);
        QCOMPARE(heard.notes->notes(), (Notes{"log 1 here", "log 1 here", "log 1 here"}));
    }

    void progressIsLive()
    {
        Heard heard;
        const QTemporaryDir folder;
        const std::string file = folder.filePath("go").toStdString();
        ScriptHandler waiting = handlerOf(R"(echo '{"progress":1,"of":2}' >&3; )"
                                          "until [ -e "
                                          + file + " ]; do sleep 0.01; done");
        std::thread thread([&] {
            if (comesTrue([&] { return heard.notes->contains("1 of 2"); }))
                std::ofstream(file) << "x";
        });
        const Outcome outcome = waiting.add("", heard.attempt);
        thread.join();
        QVERIFY2(outcome.kind() == Outcome::Kind::Done, outcome.text().c_str());
    }

    void reportsOfACommandThatFailsCount()
    {
        ScriptHandler handler = handlerOf(R"(echo '{"log":"here"}' >&3; echo no >&2; exit 78)");
        Heard heard;
        const Outcome outcome = handler.add("", heard.attempt);
        QVERIFY(outcome.kind() == Outcome::Kind::Park);
        QCOMPARE(outcome.text(), std::string("no"));
        QCOMPARE(heard.notes->notes(), Notes{"log 1 here"});
    }

    void aFloodIsTakenAndTheOutcomeStands()
    {
        ScriptHandler handler = handlerOf("yes x 2>/dev/null | head -n 100000 >&3; echo done");
        Heard heard;
        const Outcome outcome = handler.add("", heard.attempt);
        QCOMPARE(outcome.text(), std::string("done"));
        const Notes notes = heard.notes->notes();
        QCOMPARE(std::count(notes.begin(), notes.end(), Counted), 100'000);
        QCOMPARE(notes.size(), std::size_t(100'001)); // and one that says so
    }

    // What a command leaves for those after it

    void e31_theNextCommandIsGivenWhatWasLeft()
    {
        ScriptHandler handler = handlerOf(R"(printf '{"keep":"after %s"}' "$QONTROLLER_KEPT" >&3)"
                                          R"(; printf %s "$QONTROLLER_KEPT")");
        Heard heard;
        heard.attempt.kept = "l1\nl2 \xF0\x9F\x90\x99";
        QCOMPARE(handler.add("", heard.attempt).text(), std::string(heard.attempt.kept));
        QCOMPARE(handler.remove(heard.attempt).text(), std::string(heard.attempt.kept));
        heard.attempt.kept = "server 17";
        QCOMPARE(handler.add("", heard.attempt).text(), std::string("server 17"));
        QVERIFY(heard.notes->contains("keep after server 17"));
    }

    void e31_aCommandOfTheLongestText()
    {
        ScriptHandler handler = handlerOf(R"(printf %s "$QONTROLLER_KEPT" | wc -c)");
        Heard heard;
        const std::string kept(LongestKept, 'x');
        heard.attempt.kept = kept;
        QCOMPARE(handler.add("", heard.attempt).text(), std::string("4096"));
    }

    void e31_aCommandThatFailsLeavesWhatItSaid()
    {
        ScriptHandler handler = handlerOf(R"(echo '{"keep":"server 17"}' >&3; kill -9 $$)");
        Heard heard;
        QVERIFY(handler.add("", heard.attempt).kind() == Outcome::Kind::Retry);
        QVERIFY(heard.notes->contains("keep server 17"));
    }

    void e31_getNeitherSeesNorLeavesIt()
    {
        qputenv("QONTROLLER_KEPT", "of another program");
        ScriptHandler handler = handlerOf(
            R"(echo '{"keep":"x"}' >&3; printf %s "$QONTROLLER_KEPT")");
        qunsetenv("QONTROLLER_KEPT");
        Heard heard;
        heard.attempt.kept = "server 17";
        const auto fetched = handler.get(heard.attempt);
        QCOMPARE(*fetched.object(), std::string());
        QVERIFY(heard.notes->contains("log 2 line 1 that get wrote to descriptor 3 is skipped: "
                                      R"("keep" is for add, delete and afterBurst)"
                                      "; further ones of this attempt are counted without a word"));
    }

    void e31_whatIsNotKeptIsAnErrorOfItsAttempt_data()
    {
        QTest::addColumn<std::string>("script");
        QTest::addColumn<std::string>("error");
        const std::string line = "line 1 that add wrote to descriptor 3 is not kept: ";
        QTest::newRow("too long")
            << std::string(R"(printf '{"keep":"%04097d"}' 0 >&3)")
            << line + "keep() was given 4097 bytes, and a text that is kept has at most 4096";
        QTest::newRow("zero byte") << std::string(R"(printf '{"keep":"a\\u0000b"}' >&3)")
                                   << line + R"("keep" must be text without a zero byte)";
        QTest::newRow("half a character")
            << std::string(R"(printf '{"keep":"\\ud800"}' >&3)")
            << line + R"(line 1, column 10: the text has half a character: write both \u of it)";
        QTest::newRow("twice")
            << std::string(R"(printf '{"keep":"a","keep":"b"}' >&3)")
            << line + "line 1, column 13: keep is given twice: remove one of them";
        QTest::newRow("wait") << std::string(R"(echo '{"keep":7}' >&3; echo '{"wait":"it"}')")
                              << line + R"("keep" must be text without a zero byte)";
        QTest::newRow("its own error")
            << std::string(R"(echo '{"keep":7}' >&3; echo no >&2; exit 1)") << std::string("no");
    }
    void e31_whatIsNotKeptIsAnErrorOfItsAttempt()
    {
        QFETCH(const std::string, script);
        QFETCH(const std::string, error);
        ScriptHandler handler = handlerOf(script);
        Heard heard;
        const Outcome outcome = handler.add("", heard.attempt);
        QVERIFY(outcome.kind() == Outcome::Kind::Retry);
        QCOMPARE(outcome.text(), error);
        QVERIFY(heard.notes->contains(Counted));
    }

    // What a command that succeeds has printed

    void keepsWhatIsPrinted_data()
    {
        QTest::addColumn<std::string>("script");
        QTest::addColumn<std::string>("kept");
        QTest::addColumn<int>("kind");
        const auto row = [](const char *name, const char *script, std::string kept,
                            Outcome::Kind kind = Outcome::Kind::Done) {
            QTest::newRow(name) << std::string(script) << std::move(kept) << int(kind);
        };
        row("nothing", "true", "");
        row("a line", "echo 3 files", "3 files");
        row("lines", "printf 'a\\nb\\n\\n'", "a\nb");
        row("no answer", R"(echo 3 files; echo '{"requeueAfter":"10m"}')", "3 files",
            Outcome::Kind::RequeueAfter);
        row("an empty answer", "echo 3 files; echo '{}'", "3 files");
        row("what is waited for", R"(echo 3 files; echo '{"wait":"the tide"}')", "the tide",
            Outcome::Kind::Wait);
        row("bytes", R"(printf 'a\377b')",
            "a\xEF\xBF\xBD"
            "b");
        row("the end", "head -c 10000 /dev/zero | tr '\\0' x; echo; echo end",
            std::string(LongestText - 4, 'x') + "\nend");
        row("the end of what grows", "head -c 10000 /dev/zero | tr '\\0' '\\377'; printf end", [] {
            std::string text;
            for (std::size_t i = 0; i < (LongestText - 3) / 3; ++i)
                text += "\xEF\xBF\xBD";
            return text + "end";
        }());
        row("twice", R"(echo '{"requeueAfter":"1m","requeueAfter":"2m"}')",
            "the last line that add printed: line 1, column 22: requeueAfter is given twice: "
            "remove "
            "one of them",
            Outcome::Kind::Retry);
    }
    void keepsWhatIsPrinted()
    {
        QFETCH(std::string, script);
        QFETCH(std::string, kept);
        QFETCH(int, kind);
        ScriptHandler handler = handlerOf(script);
        Heard heard;
        const Outcome outcome = handler.add("", heard.attempt);
        QCOMPARE(outcome.text(), kept);
        QCOMPARE(int(outcome.kind()), kind);
    }
};

QONTROLLER_GUILESS_TEST(ReportsTest)
#include "tst_reports.moc"
