// SPDX-License-Identifier: LGPL-3.0-or-later
// A controller's commands, really run: what they are given and what becomes of it.
#include "commands.h"
#include "eventually.h"
#include "printing.h"
#include "servicevariables.h"
#include "testprogram.h"

#include "app/plugins/script/scriptcommands.h"
#include "app/plugins/script/scripthandler.h"
#include "app/plugins/script/scriptparts.h"
#include "app/plugins/script/scriptsource.h"
#include "core/base/faults/callforeign.h"
#include "core/sdk/testing/recordinglist.h"
#include "core/sdk/testing/recordingwatch.h"

#include <QtCore/QDateTime>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

using namespace qontroller;
using namespace qontroller::script;
using namespace qontroller::test;
using namespace std::chrono_literals;
using namespace std::string_literals;
using namespace std::string_view_literals;

namespace {

/// What the probe printed, without the mark of this life.
std::vector<std::string> fields(const std::string &text)
{
    std::vector<std::string> all;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\0', at);
        all.push_back(text.substr(at, end - at));
        at = end == std::string::npos ? text.size() : end + 1;
    }
    std::erase_if(all, [](const std::string &field) {
        return field.starts_with("QONTROLLER_COMMAND=");
    });
    return all;
}

ScriptOptions::Words sh(const std::string &script)
{
    return {"sh", "-c", script, "sh"};
}

std::shared_ptr<const ScriptCommands> commandsOf(const ScriptOptions &options)
{
    const auto path = [](const ScriptOptions::Words &words) {
        return words.empty() ? std::string() : words[0] == "sh" ? "/bin/sh" : words[0];
    };
    const ScriptCommands::Programs programs{path(options.list),
                                            path(options.watch),
                                            path(options.get),
                                            path(options.add),
                                            path(options.remove),
                                            path(options.afterBurst),
                                            {}};
    return std::make_shared<const ScriptCommands>(options, programs, "my controller");
}

std::string utf8Of(char32_t point)
{
    return QString::fromUcs4(&point, 1).toStdString();
}

/// All characters that UTF-8 has but the zero byte, in texts of at most 60 000 bytes.
std::vector<std::string> allOfUnicode()
{
    std::vector<std::string> texts(1);
    for (char32_t point = 1; point <= 0x10FFFF; ++point) {
        if (point >= 0xD800 && point <= 0xDFFF)
            continue;
        if (texts.back().size() > 59'000)
            texts.emplace_back();
        // Not alone at the start: a byte order mark is taken off by QString, not by us.
        texts.back() += point == 0xFEFF ? "\xEF\xBB\xBF"s : utf8Of(point);
    }
    return texts;
}

} // namespace

class CommandsTest final : public QObject
{
    Q_OBJECT

private slots:
    void givesIdsUnchanged_data()
    {
        QTest::addColumn<std::string>("id");
        const auto row = [](const char *name, const std::string &id) { QTest::newRow(name) << id; };
        row("spaces", "  two  words  ");
        row("quotes", R"(it's "quoted" \ `so` $(so) $HOME)");
        row("newlines", "a\nb\n\n");
        row("dash", "-rf");
        row("dashes", "--help");
        row("stars", "*?[a-z]");
        row("equals", "A=B");
        row("control characters", "\x01\x1B[31m\x7F\r\t");
        row("4096 bytes", std::string(4096, 'x'));
        row("the longest argument", std::string((128 << 10) - 1 - 14, 'x')); // with QONTROLLER_ID=
        row("byte order mark", "\xEF\xBB\xBFx");
        row("octopus", "\xF0\x9F\x90\x99");
    }
    void givesIdsUnchanged()
    {
        QFETCH(std::string, id);
        ScriptOptions options;
        options.add = {COMMAND_PROBE, "echo", "--"};
        options.get = {COMMAND_PROBE, "echo", "get"};
        options.remove = {COMMAND_PROBE, "echo", "delete"};
        options.environment = {{"PROBE_OWN", "x"}};
        options.workingDirectory = "/usr";
        options.timeout = 0s;
        const auto commands = commandsOf(options);
        const Attempt attempt{id, "my controller", 3, 17, {}, nullptr};
        QCOMPARE(fields(commands->add(attempt, "object \n\xFF").output),
                 (std::vector<std::string>{"echo", "--", id, "PROBE_OWN=x",
                                           "QONTROLLER_CONTROLLER=my controller",
                                           "QONTROLLER_ID=" + id, "QONTROLLER_ATTEMPT=3",
                                           "QONTROLLER_FENCE=17", "QONTROLLER_CAUSE=resync",
                                           "QONTROLLER_LAST_ERROR=", "QONTROLLER_DEADLINE=",
                                           "QONTROLLER_KEPT=", "/usr", "object \n\xFF"}));
        QCOMPARE(fields(commands->get(attempt).output),
                 (std::vector<std::string>{"echo", "get", id, "PROBE_OWN=x",
                                           "QONTROLLER_CONTROLLER=my controller",
                                           "QONTROLLER_ID=" + id, "QONTROLLER_ATTEMPT=3",
                                           "QONTROLLER_FENCE=17", "QONTROLLER_CAUSE=resync",
                                           "QONTROLLER_LAST_ERROR=", "QONTROLLER_DEADLINE=", "/usr",
                                           ""}));
        QCOMPARE(fields(commands->remove(attempt).output),
                 (std::vector<std::string>{"echo", "delete", id, "PROBE_OWN=x",
                                           "QONTROLLER_CONTROLLER=my controller",
                                           "QONTROLLER_ID=" + id, "QONTROLLER_ATTEMPT=3",
                                           "QONTROLLER_FENCE=17", "QONTROLLER_CAUSE=resync",
                                           "QONTROLLER_LAST_ERROR=", "QONTROLLER_DEADLINE=",
                                           "QONTROLLER_KEPT=", "/usr", ""}));
    }

    void knowNothingOfTheServiceManager()
    {
        const ServiceVariables variables;
        ScriptOptions options;
        options.remove = sh(ServiceVariables::Shown);
        const ObjectId id = "a";
        const auto removed = [&] {
            return commandsOf(options)->remove({id, "my controller", 1, 0, {}}).output;
        };
        QCOMPARE(removed(), "no more\n");
        options.environment = {{"NOTIFY_SOCKET", "/own"}};
        QCOMPARE(removed(), "NOTIFY_SOCKET=/own\nno more\n"); // an operator gave it
    }

    void saysWhyAnAttemptIsMade_data()
    {
        QTest::addColumn<int>("cause");
        QTest::addColumn<std::string>("word");
        const auto row = [](AttemptCause cause, const char *word) {
            QTest::newRow(word) << static_cast<int>(cause) << std::string(word);
        };
        row(AttemptCause::ByHand, "by-hand");
        row(AttemptCause::Changed, "changed");
        row(AttemptCause::New, "new");
        row(AttemptCause::Retry, "retry");
        row(AttemptCause::Resync, "resync");
    }
    void saysWhyAnAttemptIsMade()
    {
        QFETCH(int, cause);
        QFETCH(std::string, word);
        const ObjectId id = "a";
        Attempt attempt{id, "c", 2, 0, {}};
        attempt.cause = static_cast<AttemptCause>(cause);
        attempt.lastError = "no disk\nand \0 worse"sv;
        ScriptOptions options;
        options.remove = sh(R"(printf '%s: %s' "$QONTROLLER_CAUSE" "$QONTROLLER_LAST_ERROR")");
        QCOMPARE(commandsOf(options)->remove(attempt).output, word + ": no disk\nand   worse");
    }

    void saysWhenItWillBeStopped_data()
    {
        QTest::addColumn<int>("timeout"); // seconds
        QTest::addColumn<int>("attempt");
        QTest::addColumn<int>("deadline");
        QTest::newRow("of the command") << 100 << 0 << 100;
        QTest::newRow("of the attempt") << 0 << 200 << 200;
        QTest::newRow("the command's is first") << 100 << 200 << 100;
        QTest::newRow("the attempt's is first") << 300 << 200 << 200;
    }
    void saysWhenItWillBeStopped()
    {
        QFETCH(int, timeout);
        QFETCH(int, deadline);
        QFETCH(int, attempt);
        const ObjectId id = "a";
        Attempt made{id, "c", 1, 0, {}};
        const auto earliest = QDateTime::currentSecsSinceEpoch() + deadline;
        if (attempt > 0)
            made.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(attempt);
        ScriptOptions options;
        options.timeout = std::chrono::seconds(timeout);
        options.get = sh(R"(printf %s "$QONTROLLER_DEADLINE")");
        const qint64 said = QByteArray::fromStdString(commandsOf(options)->get(made).output)
                                .toLongLong();
        const auto latest = QDateTime::currentSecsSinceEpoch() + deadline;
        QVERIFY2(said >= earliest - 1 && said <= latest, QByteArray::number(said - earliest));
    }

    void aListIsNoAttempt()
    {
        constexpr const char *Names[]{"QONTROLLER_CAUSE", "QONTROLLER_LAST_ERROR",
                                      "QONTROLLER_DEADLINE"};
        for (const char *name : Names)
            qputenv(name, "of another program");
        ScriptOptions options;
        options.list = sh("env | grep '=[o]f another'; true");
        const ProgramEnd end = commandsOf(options)->list({});
        for (const char *name : Names)
            qunsetenv(name);
        QCOMPARE(end.output, ""s);
    }

    void givesEveryCharacterUnchanged()
    {
        ScriptOptions options;
        options.list = {COMMAND_PROBE, "echo"};
        options.get = {COMMAND_PROBE, "echo"};
        options.add = {COMMAND_PROBE, "copy"};
        options.idSeparator = '\0';
        const auto commands = commandsOf(options);
        for (const std::string &id : allOfUnicode()) {
            const Attempt attempt{id, "c", 1, 0, {}, nullptr};
            const auto got = fields(commands->get(attempt).output);
            QVERIFY(got.at(1) == id);
            QVERIFY(got.at(3) == "QONTROLLER_ID=" + id);
            QVERIFY(commands->add(attempt, id).output == id);
        }
    }

    void listsWhatItsCommandPrints()
    {
        ScriptOptions options;
        options.list = sh(R"(printf 'a b\0c\nd\0\0-x\0c\nd\0')");
        options.idSeparator = '\0';
        RecordingList ids;
        const ListResult result = ScriptSource(commandsOf(options)).list(ids, {});
        QVERIFY(result.kind() == ListResult::Kind::Complete);
        QCOMPARE(ids.ids, (std::set<std::string>{"a b", "c\nd", "-x"}));
    }

    void concludesNothingFromAListThatFailed_data()
    {
        QTest::addColumn<std::string>("script");
        QTest::addColumn<QString>("words");
        QTest::newRow("status") << "echo a; echo broken >&2; exit 3"s
                                << "list ended with exit status 3: broken";
        QTest::newRow("get's words mean nothing here") << "exit 77"s
                                                       << "list ended with exit status 77";
        QTest::newRow("signal") << "echo a; kill -TERM $$"s
                                << "list was ended by signal 15 (Terminated)";
        QTest::newRow("time")
            << "echo a; exec sleep 100"s
            << "list took longer than 200ms and was stopped: raise \"timeout\" or "
               "make it faster";
        QTest::newRow("output") << "yes"s
                                << "list printed more than 10000 bytes and was stopped: raise "
                                   "\"outputLimit\" or print less";
    }
    void concludesNothingFromAListThatFailed()
    {
        QFETCH(std::string, script);
        ScriptOptions options;
        options.list = sh(script);
        options.outputLimit = 10'000;
        options.timeout = script.find("sleep") != std::string::npos ? Duration(200ms)
                                                                    : Duration(30s);
        RecordingList ids;
        const ListResult result = ScriptSource(commandsOf(options)).list(ids, {});
        QVERIFY(result.kind() == ListResult::Kind::Failed);
        QTEST(QString::fromStdString(result.text()), "words");
        QVERIFY(ids.ids.empty());
    }

    void concludesNothingFromIdsThatCannotBe()
    {
        ScriptOptions options;
        options.list = sh(R"(printf 'a\n\377\nb\n')");
        RecordingList ids;
        const ListResult result = ScriptSource(commandsOf(options)).list(ids, {});
        QVERIFY(result.kind() == ListResult::Kind::Partial);
        QCOMPARE(ids.ids, (std::set<std::string>{"a", "b"}));
    }

    void watchesUntilItIsStopped()
    {
        ScriptOptions options;
        options.watch = sh(R"(echo '{"type":"ADDED","id":"a"}'; echo nonsense; )"
                           R"(echo '{"type":"DELETED","id":"b"}'; exec sleep 1000)");
        ScriptSource source(commandsOf(options));
        QVERIFY(source.watchMode() == WatchMode::Live);
        RecordingWatch watched;
        std::stop_source stop;
        WatchEnd end = WatchEnd::failed("not run");
        std::thread thread([&] { end = source.watch(watched, {}, stop.get_token()); });
        const bool came = watched.waitFor("-b");
        stop.request_stop();
        thread.join();
        QVERIFY(came);
        QVERIFY(
            watched.text().starts_with("ready +a error: line 2 of the watch command is skipped"));
        QVERIFY(watched.text().ends_with(" -b"));
        QVERIFY(end.kind() == WatchEnd::Kind::Closed);
    }

    void asksForAListWhenItStandsLater()
    {
        const QTemporaryDir folder;
        const QString begun = folder.filePath("begun");
        ScriptOptions options;
        options.watch = sh(
            "until [ -e " + begun.toStdString()
            + R"( ]; do sleep 0.01; done; for i in 1 2; do echo '{"ready":1}'; done; )"
              R"(echo '{"type":"ADDED","id":"a"}'; exec sleep 1000)");
        ScriptSource source(commandsOf(options));
        RecordingWatch watched;
        std::stop_source stop;
        std::thread thread([&] { static_cast<void>(source.watch(watched, {}, stop.get_token())); });
        const bool isAssumed = watched.waitFor("ready");
        const bool mayBegin = QFile(begun).open(QIODevice::WriteOnly);
        const bool came = watched.waitFor("+a");
        stop.request_stop();
        thread.join();
        QVERIFY(isAssumed && mayBegin && came);
        QCOMPARE(watched.text(), "ready ready +a"s);
    }

    void isReadyWithoutAWordButNotIfItEndsAtOnce()
    {
        ScriptOptions options;
        options.watch = sh("exec sleep 1000");
        RecordingWatch watched;
        std::stop_source stop;
        ScriptSource source(commandsOf(options));
        std::thread thread([&] { static_cast<void>(source.watch(watched, {}, stop.get_token())); });
        const bool came = watched.waitFor("ready");
        stop.request_stop();
        thread.join();
        QVERIFY(came);

        options.watch = sh("echo no bus >&2; exit 1");
        RecordingWatch none;
        const WatchEnd end = ScriptSource(commandsOf(options)).watch(none, {}, {});
        QVERIFY(none.notes().empty());
        QCOMPARE(end.error(), "watch ended with exit status 1: no bus"s);
    }

    void aWatchThatEndsInOrderIsClosed()
    {
        ScriptOptions options;
        options.watch = sh(R"(echo '{"ready":1}')");
        RecordingWatch watched;
        const WatchEnd end = ScriptSource(commandsOf(options)).watch(watched, {}, {});
        QCOMPARE(end.kind(), WatchEnd::Kind::Closed);
        QCOMPARE(watched.text(), "ready"s);

        options.watch = sh("sh -c 'echo no bus >&2; exit 1' | cat"); // a pipe has the last status
        const WatchEnd odd = ScriptSource(commandsOf(options)).watch(watched, {}, {});
        QCOMPARE(odd.error(), "watch ended with exit status 0: no bus"s);
    }

    void saysHowManyLinesWereSkippedWhenTheWatchEnds()
    {
        ScriptOptions options;
        options.watch = sh("echo x; echo y; echo z");
        RecordingWatch watched;
        const WatchEnd end = ScriptSource(commandsOf(options)).watch(watched, {}, {});
        QCOMPARE(end.error(), "watch ended with exit status 0 (lines skipped: 3)"s);
        QCOMPARE(watched.notes().size(), std::size_t{2});
    }

    void takesTheIdForTheObjectWithoutGet()
    {
        ScriptHandler handler(commandsOf({}));
        const ObjectId id = "an id\n";
        const Attempt attempt{id, "c", 1, 0, {}, nullptr};
        QCOMPARE(*handler.get(attempt).object(), id);
        QVERIFY(handler.remove(attempt).kind() == Outcome::Kind::Done);
    }

    void e26_aShortageIsNoFaultOfTheObject()
    {
        ScriptOptions options;
        options.get = options.add = sh("true");
        ScriptHandler handler(commandsOf(options));
        const ObjectId id = "a";
        const Attempt attempt{id, "c", 1, 0, {}, nullptr};
        rlimit before{};
        ::getrlimit(RLIMIT_NOFILE, &before);
        const int next = ::dup(0);
        ::close(next);
        const rlimit none{static_cast<rlim_t>(next), before.rlim_max};
        ::setrlimit(RLIMIT_NOFILE, &none);
        const auto got = callForeign([&] { return handler.get(attempt); });
        const auto added = callForeign([&] { return handler.add("a", attempt); });
        ::setrlimit(RLIMIT_NOFILE, &before);
        QVERIFY(!got && got.error().isShortage());
        QVERIFY(!added && added.error().isShortage());
        QVERIFY(added.error().text.find("Too many open files") != std::string::npos);
    }

    void handsObjectsOnByteForByte()
    {
        const QTemporaryDir folder;
        ScriptOptions options;
        options.get = sh(R"(printf 'a\0b\377\n\n')");
        options.add = sh("cat > \"$1\"");
        options.workingDirectory = folder.path().toStdString();
        ScriptHandler handler(commandsOf(options));
        const ObjectId id = "file name";
        const Attempt attempt{id, "c", 1, 0, {}, nullptr};
        const auto object = handler.get(attempt);
        QVERIFY(handler.add(*object.object(), attempt).kind() == Outcome::Kind::Done);
        QFile file(folder.filePath("file name"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("a\0b\377\n\n", 6));
    }

    void stopsWhenTheAttemptIsCancelled()
    {
        ScriptOptions options;
        options.add = {COMMAND_PROBE, "stubborn"};
        options.grace = 50ms;
        ScriptHandler handler(commandsOf(options));
        std::stop_source stop;
        const ObjectId id = "x";
        Outcome outcome = Outcome::done();
        std::thread thread([&] {
            outcome = handler.add("", {id, "c", 1, 0, stop.get_token(), nullptr});
        });
        const bool runs = comesTrue([] { return hasChildren(); });
        stop.request_stop();
        thread.join();
        QVERIFY(runs && !hasChildren());
        QVERIFY(outcome.kind() == Outcome::Kind::Retry);
    }

    void parksAnIdThatNoArgumentCanHold()
    {
        ScriptOptions options;
        options.add = {"/bin/true"};
        const ObjectId id(200'000, 'x');
        const Outcome outcome = ScriptHandler(commandsOf(options))
                                    .add("", {id, "c", 1, 0, {}, nullptr});
        QVERIFY(outcome.kind() == Outcome::Kind::Park);
    }

    void saysBeforeItStartsWhatCannotWork()
    {
        const auto wrong = [](const ScriptOptions &options) {
            const auto parts = makeScriptParts(options, "c");
            return QString::fromStdString(parts ? "" : parts.error());
        };
        ScriptOptions options;
        options.list = {"true"};
        options.add = {"true"};
        QCOMPARE(wrong(options), QString());
        options.environment["PATH"] = "/no/where";
        QCOMPARE(wrong(options),
                 "list[0] must name a program, but \"true\" is in none of the folders "
                 "of PATH (/no/where): install it or write its whole path\n"
                 "add[0] must name a program, but \"true\" is in none of the folders "
                 "of PATH (/no/where): install it or write its whole path");
        options.environment.clear();
        options.add = {"/no/such/program", "-x"};
        QCOMPARE(wrong(options),
                 "add[0] must name a program, but \"/no/such/program\" does not exist: "
                 "install it or correct the path");
        options.get = {"/etc/passwd"};
        options.add = {"./true"};
        options.workingDirectory = "/bin";
        QCOMPARE(wrong(options),
                 "get[0] must name a program, but \"/etc/passwd\" is not executable for "
                 "this user: run chmod +x on it");
        options.workingDirectory = "/no/folder";
        QCOMPARE(wrong(options),
                 "workingDirectory must be a folder, but there is none at \"/no/folder\"\n"
                 "get[0] must name a program, but \"/etc/passwd\" is not executable for "
                 "this user: run chmod +x on it");
    }
};

QONTROLLER_GUILESS_TEST(CommandsTest)
#include "tst_commands.moc"
