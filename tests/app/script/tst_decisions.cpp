// SPDX-License-Identifier: LGPL-3.0-or-later
// What commands print and how they end, turned into what the engine understands.
#include "printing.h"
#include "testprogram.h"

#include "app/plugins/script/idlist.h"
#include "app/plugins/script/scriptanswer.h"
#include "app/plugins/script/scriptparameters.h"
#include "app/plugins/script/utf8.h"
#include "app/plugins/script/watchlines.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtTest/QtTest>

#include <cerrno>
#include <csignal>

using namespace qontroller;
using namespace qontroller::script;
using namespace std::string_literals;
using EndKind = ProgramEnd::Kind;
using Exit = ProcessExit::Kind;

namespace {

class Seen final : public WatchSink
{
public:
    void ready() override {}
    void event(EventType type, std::string_view id, Version) override
    {
        static const char *const letters = "AMD";
        text += letters[static_cast<int>(type)];
        text += ':';
        text += id;
        text += ' ';
    }
    void cursor(std::string_view) override {}
    void missed(std::string_view) override {}
    void error(std::string_view what) override { errors.emplace_back(what); }

    std::string text;
    std::vector<std::string> errors;
};

class Listed final : public ListSink
{
public:
    void add(std::string_view id, Version version) override
    {
        ids.emplace_back(id);
        if (version != 0)
            ids.back() += " v" + std::to_string(version);
    }
    void addLeftover(std::string_view id) override { ids.push_back("left: " + std::string(id)); }

    std::vector<std::string> ids;
};

SkippedIds skippedOf(std::string_view output, ListFormat format = ListFormat::Text)
{
    Listed listed;
    return giveIds(output, '\n', format, listed);
}

ProgramEnd ended(ProcessExit exit, std::string output = {}, std::string error = {})
{
    return {EndKind::Ended, 0, exit, std::move(output), std::move(error), false};
}

ProgramEnd cut(EndKind kind, int code = 0, std::string error = {})
{
    return {kind, code, {}, {}, std::move(error), false};
}

const ScriptOptions options;
const std::string program = "/bin/x";

Outcome outcomeOf(const ProgramEnd &end)
{
    return answer::outcome({"add", program, options, end});
}

QString text(const std::string &utf8)
{
    return QString::fromStdString(utf8);
}

} // namespace

class DecisionsTest final : public QObject
{
    Q_OBJECT

private slots:
    void splitsLists_data()
    {
        QTest::addColumn<std::string>("output");
        QTest::addColumn<char>("separator");
        QTest::addColumn<std::vector<std::string>>("ids");
        QTest::addColumn<int>("unusable");
        const auto row = [](const char *name, const std::string &output,
                            const std::vector<std::string> &ids, int unusable = 0,
                            char separator = '\n') {
            QTest::newRow(name) << output << separator << ids << unusable;
        };
        row("nothing", "", {});
        row("nothing but separators", "\n\n\n", {});
        row("one", "a\n", {"a"});
        row("no separator at the end", "a\nb", {"a", "b"});
        row("empty ones", "\na\n\n\nb\n\n", {"a", "b"});
        row("twice", "a\nb\na\na\n", {"a", "b"});
        row("blanks stay", " a \n\tb\r\n", {" a ", "\tb\r"});
        row("shell's letters", "$(x)\n`y`\n*\n'\"\\\n-rf\n", {"$(x)", "`y`", "*", "'\"\\", "-rf"});
        row("newlines in ids", "a\nb\0c\n\0"s, {"a\nb", "c\n"}, 0, '\0');
        row("not UTF-8", "a\n\xFF\nb\n\xC3\n", {"a", "b"}, 2);
        row("surrogate and overlong", "\xED\xA0\x80\n\xC0\xAF\nok\n", {"ok"}, 2);
        row("zero byte", "a\0b\nc\n"s, {"c"}, 1);
        row("beyond the basic plane", "\xF0\x9F\x90\x99\n", {"\xF0\x9F\x90\x99"});
        row("what stands for bytes that are no UTF-8", "Andr\xEF\xBF\xBD\nok\n", {"ok"}, 1);
        row("JSON", "{\"id\":\"a\"}\n{a}\n", {"{a}"}, 1);
        row("byte order mark", "\xEF\xBB\xBFx\n", {"\xEF\xBB\xBFx"});
        row("4096 bytes", std::string(4096, 'x') + '\n', {std::string(4096, 'x')});
    }
    void splitsLists()
    {
        QFETCH(std::string, output);
        QFETCH(char, separator);
        QFETCH(int, unusable);
        Listed listed;
        const SkippedIds skipped = giveIds(output, separator, ListFormat::Text, listed);
        QTEST(listed.ids, "ids");
        QCOMPARE(int(skipped.count), unusable);
    }

    void saysOnceWhichIdsWereLeftOut()
    {
        QCOMPARE(text(skippedSentence(skippedOf("\xFFx\na\n"))),
                 QString::fromUtf8("list printed an id that is not UTF-8 without zero bytes "
                                   "(\"\xEF\xBF\xBDx\"): it is skipped, and nothing is concluded "
                                   "from what is missing"));
        QCOMPARE(text(skippedSentence(skippedOf("b\xFF\n\xFE\n"))),
                 QString::fromUtf8("list printed 2 ids that are not UTF-8 without zero bytes (the "
                                   "first is \"b\xEF\xBF\xBD\"): they are skipped, and nothing is "
                                   "concluded from what is missing"));
    }

    void understandsListsOfObjects_data()
    {
        QTest::addColumn<std::string>("output");
        QTest::addColumn<char>("separator");
        QTest::addColumn<std::vector<std::string>>("ids");
        QTest::addColumn<QString>("skipped");
        const auto row = [](const char *name, const std::string &output,
                            const std::vector<std::string> &ids, const QString &why = {},
                            char separator = '\n') {
            const QString sentence = why.isEmpty()
                                         ? QString()
                                         : "list printed a line that is not understood (" + why
                                               + "): it is skipped, and nothing is "
                                                 "concluded from what is missing";
            QTest::newRow(name) << output << separator << ids << sentence;
        };
        row("nothing", "", {});
        row("blank lines", "\n \n\r\n", {});
        row("an id", R"({"id":"a"})", {"a"});
        row("a version", "{\"id\":\"a\",\"version\":3}\n{\"id\":\"b\",\"version\":0}\n",
            {"a v3", "b"});
        row("the largest version", R"({"id":"a","version":9223372036854775807})",
            {"a v9223372036854775807"});
        row("a leftover", R"({"id":"b","leftover":true})", {"left: b"});
        row("no leftover", R"({"id":"b","leftover":false,"version":1})", {"b v1"});
        row("blanks and escapes", " { \"id\" : \"a\\nb \\u00e9\" }\r\n", {"a\nb \xC3\xA9"});
        row("zero bytes between", "{\"id\":\n\"a\"}\0{\"id\":\"b\"}"s, {"a", "b"}, {}, '\0');
        row("byte order mark", "{\"id\":\"\xEF\xBB\xBFx\"}\n", {"\xEF\xBB\xBFx"});
        row("a plain id", "a\n{\"id\":\"b\"}\n", {"b"},
            "\"a\": it must be a JSON object (illegal value)");
        row("no id", R"({"version":1})", {},
            R"("{"version":1}": "id" must be text that is not empty and has no zero byte)");
        row("misspelt", R"({"id":"b","leftovr":true})", {},
            R"("{"id":"b","leftovr":true}": leftovr: is not known here: )"
            "allowed are id, version and leftover");
        row("version as text", R"({"id":"b","version":"3"})", {},
            R"("{"id":"b","version":"3"}": )"
            "\"version\" must be a whole number of at least 0 and below 2^63");
        row("half a version", R"({"id":"b","version":1.5})", {},
            R"("{"id":"b","version":1.5}": )"
            "\"version\" must be a whole number of at least 0 and below 2^63");
        row("version 1e18", R"({"id":"b","version":1e18})", {"b v1000000000000000000"});
        for (const char *number : {"9223372036854775808", "12345678901234567890"}) {
            const QString line = QStringLiteral(R"({"id":"b","version":%1})").arg(number);
            row(number, line.toStdString(), {},
                "\"" + line
                    + "\": \"version\" must be a whole number of at least 0 and below 2^63");
        }
        for (const char *number : {"1e400", "-1e400", "1e99999999999999999999"}) {
            const QString line = QStringLiteral(R"({"id":"b","version":%1})").arg(number);
            row(number, line.toStdString() + "\n{\"id\":\"a\"}\n", {"a"},
                "\"" + line + "\": it must be a JSON object (illegal number)");
        }
        row("four hundred digits", "{\"id\":\"b\",\"version\":" + std::string(400, '9') + "}", {},
            "\"{\"id\":\"b\",\"version\":" + QString(60, '9')
                + "\": it must be a JSON object (illegal number)");
        row("id of twenty digits", "{\"id\":12345678901234567890}", {},
            "\"{\"id\":12345678901234567890}\": "
            "\"id\" must be text that is not empty and has no zero byte");
        row("a key twice", R"({"id":"b","leftover":true,"leftover":false})", {},
            R"("{"id":"b","leftover":true,"leftover":false}": )"
            "line 1, column 27: leftover is given twice: remove one of them");
        row("leftover as text", R"({"id":"b","leftover":"yes"})", {},
            R"("{"id":"b","leftover":"yes"}": "leftover" must be true or false)");
        row("a leftover's version", R"({"id":"b","leftover":true,"version":1})", {},
            R"("{"id":"b","leftover":true,"version":1}": )"
            "what is left over has no \"version\": leave it out");
    }
    void understandsListsOfObjects()
    {
        QFETCH(std::string, output);
        QFETCH(char, separator);
        Listed listed;
        const SkippedIds skipped = giveIds(output, separator, ListFormat::Json, listed);
        QTEST(listed.ids, "ids");
        QTEST(skipped.count == 0 ? QString() : text(skippedSentence(skipped)), "skipped");
    }

    void saysHowManyLinesOfAListWereLeftOut()
    {
        QCOMPARE(text(skippedSentence(skippedOf("a\n{\"id\":\"b\"}\n\xFF\n", ListFormat::Json))),
                 "list printed 2 lines that are not understood (the first is \"a\": it must be a "
                 "JSON object (illegal value)): they are skipped, and nothing is concluded from "
                 "what is missing");
    }

    void aLineMaySayThatTheWatchStands()
    {
        Seen seen;
        int ready = 0;
        WatchLines lines(seen, 256, [&ready] { ++ready; });
        lines.take("{\"ready\":1}\n{\"type\":\"ADDED\",\"id\":\"a\",\"ready\":1}\n{\"ready\":2}\n");
        QCOMPARE(ready, 1);
        QCOMPARE(seen.text, std::string("A:a "));
        QCOMPARE(lines.skipped(), std::size_t{1});
    }

    void understandsWatchLines_data()
    {
        QTest::addColumn<std::string>("output");
        QTest::addColumn<std::string>("events");
        QTest::addColumn<int>("skipped");
        const auto row = [](const char *name, const std::string &output, const std::string &events,
                            int skipped = 0) {
            QTest::newRow(name) << output << events << skipped;
        };
        row("each type", R"({"type":"ADDED","id":"a"}
{"type":"MODIFIED","id":"b"}
{"type":"DELETED","id":"c"}
)",
            "A:a M:b D:c ");
        row("more keys and blanks", "  {\"id\" : \"a b\", \"type\":\"ADDED\",\"x\":[1]} \r\n",
            "A:a b ");
        row("empty lines", "\n \n{\"type\":\"ADDED\",\"id\":\"a\"}\n\n", "A:a ");
        row("escapes", R"({"type":"ADDED","id":"\u00e9\n\ud83d\udc19"})",
            "A:\xC3\xA9\n\xF0\x9F\x90\x99 ");
        row("byte order mark", "{\"type\":\"ADDED\",\"id\":\"\xEF\xBB\xBFx\"}\n",
            "A:\xEF\xBB\xBFx ");
        row("byte order mark as an escape", R"({"type":"ADDED","id":"\ufeffx"})",
            "A:\xEF\xBB\xBFx ");
        row("no newline at the end", R"({"type":"ADDED","id":"a"})", "A:a ");
        row("cut off", "{\"type\":\"ADDED\",\"id\":\"a", "", 1);
        row("not JSON", "hello\n{\"type\":\"ADDED\",\"id\":\"a\"}\nworld\n", "A:a ", 2);
        row("not an object", "[]\n\"x\"\n3\n", "", 3);
        row("no id", R"({"type":"ADDED"})", "", 1);
        row("empty id", R"({"type":"ADDED","id":""})", "", 1);
        row("id is a number", R"({"type":"ADDED","id":3})", "", 1);
        row("zero byte in the id", R"({"type":"ADDED","id":"a\u0000b"})", "", 1);
        row("half a surrogate pair", R"({"type":"ADDED","id":"\ud83d"})", "", 1);
        row("a key twice", R"({"type":"ADDED","id":"a","id":"b"})", "", 1);
        row("not UTF-8", "{\"type\":\"ADDED\",\"id\":\"\xFF\"}\n", "", 1);
        row("twenty digits", R"({"type":"ADDED","id":"a","x":12345678901234567890})", "A:a ");
        row("an id of twenty digits", R"({"type":"ADDED","id":12345678901234567890})", "", 1);
        row("1e400", R"({"type":"ADDED","id":"a","x":1e400}
{"type":"ADDED","id":"b"}
)",
            "A:b ", 1);
        row("200 digits", "{\"type\":\"ADDED\",\"id\":\"a\",\"x\":" + std::string(200, '9') + "}",
            "A:a ");
        row("unknown type", R"({"type":"added","id":"a"})", "", 1);
        row("too long",
            "{\"type\":\"ADDED\",\"id\":\"" + std::string(300, 'x')
                + "\"}\n{\"type\":\"ADDED\",\"id\":\"a\"}\n",
            "A:a ", 1);
    }
    void understandsWatchLines()
    {
        QFETCH(std::string, output);
        QFETCH(std::string, events);
        QFETCH(int, skipped);
        for (std::size_t piece = 1; piece <= output.size(); piece = piece * 3 + 1) {
            Seen seen;
            WatchLines lines(seen, 256);
            for (std::size_t at = 0; at < output.size(); at += piece)
                lines.take(std::string_view(output).substr(at, piece));
            lines.end();
            QCOMPARE(seen.text, events);
            QCOMPARE(int(lines.skipped()), skipped);
            QCOMPARE(seen.errors.size(), std::size_t(skipped > 0 ? 1 : 0));
        }
    }

    void reportsTheFirstLineThatIsWrong()
    {
        Seen seen;
        WatchLines lines(seen, 256);
        lines.take("\n{\"type\":\"X\",\"id\":\"a\"}\n");
        QCOMPARE(
            text(seen.errors.at(0)),
            "line 2 of the watch command is skipped: \"type\" must be ADDED, MODIFIED, DELETED "
            "or ERROR; further ones like it are counted without a word");
    }

    void passesErrorsOfTheWatchOn()
    {
        Seen seen;
        WatchLines lines(seen, 256);
        lines.take("{\"type\":\"ERROR\",\"id\":\"\",\"message\":\"no connection\"}\n");
        QCOMPARE(text(seen.errors.at(0)), "the watch command reports an error: no connection");
        lines.take("{\"type\":\"ERROR\",\"id\":\"a\"}\n");
        QCOMPARE(text(seen.errors.at(1)), "the watch command reports an error without a message");
        QCOMPARE(lines.skipped(), std::size_t{0});
    }

    void saysThatANumberOfAWatchIsTooLarge()
    {
        Seen seen;
        WatchLines lines(seen, 256);
        lines.take("{\"type\":\"ADDED\",\"id\":\"a\",\"x\":1e400}\n");
        QCOMPARE(text(seen.errors.at(0)),
                 "line 1 of the watch command is skipped: it must be a JSON object (illegal "
                 "number); further ones like it are counted without a word");
    }

    void decidesFromTheEndOfAddAndDelete_data()
    {
        QTest::addColumn<ProgramEnd>("end");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("seconds");
        using Kind = Outcome::Kind;
        const auto row = [](const char *name, const ProgramEnd &end, Kind kind,
                            const QString &words = {}, int seconds = 0) {
            QTest::newRow(name) << end << static_cast<int>(kind) << words << seconds;
        };
        const auto exit = [](int code, const std::string &output = {},
                             const std::string &error = {}) {
            return ended({Exit::Exited, code}, output, error);
        };
        row("0", exit(0), Kind::Done);
        row("0 with words", exit(0, "done\n", "a warning\n"), Kind::Done, "done");
        row("0 with another object", exit(0, "{\"x\":1}\n"), Kind::Retry,
            "the last line that add printed: x: is not known here: allowed are requeueAfter and "
            "wait; JSON that is not for Qontroller must not be the last line");
        row("misspelt", exit(0, "{\"requeueafter\":\"5m\",\"wait\":\"x\"}\n"), Kind::Retry,
            "the last line that add printed: requeueafter: is not known here: allowed are "
            "requeueAfter and wait; JSON that is not for Qontroller must not be the last line");
        row("0 with another object before the last line", exit(0, "{\"x\":1}\ndone\n"), Kind::Done,
            "{\"x\":1}\ndone");
        row("requeue in days", exit(0, "{\"requeueAfter\":\"90d\"}"), Kind::RequeueAfter, {},
            90 * 24 * 3600);
        row("0 with an array", exit(0, "[\"requeueAfter\"]\n"), Kind::Done, "[\"requeueAfter\"]");
        row("0 with half an object", exit(0, "\"requeueAfter\":\"5s\"}\n"), Kind::Done,
            "\"requeueAfter\":\"5s\"}");
        row("requeue", exit(0, "{\"requeueAfter\":\"5m\"}"), Kind::RequeueAfter, {}, 300);
        row("requeue in the last line",
            exit(0, "{\"wait\":\"x\"}\nwords\n {\"requeueAfter\":\"5s\"}\n\n"), Kind::RequeueAfter,
            "{\"wait\":\"x\"}\nwords", 5);
        row("only the last line counts", exit(0, "{\"requeueAfter\":\"5s\"}\nwords\n"), Kind::Done,
            "{\"requeueAfter\":\"5s\"}\nwords");
        row("wait", exit(0, "{\"wait\":\"the disk\"}\n"), Kind::Wait, "the disk", 30);
        row("wait so long", exit(0, "{\"wait\":\"the disk\",\"requeueAfter\":\"2s\"}\n"),
            Kind::Wait, "the disk", 2);
        row("bad duration", exit(0, "{\"requeueAfter\":\"soon\"}"), Kind::Retry,
            "the last line that add printed: \"requeueAfter\": \"soon\" is not a duration: write a "
            "number and ms, s, m, h or d, as in 250ms or 30s");
        row("duration as a number", exit(0, "{\"requeueAfter\":5}"), Kind::Retry,
            "the last line that add printed: \"requeueAfter\" must be a duration as in \"30s\"");
        row("twenty digits", exit(0, "{\"requeueAfter\":12345678901234567890}"), Kind::Retry,
            "the last line that add printed: \"requeueAfter\" must be a duration as in \"30s\"");
        row("twenty digits of seconds", exit(0, "{\"requeueAfter\":\"12345678901234567890s\"}"),
            Kind::Retry,
            "the last line that add printed: \"requeueAfter\": \"12345678901234567890s\" is too "
            "long: at most ten years");
        row("1e400 seconds", exit(0, "{\"requeueAfter\":\"1e400s\"}"), Kind::Retry,
            "the last line that add printed: \"requeueAfter\": \"1e400s\" is not a duration: write "
            "a number and ms, s, m, h or d, as in 250ms or 30s");
        row("wait as a number", exit(0, "{\"wait\":5}"), Kind::Retry,
            "the last line that add printed: \"wait\" must be a text that says what is waited for");
        row("1", exit(1, {}, "no disk\n"), Kind::Retry, "no disk");
        row("1 without words", exit(1), Kind::Retry,
            "add ended with exit status 1 and nothing on standard error");
        row("75", exit(75, {}, "busy\n"), Kind::Retry, "busy");
        row("75 without words", exit(75, {}, " \n"), Kind::Retry,
            "add ended with exit status 75 and nothing on standard error");
        row("75 asks for nothing else", exit(75, "{\"requeueAfter\":\"5s\"}", "busy"), Kind::Retry,
            "busy");
        row("78", exit(78, {}, "line 1\nline 2\n"), Kind::Park, "line 1\nline 2");
        row("78 without words", exit(78), Kind::Park,
            "add ended with exit status 78 and nothing on standard error");
        for (const int other : {2, 66, 74, 76, 77, 79, 126, 127, 255})
            row(qPrintable(QString::number(other)), exit(other, {}, "x"), Kind::Retry, "x");
        row("not UTF-8", exit(1, {}, "bad \xFF byte"), Kind::Retry,
            QString::fromUtf8("bad \xEF\xBF\xBD byte"));
        row("signal", ended({Exit::Signalled, SIGSEGV}, {}, "oops\n"), Kind::Retry,
            "add was ended by signal 11 (Segmentation fault): oops");
        row("stopped", cut(EndKind::Stopped), Kind::Retry, "add was stopped before it had ended");
        row("too slow", cut(EndKind::TimedOut, 0, "working"), Kind::Retry,
            "add took longer than 1m and was stopped: raise \"timeout\" or make it faster: "
            "working");
        row("too much", cut(EndKind::TooMuchOutput), Kind::Retry,
            "add printed more than 67108864 bytes and was stopped: raise \"outputLimit\" or print "
            "less");
        row("missing", cut(EndKind::NotStarted, ENOENT), Kind::Retry,
            "add: cannot start \"/bin/x\": No such file or directory; it, the interpreter in its "
            "first line or its working directory is missing");
        row("id too long", cut(EndKind::NotStarted, E2BIG), Kind::Park,
            "add: cannot start \"/bin/x\": Argument list too long; the id or the environment is "
            "longer than an argument may be");
        row("lost", ended({}), Kind::Retry,
            "add ended with an unknown status: this program must not ignore SIGCHLD");
    }
    void decidesFromTheEndOfAddAndDelete()
    {
        QFETCH(ProgramEnd, end);
        const Outcome outcome = outcomeOf(end);
        QTEST(static_cast<int>(outcome.kind()), "kind");
        QTEST(text(outcome.text()), "words");
        QTEST(int(outcome.delay() / std::chrono::seconds(1)), "seconds");
    }

    void cutsErrorsBetweenCharacters()
    {
        ProgramEnd end = ended({Exit::Exited, 1}, {}, "\x9F\x90\x99 end");
        end.errorTailIsCut = true;
        QCOMPARE(text(outcomeOf(end).text()), "[…]  end");
    }

    void keepsTheLastLineOfALongError_data()
    {
        QTest::addColumn<Exit>("exit");
        QTest::addColumn<bool>("isCut");
        QTest::newRow("a status") << Exit::Exited << false;
        QTest::newRow("a status, cut before") << Exit::Exited << true;
        QTest::newRow("a signal") << Exit::Signalled << false;
    }
    void keepsTheLastLineOfALongError()
    {
        QFETCH(Exit, exit);
        QFETCH(bool, isCut);
        const std::string last = "OSError: no space left";
        ProgramEnd end = ended({exit, 9}, {}, std::string(4095 - last.size(), 'x') + '\n' + last);
        end.errorTailIsCut = isCut;
        const std::string said = outcomeOf(end).text();
        QVERIFY(said.size() <= LongestText);
        QVERIFY2(said.ends_with(last), said.c_str());
    }

    void decidesFromTheEndOfGet()
    {
        using Kind = Fetched<std::string>::Kind;
        const auto get = [](int code, const std::string &output = {},
                            const std::string &error = {}) {
            const ProgramEnd end = ended({Exit::Exited, code}, output, error);
            return answer::fetched({"get", program, options, end});
        };
        const std::string bytes = "a\0\xFF\n\n"s;
        QVERIFY(get(0, bytes).kind() == Kind::Found);
        QVERIFY(*get(0, bytes).object() == bytes);
        QVERIFY(get(0).object()->empty());
        QVERIFY(get(77).kind() == Kind::Ignored);
        QVERIFY(get(66).kind() == Kind::Gone);
        for (const int other : {1, 65, 75, 78, 127})
            QVERIFY(get(other).kind() == Kind::Failed);
        QCOMPARE(text(get(1, {}, "no database\n").error().message), "no database");
    }

    void readsParameters()
    {
        const auto read = readScriptOptions({{"list", QJsonArray{"l", "-a"}},
                                             {"add", QJsonArray{"a"}},
                                             {"delete", QJsonArray{"d"}},
                                             {"environment", QJsonObject{{"A", "b=c"}}},
                                             {"workingDirectory", "/tmp"},
                                             {"timeout", "1.5s"},
                                             {"listFormat", "json"},
                                             {"idSeparator", QString(QChar(u'\0'))},
                                             {"outputLimit", 1000}});
        QVERIFY(read);
        QVERIFY((read->list == ScriptOptions::Words{"l", "-a"}));
        QVERIFY(read->remove == ScriptOptions::Words{"d"} && read->watch.empty()
                && read->get.empty());
        QCOMPARE(read->environment.at("A"), "b=c"s);
        QCOMPARE(read->timeout, Duration(std::chrono::milliseconds(1500)));
        QVERIFY(read->listFormat == ListFormat::Json);
        QCOMPARE(read->idSeparator, '\0');
        QCOMPARE(read->outputLimit, std::size_t{1000});
    }

    void namesTheParameterThatIsWrong_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QJsonValue>("value");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *key, const QJsonValue &value, const char *words) {
            QTest::newRow(words) << QString(key) << value << QString(words);
        };
        row("list", QJsonArray{}, "list is missing: must be a program and its arguments as a list");
        row("add", QJsonArray{}, "add is missing: must be a program and its arguments as a list");
        row("get", QJsonArray{"a", QString(QChar(u'\0'))},
            "get[1] must be text without a zero byte");
        row("delete", QJsonArray{5}, "delete[0] must be text without a zero byte");
        row("environment", QJsonObject{{"A=B", "x"}},
            "environment[\"A=B\"] must have a name that is not empty and has no = in it");
        row("environment", QJsonObject{{"A", 3}},
            "environment[\"A\"] must be text without a zero byte");
        row("timeout", "soon",
            "timeout: \"soon\" is not a duration: write a number and ms, s, m, h or d, as in 250ms "
            "or "
            "30s");
        row("listFormat", "xml", R"(listFormat must be "text" or "json")");
        row("idSeparator", ",", R"(idSeparator must be "\n" or "\u0000")");
        row("outputLimit", 0, "outputLimit must be a whole number of bytes of at least 1");
    }
    void namesTheParameterThatIsWrong()
    {
        QFETCH(QString, key);
        QFETCH(QJsonValue, value);
        QJsonObject parameters{{"list", QJsonArray{"l"}}, {"add", QJsonArray{"a"}}};
        parameters.insert(key, value);
        const auto read = readScriptOptions(parameters);
        QVERIFY(!read);
        QTEST(text(read.error()), "words");
    }
};

QONTROLLER_GUILESS_TEST(DecisionsTest)
#include "tst_decisions.moc"
